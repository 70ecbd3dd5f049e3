//! When a moving triangle meets another.
//!
//! Two nearest points propose a direction, projection proves how wide the gap along it is, and by that much the triangle may go on;
//! from there is another direction. This is ray casting by GJK (van den Bergen, *Ray Casting against General Convex Objects*, 2004)
//! with the distance of two triangles, right in every degenerate case, in the place of simplices.

use super::orient::Stages;
use super::{Triangle, TriangleDistance, distance_counted};
use crate::geometry::vector::{add_scaled, dot, sub};

/// Every round leads to another pair of features; more than a few are rare.
const ROUNDS: usize = 64;

/// How far B goes in a direction, of length one, until it meets A; none where that is further than a limit.
///
/// It stops before they touch, as near as rounding allows to tell, and never behind: within twice `near`, which is to be some roundings of
/// the largest coordinate on the way. Triangles that touch to begin with do not move.
pub(crate) fn sweep(
    a: &Triangle,
    b: &Triangle,
    direction: [f64; 3],
    [near, until]: [f64; 2],
    stages: &mut Stages,
) -> Option<f64> {
    let mut travel = 0.0;
    let mut moved = *b;
    for _ in 0..ROUNDS {
        let nearest = distance_counted(a, &moved, stages);
        if nearest.distance <= 2.0 * near {
            return Some(travel);
        }
        let advance = advance(a, &moved, &nearest, direction, near)?;
        travel += advance;
        // What is rounded to no step at all is as near as it gets.
        if travel > until || travel + advance == travel {
            break;
        }
        moved = b.map(|p| add_scaled(p, travel, direction));
    }
    (travel <= until).then_some(travel)
}

/// How far B can go without coming nearer than `near`; none where it never does.
fn advance(
    a: &Triangle,
    b: &Triangle,
    nearest: &TriangleDistance,
    direction: [f64; 3],
    near: f64,
) -> Option<f64> {
    // No point is faster than the triangle.
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
    } else if closing <= ROUNDING {
        None
    } else {
        Some((gap / (closing + ROUNDING)).max(anyway))
    }
}

/// What the product of two directions of length one is off by, at most.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
