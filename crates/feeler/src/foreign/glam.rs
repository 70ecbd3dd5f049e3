//! The types of glam, which has no isometry: a rotation and a translation, affine maps, and 4x4 matrices.
//!
//! A matrix of f32 becomes the nearest pose, a matrix of f64 is used as it is. A pose becomes a type of f64; `as_mat4`, `as_quat` and `as_vec3` of glam make f32 of it.

use super::pose_of_f32;
use crate::{Point, Pose, PoseError};
use glam::{Affine3A, DAffine3, DMat4, DQuat, DVec3, Mat4, Quat, Vec3, Vec3A};

impl Point for DVec3 {
    fn coordinates(&self) -> [f64; 3] {
        self.to_array()
    }
}

impl Point for Vec3 {
    fn coordinates(&self) -> [f64; 3] {
        self.to_array().coordinates()
    }
}

impl Point for Vec3A {
    fn coordinates(&self) -> [f64; 3] {
        self.to_array().coordinates()
    }
}

impl TryFrom<(DQuat, DVec3)> for Pose {
    type Error = PoseError;

    fn try_from((rotation, translation): (DQuat, DVec3)) -> Result<Self, PoseError> {
        Self::from_quaternion_xyzw(rotation.to_array(), translation.to_array())
    }
}

impl TryFrom<(Quat, Vec3)> for Pose {
    type Error = PoseError;

    fn try_from((rotation, translation): (Quat, Vec3)) -> Result<Self, PoseError> {
        Self::try_from((rotation.as_dquat(), translation.as_dvec3()))
    }
}

impl TryFrom<DMat4> for Pose {
    type Error = PoseError;

    fn try_from(matrix: DMat4) -> Result<Self, PoseError> {
        Self::from_column_major(matrix.to_cols_array())
    }
}

impl TryFrom<Mat4> for Pose {
    type Error = PoseError;

    fn try_from(matrix: Mat4) -> Result<Self, PoseError> {
        pose_of_f32(matrix.transpose().to_cols_array())
    }
}

impl TryFrom<DAffine3> for Pose {
    type Error = PoseError;

    fn try_from(map: DAffine3) -> Result<Self, PoseError> {
        Self::try_from(DMat4::from(map))
    }
}

impl TryFrom<Affine3A> for Pose {
    type Error = PoseError;

    fn try_from(map: Affine3A) -> Result<Self, PoseError> {
        Self::try_from(Mat4::from(map))
    }
}

impl From<Pose> for (DQuat, DVec3) {
    fn from(pose: Pose) -> Self {
        (DQuat::from_array(pose.to_quaternion_xyzw()), pose.origin().into())
    }
}

impl From<Pose> for DMat4 {
    fn from(pose: Pose) -> Self {
        Self::from_cols_array(&pose.to_column_major())
    }
}

impl From<Pose> for DAffine3 {
    fn from(pose: Pose) -> Self {
        Self::from_mat4(pose.into())
    }
}
