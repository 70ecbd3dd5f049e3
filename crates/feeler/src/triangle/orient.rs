//! The side on which a point is: the sign of a determinant, exact for all finite input.
//!
//! A sign is decided by the first of three stages that can prove it:
//!
//! 1. **f64 with an error bound**, inlined into the hot loop ([`Plane::side`], [`orient2d`]).
//! 2. **Adaptive expansions** (crate `robust`; Shewchuk 1997), if no number can over- or
//!    underflow ([`tamed`]).
//! 3. **Big integers** ([`exact`]) of a fixed size that is enough for all finite
//!    input, in all other cases.
//!
//! # The bound of the first stage
//!
//! Let `e = 2^-53`. The determinant is a sum of six products `u*v*d` of coordinate differences.
//! Each of its computed terms has passed at most 8 roundings, each a factor in `[1-e, 1+e]`: 3
//! differences, the product `u*v`, the subtraction in the normal, the product with `d`, and 2
//! additions. So the error is at most `(8e + O(e²)) * P`, where P is the sum of the six magnitudes.
//! P itself is computed along with the determinant, from positive terms, and is also accurate to
//! within `8e`. Hence `9e` times the computed P is enough, with room for the rounding of that
//! product. In two dimensions there are 4 roundings, which give `5e`.
//!
//! *Underflow.* Sums and differences never underflow inexactly. A product may be off by an
//! additional `2^-1075`. The error of `u*v` is later multiplied by `d`, twice for each component of
//! `d`; the error of the three `(u×v)*d` stays as it is. [`TINY`] is added to the magnitudes at
//! both places, and `9e * TINY > 2^-1011` is far above `3 * 2^-1075`. The price is that
//! determinants below about 1e-304 are left to the later stages.
//!
//! *Overflow.* Rounding is monotone, so at each step the magnitude is at least the absolute value
//! of the number that it bounds. If the determinant is infinite, the bound is infinite too; if it
//! is NaN, no comparison holds. Both cases are left to the later stages.

use super::{Sign, Triangle, exact};
use crate::rounding::{exponent_above, power_of_two};
use robust::{Coord, Coord3D};

/// The number of signs that each stage decided, added up over calls.
///
/// The rate of the exact stages is `(adaptive + big) / (filtered + adaptive + big)`.
///
/// ```
/// use feeler::triangle::{Stages, intersects_counted};
/// let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let b = [[0.2, 0.2, -1.0], [0.2, 0.2, 1.0], [0.9, 0.8, 1.0]];
/// let mut stages = Stages::default();
/// assert!(intersects_counted(&a, &b, &mut stages));
/// assert_eq!(stages, Stages { filtered: 8, adaptive: 0, big: 0 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stages {
    /// Signs decided in f64, by the error bound or because each term of the determinant has a zero
    /// factor.
    pub filtered: u64,
    /// Signs decided by adaptive expansions.
    pub adaptive: u64,
    /// Signs decided by big integers, because expansions might have over- or underflowed.
    pub big: u64,
}

/// The largest relative error of one operation, `e` above.
const ROUNDING: f64 = f64::EPSILON / 2.0;
/// The factor of the magnitude that bounds the error of a determinant in space.
pub(super) const BOUND_3D: f64 = 9.0 * ROUNDING;
/// The factor of the magnitude that bounds the error of a determinant in a plane.
pub(super) const BOUND_2D: f64 = 5.0 * ROUNDING;

/// 2^-960, added to the magnitudes: see *Underflow* above.
pub(super) const TINY: f64 = f64::from_bits((1023 - 960) << 52);

/// The plane through three points, prepared to test many other points.
pub(super) struct Plane<'a> {
    corners: [&'a [f64; 3]; 3],
    normal: [f64; 3],
    /// The sums of magnitudes for the components of `normal`.
    magnitude: [f64; 3],
}

