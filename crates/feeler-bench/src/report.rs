//! The report of a run: one HTML file without external parts, for phones and desktop screens, light
//! and dark.
//!
//! A run leaves a folder with `run.json` (contenders, machine, scenes), `records.csv` (every time
//! and answer) and `wrong.csv` (the wrong answers with their poses). From these [`write()`] draws
//! time against distance and complexity, latencies, work with its slopes, wrong answers and errors,
//! and tables of peers and memory. Each caption says what is shown and what the papers claim about
//! it.
//!
//! - [`record`](crate::record) reads the folder;
//! - `outcome` sorts the records by scene and contender;
//! - `sweep`, `latency` and `complexity` make figures;
//! - `standing` makes tables, `worlds` those of worlds;
//! - `summary` and `wrong` make texts;
//! - `claim` knows the claims of the papers;
//! - [`plot`](crate::plot) draws;
//! - `page` puts all parts together.

mod claim;
mod complexity;
mod figure;
mod latency;
mod outcome;
mod page;
mod standing;
mod summary;
mod sweep;
mod table;
mod worlds;
mod wrong;

use crate::Error;
use crate::record::Folder;
use crate::worlds::WorldsRun;
use std::path::Path;

/// Reads the folder of a run, of worlds, or of both, and writes the report.
///
/// A contender without records, a scene without contenders or a run without scenes is no error: the
/// report says so. A file that cannot be understood is an error, which names file and line.
///
/// ```
/// use feeler_bench::record::{Folder, Header};
/// # let desk = tempfile::tempdir()?;
/// # let run = desk.path().join("run");
/// Folder::open(&run, Header::new(&[], 1))?; // a run of nothing
/// let page = run.join("report.html");
/// feeler_bench::report::write(&run, &page)?;
/// assert!(std::fs::read_to_string(&page)?.contains("0 scenes"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(folder: &Path, html: &Path) -> Result<(), Error> {
    let worlds = WorldsRun::is_in(folder).then(|| WorldsRun::read(folder)).transpose()?;
    let page = match &worlds {
        Some(worlds) if !Folder::is_in(folder) => page::of_worlds(worlds),
        worlds => page::html(&Folder::read(folder)?, worlds.as_ref()),
    };
    std::fs::write(html, page).map_err(|error| Error::in_file(html, error))
}
