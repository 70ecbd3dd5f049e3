//! The way of a moving triangle until it meets another triangle.
//!
//! The two nearest points propose a direction, and projection proves how wide the gap along it is.
//! The triangle may move on by that much, and from there the next direction is computed. This is
//! ray casting by GJK (van den Bergen 2004), but with the distance of two triangles instead of
//! simplices, which is right in every degenerate case.

use super::orient::Stages;
use super::{Triangle, TriangleDistance, distance_counted};
use crate::geometry::vector::{add_scaled, dot, sub};

/// The largest number of rounds. Every round leads to another pair of features; more than a few
/// rounds are rare.
const MAX_ROUNDS: usize = 64;

/// How far B moves in a direction of length one until it meets A; `None` if that is further than
/// `until`.
///
/// The motion stops before the triangles touch, as close as rounding allows, and never after:
/// within twice `near`. The caller passes some roundings of the largest coordinate on the way as
/// `near`. Triangles that touch at the start do not move.
pub(crate) fn sweep(
    a: &Triangle,
    b: &Triangle,
    direction: [f64; 3],
    [near, until]: [f64; 2],
    stages: &mut Stages,
) -> Option<f64> {
    let mut travel = 0.0;
    let mut moved = *b;
    for _ in 0..MAX_ROUNDS {
        let nearest = distance_counted(a, &moved, stages);
        if nearest.distance <= 2.0 * near {
            return Some(travel);
        }
        let advance = advance(a, &moved, &nearest, direction, near)?;
        travel += advance;
        // If a step is rounded to no step at all, the triangles are as near as they can get.
        if travel > until || travel + advance == travel {
            break;
        }
        moved = b.map(|p| add_scaled(p, travel, direction));
    }
    (travel <= until).then_some(travel)
}

/// How far B can move without coming nearer than `near`; `None` if it never comes that near.
fn advance(
    a: &Triangle,
    b: &Triangle,
    nearest: &TriangleDistance,
    direction: [f64; 3],
    near: f64,
) -> Option<f64> {
    // No point moves faster than the triangle.
    let anyway = nearest.distance - near;
    let between = sub(nearest.on_b, nearest.on_a);
    let length = dot(between, between).sqrt();
    if !length.is_normal() {
        return Some(anyway);
    }
    let normal = between.map(|x| x / length);
    let along = |t: &Triangle| t.map(|p| dot(normal, p));
    let [p, q, r] = along(a);
    let [u, v, w] = along(b);
    let gap = u.min(v).min(w) - p.max(q).max(r) - near;
    let closing = -dot(normal, direction);
    if gap <= 0.0 {
        Some(anyway)
    } else if closing <= PRODUCT_ROUNDING {
        None
    } else {
        Some((gap / (closing + PRODUCT_ROUNDING)).max(anyway))
    }
}

/// The largest error of the product of two directions of length one.
const PRODUCT_ROUNDING: f64 = 8.0 * f64::EPSILON;