impl<'a> Plane<'a> {
    #[inline]
    pub(super) fn new(a: &'a [f64; 3], b: &'a [f64; 3], c: &'a [f64; 3]) -> Self {
        let (u, v) = (sub(b, a), sub(c, a));
        let left = [u[1] * v[2], u[2] * v[0], u[0] * v[1]];
        let right = [u[2] * v[1], u[0] * v[2], u[1] * v[0]];
        Self {
            corners: [a, b, c],
            normal: [left[0] - right[0], left[1] - right[1], left[2] - right[2]],
            magnitude: [
                left[0].abs() + right[0].abs() + TINY,
                left[1].abs() + right[1].abs() + TINY,
                left[2].abs() + right[2].abs() + TINY,
            ],
        }
    }

    #[inline]
    pub(super) fn of([a, b, c]: &'a Triangle) -> Self {
        Self::new(a, b, c)
    }

    /// The side of a point: positive if the three corners appear counter-clockwise from it, zero in
    /// the plane, and always zero if the corners are collinear.
    #[inline]
    pub(super) fn side(&self, p: &[f64; 3], stages: &mut Stages) -> Sign {
        let ([nx, ny, nz], [mx, my, mz]) = (self.normal, self.magnitude);
        let [x, y, z] = sub(p, self.corners[0]);
        let det = nx * x + ny * y + nz * z;
        let magnitude = mx * x.abs() + my * y.abs() + mz * z.abs() + TINY;
        if det.abs() > BOUND_3D * magnitude {
            stages.filtered += 1;
            sign(det)
        } else {
            exact_orient3d(self.corners, p, stages)
        }
    }

    /// The sides of the corners of a triangle.
    #[inline]
    pub(super) fn sides(&self, [p, q, r]: &Triangle, stages: &mut Stages) -> [Sign; 3] {
        [self.side(p, stages), self.side(q, stages), self.side(r, stages)]
    }
}

/// The turn from a over b to c, after the coordinate `dropped` is left out: positive if it is a
/// left turn.
#[inline]
pub(super) fn orient2d(
    a: &[f64; 3],
    b: &[f64; 3],
    c: &[f64; 3],
    dropped: usize,
    stages: &mut Stages,
) -> Sign {
    let (i, j) = ((dropped + 1) % 3, (dropped + 2) % 3);
    let (u, v) = ([b[i] - a[i], b[j] - a[j]], [c[i] - a[i], c[j] - a[j]]);
    let (left, right) = (u[0] * v[1], u[1] * v[0]);
    let det = left - right;
    if det.abs() > BOUND_2D * (left.abs() + right.abs() + TINY) {
        stages.filtered += 1;
        return sign(det);
    }
    exact_orient2d(a, b, c, [i, j], stages)
}

#[cold]
fn exact_orient3d([a, b, c]: [&[f64; 3]; 3], p: &[f64; 3], stages: &mut Stages) -> Sign {
    // Equal points make a determinant of zero. Common corners and edges of neighbours are decided
    // here.
    if p == a || p == b || p == c || a == b || b == c || c == a {
        stages.filtered += 1;
        return 0;
    }
    // A zero factor in each term also makes a determinant of zero; a difference is computed as zero
    // only if it is exactly zero. Axis-aligned planes are decided here.
    let zero = |p: &[f64; 3], i: usize| p[i] == a[i];
    let minor = |i, j| (zero(b, i) || zero(c, j)) && (zero(b, j) || zero(c, i));
    if (0..3).all(|i| zero(p, i) || minor((i + 1) % 3, (i + 2) % 3)) {
        stages.filtered += 1;
        return 0;
    }
    if let Some(points) = tamed([*a, *b, *c, *p]) {
        stages.adaptive += 1;
        let [a, b, c, p] = points.map(|[x, y, z]| Coord3D { x, y, z });
        return -sign(robust::orient3d(a, b, c, p)); // `robust` follows Shewchuk: positive below the plane
    }
    stages.big += 1;
    exact::orient3d(a, b, c, p)
}

#[cold]
fn exact_orient2d(
    a: &[f64; 3],
    b: &[f64; 3],
    c: &[f64; 3],
    [i, j]: [usize; 2],
    stages: &mut Stages,
) -> Sign {
    if (b[i] == a[i] || c[j] == a[j]) && (b[j] == a[j] || c[i] == a[i]) {
        stages.filtered += 1;
        return 0;
    }
    let [a, b, c] = [a, b, c].map(|p| [p[i], p[j]]);
    if let Some(points) = tamed([a, b, c]) {
        stages.adaptive += 1;
        let [a, b, c] = points.map(|[x, y]| Coord { x, y });
        return sign(robust::orient2d(a, b, c));
    }
    stages.big += 1;
    exact::orient2d(a, b, c)
}

