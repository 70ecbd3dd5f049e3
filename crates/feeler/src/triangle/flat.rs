//! The intersection test for triangles in one plane, and for triangles without area.

use super::Triangle;
use super::orient::{Plane, Stages, orient2d};

/// A point in space.
type Point = [f64; 3];

/// Whether two triangles meet. Their boxes must meet, and at least one triangle must lie in the
/// plane of the other or have no area.
///
/// Triangles without area are reduced to segments. If the points do not all lie in one plane,
/// either a segment crosses the other triangle's plane, or the triangles are apart. In one plane
/// they are apart if the line through an edge of either separates them.
#[cold]
pub(super) fn meet(a: &Triangle, b: &Triangle, stages: &mut Stages) -> bool {
    let (a, b) = (Extremes::new(a, stages), Extremes::new(b, stages));
    let across = match (&a, &b) {
        (Extremes::Triangle(t), Extremes::Segment([p, q]))
        | (Extremes::Segment([p, q]), Extremes::Triangle(t)) => pierces(p, q, t, stages),
        (Extremes::Segment([p, q]), Extremes::Segment([r, s])) => {
            (Plane::new(p, q, r).side(s, stages) != 0).then_some(false)
        }
        (Extremes::Triangle(_), Extremes::Triangle(_)) => None,
    };
    across.unwrap_or_else(|| meet_in_plane(a.points(), b.points(), stages))
}

/// The extreme points of a triangle. A single point is a segment with equal ends.
enum Extremes {
    Segment([Point; 2]),
    Triangle(Triangle),
}

impl Extremes {
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

/// Whether a segment meets a triangle; `None` if the segment lies in the triangle's plane.
fn pierces(p: &Point, q: &Point, triangle: &Triangle, stages: &mut Stages) -> Option<bool> {
    let plane = Plane::of(triangle);
    let ends = [plane.side(p, stages), plane.side(q, stages)];
    if ends == [0, 0] {
        return None;
    }
    if ends[0] * ends[1] > 0 {
        return Some(false);
    }
    // The segment meets the triangle if its line passes all three edges on the same side, or
    // touches them.
    let [a, b, c] = triangle;
    let turns = [[a, b], [b, c], [c, a]].map(|[a, b]| Plane::new(p, q, a).side(b, stages));
    Some(turns.iter().all(|&s| s >= 0) || turns.iter().all(|&s| s <= 0))
}

/// Whether two sets of points meet. All points must lie in one plane, in boxes that meet.
fn meet_in_plane(a: &[Point], b: &[Point], stages: &mut Stages) -> bool {
    // Leaving out a coordinate loses nothing if three of the points still make a triangle.
    let upright = |axis: &usize, stages: &mut Stages| {
        [(a, b), (b, a)].into_iter().any(|(these, others)| match these {
            [p, q, r] => orient2d(p, q, r, *axis, stages) != 0,
            [p, q, ..] => others.iter().any(|r| orient2d(p, q, r, *axis, stages) != 0),
            _ => false,
        })
    };
    match (0..3).find(|axis| upright(axis, stages)) {
        Some(axis) => !edge_separates(a, b, axis, stages) && !edge_separates(b, a, axis, stages),
        // All points are on one line. Each coordinate is constant along it or ordered, so they meet
        // because their boxes do.
        None => true,
    }
}

/// Whether all other points lie strictly outside of the line through an edge.
fn edge_separates(these: &[Point], others: &[Point], axis: usize, stages: &mut Stages) -> bool {
    let edges: &[[usize; 3]] =
        if these.len() == 3 { &[[0, 1, 2], [1, 2, 0], [2, 0, 1]] } else { &[[0, 1, 0]] };
    edges.iter().any(|&[i, j, k]| {
        let mut side = |p: &Point| orient2d(&these[i], &these[j], p, axis, stages);
        // The side is zero for a segment, which has no inside.
        let inside = side(&these[k]);
        let outside = side(&others[0]);
        outside != 0 && outside != inside && others[1..].iter().all(|p| side(p) == outside)
    })
}
