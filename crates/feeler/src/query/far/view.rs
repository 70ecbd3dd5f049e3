//! How triangles and boxes look along a direction.

use crate::Pose;
use crate::exact_box::ExactBox;
use crate::geometry::vector::{by_axis, cross, dot, largest, sub};
use crate::rounding::power_of_two;
use crate::triangle::Axis;
use crate::unit::Unit;

/// A triangle or a box as seen along a direction. Lengths count from the centre of its own mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct Silhouette {
    /// The length by which it reaches towards the other mesh.
    pub(super) reach: f64,
    /// The lower ends of its shadow across the direction, along two axes.
    pub(super) low: [f64; 2],
    /// The upper ends of its shadow.
    pub(super) high: [f64; 2],
}

/// A direction from A to B, and its frame.
///
/// Lengths count from the centres of the meshes, so that they are accurate for the size of the meshes,
/// whatever the distance of the meshes.
pub(super) struct View {
    /// The direction and two axes across it, all of length one.
    axes: [[f64; 3]; 3],
    centers: [[f64; 3]; 2],
    /// The vector from A's centre to B's, along the axes.
    pub(super) between: [f64; 3],
    /// The rounding of a reach or of a shadow: some ten operations on numbers up to the size of both meshes.
    pub(super) blur: f64,
}

/// The condition that a pair of triangles must meet to matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The least sum of both reaches.
    pub(super) reach: f64,
    /// The largest distance of both shadows.
    pub(super) aside: f64,
}

impl View {
    pub(super) fn new(units: [&Unit; 2], pose: &Pose, [from, to]: [[f64; 3]; 2]) -> Self {
        let centers = [units[0].center, pose.apply(units[1].center)];
        let sizes = units.map(|unit| unit.radius * power_of_two(unit.exponent));
        let towards = sub(to, from);
        let longest = largest(towards);
        let normal = unit_length(towards.map(|x| x / longest));
        // An axis across the direction, from the coordinate axis along which the direction is shortest.
        let smallest = (0..3).fold(0, |k, i| if normal[i].abs() < normal[k].abs() { i } else { k });
        let across = unit_length(cross(normal, by_axis(|i| (i == smallest) as u8 as f64)));
        let axes = [normal, across, cross(normal, across)];
        let between = sub(centers[1], centers[0]);
        let between = axes.map(|axis| dot(axis, between));
        Self { axes, centers, between, blur: power_of_two(-47) * (sizes[0] + sizes[1]) }
    }

    /// The silhouette of a triangle of A (side 0) or B (side 1), as posed.
    pub(super) fn triangle(&self, side: usize, corners: &[[f64; 3]; 3]) -> Silhouette {
        let local = corners.map(|p| sub(p, self.centers[side]));
        self.seen(side, |axis| {
            let [p, q, r] = local.map(|p| dot(axis, p));
            [p.min(q).min(r), p.max(q).max(r)]
        })
    }

    /// The silhouette of a box. A triangle in the box reaches no further and has no larger shadow.
    pub(super) fn bounds(&self, side: usize, bounds: &ExactBox) -> Silhouette {
        let (low, high) =
            (sub(bounds.low, self.centers[side]), sub(bounds.high, self.centers[side]));
        self.seen(side, |axis| {
            let mut ends = [0.0; 2];
            for i in 0..3 {
                let (x, y) = (axis[i] * low[i], axis[i] * high[i]);
                ends = [ends[0] + x.min(y), ends[1] + x.max(y)];
            }
            ends
        })
    }

    /// The silhouette of an object, given its extent along any axis.
    fn seen(&self, side: usize, along: impl Fn([f64; 3]) -> [f64; 2]) -> Silhouette {
        let [back, front] = along(self.axes[0]);
        let [u, v] = [along(self.axes[1]), along(self.axes[2])];
        let reach = if side == 0 { front } else { -back };
        Silhouette { reach, low: [u[0], v[0]], high: [u[1], v[1]] }
    }

    /// The distance of the shadows of an object of A and an object of B.
    pub(super) fn aside(&self, a: &Silhouette, b: &Silhouette) -> f64 {
        let gap = |i: usize| {
            let offset = self.between[i + 1];
            (b.low[i] + offset - a.high[i]).max(a.low[i] - (b.high[i] + offset)).max(0.0)
        };
        (gap(0) * gap(0) + gap(1) * gap(1)).sqrt()
    }

    /// An upper bound of how much nearer two objects are than the centres.
    pub(super) fn gain(&self, a: &Silhouette, b: &Silhouette) -> f64 {
        let aside = self.aside(a, b);
        a.reach + b.reach - 0.5 * aside * aside / self.between[0]
    }

    /// The condition for pairs that may be within a distance as measured, that is, rounded to nearest.
    /// No sum of reaches is larger than `most`.
    pub(super) fn within(&self, limit: f64, most: f64) -> Choice {
        let straight = self.between[0];
        let reach = if (1e-200..1e200).contains(&straight) && limit < 1e200 {
            let excess = Axis::along(self.axes[0]).beyond(self.centers, limit.next_up());
            excess - self.blur - power_of_two(-96) * straight
        } else {
            straight * (1.0 - 8.0 * f64::EPSILON) - limit * (1.0 + 8.0 * f64::EPSILON) - self.blur
        };
        // If the limit is so large that all pairs are within it, this is so large that the shadows do
        // not matter.
        let aside = ((most - reach).max(0.0) * (limit + straight.abs())).sqrt() * (1.0 + 1e-9);
        let blur = self.blur + 8.0 * f64::EPSILON * straight.abs();
        Choice { reach, aside: aside + blur }
    }

    /// The condition for pairs that may be as near as two given triangles. These are no further apart
    /// than any of their corners. No sum of reaches is larger than `most`.
    ///
    /// The difference of two distances is known more accurately than each distance: its error depends
    /// on the size of the meshes only.
    pub(super) fn as_near_as(&self, [a, b]: [&[[f64; 3]; 3]; 2], most: f64) -> Choice {
        let mut choice = Choice { reach: f64::NEG_INFINITY, aside: f64::INFINITY };
        for (p, q) in a.iter().flat_map(|p| b.iter().map(move |q| (p, q))) {
            let (p, q) = (sub(*p, self.centers[0]), sub(*q, self.centers[1]));
            let along = self.axes.map(|axis| dot(axis, q) - dot(axis, p));
            let [straight, x, y] = by_axis(|i| self.between[i] + along[i]);
            if straight <= 0.0 {
                continue;
            }
            let blur = self.blur + power_of_two(-98) * straight;
            let reach = -along[0] - (x * x + y * y) / (2.0 * straight) - blur;
            if reach > choice.reach {
                let across = (2.0 * straight * (most - reach).max(0.0)).sqrt() * (1.0 + 1e-9);
                let rounding = self.blur + 8.0 * f64::EPSILON * straight;
                choice = Choice { reach, aside: across + rounding };
            }
        }
        choice
    }
}

impl Choice {
    /// The condition that both conditions are met.
    pub(super) fn and(self, other: Self) -> Self {
        Self { reach: self.reach.max(other.reach), aside: self.aside.min(other.aside) }
    }
}

fn unit_length(v: [f64; 3]) -> [f64; 3] {
    let length = dot(v, v).sqrt();
    v.map(|x| x / length)
}
