//! Boxes in f64, for proofs that f32 volumes cannot give.
//!
//! An f32 volume is a few millionths of the mesh too large. Between flat parallel faces, thousands
//! of triangles are equally near, and such a volume cannot prove that none of them is nearer than
//! the others. A box of f64 numbers around the same triangles can.
//!
//! All functions of this module are *monotone*: every operation is rounded to nearest, which never
//! turns `x <= y` around, and no operation subtracts a number that grows with the box. So a box
//! that contains another box has a bound that is not above the bound of the other, to the bit. The
//! bound of the boxes of two triangles is a part of the definition of the triangles'
//! [`distance`](crate::triangle::distance). So no error needs to be bounded.

use crate::Pose;
use crate::geometry::vector::largest;

/// The box around some points, with the exact coordinates of these points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ExactBox {
    pub(crate) low: [f64; 3],
    pub(crate) high: [f64; 3],
}

impl ExactBox {
    /// The box around no points.
    pub(crate) const EMPTY: Self = Self { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };

    #[inline]
    pub(crate) fn of_triangle([p, q, r]: &[[f64; 3]; 3]) -> Self {
        let low = |i: usize| min(min(p[i], q[i]), r[i]);
        let high = |i: usize| max(max(p[i], q[i]), r[i]);
        Self { low: [low(0), low(1), low(2)], high: [high(0), high(1), high(2)] }
    }

    #[inline]
    pub(crate) fn joined(&self, other: &Self) -> Self {
        let low = |i: usize| min(self.low[i], other.low[i]);
        let high = |i: usize| max(self.high[i], other.high[i]);
        Self { low: [low(0), low(1), low(2)], high: [high(0), high(1), high(2)] }
    }

    /// A box around all points of this box after [`Pose::apply`]. It does the same operations in
    /// the same order, at each end of every interval.
    #[inline]
    pub(crate) fn posed(&self, pose: &Pose) -> Self {
        let (rows, origin) = (pose.matrix(), pose.origin());
        let (mut low, mut high) = ([0.0; 3], [0.0; 3]);
        for i in 0..3 {
            let ends = |k: usize| {
                let (x, y) = (rows[i][k] * self.low[k], rows[i][k] * self.high[k]);
                (min(x, y), max(x, y))
            };
            let (x, y, z) = (ends(0), ends(1), ends(2));
            low[i] = x.0 + y.0 + z.0 + origin[i];
            high[i] = x.1 + y.1 + z.1 + origin[i];
        }
        Self { low, high }
    }

    /// The largest magnitude of a coordinate.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        max(largest(self.low), largest(self.high))
    }

    /// The largest magnitude in a sum that [`Pose::apply`] computes for a point of this box, or
    /// more.
    pub(crate) fn posed_reach(&self, pose: &Pose) -> f64 {
        let size = |k: usize| max(self.low[k].abs(), self.high[k].abs());
        let sum = |i: usize| {
            let row = pose.matrix()[i].map(f64::abs);
            row[0] * size(0) + row[1] * size(1) + row[2] * size(2) + pose.origin()[i].abs()
        };
        max(max(sum(0), sum(1)), sum(2))
    }

    /// Whether another box, on its way along a direction, may meet this box after the start. `false` is
    /// exact for the contents.
    ///
    /// The times at which they overlap along an axis are an interval. Its ends are off by two roundings
    /// of their own size, which `OUTWARDS` covers, or by an underflow.
    #[inline]
    pub(crate) fn meets_ahead(&self, other: &Self, direction: [f64; 3]) -> bool {
        const OUTWARDS: f64 = 4.0 * f64::EPSILON;
        let (mut first, mut last) = (0.0_f64, f64::INFINITY);
        for (i, &way) in direction.iter().enumerate() {
            let (low, high) = (other.low[i] - self.high[i], other.high[i] - self.low[i]);
            // The other box has to go from `from` to `to` backwards along this axis.
            let (from, to, speed) = if way > 0.0 { (-high, -low, way) } else { (low, high, -way) };
            if to < 0.0 || (from > 0.0 && speed == 0.0) || (to == 0.0 && speed > 0.0) {
                return false;
            }
            if speed > 0.0 {
                (first, last) = (max(first, from / speed), min(last, to / speed));
            }
        }
        first * (1.0 - OUTWARDS) <= last * (1.0 + OUTWARDS) + f64::MIN_POSITIVE
    }

    /// The gaps of two boxes along each axis; zero if they overlap along it.
    #[inline]
    pub(crate) fn gaps(&self, other: &Self) -> [f64; 3] {
        let gap =
            |i: usize| max(max(other.low[i] - self.high[i], self.low[i] - other.high[i]), 0.0);
        [gap(0), gap(1), gap(2)]
    }

    /// A lower bound of the distance of the contents of two boxes. If there is a gap along one axis
    /// only, it is the rounded distance of the boxes.
    #[inline]
    pub(crate) fn distance(&self, other: &Self) -> f64 {
        let [x, y, z] = self.gaps(other);
        let largest = max(max(x, y), z);
        if largest == 0.0 {
            return 0.0;
        }
        if !(1e-140..1e140).contains(&largest) {
            return out_of_range([x, y, z], largest);
        }
        // The errors of three squares, two sums and the root are together less than this factor.
        max(largest, (x * x + y * y + z * z).sqrt() * ROUND_DOWN)
    }
}

