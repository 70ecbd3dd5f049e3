//! The types of mint, which other crates convert from and to their own.
//!
//! A matrix of f32 becomes the nearest pose, a matrix of f64 is used as it is.

use super::pose_of_f32;
use crate::{Point, Pose, PoseError};
use mint::{ColumnMatrix4, Point3, RowMatrix4, Vector3};

impl<T: Copy + Into<f64>> Point for Point3<T> {
    fn coordinates(&self) -> [f64; 3] {
        [self.x, self.y, self.z].map(Into::into)
    }
}

impl<T: Copy + Into<f64>> Point for Vector3<T> {
    fn coordinates(&self) -> [f64; 3] {
        [self.x, self.y, self.z].map(Into::into)
    }
}

impl TryFrom<RowMatrix4<f64>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: RowMatrix4<f64>) -> Result<Self, PoseError> {
        Self::from_row_major(matrix.into())
    }
}

impl TryFrom<ColumnMatrix4<f64>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: ColumnMatrix4<f64>) -> Result<Self, PoseError> {
        Self::from_column_major(matrix.into())
    }
}

impl TryFrom<RowMatrix4<f32>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: RowMatrix4<f32>) -> Result<Self, PoseError> {
        pose_of_f32(matrix.into())
    }
}

impl TryFrom<ColumnMatrix4<f32>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: ColumnMatrix4<f32>) -> Result<Self, PoseError> {
        let columns: [f32; 16] = matrix.into();
        pose_of_f32(std::array::from_fn(|k| columns[k % 4 * 4 + k / 4]))
    }
}

impl From<Pose> for RowMatrix4<f64> {
    fn from(pose: Pose) -> Self {
        pose.to_row_major().into()
    }
}

impl From<Pose> for ColumnMatrix4<f64> {
    fn from(pose: Pose) -> Self {
        pose.to_column_major().into()
    }
}
