//! Two triangles in coordinates of their own, in which nothing over- or underflows.

use super::super::Triangle;
use super::super::double::Double;
use super::features::Vector;
use crate::geometry::vector::largest;
use crate::rounding::two_powers;

/// The frame of these coordinates: a corner as origin, and a power of two by which the largest
/// relative coordinate becomes a number from 1 to 2.
///
/// Differences of coordinates are kept in full, so only parts of `2^-1000` times the size of the
/// triangles are lost.
pub(super) struct LocalFrame {
    origin: [f64; 3],
    exponent: i32,
}

impl LocalFrame {
    /// The frame of two triangles that are not all one point.
    pub(super) fn new(a: &Triangle, b: &Triangle) -> Self {
        let origin = a[0];
        let mut size = 0.0f64;
        for point in a.iter().chain(b) {
            for i in 0..3 {
                size = size.max((point[i] - origin[i]).abs());
            }
        }
        Self { origin, exponent: exponent(size) }
    }

    pub(super) fn points(&self, triangle: &Triangle) -> [Vector<Double>; 3] {
        let number = |x: f64, i: usize| {
            let Double { high, low } = Double::sum(x, -self.origin[i]);
            Double { high: self.shrunk(high), low: self.shrunk(low) }
        };
        let point = |p: [f64; 3]| [number(p[0], 0), number(p[1], 1), number(p[2], 2)];
        [point(triangle[0]), point(triangle[1]), point(triangle[2])]
    }

    /// A point in the original coordinates, rounded.
    pub(super) fn point(&self, p: Vector<Double>) -> [f64; 3] {
        let number = |i: usize| {
            let sum = Double::sum(self.origin[i], self.grown(p[i].high));
            // The result is never -0.0, which would differ from 0.0 in bits.
            sum.high + (sum.low + self.grown(p[i].low)) + 0.0
        };
        [number(0), number(1), number(2)]
    }

    /// A unit in the last place of the largest coordinate, or two, as a local length; no more than a
    /// small part of the triangles.
    pub(super) fn rounding(&self, a: &Triangle, b: &Triangle) -> f64 {
        let largest = a.iter().chain(b).map(|&point| largest(point)).fold(0.0, f64::max);
        (self.shrunk(largest) * f64::EPSILON).min(1e-6)
    }

    /// A local length in the original unit.
    pub(super) fn grown(&self, x: f64) -> f64 {
        let scale = two_powers(self.exponent);
        x * scale[0] * scale[1]
    }

    /// A length in the local unit.
    pub(super) fn shrunk(&self, x: f64) -> f64 {
        let scale = two_powers(-self.exponent);
        x * scale[0] * scale[1]
    }
}

/// The exponent of the largest power of two that is not above a positive number.
fn exponent(x: f64) -> i32 {
    if x < f64::MIN_POSITIVE {
        // Subnormal: the bits count from the smallest number, `2^-1074`, up.
        return x.to_bits().max(1).ilog2() as i32 - 1074;
    }
    (x.to_bits() >> 52) as i32 - 1023
}