/// The factor that rounds a length down: `1 - 2^-50`.
const ROUND_DOWN: f64 = 1.0 - 4.0 * f64::EPSILON;

/// The distance for gaps whose squares would over- or underflow. Scaling by powers of two changes
/// no bit.
#[cold]
fn out_of_range(gaps: [f64; 3], largest: f64) -> f64 {
    let [up, down] = if largest > 1.0 { [600, -600] } else { [-600, 600] };
    let [x, y, z] = gaps.map(|gap| gap * crate::rounding::power_of_two(down));
    // For numbers near the ends of the range even the scaled squares vanish. The largest gap is a
    // bound too.
    let length = (x * x + y * y + z * z).sqrt() * ROUND_DOWN;
    max(largest, length * crate::rounding::power_of_two(up))
}

/// The minimum of two numbers, neither of them NaN, in one instruction.
#[inline(always)]
fn min(x: f64, y: f64) -> f64 {
    if y < x { y } else { x }
}

#[inline(always)]
fn max(x: f64, y: f64) -> f64 {
    if y > x { y } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random numbers with few bits, so that equal coordinates are common.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((self.0 >> 60) as f64 - 8.0) * 0.1
        }

        fn triangle(&mut self) -> [[f64; 3]; 3] {
            [(); 3].map(|()| [(); 3].map(|()| self.roll()))
        }
    }

    #[test]
    fn a_larger_box_is_never_further() {
        let mut dice = Dice(1);
        let turn = Pose::rotation([1.0, 2.0, 3.0], 0.7).matrix();
        for round in 0..20_000 {
            let scale = [1.0, 1e-3, 1e-200, 1e200][round % 4];
            let mut scaled = || dice.triangle().map(|p| p.map(|x| x * scale));
            let (a, b, more) = (scaled(), scaled(), scaled());
            let pose = Pose::new(turn, [dice.roll(), 3.0, dice.roll()].map(|x| x * scale)).unwrap();
            let (of_a, of_b) = (ExactBox::of_triangle(&a), ExactBox::of_triangle(&b));
            let posed = of_b.posed(&pose);
            for p in b.map(|p| pose.apply(p)) {
                assert!((0..3).all(|i| posed.low[i] <= p[i] && p[i] <= posed.high[i]));
            }
            let corners = ExactBox::of_triangle(&b.map(|p| pose.apply(p)));
            let more = ExactBox::of_triangle(&more);
            let near = of_a.joined(&more).distance(&of_b.joined(&more).posed(&pose));
            assert!(near <= of_a.distance(&posed), "{round}");
            assert!(of_a.distance(&posed) <= of_a.distance(&corners), "{round}");
            assert_eq!(of_a.distance(&posed), posed.distance(&of_a));
        }
    }

    #[test]
    fn a_gap_along_an_axis_is_the_distance() {
        let triangle = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        for gap in [1.0, 0.1, 1e-300, 1e300, f64::from_bits(1)] {
            let above = triangle.map(|[x, y, z]| [x, y, z + gap]);
            let boxes = [triangle, above].map(|t| ExactBox::of_triangle(&t));
            assert_eq!(boxes[0].distance(&boxes[1]), gap);
        }
    }
}
