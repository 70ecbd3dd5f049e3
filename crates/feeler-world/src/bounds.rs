//! Boxes in the world around posed objects.

use feeler::{Model, Pose};

/// A box in the world that contains an object, and a little more.
///
/// A pair of objects is asked with the pose of B in A, whose numbers are rounded, not with the two
/// poses in the world. The box is grown by more than that can change: if the models of two objects
/// come nearer than `d` in the pair, their boxes come nearer than [`reach_of(d)`](reach_of).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) low: [f64; 3],
    pub(crate) high: [f64; 3],
}

/// The share of an object's distance from its own origin by which its box is grown: `2^-33`.
///
/// The poses of a world are rotations up to 1e-12, in each entry of `RᵀR - 1`. A point of B that is
/// at `q` in A's frame is, seen in the world, off by at most `3e-12 |q|` since A's pose is no exact
/// rotation, and by `1.2e-11` of its distance from B's origin since `Pose::relative` may return the
/// nearest rotation. `2^-33` is ten times the second number.
const GROWTH: f64 = 1.0 / (1u64 << 33) as f64;

/// The share of the coordinates in the world by which a box is grown, `2^-48`: at most eight
/// roundings make a corner of the box.
const ROUNDING: f64 = 1.0 / (1u64 << 48) as f64;

/// The distance of boxes that proves a distance of more than `d` between their objects.
pub(crate) fn reach_of(d: f64) -> f64 {
    d * (1.0 + GROWTH)
}

impl Bounds {
    /// The box without any point, which meets no box.
    pub(crate) const EMPTY: Self = Self { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };

    /// The box of a model at a pose, grown by a margin.
    pub(crate) fn of(model: &Model, pose: &Pose, margin: f64) -> Self {
        let Some([low, high]) = model.bounds() else { return Self::EMPTY };
        // Halves are added, so that nothing overflows.
        let half = |k: usize| 0.5 * high[k] - 0.5 * low[k];
        let middle = |k: usize| 0.5 * low[k] + 0.5 * high[k];
        let far = |k: usize| low[k].abs().max(high[k].abs());
        let half = [half(0), half(1), half(2)];
        let center = pose.apply([middle(0), middle(1), middle(2)]);
        let reach = far(0) + far(1) + far(2);
        let (rows, origin) = (pose.matrix(), pose.origin());
        let mut bounds = Self::EMPTY;
        for i in 0..3 {
            let [x, y, z] = rows[i];
            let extent = x.abs() * half[0] + y.abs() * half[1] + z.abs() * half[2];
            let extent =
                extent + reach * GROWTH + (origin[i].abs() + reach) * ROUNDING + reach_of(margin);
            bounds.low[i] = center[i] - extent;
            bounds.high[i] = center[i] + extent;
        }
        bounds
    }

    /// A lower bound of the distance of two boxes; infinite if one is empty.
    pub(crate) fn distance(&self, other: &Self) -> f64 {
        let gap = |i: usize| (other.low[i] - self.high[i]).max(self.low[i] - other.high[i]);
        let gaps = [gap(0), gap(1), gap(2)].map(|gap| gap.max(0.0));
        let largest = gaps[0].max(gaps[1]).max(gaps[2]);
        let length = gaps.iter().map(|gap| gap * gap).sum::<f64>().sqrt() * (1.0 - GROWTH);
        // A square may over- or underflow; the largest gap alone is a bound too.
        if length.is_finite() { length.max(largest) } else { largest }
    }

    /// Whether two boxes are no further apart than a distance, in each direction of an axis.
    #[inline]
    pub(crate) fn meets(&self, other: &Self, within: f64) -> bool {
        (0..3)
            .all(|i| self.low[i] - other.high[i] <= within && other.low[i] - self.high[i] <= within)
    }

    /// Whether the center of one of two boxes is in the other, as it must be if one object is inside of
    /// the other.
    pub(crate) fn may_nest_with(&self, other: &Self) -> bool {
        let center = |of: &Self, i: usize| 0.5 * of.low[i] + 0.5 * of.high[i];
        let is_in = |x: &Self, y: &Self| {
            (0..3).all(|i| y.low[i] <= center(x, i) && center(x, i) <= y.high[i])
        };
        is_in(self, other) || is_in(other, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler::{Mesh, Pair};

    /// Models of one point each, far from their origins: without growth, every second box is too small.
    #[test]
    fn boxes_are_not_further_apart_than_the_pair_is() {
        let point = |p| Model::new(Mesh::new(vec![p], vec![[0; 3]]).expect("finite numbers"));
        for round in 0..20_000_u32 {
            let number = |k: u32| {
                f64::from((round * 31 + k).wrapping_mul(2_654_435_761)) / f64::from(1 << 31) - 1.0
            };
            let [near, far] = [0, 3].map(|k| 10f64.powf(number(k) * 4.0));
            let turn =
                |k: u32| Pose::rotation([1.0, number(k), number(k + 1)], 9.0 * number(k + 2));
            let a_pose = turn(6).then(&Pose::translation([number(9) * far; 3]));
            let b_pose = turn(12).then(&Pose::translation([number(15), far * number(16), 0.3]));
            let a = point([number(18) * near, number(19), number(20)]);
            let b = point([number(21), number(22) * far, number(23)]);
            let pair = Pair::new(&a, &b).at(Pose::relative(&a_pose, &b_pose));
            let distance = pair.distance().expect("both have a point").distance;
            let (a, b) = (Bounds::of(&a, &a_pose, 0.0), Bounds::of(&b, &b_pose, 0.0));
            assert!(a.distance(&b) <= reach_of(distance), "round {round}");
            assert!(a.meets(&b, reach_of(distance)));
            // A box that is grown by the distance meets the other.
            let grown = Bounds::of(pair.a(), &a_pose, distance);
            assert!(grown.meets(&b, 0.0), "round {round}");
        }
    }
}
