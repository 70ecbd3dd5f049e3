//! The winding number: how often a mesh winds around a point.
//!
//! The generalised winding number (Jacobson et al. 2013) is the sum of the solid angles of all
//! triangles, divided by 4π: 1 inside a closed surface, 0 outside, and a value in between near the
//! holes of an open surface. From a distance, a group of triangles acts like a dipole (Barill et
//! al. 2018). Here each dipole has a bound of its error, and groups are opened until the question is
//! decided, so the answer is that of the direct sum.

use feeler::inside::vector::{add_scaled, cross, dot, length, sub};
use std::f64::consts::PI;

/// A tree of groups of triangles, each with its dipole.
#[derive(Clone, Debug)]
pub(crate) struct Winding {
    nodes: Vec<DipoleNode>,
    /// The triangles, those of a leaf next to each other; centred and scaled to about one, so that
    /// no product overflows.
    triangles: Vec<[[f64; 3]; 3]>,
    center: [f64; 3],
    per_unit: f64,
}

/// The most triangles in a leaf.
const LEAF_SIZE: usize = 8;

#[derive(Clone, Copy, Debug)]
struct DipoleNode {
    /// The centroid of the area.
    center: [f64; 3],
    /// The radius of a sphere around the center that contains all triangles.
    radius: f64,
    /// The sum of the area vectors: the dipole.
    dipole: [f64; 3],
    /// The symmetric part of the sum of (centroid - center) area-vectorᵀ: xx, yy, zz, xy, xz, yz.
    moment: [f64; 6],
    /// An upper bound of the integral of the squared distance from the center over the area.
    spread: f64,
    first: u32,
    /// The number of triangles of a leaf; 0 for an inner node, whose children are `first` and
    /// `first + 1`.
    count: u32,
}

/// The nodes that a query has still to visit; kept for the next query.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeStack(Vec<u32>);

impl Winding {
    pub(crate) fn new(triangles: Vec<[[f64; 3]; 3]>, [low, high]: [[f64; 3]; 2]) -> Self {
        let center = [0, 1, 2].map(|i| 0.5 * low[i] + 0.5 * high[i]);
        let half = (0..3).fold(0.0, |m: f64, i| m.max(high[i] - center[i]));
        let mut winding = Self { nodes: Vec::new(), triangles, center, per_unit: 1.0 / half };
        for index in 0..winding.triangles.len() {
            winding.triangles[index] = winding.triangles[index].map(|p| winding.local(p));
        }
        winding.nodes.push(DipoleNode::of(&winding.triangles));
        winding.split(0, 0..winding.triangles.len());
        winding
    }

    fn local(&self, p: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|i| (p[i] - self.center[i]) * self.per_unit)
    }

    /// Splits the triangles at the median of the longest axis, recursively.
    fn split(&mut self, node: usize, range: std::ops::Range<usize>) {
        if range.len() <= LEAF_SIZE {
            self.nodes[node].first = range.start as u32;
            self.nodes[node].count = range.len() as u32;
            return;
        }
        let middle = |t: &[[f64; 3]; 3], i: usize| t[0][i] + t[1][i] + t[2][i];
        let part = &mut self.triangles[range.clone()];
        let extent = |i: usize| {
            let each = part.iter().map(|t| middle(t, i));
            let (low, high) = each.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
            high - low
        };
        let axis = (0..3).max_by(|&i, &j| extent(i).total_cmp(&extent(j))).expect("three axes");
        let half = range.len() / 2;
        part.select_nth_unstable_by(half, |p, q| middle(p, axis).total_cmp(&middle(q, axis)));
        let first = self.nodes.len();
        self.nodes[node].first = first as u32;
        let cut = range.start + half;
        self.nodes.push(DipoleNode::of(&self.triangles[range.start..cut]));
        self.nodes.push(DipoleNode::of(&self.triangles[cut..range.end]));
        self.split(first, range.start..cut);
        self.split(first + 1, cut..range.end);
    }

    /// The winding number as the sum of all triangles, one by one.
    pub(crate) fn exact(&self, point: [f64; 3]) -> f64 {
        let point = self.local(point);
        self.triangles.iter().map(|t| solid_angle(t, point)).sum::<f64>() / (4.0 * PI)
    }

    /// The winding number and a bound of its error, precise enough for `is_enough`, which is called
    /// with both.
    ///
    /// Groups with an error above a share of the total are opened; if the result is not precise
    /// enough, groups with an error above an eighth of that share, and so on. A heap that opens the
    /// worst group first visits fewer groups, but takes twice the time.
    pub(crate) fn estimate(
        &self,
        point: [f64; 3],
        stack: &mut NodeStack,
        is_enough: impl Fn(f64, f64) -> bool,
    ) -> (f64, f64) {
        let point = self.local(point);
        let mut allowed = 1.0 / 128.0;
        loop {
            let (value, error) = self.sum(point, allowed, stack);
            if error == 0.0 || is_enough(value, error) {
                return (value, error);
            }
            allowed = if allowed > 1e-12 { allowed / 8.0 } else { 0.0 };
        }
    }

    /// The winding number and a bound of its error, with the error of each group at most `allowed`.
    fn sum(&self, point: [f64; 3], allowed: f64, NodeStack(stack): &mut NodeStack) -> (f64, f64) {
        let (mut value, mut error) = (0.0, 0.0);
        stack.clear();
        stack.push(0);
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index as usize];
            let (seen, off) = node.seen_from(point);
            if off <= allowed {
                value += seen;
                error += off;
            } else if node.count > 0 {
                let range = node.first as usize..(node.first + node.count) as usize;
                let sum: f64 = self.triangles[range].iter().map(|t| solid_angle(t, point)).sum();
                value += sum / (4.0 * PI);
            } else {
                stack.extend([node.first, node.first + 1]);
            }
        }
        (value, error)
    }
}

