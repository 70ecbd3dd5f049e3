//! f64 numbers as exact integers.

use super::Sign;
use super::Triangle;
use super::wide::Wide;
use crate::rounding::two_powers;
use std::array;

/// A finite number as `(mantissa, exponent)`: its value is `mantissa * 2^exponent`.
fn decode(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    // Subnormal numbers have the exponent of the smallest normal ones, without their leading bit.
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    (if x < 0.0 { -mantissa } else { mantissa }, exponent.max(1) - 1075)
}

/// Writes numbers as `mantissa * 2^shift`, in units of a power of two in which all of them are
/// integers. Also returns the exponent of that unit.
pub(super) fn integers<const N: usize>(numbers: [f64; N]) -> ([(i64, u32); N], i32) {
    let parts = numbers.map(decode);
    let nonzero = parts.iter().filter(|(mantissa, _)| *mantissa != 0);
    let unit = nonzero.map(|&(_, exponent)| exponent).min().unwrap_or(0);
    let shift = |(mantissa, exponent): (i64, i32)| match mantissa {
        0 => (0, 0),
        _ => (mantissa, (exponent - unit) as u32),
    };
    (parts.map(shift), unit)
}

/// The coordinates of the corners of two triangles.
pub(super) fn coordinates(a: &Triangle, b: &Triangle) -> [f64; 18] {
    array::from_fn(|i| if i < 9 { a[i / 3][i % 3] } else { b[i / 3 - 3][i % 3] })
}

/// The third stage of the side of a plane. Each axis has its own power of two as unit, because
/// positive factors keep the sign.
#[cold]
pub(super) fn orient3d(a: &[f64; 3], b: &[f64; 3], c: &[f64; 3], p: &[f64; 3]) -> Sign {
    let along = |i: usize| differences([a[i], b[i], c[i], p[i]]);
    let (x, y, z) = (along(0), along(1), along(2));
    dot::<1, 2, 3>(&x, &cross(&y, &z)).sign()
}

