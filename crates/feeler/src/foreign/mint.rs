//! The types of mint, which other crates convert from and to their own.

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

impl<T: Copy + Into<f64>> TryFrom<RowMatrix4<T>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: RowMatrix4<T>) -> Result<Self, PoseError> {
        Self::from_row_major(<[T; 16]>::from(matrix).map(Into::into))
    }
}

impl<T: Copy + Into<f64>> TryFrom<ColumnMatrix4<T>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: ColumnMatrix4<T>) -> Result<Self, PoseError> {
        Self::from_column_major(<[T; 16]>::from(matrix).map(Into::into))
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
