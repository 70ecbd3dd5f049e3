//! f64 numbers as big integers.

use super::orient::Sign;
use num_bigint::{BigInt, Sign as BigSign};
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

/// Numbers times one power of two, `2^-exponent`, that makes integers of all of them; and this exponent.
pub(super) fn integers<const N: usize>(numbers: [f64; N]) -> ([BigInt; N], i32) {
    let parts = numbers.map(decode);
    let nonzero = parts.iter().filter(|(mantissa, _)| *mantissa != 0);
    let lowest = nonzero.map(|&(_, exponent)| exponent).min().unwrap_or(0);
    let integers = parts.map(|(mantissa, exponent)| match mantissa {
        0 => BigInt::ZERO,
        _ => BigInt::from(mantissa) << (exponent - lowest),
    });
    (integers, lowest)
}

/// The third stage of the side of a plane. Each axis has its own power of two: positive factors keep the sign.
pub(super) fn orient3d(a: &[f64; 3], b: &[f64; 3], c: &[f64; 3], p: &[f64; 3]) -> Sign {
    let [x, y, z] = [0, 1, 2].map(|i| differences([a[i], b[i], c[i], p[i]]));
    sign(
        &(&x[2] * (&y[0] * &z[1] - &z[0] * &y[1])
            + &y[2] * (&z[0] * &x[1] - &x[0] * &z[1])
            + &z[2] * (&x[0] * &y[1] - &y[0] * &x[1])),
    )
}

/// The third stage of the side of a line.
pub(super) fn orient2d(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> Sign {
    let [[ux, vx, _], [uy, vy, _]] = [0, 1].map(|i| differences([a[i], b[i], c[i], a[i]]));
    sign(&(ux * vy - uy * vx))
}

/// The differences of three numbers to the first, up to a positive factor.
fn differences(numbers: [f64; 4]) -> [BigInt; 3] {
    let ([a, b, c, d], _) = integers(numbers);
    [b - &a, c - &a, d - &a]
}

pub(super) fn sign(x: &BigInt) -> Sign {
    match x.sign() {
        BigSign::Minus => -1,
        BigSign::NoSign => 0,
        BigSign::Plus => 1,
    }
}

/// A point or a direction in exact integers.
pub(super) type Vector = [BigInt; 3];

pub(super) fn sub(a: &Vector, b: &Vector) -> Vector {
    array::from_fn(|i| &a[i] - &b[i])
}

pub(super) fn dot(a: &Vector, b: &Vector) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub(super) fn cross(a: &Vector, b: &Vector) -> Vector {
    array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}
