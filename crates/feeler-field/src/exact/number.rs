//! f64 numbers as big integers, in units of a power of two.

use super::{Sign, Triangle};
use num_bigint::BigInt;

/// A vector of exact numbers.
pub(crate) type Vector = [BigInt; 3];

/// A finite number as `(mantissa, exponent)`, the mantissa odd or zero.
fn decoded(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros();
    let magnitude = mantissa >> zeros;
    (if x < 0.0 { -magnitude } else { magnitude }, exponent.max(1) - 1075 + zeros as i32)
}

/// The exponent of the largest power of two of which all these numbers are multiples.
pub(super) fn unit_of(points: &[[f64; 3]]) -> i32 {
    let nonzero = points.iter().flatten().filter(|&&x| x != 0.0);
    nonzero.map(|&x| decoded(x).1).min().unwrap_or(0)
}

/// A point in units of `2^unit`, which divides its coordinates.
pub(super) fn integers(point: [f64; 3], unit: i32) -> Vector {
    point.map(|x| match decoded(x) {
        (0, _) => BigInt::ZERO,
        (mantissa, exponent) => BigInt::from(mantissa) << (exponent - unit) as u32,
    })
}

pub(crate) fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| &a[i] - &b[i])
}

pub(crate) fn sum(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| &a[i] + &b[i])
}

pub(crate) fn negated(a: &Vector) -> Vector {
    std::array::from_fn(|i| -&a[i])
}

pub(super) fn scaled(a: &Vector, by: &BigInt) -> Vector {
    std::array::from_fn(|i| &a[i] * by)
}

pub(crate) fn dot(a: &Vector, b: &Vector) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub(crate) fn cross(a: &Vector, b: &Vector) -> Vector {
    let component = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [component(1, 2), component(2, 0), component(0, 1)]
}

pub(crate) fn is_zero(a: &Vector) -> bool {
    a.iter().all(|x| sign_of(x) == 0)
}

pub(crate) fn sign_of(x: &BigInt) -> Sign {
    match x.sign() {
        num_bigint::Sign::Minus => -1,
        num_bigint::Sign::NoSign => 0,
        num_bigint::Sign::Plus => 1,
    }
}

/// A normal of a triangle, exact up to a positive factor; zero if the triangle has no area.
pub(crate) fn normal(triangle: &Triangle) -> Vector {
    let unit = unit_of(triangle);
    let [a, b, c] = triangle.map(|p| integers(p, unit));
    cross(&minus(&b, &a), &minus(&c, &a))
}

/// The direction from one point to another, exact up to a positive factor.
pub(crate) fn vector_between(from: [f64; 3], to: [f64; 3]) -> Vector {
    let unit = unit_of(&[from, to]);
    minus(&integers(to, unit), &integers(from, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_value() {
        let point = [0.75, -3.0, 0.0];
        assert_eq!(unit_of(&[point]), -2);
        assert_eq!(integers(point, -2), [3, -12, 0].map(BigInt::from));
        let small = [f64::from_bits(1), f64::MIN_POSITIVE, 1e300];
        assert_eq!(unit_of(&[small]), -1074);
        assert_eq!(integers(small, -1074)[1], BigInt::from(1) << 52u32);
    }
}