/// The third stage of the side of a line.
#[cold]
pub(super) fn orient2d(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> Sign {
    let along = |i: usize| differences([a[i], b[i], c[i], a[i]]);
    let ([ux, vx, _], [uy, vy, _]) = (along(0), along(1));
    cross_2d::<2>(&ux, &uy, &vx, &vy).sign()
}

/// The differences of three numbers from the first one, up to a positive factor.
fn differences(numbers: [f64; 4]) -> Vector<1> {
    let (parts, _) = integers(numbers);
    let number = |i: usize| Wide::new(parts[i].0, parts[i].1);
    let first = number(0);
    [number(1).minus(&first), number(2).minus(&first), number(3).minus(&first)]
}

/// A point or a direction with exact coordinates.
pub(super) type Vector<const D: usize> = [Wide<D>; 3];

/// Two triangles in one unit, and the exponent of that unit.
pub(super) fn triangles(a: &Triangle, b: &Triangle) -> ([[Vector<1>; 3]; 2], i32) {
    let (parts, unit) = integers(coordinates(a, b));
    let number = |i: usize| Wide::new(parts[i].0, parts[i].1);
    let point = |i: usize| [number(3 * i), number(3 * i + 1), number(3 * i + 2)];
    ([[point(0), point(1), point(2)], [point(3), point(4), point(5)]], unit)
}

pub(super) fn sub(a: &Vector<1>, b: &Vector<1>) -> Vector<1> {
    [a[0].minus(&b[0]), a[1].minus(&b[1]), a[2].minus(&b[2])]
}

pub(super) fn dot<const D: usize, const E: usize, const F: usize>(
    a: &Vector<D>,
    b: &Vector<E>,
) -> Wide<F> {
    a[0].times(&b[0]).plus(&a[1].times(&b[1])).plus(&a[2].times(&b[2]))
}

pub(super) fn cross<const D: usize>(a: &Vector<1>, b: &Vector<1>) -> Vector<D> {
    let component = |i: usize, j: usize| cross_2d(&a[i], &a[j], &b[i], &b[j]);
    [component(1, 2), component(2, 0), component(0, 1)]
}

/// `ux * vy - uy * vx`
pub(super) fn cross_2d<const D: usize>(
    ux: &Wide<1>,
    uy: &Wide<1>,
    vx: &Wide<1>,
    vy: &Wide<1>,
) -> Wide<D> {
    ux.times(vy).minus(&uy.times(vx))
}

/// `numerator / denominator * 2^exponent`, rounded. The highest bits of both numbers must be set.
pub(super) fn quotient(numerator: u128, denominator: u64, exponent: i32) -> f64 {
    let denominator = u128::from(denominator);
    // The last of the 64 or 65 bits also stands for all digits that are cut off.
    let rest = u128::from(!numerator.is_multiple_of(denominator));
    let digits = (numerator / denominator) | rest;
    // For lower exponents the result is zero in any case.
    let exponent = exponent.max(-2000);
    let [half, other] = two_powers(exponent);
    digits as f64 * half * other
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use proptest::prelude::*;

    /// Any finite number, and small numbers that make zeros and equal points.
    fn coordinate() -> impl Strategy<Value = f64> {
        prop_oneof![
            2 => any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite()),
            1 => (-3..4i32, prop::sample::select(vec![-1074, -500, 0, 500, 1020]))
                .prop_map(|(m, e)| f64::from(m) * 2f64.powi(e / 2) * 2f64.powi(e - e / 2)),
        ]
    }

    fn point() -> impl Strategy<Value = [f64; 3]> {
        [coordinate(), coordinate(), coordinate()]
    }

    fn sign(x: BigInt) -> Sign {
        (x > BigInt::ZERO) as Sign - (x < BigInt::ZERO) as Sign
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..Default::default() })]

        #[test]
        fn sides_by_big_integers(
            [a, b, c, free] in [point(), point(), point(), point()],
            (i, j, flat) in (-2..3i32, -2..3i32, any::<bool>()),
        ) {
            // The point is in the plane except for rounding, or anywhere.
            let (i, j) = (f64::from(i), f64::from(j));
            let near = [0, 1, 2].map(|k| a[k] + i * (b[k] - a[k]) + j * (c[k] - a[k]));
            let p = if flat && near.iter().all(|x| x.is_finite()) { near } else { free };
            let (parts, _) = integers(coordinates(&[a, b, c], &[p; 3]));
            let numbers = parts.map(|(mantissa, shift)| BigInt::from(mantissa) << shift);
            let from_a = |point: usize, k: usize| &numbers[3 * point + k] - &numbers[k];
            let minor = |k: usize, l: usize| from_a(1, k) * from_a(2, l) - from_a(1, l) * from_a(2, k);
            let determinant = minor(1, 2) * from_a(3, 0) + minor(2, 0) * from_a(3, 1) + minor(0, 1) * from_a(3, 2);
            prop_assert_eq!(orient3d(&a, &b, &c, &p), sign(determinant));
            let flattened = |p: [f64; 3]| [p[0], p[1]];
            prop_assert_eq!(orient2d(flattened(a), flattened(b), flattened(c)), sign(minor(0, 1)));
        }

        #[test]
        fn quotients_are_rounded_to_nearest(numerator in 1 << 100..u128::MAX, denominator: u64, exponent in -1100..900i32) {
            let (numerator, denominator) = (numerator | 1 << 127, denominator | 1 << 63);
            let rounded = quotient(numerator, denominator, exponent);
            let unscaled = quotient(numerator, denominator, 0);
            prop_assert_eq!(rounded, unscaled * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2));
            // Twice the difference to the exact quotient is at most one unit in the last place.
            let (mantissa, shift) = decode(unscaled);
            let product = (BigInt::from(mantissa) * denominator) << shift;
            let unit = BigInt::from(denominator) << shift;
            let twice: BigInt = (product - numerator) * 2;
            prop_assert!(*twice.magnitude() <= *unit.magnitude());
        }
    }
}
