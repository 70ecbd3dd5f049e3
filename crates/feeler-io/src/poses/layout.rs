//! The meaning of the numbers of a row.

use feeler::Pose;

use super::refused;
use super::rotation::{AngleUnit, Axis, turn};
use crate::Error;

/// A layout: a sequence of numbers that describes a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// The 3x3 rotation matrix row by row, then the translation.
    Matrix,
    /// The 4x4 matrix row by row.
    Homogeneous,
    /// A translation and a quaternion x, y, z, w.
    Quaternion,
    /// A translation, roll, pitch and yaw.
    Angles,
    /// A translation.
    Translation,
}

impl Layout {
    pub(super) const ALL: [Self; 5] =
        [Self::Matrix, Self::Homogeneous, Self::Quaternion, Self::Angles, Self::Translation];

    /// The names of the columns, in the order of [`Layout::pose`].
    pub(super) fn names(self) -> &'static [&'static str] {
        match self {
            Self::Matrix => {
                &["r00", "r01", "r02", "r10", "r11", "r12", "r20", "r21", "r22", "x", "y", "z"]
            }
            Self::Homogeneous => &[
                "m00", "m01", "m02", "m03", "m10", "m11", "m12", "m13", "m20", "m21", "m22", "m23",
                "m30", "m31", "m32", "m33",
            ],
            Self::Quaternion => &["x", "y", "z", "qx", "qy", "qz", "qw"],
            Self::Angles => &["x", "y", "z", "roll", "pitch", "yaw"],
            Self::Translation => &["x", "y", "z"],
        }
    }

    /// The number of values and their meaning, for messages.
    pub(super) fn described(self) -> &'static str {
        match self {
            Self::Matrix => "12 (the 3x3 rotation matrix row by row, then the translation)",
            Self::Homogeneous => "16 (the 4x4 matrix row by row)",
            Self::Quaternion => "7 (translation and quaternion)",
            Self::Angles => "6 (translation, roll, pitch and yaw)",
            Self::Translation => "3 (translation)",
        }
    }

    /// The pose of the numbers `n`, one for each name.
    pub(super) fn pose(self, n: &[f64], unit: AngleUnit) -> Result<Pose, Error> {
        match (self, n) {
            (Self::Matrix, &[a, b, c, d, e, f, g, h, i, x, y, z]) => {
                let pose = Pose::new([[a, b, c], [d, e, f], [g, h, i]], [x, y, z]);
                pose.map_err(|error| self.refused(error))
            }
            (Self::Homogeneous, &[a, b, c, x, d, e, f, y, g, h, i, z, ref last @ ..]) => {
                if last != [0.0, 0.0, 0.0, 1.0] {
                    let last: Vec<String> = last.iter().map(f64::to_string).collect();
                    return Err(Error::malformed(format!(
                        "the last row of the 4x4 matrix is {}, it has to be 0 0 0 1; the matrix is read row by row",
                        last.join(" ")
                    )));
                }
                let pose = Pose::new([[a, b, c], [d, e, f], [g, h, i]], [x, y, z]);
                pose.map_err(|error| self.refused(error))
            }
            (Self::Quaternion, &[x, y, z, i, j, k, w]) => {
                Pose::from_quaternion_xyzw([i, j, k, w], [x, y, z]).map_err(refused)
            }
            (Self::Angles, &[x, y, z, roll, pitch, yaw]) => {
                let turned = turn(Axis::X, roll, unit)?
                    .then(&turn(Axis::Y, pitch, unit)?)
                    .then(&turn(Axis::Z, yaw, unit)?);
                Pose::new(turned.matrix(), [x, y, z]).map_err(refused)
            }
            (Self::Translation, &[x, y, z]) => {
                Pose::new(Pose::IDENTITY.matrix(), [x, y, z]).map_err(refused)
            }
            _ => unreachable!("the numbers were counted"),
        }
    }

    /// The error for numbers that are not a rotation; these are often in another layout.
    fn refused(self, error: feeler::PoseError) -> Error {
        Error::malformed(match error {
            feeler::PoseError::NotRigid { .. } => {
                let (count, meaning) =
                    self.described().split_once(" (").expect("a number and its meaning");
                format!("{error}; {count} numbers are {}", meaning.trim_end_matches(')'))
            }
            _ => error.to_string(),
        })
    }
}
