//! The depth of two convex point sets: where the surface of their Minkowski difference is nearest.
//!
//! B at translation t meets A as long as t is in `C = A - B`. Every direction n gives an upper
//! bound, the height `h(n)` of the plane that C has behind it: B moved by h(n) n is beyond it. Every polytope
//! inside of C gives a lower bound, the height of its nearest face. The search lets the polytope
//! grow in front of this face until both meet (van den Bergen 2001). The polytope has exact signs,
//! so thin faces, parallel faces and points in a row do no harm.

use super::polytope::Polytope;
use super::support::Points;
use super::vectors::all_around;
use feeler::inside::vector::dot;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What is known of the depth of two convex hulls.
#[derive(Clone, Copy, Debug)]
pub(super) struct HullDepth {
    /// The direction of length one in which B leaves A soonest.
    pub(super) normal: [f64; 3],
    /// How far it moves until it only touches, up to rounding; not positive if the hulls are apart.
    pub(super) upper: f64,
    /// No translation shorter than this frees the hulls; not positive if they are apart.
    pub(super) lower: f64,
}

/// The largest number of faces that are made. Two equal balls of n triangles need about 4n.
const MOST_FACES: usize = 400_000;

/// The rounding of a height, for differences of points with coordinates up to two: two units for the
/// difference, six for the product with a normal, and as much again.
const HEIGHT_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The depth of the convex hulls of two point sets; `None` if the difference is flat.
///
/// The bounds may differ by a share of the upper one; with 0 they meet, up to rounding.
pub(super) fn hull_depth(a: &Points, b: &Points, gap: f64) -> Option<HullDepth> {
    let scale = 2_f64.powi(-(a.reach().max(b.reach()).log2().ceil().clamp(-1000.0, 1000.0) as i32));
    let support = |n: [f64; 3]| {
        let (p, q) = (a.farthest(n), b.farthest(n.map(|x| -x)));
        [0, 1, 2].map(|i| p[i] * scale - q[i] * scale)
    };
    let first: Vec<_> = all_around(20).map(support).collect();
    let mut polytope = Polytope::among(&first)?;
    let mut open = BinaryHeap::new();
    let mut measured = 0;
    let mut best = HullDepth { normal: [0.0; 3], upper: f64::INFINITY, lower: f64::INFINITY };
    loop {
        for face in measured..polytope.len() {
            let (normal, error) = polytope.normal(face);
            // Of the corners, which are in one plane, the nearest has the smallest error.
            let heights = polytope.triangle(face).map(|p| dot(normal, p));
            let height = heights[0].min(heights[1]).min(heights[2]);
            open.push(OpenFace { height: height - 4.0 * error - HEIGHT_ROUNDING, normal, face });
        }
        measured = polytope.len();
        let Some(next) = open.pop() else { break };
        if !polytope.is_alive(next.face) {
            continue;
        }
        // Nothing that is still open can change the result.
        let enough = (1.0 - gap) * best.upper;
        let is_done = best.upper <= 0.0 || next.height >= best.lower.min(enough);
        if is_done || measured >= MOST_FACES {
            best.lower = best.lower.min(next.height);
            break;
        }
        let point = support(next.normal);
        let height = dot(next.normal, point);
        if height < best.upper {
            best = HullDepth { normal: next.normal, upper: height, ..best };
        }
        if height - next.height <= 8.0 * HEIGHT_ROUNDING || !polytope.add(point, next.face) {
            // The face lies on the surface of C, up to rounding.
            best.lower = best.lower.min(next.height);
        }
    }
    Some(HullDepth { upper: best.upper / scale, lower: best.lower.min(best.upper) / scale, ..best })
}

/// A face that waits, the lowest first.
struct OpenFace {
    height: f64,
    normal: [f64; 3],
    face: usize,
}

impl Ord for OpenFace {
    fn cmp(&self, other: &Self) -> Ordering {
        other.height.total_cmp(&self.height).then(other.face.cmp(&self.face))
    }
}

impl PartialOrd for OpenFace {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for OpenFace {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for OpenFace {}
