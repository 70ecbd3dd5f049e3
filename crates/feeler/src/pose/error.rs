//! Errors of poses.

use std::fmt;

/// The reason why a pose was refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PoseError {
    /// A number is NaN, infinite, or beyond [`Mesh::LIMIT`](crate::Mesh::LIMIT).
    NotFinite,
    /// The matrix does not keep lengths and angles.
    NotRigid {
        /// The largest entry of `RᵀR - 1`.
        off: f64,
        /// The bound that it exceeds.
        allowed: f64,
    },
    /// The last row of a 4x4 matrix is not 0, 0, 0, 1.
    LastRow([f64; 4]),
    /// The matrix is a reflection.
    Mirrored,
    /// The quaternion is zero.
    NoLength,
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => {
                write!(f, "the pose has a number that is not finite, or larger than 1e300")
            }
            Self::NotRigid { off, allowed } => {
                write!(
                    f,
                    "the pose is not rigid: RᵀR is off from the identity by {off:.3e}, allowed is {allowed:e}"
                )
            }
            Self::LastRow([a, b, c, d]) => write!(
                f,
                "the last row of the 4x4 matrix is {a} {b} {c} {d}, it has to be 0 0 0 1; are the numbers in the other order?"
            ),
            Self::Mirrored => write!(
                f,
                "the pose is not rigid: its matrix is a reflection, the determinant is negative"
            ),
            Self::NoLength => write!(f, "the quaternion of the pose is zero, which is no rotation"),
        }
    }
}

impl std::error::Error for PoseError {}
