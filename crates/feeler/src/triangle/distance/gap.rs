//! Gaps too small for [`Double`](super::double::Double), in exact integers.
//!
//! Any axis along which two triangles are separated gives a lower bound of their distance, and the axis through their nearest points
//! gives the distance itself. This one is normal to two edges or to a face, or is that from a corner to its foot on an edge, or joins
//! two corners. So the distance is the largest gap along these, and whether a foot is inside need not be asked.

use super::super::Triangle;
use super::super::exact::{Vector, cross, dot, integers, sub};
use super::local::powers;
use num_bigint::{BigInt, BigUint};
use std::array;

/// The distance of two triangles that are apart, rounded, but not to zero.
#[cold]
pub(super) fn gap(a: &Triangle, b: &Triangle) -> f64 {
    let numbers: [f64; 18] =
        array::from_fn(|i| if i < 9 { a[i / 3][i % 3] } else { b[i / 3 - 3][i % 3] });
    let (numbers, unit) = integers(numbers);
    let point = |i: usize| -> Vector { array::from_fn(|k| numbers[3 * i + k].clone()) };
    let (a, b) = ([point(0), point(1), point(2)], [point(3), point(4), point(5)]);
    let mut widest = (BigUint::ZERO, BigUint::from(1u32));
    for axis in axes(&a, &b) {
        let square = dot(&axis, &axis).magnitude().clone();
        let width = width(&a, &b, &axis).max(width(&b, &a, &axis));
        if square == BigUint::ZERO || width <= BigInt::ZERO {
            continue;
        }
        let candidate = (width.magnitude() * width.magnitude(), square);
        if &candidate.0 * &widest.1 > &widest.0 * &candidate.1 {
            widest = candidate;
        }
    }
    root(&widest.0, &widest.1, unit).max(f64::from_bits(1))
}

fn axes(a: &[Vector; 3], b: &[Vector; 3]) -> Vec<Vector> {
    let edge = |t: &[Vector; 3], i: usize| sub(&t[(i + 1) % 3], &t[i]);
    let mut axes = vec![cross(&edge(a, 0), &edge(a, 1)), cross(&edge(b, 0), &edge(b, 1))];
    for i in 0..3 {
        for j in 0..3 {
            let (u, v) = (edge(a, i), edge(b, j));
            let between = sub(&a[i], &b[j]);
            axes.push(cross(&u, &v));
            axes.push(upright(&between, &v));
            axes.push(upright(&between, &u));
            axes.push(between);
        }
    }
    axes
}

/// The part of a vector that is normal to another, up to a positive factor.
fn upright(vector: &Vector, other: &Vector) -> Vector {
    let (square, along) = (dot(other, other), dot(vector, other));
    array::from_fn(|i| &vector[i] * &square - &other[i] * &along)
}

/// How far one triangle is above another along an axis, times its length.
fn width(above: &[Vector; 3], below: &[Vector; 3], axis: &Vector) -> BigInt {
    let heights = |t: &[Vector; 3]| t.each_ref().map(|p| dot(p, axis));
    let low = heights(above).into_iter().min().expect("three corners");
    let high = heights(below).into_iter().max().expect("three corners");
    low - high
}

/// `sqrt(numerator / denominator) * 2^unit`.
fn root(numerator: &BigUint, denominator: &BigUint, unit: i32) -> f64 {
    // An even number of places that leaves a quotient of about 128 bits, and so a root of 64.
    let places = 128 + denominator.bits() as i32 - numerator.bits() as i32;
    let places = places + (places & 1);
    let quotient = (numerator << places.max(0)) / (denominator << (-places).max(0));
    let digits = quotient
        .sqrt()
        .iter_u64_digits()
        .rev()
        .fold(0u128, |sum, digit| sum << 64 | u128::from(digit));
    let exponent = unit - places / 2;
    let scale = powers(exponent);
    digits as f64 * scale[0] * scale[1]
}
