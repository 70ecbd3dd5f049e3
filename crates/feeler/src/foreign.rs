//! Points and poses of other crates, each behind a feature of its name; and data as serde reads and writes them.

#[cfg(feature = "glam")]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "serde")]
mod serde;

#[cfg(any(feature = "glam", feature = "mint", feature = "nalgebra"))]
use crate::{Pose, PoseError, pose::forms};

/// The pose nearest to a matrix of f32, row by row: its rounding alone may be more than [`Pose::new`] takes.
#[cfg(any(feature = "glam", feature = "mint", feature = "nalgebra"))]
fn pose_of_f32(rows: [f32; 16]) -> Result<Pose, PoseError> {
    let (rotation, translation) = forms::split(rows.map(f64::from))?;
    Pose::nearest(rotation, translation)
}
