//! The options for one pose.

use clap::Args as Group;
use feeler::Pose;

#[derive(Debug, Group)]
#[command(next_help_heading = "Where B stands in A's frame")]
pub(crate) struct PlaceArgs {
    /// Move B here, after all rotations
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = feeler_io::parse_translation)]
    at: Option<Pose>,

    /// Turn B about an axis of A through the origin: z:90deg, 1,2,0:0.5rad; a number without a unit is in degrees. Several
    /// times for several rotations, the first one first
    #[arg(long, value_name = "AXIS:ANGLE", allow_hyphen_values = true, value_parser = feeler_io::parse_rotation)]
    rotate: Vec<Pose>,

    /// Turn B by a quaternion whose order is named: xyzw:QX,QY,QZ,QW or wxyz:QW,QX,QY,QZ; it is normalised
    #[arg(long, value_name = "ORDER:Q", conflicts_with = "rotate", value_parser = feeler_io::parse_quaternion)]
    quat: Option<Pose>,

    /// The pose as a matrix: 12 numbers are the 3x3 rotation matrix row by row, then the translation; 16 are the 4x4 matrix
    /// row by row
    #[arg(long, value_name = "R00,R01,…,TZ", conflicts_with_all = ["at", "rotate", "quat"], allow_hyphen_values = true, value_parser = feeler_io::parse_pose)]
    pose: Option<Pose>,
}

impl PlaceArgs {
    /// Whether any of the options is there.
    #[cfg(feature = "view")]
    pub(crate) fn is_typed(&self) -> bool {
        let Self { at, rotate, quat, pose } = self;
        at.is_some() || !rotate.is_empty() || quat.is_some() || pose.is_some()
    }

    /// The pose of B in A's frame.
    pub(crate) fn pose(&self) -> Pose {
        let turned = self.rotate.iter().chain(&self.quat);
        let turned = turned.fold(Pose::IDENTITY, |pose, next| pose.then(next));
        self.pose.unwrap_or_else(|| turned.then(&self.at.unwrap_or_default()))
    }
}
