//! The search for points of B that are deeper in an open A than the one that touches.

use feeler::inside::vector::{length, sub};
use feeler_field::{Probe, Solid};

/// A search for points deeper than a level. The signed distance jumps where A is open, so triangles
/// are divided until they are small.
pub(super) struct DeeperSearch<'a> {
    pub(super) solid: &'a Solid,
    /// The level, negative. Deeper points have a lower signed distance.
    pub(super) lowest: f64,
    /// The radius of the smallest triangles that are divided.
    pub(super) finest: f64,
}

impl DeeperSearch<'_> {
    /// Whether a point of a triangle is found that is deeper.
    pub(super) fn finds(&self, corners: [[f64; 3]; 3], probe: &mut Probe) -> bool {
        let [a, b, c] = corners;
        let middle = [0, 1, 2].map(|i| (a[i] + b[i] + c[i]) / 3.0);
        let radius = corners.iter().map(|&p| length(sub(p, middle))).fold(0.0, f64::max);
        // Outside of the box around A nothing is inside: a sheet covers less than half of the view.
        let [low, high] = self.solid.bounds();
        if (0..3).any(|i| middle[i] + radius < low[i] || middle[i] - radius > high[i]) {
            return false;
        }
        let signed = self.solid.nearest(middle, probe).signed_distance;
        if signed < self.lowest {
            return true;
        }
        // On whichever side of A, no point of the triangle is further from A than this; and without a
        // jump of the sign, the distance changes by no more than the way.
        let is_near = signed.abs() + radius <= -self.lowest;
        let is_smooth = signed - radius >= self.lowest && self.solid.keeps_side(radius, probe);
        if is_near || is_smooth || radius < self.finest {
            return false;
        }
        let half = |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|i| f64::midpoint(p[i], q[i]));
        let [ab, bc, ca] = [half(a, b), half(b, c), half(c, a)];
        [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            .into_iter()
            .any(|part| self.finds(part, probe))
    }
}
