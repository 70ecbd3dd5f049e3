//! Poses of two meshes by what is between them: a distance, a penetration, a chance to touch.
//!
//! - [`OffsetPoses`]: at prescribed distances and penetrations, as in the benchmark of Diktas and Sahiner (2008);
//! - [`at_distances`]: at prescribed distances by bisection, as in that of Trenkel, Weller and Zachmann (2007);
//! - [`enclosed`]: in tunnels and cavities that no straight way leads into;
//! - [`in_cube`]: anywhere in a cube, so large that a given share touches (van den Bergen 1997);
//! - [`around_contact`]: at some tenths before and behind the first contact;
//! - [`StackedPoses`]: one on top of the other, with given gaps between their boxes, as in assemblies from CAD;
//! - [`apart`]: many sizes from each other;
//! - [`mixture`]: of all kinds, for calibration;
//! - [`Sampling`]: the directions and orientations of all of these.
//!
//! All are made from a seed and the same for the same numbers, and every distance that is given back was measured by feeler. The gaps of
//! [`StackedPoses`] and [`apart`] are those of boxes and of a direction: they are known without.

mod apart;
mod balanced;
mod bisection;
mod cube;
mod extent;
mod mixture;
mod offset;
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
pub use sampling::Sampling;
pub use stacked::{Axis, StackedPoses};
pub use tunnel::enclosed;

use feeler::{Model, Pose};
use feeler_field::FieldError;
use std::fmt;

/// A pose that was looked for, and what was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// What was asked for: see who has made it.
    pub prescribed: f64,
    /// What it is.
    pub achieved: f64,
    /// The pose of B in A.
    pub pose: Pose,
}

impl Placed {
    /// Where what was asked for is what it is.
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

/// Why there are no poses.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlacingError {
    /// One of the meshes has no triangles.
    Empty,
    /// There is no field of signed distances.
    Field(FieldError),
    /// The progress callback said stop.
    Stopped,
    /// No pose has this distance or penetration.
    Impossible {
        /// What was asked for.
        prescribed: f64,
        /// What is possible, both ends included.
        possible: [f64; 2],
    },
    /// An option that makes no sense.
    Option {
        /// Which one, and what it has to be.
        reason: String,
    },
    /// Nothing was found in so many tries.
    NotFound {
        /// What was looked for.
        what: &'static str,
        /// How often.
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