/// Points for which expansions are exact: the given points, or all of them scaled by one power of
/// two, which changes no sign. `None` if the largest and the smallest coordinate are too far apart
/// for both.
fn tamed<const D: usize, const N: usize>(points: [[f64; D]; N]) -> Option<[[f64; D]; N]> {
    if points.iter().flatten().all(tame) {
        return Some(points);
    }
    let largest = points.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    let exponent = -exponent_above(largest);
    // The power is applied in two steps, because the power itself may be out of range. Numbers that
    // are rounded on the way end below the tame range.
    let (first, second) = (power_of_two(exponent / 2), power_of_two(exponent - exponent / 2));
    let scaled = points.map(|p| p.map(|x| x * first * second));
    let kept = |(x, y): (&f64, &f64)| tame(y) && (*x == 0.0) == (*y == 0.0);
    points.iter().flatten().zip(scaled.iter().flatten()).all(kept).then_some(scaled)
}

/// Whether expansions of coordinates like this one are exact: the coordinate is 0, or its size is
/// between 2^-250 and 2^300.
///
/// Such coordinates, their differences and the tails of the differences are multiples of `2^-302`.
/// So all numbers that expansions consist of (sums and products of up to three of them, split or
/// not) are multiples of `2^-906`. A result below the normal range is therefore not rounded at all,
/// and the theorems for unbounded exponents hold. The error bounds inside the expansions, down to
/// `2^-106` times a magnitude that is 0 or at least `2^-906`, are normal numbers too. The upper
/// limits: differences are at most `2^301`, products of three at most `2^903`, the sum of all terms
/// is less than `2^910`, and splitting adds `2^27`.
fn tame(x: &f64) -> bool {
    const SMALL: f64 = f64::from_bits((1023 - 250) << 52);
    const LARGE: f64 = f64::from_bits((1023 + 300) << 52);
    *x == 0.0 || (SMALL..=LARGE).contains(&x.abs())
}

#[inline]
fn sub(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline]
fn sign(x: f64) -> Sign {
    (x > 0.0) as Sign - (x < 0.0) as Sign
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Numbers whose products are in all ranges: normal, close to underflow or overflow, and at the
    /// limits of [`tame`].
    fn coordinate() -> impl Strategy<Value = f64> {
        let exponent = prop_oneof![
            4 => -3..3i32,
            2 => -365..-350i32,
            2 => -545..-525i32,
            1 => -255..-245i32,
            1 => 295..305i32,
            1 => 330..345i32,
            1 => -1022..990i32,
        ];
        let mantissa = prop_oneof![(-8..8i32).prop_map(f64::from), -1.0..1.0f64];
        (mantissa, exponent).prop_map(|(m, e)| m * 2f64.powi(e))
    }

    fn point() -> impl Strategy<Value = [f64; 3]> {
        [coordinate(), coordinate(), coordinate()]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 50_000, failure_persistence: None, ..Default::default() })]

        #[test]
        fn all_stages_agree_with_big_integers(
            [a, b, c] in [point(), point(), point()],
            (i, j, flat, free) in (-3..3i32, -3..3i32, any::<bool>(), point()),
        ) {
            // The point is in the plane up to rounding, where the sign is hardest to decide, or
            // anywhere.
            let (i, j) = (f64::from(i), f64::from(j));
            let p = [0, 1, 2].map(|k| a[k] + i * (b[k] - a[k]) + j * (c[k] - a[k]));
            let p = if flat { p } else { free };
            let stages = &mut Stages::default();
            prop_assert_eq!(Plane::new(&a, &b, &c).side(&p, stages), exact::orient3d(&a, &b, &c, &p));
            let flattened = |p: [f64; 3]| [p[0], p[1]];
            prop_assert_eq!(
                orient2d(&a, &b, &p, 2, stages),
                exact::orient2d(flattened(a), flattened(b), flattened(p))
            );
        }
    }
}
