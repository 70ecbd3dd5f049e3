//! Rigid motions.
//!
//! - `forms`: poses from and to quaternions and flat matrices;
//! - `placed`: a mesh at a pose;
//! - `unchecked`: a pose as serde reads it.

mod error;
pub(crate) mod forms;
mod placed;
#[cfg(feature = "serde")]
mod unchecked;

pub use error::PoseError;

use crate::geometry::vector::{by_axis, cross, dot};
use crate::point::Written;
use std::fmt;
use std::ops::Mul;

/// A rigid motion: a rotation, then a translation.
///
/// The pose of a query is the pose of B in A: it carries B's points into A's frame. The posed
/// vertices are *defined* as `r0*x + r1*y + r2*z + t`, evaluated from left to right with each
/// operation rounded to f64, and answers are exact for these numbers. So the given matrix is used
/// as it is.
///
/// Poses that are made from others ([`Pose::then`], [`Pose::inverse`], [`Pose::relative`]) are
/// rigid as well, however long the chain. If rounding, or matrices that were only nearly rigid,
/// have added up to more than 1e-12, the product is replaced by the nearest rotation. Translations
/// stay within [`Mesh::LIMIT`](crate::Mesh::LIMIT): larger numbers are clamped to it.
///
/// A product is read as one of matrices, from right to left: `a * b` is first `b`, then `a`, and
/// the same as `b.then(&a)`.
///
/// ```
/// use feeler::Pose;
/// let quarter = Pose::rotation([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2).then(&Pose::translation([5.0, 0.0, 0.0]));
/// let [x, y, z] = quarter.apply([1.0, 0.0, 0.0]);
/// assert!((x - 5.0).abs() < 1e-15 && (y - 1.0).abs() < 1e-15 && z == 0.0);
/// assert_eq!(quarter, Pose::translation([5.0, 0.0, 0.0]) * Pose::rotation([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2));
/// assert_eq!(quarter.to_string(), "at (5, 0, 0), turned by 90° about (0, 0, 1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "unchecked::Unchecked"))]
pub struct Pose {
    rotation: [[f64; 3]; 3],
    translation: [f64; 3],
}

impl Pose {
    /// The largest allowed difference of an entry of `RᵀR` from the identity. Matrices written with
    /// seven digits are accepted.
    pub const RIGID: f64 = 1e-6;

    /// The largest difference that [`Pose::nearest`] corrects.
    pub const NEARLY_RIGID: f64 = 1e-4;

    /// The pose without any motion.
    pub const IDENTITY: Self = Self {
        rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        translation: [0.0; 3],
    };

    /// A pose from the rows of a rotation matrix and a translation.
    ///
    /// Fails if the matrix is not a rotation within [`Pose::RIGID`], or if a number is not finite
    /// or beyond [`Mesh::LIMIT`](crate::Mesh::LIMIT).
    pub fn new(rotation: [[f64; 3]; 3], translation: [f64; 3]) -> Result<Self, PoseError> {
        check(&rotation, translation, Self::RIGID)?;
        Ok(Self { rotation, translation })
    }

    /// The pose that is nearest to a matrix of f32, or to a product of many: one that [`Pose::new`] may refuse because of its rounding.
    ///
    /// Fails as [`Pose::new`] does, with [`Pose::NEARLY_RIGID`] as the bound. A matrix that is a rotation within 1e-12 is used as it is.
    ///
    /// ```
    /// use feeler::Pose;
    /// let drifted = [[0.0, -1.00001, 0.0], [0.99999, 0.0, 0.0], [0.0, 0.0, 1.0]];
    /// assert!(Pose::new(drifted, [5.0, 0.0, 0.0]).is_err());
    /// let [x, y, z] = Pose::nearest(drifted, [5.0, 0.0, 0.0])?.apply([1.0, 0.0, 0.0]);
    /// assert!((x - 5.0).abs() < 1e-12 && (y - 1.0).abs() < 1e-12 && z == 0.0);
    /// # Ok::<(), feeler::PoseError>(())
    /// ```
    pub fn nearest(rotation: [[f64; 3]; 3], translation: [f64; 3]) -> Result<Self, PoseError> {
        check(&rotation, translation, Self::NEARLY_RIGID)?;
        Ok(Self::composed(rotation, translation))
    }

    /// A pose that is only a translation.
    ///
    /// # Panics
    /// If a number is not finite or beyond [`Mesh::LIMIT`](crate::Mesh::LIMIT); [`Pose::new`]
    /// returns an error instead.
    pub fn translation(by: [f64; 3]) -> Self {
        Self::new(Self::IDENTITY.rotation, by).expect("a translation by finite numbers")
    }

    /// A rotation about an axis through the origin, by an angle in radians, counter-clockwise.
    ///
    /// # Panics
    /// If the axis has no length, or a number is not finite.
    pub fn rotation(axis: [f64; 3], angle: f64) -> Self {
        let largest = axis.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let axis = axis.map(|x| x / largest);
        let length = dot(axis, axis).sqrt();
        let (sin, cos) = (angle / 2.0).sin_cos();
        let [x, y, z] = axis.map(|x| x / length * sin);
        Self::from_quaternion_xyzw([x, y, z, cos], [0.0; 3])
            .expect("a finite axis with a length and a finite angle")
    }

    /// The rows of the rotation matrix.
    pub fn matrix(&self) -> [[f64; 3]; 3] {
        self.rotation
    }

    /// The position of the origin after the motion.
    pub fn origin(&self) -> [f64; 3] {
        self.translation
    }

