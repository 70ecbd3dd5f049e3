//! Poses from and to quaternions and flat matrices, in orders that are named.

use super::{Pose, PoseError};

impl Pose {
    /// A pose from 12 numbers: the rotation row by row, then the translation.
    pub fn from_numbers(n: [f64; 12]) -> Result<Self, PoseError> {
        Self::new(
            [[n[0], n[1], n[2]], [n[3], n[4], n[5]], [n[6], n[7], n[8]]],
            [n[9], n[10], n[11]],
        )
    }

    /// The 12 numbers of [`Pose::from_numbers`].
    pub fn to_numbers(&self) -> [f64; 12] {
        let ([a, b, c], t) = (self.rotation, self.translation);
        [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], t[0], t[1], t[2]]
    }

    /// A pose from the 16 numbers of a 4x4 matrix, row by row, as in numpy, trimesh and URDF tools: the translation is at 3, 7 and 11.
    ///
    /// Fails as [`Pose::new`] does, and if the last row is not 0, 0, 0, 1. The wrong order is found by this if the translation is not zero.
    ///
    /// ```
    /// use feeler::{Pose, PoseError};
    /// let rows = [1.0, 0.0, 0.0, 5.0, 0.0, 1.0, 0.0, 6.0, 0.0, 0.0, 1.0, 7.0, 0.0, 0.0, 0.0, 1.0];
    /// let pose = Pose::from_row_major(rows)?;
    /// assert_eq!(pose, Pose::translation([5.0, 6.0, 7.0]));
    /// assert_eq!(pose.to_row_major(), rows);
    /// assert_eq!(Pose::from_column_major(rows), Err(PoseError::LastRow([5.0, 6.0, 7.0, 1.0])));
    /// # Ok::<(), PoseError>(())
    /// ```
    pub fn from_row_major(n: [f64; 16]) -> Result<Self, PoseError> {
        let (rotation, translation) = split(n)?;
        Self::new(rotation, translation)
    }

    /// A pose from the 16 numbers of a 4x4 matrix, column by column, as in glTF, OpenGL, glam, nalgebra and three.js: the translation is at 12, 13 and
    /// 14. Otherwise it is [`Pose::from_row_major`].
    pub fn from_column_major(n: [f64; 16]) -> Result<Self, PoseError> {
        Self::from_row_major(transposed(n))
    }

    /// The 16 numbers of [`Pose::from_row_major`].
    pub fn to_row_major(&self) -> [f64; 16] {
        let ([[a, b, c], [d, e, f], [g, h, i]], [x, y, z]) = (self.matrix(), self.origin());
        [a, b, c, x, d, e, f, y, g, h, i, z, 0.0, 0.0, 0.0, 1.0]
    }

    /// The 16 numbers of [`Pose::from_column_major`].
    pub fn to_column_major(&self) -> [f64; 16] {
        transposed(self.to_row_major())
    }

    /// A pose from a quaternion `[x, y, z, w]` of any length, and a translation. This is the order of glTF, glam, nalgebra, ROS and three.js.
    ///
    /// ```
    /// use feeler::{Pose, PoseError};
    /// let half_turn = Pose::from_quaternion_xyzw([1e155, 0.0, 0.0, 0.0], [0.0; 3])?;
    /// assert_eq!(half_turn.apply([1.0, 2.0, 3.0]), [1.0, -2.0, -3.0]);
    /// assert_eq!(half_turn, Pose::from_quaternion_wxyz([0.0, 1.0, 0.0, 0.0], [0.0; 3])?);
    /// assert_eq!(Pose::from_quaternion_xyzw([0.0; 4], [0.0; 3]), Err(PoseError::NoLength));
    /// # Ok::<(), PoseError>(())
    /// ```
    pub fn from_quaternion_xyzw(
        quaternion: [f64; 4],
        translation: [f64; 3],
    ) -> Result<Self, PoseError> {
        let largest = quaternion.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        if quaternion == [0.0; 4] {
            return Err(PoseError::NoLength);
        }
        // The quaternion is scaled first, so that no square over- or underflows.
        let scaled = quaternion.map(|x| x / largest);
        let norm = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
        let [x, y, z, w] = scaled.map(|x| x / norm);
        let rotation = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        Self::new(rotation, translation)
    }

    /// A pose from a quaternion `[w, x, y, z]` of any length, and a translation. This is the order of Eigen's constructor, MuJoCo and Blender.
    pub fn from_quaternion_wxyz(
        [w, x, y, z]: [f64; 4],
        translation: [f64; 3],
    ) -> Result<Self, PoseError> {
        Self::from_quaternion_xyzw([x, y, z, w], translation)
    }

    /// The rotation as a unit quaternion `[x, y, z, w]` with `w` not below zero, up to rounding.
    ///
    /// ```
    /// use feeler::Pose;
    /// let turn = Pose::rotation([0.0, 0.0, 2.0], 1.0);
    /// let [x, y, z, w] = turn.to_quaternion_xyzw();
    /// assert!(x == 0.0 && y == 0.0 && (z - 0.5_f64.sin()).abs() < 1e-15 && (w - 0.5_f64.cos()).abs() < 1e-15);
    /// assert_eq!(turn.to_quaternion_wxyz(), [w, x, y, z]);
    /// ```
    pub fn to_quaternion_xyzw(&self) -> [f64; 4] {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.matrix();
        // Each row is the quaternion times four times one of its components. The row of the largest
        // component has the least rounding (Shepperd 1978).
        let rows = [
            [1.0 + a - e - i, b + d, c + g, h - f],
            [b + d, 1.0 - a + e - i, f + h, c - g],
            [c + g, f + h, 1.0 - a - e + i, d - b],
            [h - f, c - g, d - b, 1.0 + a + e + i],
        ];
        let best = (0..4).max_by(|&i, &j| rows[i][i].total_cmp(&rows[j][j])).expect("four rows");
        let row = rows[best];
        let length = row.iter().map(|x| x * x).sum::<f64>().sqrt().copysign(row[3]);
        row.map(|x| x / length)
    }

    /// The rotation as a unit quaternion `[w, x, y, z]` with `w` not below zero, up to rounding.
    pub fn to_quaternion_wxyz(&self) -> [f64; 4] {
        let [x, y, z, w] = self.to_quaternion_xyzw();
        [w, x, y, z]
    }
}

/// The rotation and the translation of a 4x4 matrix, row by row.
pub(crate) fn split(n: [f64; 16]) -> Result<([[f64; 3]; 3], [f64; 3]), PoseError> {
    let [[a, b, c, x], [d, e, f, y], [g, h, i, z], last] = rows(n);
    if last != [0.0, 0.0, 0.0, 1.0] {
        return Err(PoseError::LastRow(last));
    }
    Ok(([[a, b, c], [d, e, f], [g, h, i]], [x, y, z]))
}

fn rows(n: [f64; 16]) -> [[f64; 4]; 4] {
    [0, 4, 8, 12].map(|i| [n[i], n[i + 1], n[i + 2], n[i + 3]])
}

fn transposed(n: [f64; 16]) -> [f64; 16] {
    std::array::from_fn(|i| n[i % 4 * 4 + i / 4])
}
