//! A figure: a plot with title, legend and caption.

use crate::plot::Plot;
use crate::plot::number::Text;

/// A plot with everything that is shown with it.
pub(super) struct Figure {
    pub(super) title: String,
    pub(super) plot: Plot,
    /// The text about what the plot shows.
    pub(super) shows: String,
    /// The claim of the papers about it.
    pub(super) claim: &'static str,
}

impl Figure {
    /// The figure as HTML. The name of the scene makes the label of the drawing unambiguous.
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
