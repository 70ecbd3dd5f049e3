//! Triangles in one plane, and those without area.

use super::Triangle;
use super::orient::{Plane, Stages, orient2d};

type Point = [f64; 3];

/// Whether two triangles meet whose boxes do, and of which at least one lies in the plane of the other or has no area.
///
/// Those without area are reduced to segments. If they do not all lie in one plane, a segment crosses the other's plane, or
/// they are apart. In one plane they are apart if the line through an edge of either separates them.
#[cold]
pub(super) fn meet(a: &Triangle, b: &Triangle, stages: &mut Stages) -> bool {
    let (a, b) = (Hull::new(a, stages), Hull::new(b, stages));
    let across = match (&a, &b) {
        (Hull::Triangle(t), Hull::Segment([p, q])) | (Hull::Segment([p, q]), Hull::Triangle(t)) => {
            pierces(p, q, t, stages)
        }
        (Hull::Segment([p, q]), Hull::Segment([r, s])) => {
            (Plane::new(p, q, r).side(s, stages) != 0).then_some(false)
        }
        (Hull::Triangle(_), Hull::Triangle(_)) => None,
    };
    across.unwrap_or_else(|| meet_in_plane(a.points(), b.points(), stages))
}

/// The extreme points of a triangle. For a single point, a segment with equal ends.
enum Hull {
    Segment([Point; 2]),
    Triangle(Triangle),
}

impl Hull {
    fn new(triangle: &Triangle, stages: &mut Stages) -> Self {
        let [a, b, c] = triangle;
        if (0..3).any(|axis| orient2d(a, b, c, axis, stages) != 0) {
            return Self::Triangle(*triangle);
        }
        // Lexicographic order is the order along a line.
        let mut corners = *triangle;
        corners.sort_by(|p, q| p.partial_cmp(q).expect("finite coordinates"));
        Self::Segment([corners[0], corners[2]])
    }

    fn points(&self) -> &[Point] {
        match self {
            Self::Segment(ends) => ends,
            Self::Triangle(corners) => corners,
        }
    }
}

/// Whether a segment meets a triangle, none where it lies in the triangle's plane.
fn pierces(p: &Point, q: &Point, triangle: &Triangle, stages: &mut Stages) -> Option<bool> {
    let plane = Plane::of(triangle);
    let ends = [plane.side(p, stages), plane.side(q, stages)];
    if ends == [0, 0] {
        return None;
    }
    if ends[0] * ends[1] > 0 {
        return Some(false);
    }
    // The line of the segment passes all three edges on the same side, or touches them.
    let [a, b, c] = triangle;
    let turns = [[a, b], [b, c], [c, a]].map(|[a, b]| Plane::new(p, q, a).side(b, stages));
    Some(turns.iter().all(|&s| s >= 0) || turns.iter().all(|&s| s <= 0))
}

/// For points that are known to lie in one plane, in boxes that meet.
fn meet_in_plane(a: &[Point], b: &[Point], stages: &mut Stages) -> bool {
    // Leaving out a coordinate loses nothing where three of the points still make a triangle.
    let upright = |axis: &usize, stages: &mut Stages| {
        [(a, b), (b, a)].into_iter().any(|(these, others)| match these {
            [p, q, r] => orient2d(p, q, r, *axis, stages) != 0,
            [p, q, ..] => others.iter().any(|r| orient2d(p, q, r, *axis, stages) != 0),
            _ => false,
        })
    };
    match (0..3).find(|axis| upright(axis, stages)) {
        Some(axis) => !edge_separates(a, b, axis, stages) && !edge_separates(b, a, axis, stages),
        // All on one line, where each coordinate is constant or in order along it: they meet because their boxes do.
        None => true,
    }
}

/// Whether all others lie strictly outside of the line through an edge.
fn edge_separates(these: &[Point], others: &[Point], axis: usize, stages: &mut Stages) -> bool {
    let edges: &[[usize; 3]] =
        if these.len() == 3 { &[[0, 1, 2], [1, 2, 0], [2, 0, 1]] } else { &[[0, 1, 0]] };
    edges.iter().any(|&[i, j, k]| {
        let mut side = |p: &Point| orient2d(&these[i], &these[j], p, axis, stages);
        // Zero for a segment, which has no inside.
        let inside = side(&these[k]);
        let outside = side(&others[0]);
        outside != 0 && outside != inside && others[1..].iter().all(|p| side(p) == outside)
    })
}
