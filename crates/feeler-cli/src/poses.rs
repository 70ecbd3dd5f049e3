//! The poses from a file or from standard input.

use crate::interrupt::Interrupt;
use anyhow::Result;
use feeler::Pose;
use feeler_io::PoseNotation;
use std::io;
use std::path::Path;

/// Reads all poses of a file, or of standard input if the path is `-`. Ctrl-C ends the reading,
/// even during a wait for a pipe.
pub(crate) fn read(
    path: &Path,
    notation: PoseNotation,
    interrupt: &Interrupt,
) -> Result<Vec<Pose>> {
    let path = path.to_owned();
    Ok(interrupt.or(move || match path.as_os_str() == "-" {
        true => notation.read_from(io::stdin().lock(), "standard input"),
        false => notation.read(path),
    })??)
}
