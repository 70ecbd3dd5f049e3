//! The set of points that two triangles have in common.

use super::Triangle;
use super::clip;

/// The points that two triangles share.
///
/// The kind is exact: a [`Section::Point`] is a single point, however close the triangles are
/// around it. The coordinates are rounded at the very end, so the ends of a tiny segment may be
/// equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Section {
    /// The triangles touch in one point.
    Point([f64; 3]),
    /// The triangles cross, or touch along a segment.
    Segment([[f64; 3]; 2]),
    /// The triangles overlap in one plane.
    Polygon(Polygon),
}

/// A convex polygon with three to six corners, in the order of the first triangle's corners.
///
/// ```
/// use feeler::triangle::{Section, intersection};
/// let up = [[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [3.0, 6.0, 0.0]];
/// let down = [[0.0, 4.0, 0.0], [6.0, 4.0, 0.0], [3.0, -2.0, 0.0]];
/// let Some(Section::Polygon(star)) = intersection(&up, &down) else { unreachable!() };
/// assert_eq!(star.corners().len(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polygon {
    corners: [[f64; 3]; 6],
    len: usize,
}

impl Polygon {
    /// The corners, without points in the middle of a side.
    pub fn corners(&self) -> &[[f64; 3]] {
        &self.corners[..self.len]
    }
}

/// The intersection of two closed triangles; `None` if they are apart.
///
/// ```
/// use feeler::triangle::{Section, intersection};
/// let floor = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let wall = [[0.25, -1.0, -1.0], [0.25, 1.0, -1.0], [0.25, 0.0, 1.0]];
/// assert_eq!(intersection(&floor, &wall), Some(Section::Segment([[0.25, 0.0, 0.0], [0.25, 0.5, 0.0]])));
/// ```
///
/// This is for display: it computes with big integers and takes microseconds to milliseconds.
/// [`intersects`](super::intersects) gives the same yes or no in nanoseconds.
#[must_use]
pub fn intersection(a: &Triangle, b: &Triangle) -> Option<Section> {
    Some(match clip::common(a, b)[..] {
        [] => return None,
        [p] => Section::Point(p),
        [p, q] => Section::Segment([p, q]),
        ref more => {
            let mut corners = [[0.0; 3]; 6];
            corners[..more.len()].copy_from_slice(more);
            Section::Polygon(Polygon { corners, len: more.len() })
        }
    })
}