    /// Moves a point. This is the definition of a posed vertex: each operation is rounded once, and
    /// none is fused.
    #[inline]
    #[must_use]
    pub fn apply(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let ([a, b, c], t) = (&self.rotation, &self.translation);
        [
            a[0] * x + a[1] * y + a[2] * z + t[0],
            b[0] * x + b[1] * y + b[2] * z + t[1],
            c[0] * x + c[1] * y + c[2] * z + t[2],
        ]
    }

    /// The motion that undoes this one, up to rounding.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rotation = transposed(&self.rotation);
        Self::composed(rotation, rotation.map(|row| -dot(row, self.translation)))
    }

    /// This motion followed by another, up to rounding: `next * self`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self::composed(product(&next.rotation, &self.rotation), next.apply(self.translation))
    }

    /// The pose of B in A from the poses of both in the world, up to rounding.
    #[must_use]
    pub fn relative(a: &Self, b: &Self) -> Self {
        let rotation = transposed(&a.rotation);
        let between = by_axis(|i| b.translation[i] - a.translation[i]);
        Self::composed(product(&rotation, &b.rotation), rotation.map(|row| dot(row, between)))
    }

    /// A pose from a matrix that is nearly a rotation, and any finite translation.
    fn composed(rotation: [[f64; 3]; 3], translation: [f64; 3]) -> Self {
        let limit = crate::Mesh::LIMIT;
        let translation = translation.map(|x| x.clamp(-limit, limit));
        let off = non_orthonormality(&rotation);
        let rotation = if off > COMPOSED_TOLERANCE { orthonormalised(&rotation) } else { rotation };
        Self { rotation, translation }
    }
}

/// The largest allowed difference of an entry of `RᵀR` from the identity in a composed pose.
/// Products of a few poses that are exact up to rounding stay as they are.
const COMPOSED_TOLERANCE: f64 = 1e-12;

/// Checks that all numbers are finite and that a matrix is a rotation, but for an allowed difference of `RᵀR` from the identity.
fn check(rotation: &[[f64; 3]; 3], translation: [f64; 3], allowed: f64) -> Result<(), PoseError> {
    let finite = |x: &f64| x.abs() <= crate::Mesh::LIMIT;
    if !rotation.iter().flatten().chain(&translation).all(finite) {
        return Err(PoseError::NotFinite);
    }
    let off = non_orthonormality(rotation);
    if off > allowed {
        return Err(PoseError::NotRigid { off, allowed });
    }
    if dot(rotation[0], cross(rotation[1], rotation[2])) < 0.0 {
        return Err(PoseError::Mirrored);
    }
    Ok(())
}

/// The rotation that is nearest to a matrix that is nearly a rotation.
///
/// It takes two steps of Newton's method for the polar decomposition (Higham 2008, section 8.3):
/// `R (3 - RᵀR) / 2`. An error e becomes less than 9 e². Two poses that are both off by
/// [`Pose::RIGID`] are off by 6e-6 together, and by less than 4e-10 after one step; after the
/// second step only rounding is left. [`Pose::NEARLY_RIGID`] becomes 9e-8, and then 1e-13.
fn orthonormalised(rotation: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let step = |r: [[f64; 3]; 3]| {
        let square = product(&transposed(&r), &r);
        let factor =
            [0, 1, 2].map(|i| by_axis(|j| 0.5 * (if i == j { 3.0 } else { 0.0 } - square[i][j])));
        product(&r, &factor)
    };
    step(step(*rotation))
}

/// The largest entry of `RᵀR - 1`.
pub(crate) fn non_orthonormality(r: &[[f64; 3]; 3]) -> f64 {
    let columns = transposed(r);
    let pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
    pairs.iter().fold(0.0, |m: f64, &(i, j)| {
        m.max((dot(columns[i], columns[j]) - if i == j { 1.0 } else { 0.0 }).abs())
    })
}

fn transposed(r: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    by_axis(|i| [r[0][i], r[1][i], r[2][i]])
}

fn product(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let columns = transposed(b);
    a.map(|row| columns.map(|column| dot(row, column)))
}

/// First the right motion, then the left one.
impl Mul for Pose {
    type Output = Self;

    fn mul(self, first: Self) -> Self {
        first.then(&self)
    }
}

/// The translation, and the axis and the angle of the rotation to seven digits or to the precision
/// of the formatter: `at (5, 0, 0), turned by 90° about (0, 0, 1)`.
impl fmt::Display for Pose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at ")?;
        Written(self.translation).fmt(f)?;
        if self.rotation == Self::IDENTITY.rotation {
            return Ok(());
        }
        let [x, y, z, w] = self.to_quaternion_xyzw();
        let sine = dot([x, y, z], [x, y, z]).sqrt();
        let degrees = 2.0 * sine.atan2(w).to_degrees();
        // A matrix that is off by less than a rounding may have no axis.
        let axis = [x, y, z].map(|x| if sine == 0.0 { 0.0 } else { x / sine });
        match f.precision() {
            Some(digits) => write!(f, ", turned by {degrees:.digits$}° about ")?,
            None => write!(f, ", turned by {}° about ", seven_digits(degrees))?,
        }
        let rounded = if f.precision().is_some() { axis } else { axis.map(seven_digits) };
        Written(rounded).fmt(f)
    }
}

/// A number rounded to seven digits; numbers that are nothing beside one are zero.
fn seven_digits(x: f64) -> f64 {
    let rounded = format!("{x:.6e}").parse().unwrap_or(x);
    if x.abs() < 1e-14 { 0.0 } else { rounded }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}
