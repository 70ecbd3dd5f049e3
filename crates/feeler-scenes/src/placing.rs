//! Poses of two meshes with a prescribed relation: a distance, a penetration, a probability of
//! touching.
//!
//! - [`OffsetPoses`]: poses at prescribed distances and penetrations, as in the benchmark of Diktas
//!   and Sahiner; a [`Placement`] names the ones that cannot be made;
//! - [`at_distances`]: poses at prescribed distances by bisection, as in the benchmark of Trenkel
//!   et al. 2007;
//! - [`enclosed`]: poses in tunnels and cavities that no straight path leads into;
//! - [`in_cube`]: poses anywhere in a cube of a size at which a given share of them touches (van
//!   den Bergen 1997);
//! - [`around_contact`]: poses shortly before and behind the first contact;
//! - [`StackedPoses`]: one part on top of the other, with given gaps between their boxes, as in
//!   assemblies from CAD;
//! - [`apart`]: parts many sizes away from each other;
//! - [`mixture`]: poses of all kinds, for calibration;
//! - [`Sampling`]: the directions and orientations of all these poses.
//!
//! All poses are computed from a seed: the same numbers give the same poses. Every returned
//! distance was measured by feeler. Only the gaps of [`StackedPoses`] and [`apart`] are not
//! measured: they are gaps of boxes and gaps along a direction, which are known in advance.

mod apart;
mod balanced;
mod bisection;
mod cube;
mod deeper;
mod extent;
mod mixture;
mod offset;
mod refusal;
mod sampling;
mod stacked;
mod tunnel;
mod way;

pub use apart::apart;
pub use balanced::around_contact;
pub use bisection::at_distances;
pub use cube::in_cube;
pub use mixture::mixture;
pub use offset::OffsetPoses;
pub use refusal::{Placement, Refusal, Refused};
pub use sampling::Sampling;
pub use stacked::{Axis, StackedPoses};
pub use tunnel::enclosed;

use feeler::{Model, Pose};
use feeler_field::FieldError;
use std::fmt;

/// A pose with the prescribed value and the value that was achieved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The prescribed value; its meaning depends on the function that made the pose.
    pub prescribed: f64,
    /// The achieved value.
    pub achieved: f64,
    /// The pose of B in A.
    pub pose: Pose,
}

impl Placed {
    /// A pose that has exactly the prescribed value.
    pub fn exactly(prescribed: f64, pose: Pose) -> Self {
        Self { prescribed, achieved: prescribed, pose }
    }
}

fn need_triangles(a: &Model, b: &Model) -> Result<(), PlacingError> {
    match a.mesh().triangles().is_empty() || b.mesh().triangles().is_empty() {
        true => Err(PlacingError::Empty),
        false => Ok(()),
    }
}

fn need_distances(distances: &[f64]) -> Result<(), PlacingError> {
    match distances.iter().find(|d| !(d.is_finite() && **d >= 0.0)) {
        Some(&prescribed) => {
            Err(PlacingError::Impossible { prescribed, possible: [0.0, f64::INFINITY] })
        }
        None => Ok(()),
    }
}

/// The reason why there are no poses.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlacingError {
    /// One of the meshes has no triangles.
    Empty,
    /// There is no field of signed distances.
    Field(FieldError),
    /// The progress callback stopped the work.
    Stopped,
    /// No pose has this distance or penetration.
    Impossible {
        /// The prescribed value.
        prescribed: f64,
        /// The smallest and the largest possible value.
        possible: [f64; 2],
    },
    /// No path has a pose with a prescribed value.
    Refused {
        /// The reasons, one sentence each.
        reasons: Vec<String>,
    },
    /// An option has an invalid value.
    Option {
        /// The name of the option and its valid values.
        reason: String,
    },
    /// No pose was found in a number of tries.
    NotFound {
        /// The kind of pose.
        what: &'static str,
        /// The number of tries.
        tries: usize,
    },
}

impl fmt::Display for PlacingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                write!(f, "a mesh has no triangles, so nothing is at any distance of it")
            }
            Self::Field(error) => error.fmt(f),
            Self::Stopped => write!(f, "stopped"),
            Self::Impossible { prescribed, possible: [low, high] } if *high == f64::INFINITY => {
                write!(f, "no pose is at {prescribed}: {low} or more is possible")
            }
            Self::Impossible { prescribed, possible: [low, high] } => {
                write!(f, "no pose is at {prescribed}: {low} to {high} is possible")
            }
            Self::Refused { reasons } => {
                write!(f, "there is no pose: {}", reasons.join("; "))
            }
            Self::Option { reason } => f.write_str(reason),
            Self::NotFound { what, tries } => write!(f, "no {what} in {tries} tries"),
        }
    }
}

impl std::error::Error for PlacingError {}

impl From<FieldError> for PlacingError {
    fn from(error: FieldError) -> Self {
        match error {
            FieldError::Stopped => Self::Stopped,
            error => Self::Field(error),
        }
    }
}
