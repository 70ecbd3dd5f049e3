//! The gap of two triangles along a direction, in 106 bits.

use super::super::Triangle;
use super::super::double::{Double, Scalar};
use super::TriangleDistance;
use super::max;
use crate::geometry::vector::{dot, sub};

/// A direction from A to B, of length one except for rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    normal: [f64; 3],
    /// The length of `normal` less one.
    excess: f64,
}

impl Axis {
    /// The axis through the nearest points of two triangles; `None` if these are too near or too
    /// far to have a direction.
    pub(crate) fn of(nearest: &TriangleDistance) -> Option<Self> {
        let between = sub(nearest.on_b, nearest.on_a);
        let length = dot(between, between).sqrt();
        (1e-100..1e100).contains(&length).then(|| Self::along(between.map(|x| x / length)))
    }

    /// The axis along a direction of length one, up to rounding.
    pub(crate) fn along(normal: [f64; 3]) -> Self {
        let square = product(normal, normal) - Double::ONE;
        Self { normal, excess: 0.5 * square.high }
    }

    /// How much further than `length` the second point is from the first, along this axis. The
    /// result is off by `2^-98` of the length and the distance.
    pub(crate) fn beyond(&self, [from, to]: [[f64; 3]; 2], length: f64) -> f64 {
        let component = |i: usize| Double::sum(to[i], -from[i]);
        let along = |i: usize| component(i) * Double { high: self.normal[i], low: 0.0 };
        let way = along(0) + along(1) + along(2);
        let rest = Double { high: way.high * self.excess, low: 0.0 };
        (way - rest - Double { high: length, low: 0.0 }).high
    }

    /// The gap from A to B along this axis, off by some roundings of the coordinates.
    pub(crate) fn gap(&self, a: &Triangle, b: &Triangle) -> f64 {
        let along = |t: &Triangle| t.map(|p| dot(self.normal, p));
        let ([p, q, r], [u, v, w]) = (along(a), along(b));
        u.min(v).min(w) - p.max(q).max(r)
    }

    /// A lower bound of the true gap along this axis, and so of the distance. No coordinate may be
    /// larger than the reach, which must be from 1e-100 to 1e100.
    pub(crate) fn least_gap(&self, a: &Triangle, b: &Triangle, reach: f64) -> f64 {
        let along = |t: &Triangle| t.map(|p| product(self.normal, p));
        let ([p, q, r], [u, v, w]) = (along(a), along(b));
        let (front, back) = (largest(largest(p, q), r), smallest(smallest(u, v), w));
        let gap = back - front;
        // The sums are off by some `2^-103` of the reach, and the square of the excess is less than
        // that.
        const GAP_ROUNDING: f64 = f64::from_bits((1023 - 98) << 52);
        let rest = gap.high * self.excess + GAP_ROUNDING * max(reach, gap.high);
        let Double { high, low } = gap - Double { high: rest, low: 0.0 };
        if low < 0.0 { high.next_down() } else { high }
    }
}

fn product(a: [f64; 3], b: [f64; 3]) -> Double {
    Double::product(a[0], b[0]) + Double::product(a[1], b[1]) + Double::product(a[2], b[2])
}

fn largest(x: Double, y: Double) -> Double {
    if y > x { y } else { x }
}

fn smallest(x: Double, y: Double) -> Double {
    if y < x { y } else { x }
}

#[cfg(test)]
mod tests {
    use super::super::distance;
    use super::*;
    use crate::Pose;

    #[test]
    fn is_not_above_the_distance_and_hardly_below() {
        let tilt = Pose::rotation([0.3, 1.0, 0.2], 0.7);
        let floor = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        for k in 1..200 {
            let height = 0.01 * k as f64;
            let above = floor.map(|[x, y, z]| [x + 0.1, y + 0.01 * k as f64, z + height]);
            let (a, b) = (floor.map(|p| tilt.apply(p)), above.map(|p| tilt.apply(p)));
            let nearest = distance(&a, &b);
            let axis = Axis::of(&nearest).expect("they are apart");
            let least = axis.least_gap(&a, &b, 4.0);
            assert!(least <= nearest.distance, "{k}: {least} > {}", nearest.distance);
            // The axis goes through rounded points, so the gap is off by the same share of the
            // distance.
            let off = 1e-15 / height;
            assert!(nearest.distance - least < off, "{k}: {least} < {}", nearest.distance);
            assert!((axis.gap(&a, &b) - least).abs() < 4e-15, "{k}");
        }
    }
}
