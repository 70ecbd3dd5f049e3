//! Poses of a file or of standard input.

use anyhow::Result;
use feeler::Pose;
use std::path::Path;

/// All poses of a file, or of standard input if it is called `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<Pose>> {
    Ok(match path.as_os_str() == "-" {
        true => feeler_io::read_poses_from(std::io::stdin().lock(), "standard input")?,
        false => feeler_io::read_poses(path)?,
    })
}
