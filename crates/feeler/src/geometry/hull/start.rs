//! The number of dimensions of a point set, and points that span it.

use super::plane::FacePlane;
use crate::geometry::vector::{cross, largest, sub};

/// Indices of affinely independent points, as many as the set has. They are chosen far apart if
/// possible, which makes the first faces large.
pub(super) enum StartSimplex {
    /// There are no points.
    Empty,
    /// All points are equal to this one.
    Point(u32),
    /// All points are between these two.
    Segment(u32, u32),
    /// All points are in the plane of these three.
    Flat([u32; 3]),
    /// A tetrahedron. The first three points are counter-clockwise as seen from outside of it.
    Solid([u32; 4]),
}

impl StartSimplex {
    pub(super) fn of(points: &[[f64; 3]]) -> Self {
        let Some(a) = first_largest(points, |p| -p[0]) else { return Self::Empty };
        let from_a = |p: [f64; 3]| sub(p, points[a]);
        let b = first_largest(points, |p| largest(from_a(p))).unwrap_or(a);
        if points[b] == points[a] {
            return Self::Point(a as u32);
        }
        let along = from_a(points[b]);
        let farthest = first_largest(points, |p| largest(cross(along, from_a(p)))).unwrap_or(a);
        // The farthest point by rounded arithmetic may still be collinear when another point is
        // not.
        let off_line = |&c: &usize| !collinear(points[a], points[b], points[c]);
        let Some(c) = Some(farthest).filter(off_line).or_else(|| (0..points.len()).find(off_line))
        else {
            return segment(points);
        };
        let corners = [points[a], points[b], points[c]];
        let plane = FacePlane::through(corners, reach(points));
        let d = first_largest(points, |p| plane.height(p, || corners).abs()).unwrap_or(a);
        let height = plane.height(points[d], || corners);
        let [a, b, c, d] = [a, b, c, d].map(|i| i as u32);
        if height == 0.0 {
            Self::Flat([a, b, c])
        } else if height < 0.0 {
            Self::Solid([a, b, c, d])
        } else {
            Self::Solid([a, c, b, d])
        }
    }
}

/// The largest difference of coordinates between two points, rounded up.
pub(super) fn reach(points: &[[f64; 3]]) -> f64 {
    let (mut low, mut high) = (points[0], points[0]);
    for p in points {
        for i in 0..3 {
            low[i] = low[i].min(p[i]);
            high[i] = high[i].max(p[i]);
        }
    }
    largest(sub(high, low)) * (1.0 + f64::EPSILON)
}

/// The index of the first point with the largest value.
fn first_largest(points: &[[f64; 3]], measure: impl Fn([f64; 3]) -> f64) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (index, &point) in points.iter().enumerate() {
        let value = measure(point);
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((index, value));
        }
    }
    best.map(|(index, _)| index)
}

/// The ends of a set of collinear points. Along a line, the lexicographic order is the order of the
/// line.
fn segment(points: &[[f64; 3]]) -> StartSimplex {
    let (mut low, mut high) = (0, 0);
    for (index, point) in points.iter().enumerate() {
        if *point < points[low] {
            low = index;
        }
        if *point > points[high] {
            high = index;
        }
    }
    StartSimplex::Segment(low as u32, high as u32)
}

/// Whether three points are collinear, exactly: they are if they are collinear in all three
/// coordinate projections.
fn collinear(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> bool {
    (0..3).all(|axis| super::flat::turn(axis, a, b, c) == 0.0)
}
