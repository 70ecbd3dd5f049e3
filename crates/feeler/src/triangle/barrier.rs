//! Planes between two triangles, which stop the one that moves.
//!
//! As long as a plane separates two triangles, they do not meet. The plane that holds them apart for
//! longest is, except for flat and degenerate triangles, one of the faces of their Minkowski difference:
//! parallel to a face of either triangle, or to an edge of each. Where the difference is flat, its border
//! counts too, which is parallel to one edge; and two corners are held apart by a plane across the
//! motion. These are the 18 planes that are tried. Any plane that separates proves something, so rounding
//! of a normal only loses time.

use super::Triangle;
use crate::geometry::vector::{add_scaled, by_axis, cross, dot, largest, length, sub};

/// A plane that b approaches from its front.
#[derive(Clone, Copy, Debug)]
struct Barrier {
    /// The normal of length one, against the motion of b.
    normal: [f64; 3],
    /// The share of the motion that goes along the normal, backwards; not negative.
    closing: f64,
    /// How far b is in front of a, along the normal.
    gap: f64,
    /// How far a is in front of b.
    behind: f64,
}

/// What a barrier is parallel to, the best known first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Face,
    TwoEdges,
    Edge,
    Across,
}

/// The largest error of the product of two directions of length one.
pub(super) const PRODUCT_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// A lower bound of the way that b moves in a direction of length one until it is as near as `near`:
/// infinite if it never is. A way that is longer than `until` may not be computed to its end.
pub(super) fn least_way(
    a: &Triangle,
    b: &Triangle,
    direction: [f64; 3],
    [near, until]: [f64; 2],
) -> f64 {
    let mut least = 0.0_f64;
    for_each(a, b, direction, |_, Barrier { closing, gap, behind, .. }| {
        if gap > near {
            least = least.max((gap - near) / (closing + PRODUCT_ROUNDING));
        } else if behind > near && closing > PRODUCT_ROUNDING {
            least = f64::INFINITY;
        }
        least <= until
    });
    least
}

/// A barrier that b slides along rather than meets, if less of its motion goes along the normal.
const SLIDING: f64 = 1e-6;

/// The normal of the plane at which b is stopped by a, of length one and towards b; `None` if no plane
/// separates the triangles by more than `-near`.
///
/// Of several planes, those that b only slides along come last, and faces before edges; of one kind, the plane
/// that b meets most straight counts.
pub(crate) fn stopping_normal(
    a: &Triangle,
    b: &Triangle,
    direction: [f64; 3],
    near: f64,
) -> Option<[f64; 3]> {
    let mut best: Option<((bool, Kind), Barrier)> = None;
    for_each(a, b, direction, |kind, barrier| {
        if barrier.gap < -near {
            return true;
        }
        let order = (barrier.closing < SLIDING, kind);
        let better = |(known, than): &((bool, Kind), Barrier)| {
            order < *known || (order == *known && barrier.closing > than.closing)
        };
        if best.as_ref().is_none_or(better) {
            best = Some((order, barrier));
        }
        true
    });
    best.map(|(_, barrier)| barrier.normal)
}

/// Visits the barriers, as long as the visitor wants more.
fn for_each(
    a: &Triangle,
    b: &Triangle,
    direction: [f64; 3],
    mut visit: impl FnMut(Kind, Barrier) -> bool,
) {
    let (of_a, of_b) = (edges(a), edges(b));
    let mut visit = |kind, normal| barrier(a, b, direction, normal).is_none_or(|b| visit(kind, b));
    let faces = [&of_a, &of_b].map(|e| cross(e[0], e[1]));
    if !faces.into_iter().all(|normal| visit(Kind::Face, normal)) {
        return;
    }
    for along_a in of_a {
        for along_b in of_b {
            if !visit(Kind::TwoEdges, cross(along_a, along_b)) {
                return;
            }
        }
    }
    for along in of_a.into_iter().chain(of_b) {
        let share = dot(direction, along) / dot(along, along);
        if share.is_finite() && !visit(Kind::Edge, add_scaled(direction, -share, along)) {
            return;
        }
    }
    visit(Kind::Across, direction);
}

/// The barrier with a normal that is not yet of length one, nor in the right direction.
#[inline]
fn barrier(a: &Triangle, b: &Triangle, direction: [f64; 3], normal: [f64; 3]) -> Option<Barrier> {
    let size = length(normal);
    if !size.is_normal() {
        return None;
    }
    let along = dot(normal, direction);
    let scale = if along > 0.0 { -1.0 / size } else { 1.0 / size };
    let normal = normal.map(|x| x * scale);
    let range = |t: &Triangle| {
        let [p, q, r] = t.map(|p| dot(normal, p));
        [p.min(q).min(r), p.max(q).max(r)]
    };
    let ([low_a, high_a], [low_b, high_b]) = (range(a), range(b));
    Some(Barrier {
        normal,
        closing: (along * scale).abs(),
        gap: low_b - high_a,
        behind: low_a - high_b,
    })
}

/// The edges of a triangle, scaled if their products could over- or underflow.
#[inline]
fn edges(t: &Triangle) -> [[f64; 3]; 3] {
    by_axis(|i| {
        let edge = sub(t[(i + 1) % 3], t[i]);
        let size = largest(edge);
        if size == 0.0 || (1e-60..1e60).contains(&size) { edge } else { edge.map(|x| x / size) }
    })
}
