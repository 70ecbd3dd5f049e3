//! Rigid motions.

use crate::geometry::vector::{cross, dot};
use std::fmt;

/// A rigid motion: a rotation, then a translation.
///
/// The pose of a query is that of B in A: it carries B's points into A's frame. The posed vertices are *defined* as
/// `r0*x + r1*y + r2*z + t`, evaluated from left to right with each operation rounded to f64, and answers are exact for these
/// numbers; so the matrix given is the matrix used, it is never re-orthogonalised.
///
/// ```
/// use feeler::Pose;
/// let quarter = Pose::rotation([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2).then(&Pose::translation([5.0, 0.0, 0.0]));
/// let [x, y, z] = quarter.apply([1.0, 0.0, 0.0]);
/// assert!((x - 5.0).abs() < 1e-15 && (y - 1.0).abs() < 1e-15 && z == 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    rotation: [[f64; 3]; 3],
    translation: [f64; 3],
}

impl Pose {
    /// How far an entry of `RᵀR` may be from the identity. Matrices written with seven digits pass.
    pub const RIGID: f64 = 1e-6;

    /// No motion.
    pub const IDENTITY: Self = Self {
        rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        translation: [0.0; 3],
    };

    /// A pose from the rows of a rotation matrix and a translation.
    ///
    /// Fails where the matrix is not a rotation within [`Pose::RIGID`], or a number is not finite or beyond
    /// [`Mesh::LIMIT`](crate::Mesh::LIMIT).
    pub fn new(rotation: [[f64; 3]; 3], translation: [f64; 3]) -> Result<Self, PoseError> {
        let finite = |x: &f64| x.abs() <= crate::Mesh::LIMIT;
        if !rotation.iter().flatten().chain(&translation).all(finite) {
            return Err(PoseError::NotFinite);
        }
        let column = |i: usize| [rotation[0][i], rotation[1][i], rotation[2][i]];
        let mut off: f64 = 0.0;
        for i in 0..3 {
            for j in i..3 {
                off = off.max((dot(column(i), column(j)) - if i == j { 1.0 } else { 0.0 }).abs());
            }
        }
        if off > Self::RIGID {
            return Err(PoseError::NotRigid { off });
        }
        if dot(column(0), cross(column(1), column(2))) < 0.0 {
            return Err(PoseError::Mirrored);
        }
        Ok(Self { rotation, translation })
    }

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

    /// A translation.
    ///
    /// # Panics
    /// Where a number is not finite or beyond [`Mesh::LIMIT`](crate::Mesh::LIMIT); [`Pose::new`] answers with an error instead.
    pub fn translation(by: [f64; 3]) -> Self {
        Self::new(Self::IDENTITY.rotation, by).expect("a translation by finite numbers")
    }

    /// A rotation about an axis through the origin, by an angle in radians, counter-clockwise.
    ///
    /// # Panics
    /// Where the axis has no length, or a number is not finite.
    pub fn rotation(axis: [f64; 3], angle: f64) -> Self {
        let largest = axis.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let axis = axis.map(|x| x / largest);
        let length = dot(axis, axis).sqrt();
        let (sin, cos) = (angle / 2.0).sin_cos();
        let [x, y, z] = axis.map(|x| x / length * sin);
        Self::quaternion([x, y, z, cos], [0.0; 3])
            .expect("a finite axis with a length and a finite angle")
    }

    /// A pose from a quaternion `[x, y, z, w]`, normalised here, and a translation.
    pub fn quaternion([x, y, z, w]: [f64; 4], translation: [f64; 3]) -> Result<Self, PoseError> {
        let norm = (x * x + y * y + z * z + w * w).sqrt();
        let [x, y, z, w] = [x / norm, y / norm, z / norm, w / norm];
        let rotation = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        Self::new(rotation, translation)
    }

    /// The rows of the rotation matrix.
    pub fn matrix(&self) -> [[f64; 3]; 3] {
        self.rotation
    }

    /// Where the origin goes.
    pub fn origin(&self) -> [f64; 3] {
        self.translation
    }

    /// Moves a point. This is the definition of a posed vertex: each operation is rounded once, none is fused.
    #[inline]
    pub fn apply(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let ([a, b, c], t) = (&self.rotation, &self.translation);
        [
            a[0] * x + a[1] * y + a[2] * z + t[0],
            b[0] * x + b[1] * y + b[2] * z + t[1],
            c[0] * x + c[1] * y + c[2] * z + t[2],
        ]
    }

    /// The motion that undoes this one, up to rounding.
    pub fn inverse(&self) -> Self {
        let r = self.rotation;
        let rotation =
            [[r[0][0], r[1][0], r[2][0]], [r[0][1], r[1][1], r[2][1]], [r[0][2], r[1][2], r[2][2]]];
        let translation = rotation.map(|row| -dot(row, self.translation));
        Self { rotation, translation }
    }

    /// This motion followed by another, up to rounding.
    pub fn then(&self, next: &Self) -> Self {
        let column = |i: usize| [self.rotation[0][i], self.rotation[1][i], self.rotation[2][i]];
        let rotation = next.rotation.map(|row| [0, 1, 2].map(|i| dot(row, column(i))));
        Self { rotation, translation: next.apply(self.translation) }
    }

    /// The pose of B in A from the poses of both in the world, up to rounding.
    pub fn relative(a: &Self, b: &Self) -> Self {
        b.then(&a.inverse())
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Why a pose was refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PoseError {
    /// A number is NaN, infinite, or beyond [`Mesh::LIMIT`](crate::Mesh::LIMIT).
    NotFinite,
    /// The matrix does not keep lengths and angles.
    NotRigid {
        /// The largest entry of `RᵀR - 1`.
        off: f64,
    },
    /// The matrix is a reflection.
    Mirrored,
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => {
                write!(f, "the pose has a number that is not finite, or larger than 1e300")
            }
            Self::NotRigid { off } => {
                write!(
                    f,
                    "the pose is not rigid: RᵀR is off from the identity by {off:.3e}, allowed is {:e}",
                    Pose::RIGID
                )
            }
            Self::Mirrored => write!(
                f,
                "the pose is not rigid: its matrix is a reflection, the determinant is negative"
            ),
        }
    }
}

impl std::error::Error for PoseError {}
