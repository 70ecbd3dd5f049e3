//! A plot with title, legend and caption.

use super::number::Text;
use super::plot::Plot;

/// What a reader sees as one thing.
pub(super) struct Figure {
    pub(super) title: String,
    pub(super) plot: Plot,
    /// What the plot shows.
    pub(super) shows: String,
    /// What the papers say about it.
    pub(super) claim: &'static str,
}

impl Figure {
    /// As HTML; the scene makes the label of the drawing say where it belongs.
    pub(super) fn html(&self, scene: &str) -> String {
        format!(
            "<figure><h4>{title}</h4>{svg}{legend}<figcaption>{shows} <span class=\"claim\">{claim}</span></figcaption></figure>\n",
            title = Text(&self.title),
            svg = self.plot.svg(&format!("{}, {scene}", self.title)),
            legend = self.plot.legend(),
            shows = Text(&self.shows),
            claim = Text(self.claim)
        )
    }
}
