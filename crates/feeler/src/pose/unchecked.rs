//! A pose as serde reads it, before it is validated.

use super::{Pose, PoseError};

/// The fields of a pose.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unchecked {
    rotation: [[f64; 3]; 3],
    translation: [f64; 3],
}

impl TryFrom<Unchecked> for Pose {
    type Error = PoseError;

    fn try_from(Unchecked { rotation, translation }: Unchecked) -> Result<Self, PoseError> {
        Self::new(rotation, translation)
    }
}
