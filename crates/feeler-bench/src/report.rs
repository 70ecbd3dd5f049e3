//! The report of a run: one HTML file that needs nothing else, for a phone as for a desk, light and dark.
//!
//! A run leaves a folder with `run.json` (who, where, what), `records.csv` (every time and answer) and `wrong.csv` (what was wrong, with its pose).
//! From these [`write()`] draws time against distance and complexity, latencies, work with its slopes, wrong answers and errors, and tables of
//! peers and memory; each caption says what is shown and what the papers claimed about it.
//!
//! `input` reads, `outcome` sorts by scene and contender; `sweep`, `latency` and `complexity` make figures, `standing` tables, `summary` and
//! `wrong` text, `claim` knows the papers; `plot` on `scale` draws, `page` puts all together.

mod claim;
mod complexity;
mod error;
mod figure;
mod input;
mod latency;
mod number;
mod outcome;
mod page;
mod plot;
mod scale;
mod sheet;
mod standing;
mod summary;
mod sweep;
mod table;
mod wrong;

pub use error::ReportError;

use std::path::Path;

/// Reads the folder of a run and writes its report.
///
/// A contender without records, a scene without contenders or a run without scenes is no error: the report says so. What cannot be
/// understood is one, and names file and line.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = |name: &str| folder.path().join(name);
/// std::fs::write(path("run.json"), r#"{"scenes": [], "contenders": []}"#)?;
/// std::fs::write(path("records.csv"), "scene,contender,pose,ns\n")?;
/// std::fs::write(path("wrong.csv"), "scene,contender,pose\n")?;
/// feeler_bench::report::write(folder.path(), &path("report.html"))?;
/// assert!(std::fs::read_to_string(path("report.html"))?.contains("0 scenes"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(folder: &Path, html: &Path) -> Result<(), ReportError> {
    let input = input::Input::read(folder)?;
    std::fs::write(html, page::html(&input)).map_err(ReportError::io(html))
}
