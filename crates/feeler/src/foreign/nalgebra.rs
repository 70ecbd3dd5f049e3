//! The types of nalgebra. An `IsometryMatrix3` keeps all bits of a pose, an `Isometry3` is rounded to a quaternion.
//!
//! A matrix of f32 becomes the nearest pose, a matrix of f64 is used as it is. A pose becomes a type of f64; `cast` of nalgebra makes f32 of it.

use super::pose_of_f32;
use crate::{Point, Pose, PoseError};
use nalgebra::{Isometry3, IsometryMatrix3, Matrix3, Matrix4, Point3, Quaternion, RealField};
use nalgebra::{Rotation3, Scalar, Translation3, UnitQuaternion, Vector3};

impl<T: Scalar + Copy + Into<f64>> Point for Point3<T> {
    fn coordinates(&self) -> [f64; 3] {
        self.coords.coordinates()
    }
}

impl<T: Scalar + Copy + Into<f64>> Point for Vector3<T> {
    fn coordinates(&self) -> [f64; 3] {
        [self[0], self[1], self[2]].map(Into::into)
    }
}

impl<T: RealField + Copy + Into<f64>> TryFrom<Isometry3<T>> for Pose {
    type Error = PoseError;

    fn try_from(isometry: Isometry3<T>) -> Result<Self, PoseError> {
        let quaternion: [T; 4] = isometry.rotation.coords.into();
        let translation = isometry.translation.vector.coordinates();
        Self::from_quaternion_xyzw(quaternion.map(Into::into), translation)
    }
}

impl TryFrom<IsometryMatrix3<f64>> for Pose {
    type Error = PoseError;

    fn try_from(isometry: IsometryMatrix3<f64>) -> Result<Self, PoseError> {
        Self::try_from(isometry.to_homogeneous())
    }
}

impl TryFrom<IsometryMatrix3<f32>> for Pose {
    type Error = PoseError;

    fn try_from(isometry: IsometryMatrix3<f32>) -> Result<Self, PoseError> {
        Self::try_from(isometry.to_homogeneous())
    }
}

impl TryFrom<Matrix4<f64>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: Matrix4<f64>) -> Result<Self, PoseError> {
        Self::from_row_major(std::array::from_fn(|k| matrix[(k / 4, k % 4)]))
    }
}

impl TryFrom<Matrix4<f32>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: Matrix4<f32>) -> Result<Self, PoseError> {
        pose_of_f32(std::array::from_fn(|k| matrix[(k / 4, k % 4)]))
    }
}

impl From<Pose> for Isometry3<f64> {
    fn from(pose: Pose) -> Self {
        let [w, x, y, z] = pose.to_quaternion_wxyz();
        let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        Self::from_parts(Translation3::from(pose.origin()), rotation)
    }
}

impl From<Pose> for IsometryMatrix3<f64> {
    fn from(pose: Pose) -> Self {
        let matrix = pose.matrix();
        let rotation = Rotation3::from_matrix_unchecked(Matrix3::from_fn(|i, j| matrix[i][j]));
        Self::from_parts(Translation3::from(pose.origin()), rotation)
    }
}

impl From<Pose> for Matrix4<f64> {
    fn from(pose: Pose) -> Self {
        Self::from_row_slice(&pose.to_row_major())
    }
}
