//! The way of a moving triangle until it meets another triangle.
//!
//! An exact test tells whether they meet at all ([`meets_ahead`]), and planes between them tell how far
//! the triangle can move at least ([`least_way`]), which is nearly always all of its way. From there
//! their two nearest points propose a direction, and projection proves how wide the gap along it is. The
//! triangle may move on by that much, and from there the next direction is computed. This is ray casting
//! by GJK (van den Bergen 2004), but with the distance of two triangles instead of simplices, which is
//! right in every degenerate case.

use super::ahead::meets_ahead;
use super::barrier::{PRODUCT_ROUNDING, least_way};
use super::orient::Stages;
use super::{Triangle, TriangleDistance, distance_counted};
use crate::geometry::vector::{add_scaled, dot, sub};

/// The largest number of rounds. Every round leads to another pair of features; more than a few
/// rounds are rare.
const MAX_ROUNDS: usize = 64;

/// The direction in which a triangle moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heading {
    /// The direction as given, not zero.
    pub(crate) exact: [f64; 3],
    /// The direction of length one.
    pub(crate) unit: [f64; 3],
}

/// How far B moves until it meets A; `None` if it does not, or if that is further than `until`.
///
/// Triangles that touch at the start, and never after it, do not meet. Whether triangles meet is exact. The motion
/// stops before they touch, as close as rounding allows, and never after: within twice `near`. The
/// caller passes some roundings of the largest coordinate on the way as `near`.
pub(crate) fn sweep(
    a: &Triangle,
    b: &Triangle,
    heading: Heading,
    [near, until]: [f64; 2],
    stages: &mut Stages,
) -> Option<f64> {
    let mut travel = least_way(a, b, heading.unit, [near, until]);
    if travel > until || !meets_ahead(a, b, heading.exact) {
        return None;
    }
    for _ in 0..MAX_ROUNDS {
        let moved = b.map(|p| add_scaled(p, travel, heading.unit));
        let nearest = distance_counted(a, &moved, stages);
        if nearest.distance <= 2.0 * near {
            return Some(travel);
        }
        let advance = advance(a, &moved, &nearest, heading.unit, near);
        // If a step is rounded to no step at all, the triangles are as near as they can get.
        if travel + advance == travel {
            break;
        }
        travel += advance;
        if travel > until {
            return None;
        }
    }
    Some(travel)
}

/// How far B can move without coming nearer than `near`.
fn advance(
    a: &Triangle,
    b: &Triangle,
    nearest: &TriangleDistance,
    direction: [f64; 3],
    near: f64,
) -> f64 {
    // No point moves faster than the triangle.
    let anyway = nearest.distance - near;
    let between = sub(nearest.on_b, nearest.on_a);
    let length = dot(between, between).sqrt();
    if !length.is_normal() {
        return anyway;
    }
    let normal = between.map(|x| x / length);
    let along = |t: &Triangle| t.map(|p| dot(normal, p));
    let [p, q, r] = along(a);
    let [u, v, w] = along(b);
    let gap = u.min(v).min(w) - p.max(q).max(r) - near;
    let closing = -dot(normal, direction);
    if gap > 0.0 && closing > PRODUCT_ROUNDING {
        (gap / (closing + PRODUCT_ROUNDING)).max(anyway)
    } else {
        anyway
    }
}