impl DipoleNode {
    fn of(triangles: &[[[f64; 3]; 3]]) -> Self {
        let centroid = |t: &[[f64; 3]; 3]| [0, 1, 2].map(|i| (t[0][i] + t[1][i] + t[2][i]) / 3.0);
        let vector = |t: &[[f64; 3]; 3]| cross(sub(t[1], t[0]), sub(t[2], t[0])).map(|x| 0.5 * x);
        let (mut center, mut area) = ([0.0; 3], 0.0);
        for t in triangles {
            let a = length(vector(t));
            center = add_scaled(center, a, centroid(t));
            area += a;
        }
        center = match area > 0.0 {
            true => center.map(|x| x / area),
            false => triangles[0][0],
        };
        let (mut radius, mut dipole, mut moment, mut spread): (f64, _, _, _) =
            (0.0, [0.0; 3], [0.0; 6], 0.0);
        for t in triangles {
            let (a, d) = (vector(t), sub(centroid(t), center));
            let reach = t.iter().fold(0.0, |m: f64, &p| m.max(length(sub(p, center))));
            radius = radius.max(reach);
            dipole = add_scaled(dipole, 1.0, a);
            for i in 0..3 {
                moment[i] += d[i] * a[i];
            }
            for (slot, (i, j)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
                moment[3 + slot] += 0.5 * (d[i] * a[j] + d[j] * a[i]);
            }
            spread += length(a) * reach * reach;
        }
        Self { center, radius, dipole, moment, spread, first: 0, count: 0 }
    }

    /// The contribution of the triangles to the winding number, and a bound of its error.
    ///
    /// The field of a dipole is G(y) = y/|y|³ = -∇(1/|y|). Taylor's expansion at the center to the
    /// first order leaves a remainder of half the second derivative of G, and the k-th derivative
    /// of 1/|y| is at most k!/|y|^(k+1) in every direction, because it is a multiple of a Legendre
    /// polynomial: 3 δ²/(|y| - radius)⁴ for a point at distance δ from the center.
    #[inline]
    fn seen_from(&self, point: [f64; 3]) -> (f64, f64) {
        let y = sub(self.center, point);
        let squared = dot(y, y);
        let distance = squared.sqrt();
        let gap = distance - self.radius;
        if gap <= 0.0 {
            return (0.0, f64::INFINITY);
        }
        let cubed = 1.0 / (squared * distance);
        let [xx, yy, zz, xy, xz, yz] = self.moment;
        let form = xx * y[0] * y[0]
            + yy * y[1] * y[1]
            + zz * y[2] * y[2]
            + 2.0 * (xy * y[0] * y[1] + xz * y[0] * y[2] + yz * y[1] * y[2]);
        let value = (dot(self.dipole, y) + (xx + yy + zz) - 3.0 * form / squared) * cubed;
        let gap = gap * gap;
        (value / (4.0 * PI), 3.0 * self.spread / (gap * gap) / (4.0 * PI))
    }
}

/// The solid angle of a triangle, positive if it is seen from behind (van Oosterom and Strackee
/// 1983).
fn solid_angle(triangle: &[[f64; 3]; 3], point: [f64; 3]) -> f64 {
    let [a, b, c] = triangle.map(|p| sub(p, point));
    let (la, lb, lc) = (length(a), length(b), length(c));
    let volume = dot(a, cross(b, c));
    let form = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    // The solid angle of a point in the plane of the triangle is zero: atan2(0, negative) would be
    // π for a point on the triangle.
    if volume == 0.0 { 0.0 } else { 2.0 * volume.atan2(form) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler_scenes::{Random, Shape};

    /// The exact sum of all triangles is within the error bound of the dipoles, for every requested
    /// precision.
    #[test]
    fn dipoles_keep_their_bound() {
        let mut random = Random::new(3);
        let mut stack = NodeStack::default();
        for shape in [Shape::Knot, Shape::Terrain, Shape::Gear] {
            let mesh = shape.mesh(3000);
            let triangles = (0..mesh.triangles().len() as u32).map(|t| mesh.triangle(t)).collect();
            let winding = Winding::new(triangles, mesh.bounds().unwrap());
            for _ in 0..300 {
                let point = [(); 3].map(|()| random.between(-1.3, 1.3));
                let exact = winding.exact(point);
                for tolerance in [0.3, 0.01, 1e-5, 0.0] {
                    let (value, bound) =
                        winding.estimate(point, &mut stack, |_, error| error <= tolerance);
                    assert!(bound <= tolerance);
                    assert!(
                        (value - exact).abs() <= bound + 1e-9,
                        "{shape:?} {point:?}: {value} is not {exact} within {bound}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_octant_is_an_eighth() {
        let far = 1e6;
        let octant = [[far, 0.0, 0.0], [0.0, far, 0.0], [0.0, 0.0, far]];
        assert!((solid_angle(&octant, [0.0; 3]) / (4.0 * PI) - 0.125).abs() < 1e-12);
        let turned = [octant[0], octant[2], octant[1]];
        assert_eq!(solid_angle(&turned, [0.0; 3]), -solid_angle(&octant, [0.0; 3]));
    }
}
