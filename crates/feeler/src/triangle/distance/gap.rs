//! The distance of triangles that is too small for [`Double`](super::super::double::Double), in exact
//! integers.
//!
//! Any axis along which two triangles are separated gives a lower bound of their distance, and the
//! axis through their nearest points gives the distance itself. That axis is normal to two edges or
//! to a face, or goes from a corner to its foot on an edge, or joins two corners. So the distance
//! is the largest gap along all axes of these kinds, and there is no need to know whether a foot is
//! inside.

use super::super::Triangle;
use super::super::exact::{Vector, cross, dot, quotient, sub, triangles};
use super::super::wide::Wide;
use super::max;
use std::array;

/// The distance of two triangles that are apart, rounded, but never to zero.
#[cold]
pub(super) fn gap(a: &Triangle, b: &Triangle) -> f64 {
    let ([a, b], unit) = triangles(a, b);
    let edge = |t: &[Vector<1>; 3], i: usize| sub(&t[(i + 1) % 3], &t[i]);
    let edges = [&a, &b].map(|t| [edge(t, 0), edge(t, 1), edge(t, 2)]);
    let between: [Vector<1>; 9] = array::from_fn(|i| sub(&a[i / 3], &b[i % 3]));
    let mut widest = f64::from_bits(1);
    let mut consider = |axis: &Vector<3>| widest = max(widest, width(&between, axis, unit));
    for [first, second, _] in &edges {
        consider(&cross(first, second));
    }
    for (i, between) in between.iter().enumerate() {
        let (u, v) = (&edges[0][i / 3], &edges[1][i % 3]);
        consider(&cross(u, v));
        consider(&upright(between, v));
        consider(&upright(between, u));
        consider(&[between[0].widened(), between[1].widened(), between[2].widened()]);
    }
    widest
}

/// The component of a vector that is normal to another vector, up to a positive factor.
fn upright(vector: &Vector<1>, other: &Vector<1>) -> Vector<3> {
    let (square, along): (Wide<2>, Wide<2>) = (dot(other, other), dot(vector, other));
    let component = |i: usize| vector[i].times(&square).minus(&other[i].times(&along));
    [component(0), component(1), component(2)]
}

/// The gap of two triangles along an axis, given the vectors between their corners; zero if the
/// axis does not separate them.
fn width(between: &[Vector<1>; 9], axis: &Vector<3>, unit: i32) -> f64 {
    let mut smallest: Wide<4> = dot(&between[0], axis);
    let side = smallest.sign();
    for vector in &between[1..] {
        let height: Wide<4> = dot(vector, axis);
        if height.sign() != side {
            return 0.0;
        }
        if height.compare_magnitudes(&smallest).is_lt() {
            smallest = height;
        }
    }
    if side == 0 {
        return 0.0;
    }
    let square: Wide<6> = dot(axis, axis);
    let (height, exponent) = smallest.leading();
    let (square, twice) = square.leading();
    // The root needs an even exponent; then it has 64 bits.
    let (square, twice) = if twice % 2 == 0 { (square, twice) } else { (square >> 1, twice + 1) };
    quotient(height, square.isqrt() as u64, unit + exponent - twice / 2)
}
