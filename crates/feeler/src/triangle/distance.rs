//! The distance of two triangles, and their nearest points.
//!
//! Triangles that are apart are nearest at two edges, or at a corner and a face. These fifteen
//! pairs of features are measured in f64, and those pairs that can be the nearest are measured
//! again with 106 bits. So the only error that counts is the rounding of the result. If even this
//! many bits do not tell the gap from zero, exact integers do.
//!
//! - `local`: coordinates in which nothing over- or underflows;
//! - `nearest`: the search for the nearest features;
//! - `features`: the nearest points of two features, and why they are accurate for any input;
//! - `axis`: the gap along a direction, which rules out triangles without computing their distance;
//! - `gap`: the exact stage.
//!
//! The corners and the triangles are sorted first, so the result has the same bits for any order of
//! both.

mod axis;
mod features;
mod gap;
mod local;
mod nearest;

use super::intersect::{max, min};
use super::orient::Stages;
use super::{Triangle, intersects_counted};
use crate::exact_box::ExactBox;
pub(crate) use axis::Axis;
use local::LocalFrame;
use nearest::{common, nearest};

/// The distance of two triangles, with a point of each that is as near to the other triangle.
///
/// ```
/// use feeler::triangle::{TriangleDistance, distance};
/// let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
/// let above = [[1.0, 1.0, 2.0], [1.0, 1.0, 3.0], [5.0, 5.0, 3.0]];
/// let expected = TriangleDistance { distance: 2.0, on_a: [1.0, 1.0, 0.0], on_b: [1.0, 1.0, 2.0] };
/// assert_eq!(distance(&floor, &above), expected);
/// ```
///
/// The points are rounded to f64. So their own distance may differ from `distance`, which is more
/// accurate, and the points may be equal although `distance` is not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleDistance {
    /// Zero if and only if the triangles have a point in common.
    pub distance: f64,
    /// A point of the first triangle, rounded.
    pub on_a: [f64; 3],
    /// A point of the second triangle, rounded. If the distance is zero, it is the same as `on_a`.
    pub on_b: [f64; 3],
}

/// The distance of two closed triangles and their nearest points.
///
/// ```
/// use feeler::triangle::distance;
/// let floor = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let needle = [[0.1, 0.1, 0.0], [0.1, 0.1, 5.0], [0.1, 0.1, 5.0]];
/// assert_eq!(distance(&floor, &needle).distance, 0.0);
/// assert_eq!(distance(&floor, &needle.map(|[x, y, z]| [x, y, z + 1e-300])).distance, 1e-300);
/// ```
///
/// The distance is zero exactly if [`intersects`](super::intersects) is true. Otherwise it is
/// positive, and within few units in the last place of the largest coordinate. If many points are
/// equally near, one pair of them is chosen. Neither the order of the corners nor that of the
/// triangles changes a bit. All coordinates must be finite and at most
/// [`Mesh::LIMIT`](crate::Mesh::LIMIT) in size.
#[must_use]
pub fn distance(a: &Triangle, b: &Triangle) -> TriangleDistance {
    distance_counted(a, b, &mut Stages::default())
}

/// The [`distance`] of two triangles. Also counts which stages decided the signs that tell whether
/// it is zero.
///
/// ```
/// use feeler::triangle::{Stages, distance_counted};
/// let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let mut stages = Stages::default();
/// assert_eq!(distance_counted(&a, &a.map(|[x, y, z]| [x, y, z + 0.5]), &mut stages).distance, 0.5);
/// assert_eq!(stages, Stages::default()); // their boxes are apart
/// ```
pub fn distance_counted(a: &Triangle, b: &Triangle, stages: &mut Stages) -> TriangleDistance {
    distance_below_counted(a, b, f64::INFINITY, stages).expect("a distance is finite")
}

/// The [`distance`] if it is less than a bound; `None` if it is not.
///
/// ```
/// use feeler::triangle::{distance, distance_below};
/// let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let b = a.map(|[x, y, z]| [x, y, z + 0.5]);
/// assert_eq!(distance_below(&a, &b, 0.6), Some(distance(&a, &b)));
/// assert_eq!(distance_below(&a, &b, 0.5), None);
/// ```
///
/// This is for finding the nearest of many triangles. Triangles whose boxes are further apart than
/// the bound take a few nanoseconds, and other triangles that are not nearer take less time than
/// triangles that are. A result has the same bits as without a bound.
#[inline]
pub fn distance_below(a: &Triangle, b: &Triangle, bound: f64) -> Option<TriangleDistance> {
    distance_below_counted(a, b, bound, &mut Stages::default())
}

/// The same as [`distance_below`], with counts of the stages.
#[inline]
pub(crate) fn distance_below_counted(
    a: &Triangle,
    b: &Triangle,
    bound: f64,
    stages: &mut Stages,
) -> Option<TriangleDistance> {
    let least = ExactBox::of_triangle(a).distance(&ExactBox::of_triangle(b));
    if least >= bound {
        return None;
    }
    distance_between(a, b, [least, bound], stages)
}

/// The same as [`distance_below`], for triangles whose boxes are known to be apart. The range
/// begins at the distance of the boxes and ends at the bound.
///
/// The result is not below the distance of the boxes, which for small gaps is more accurate.
/// Searches rely on that: see [`ExactBox`].
pub(crate) fn distance_between(
    a: &Triangle,
    b: &Triangle,
    range: [f64; 2],
    stages: &mut Stages,
) -> Option<TriangleDistance> {
    // Both triangles are sorted, so that the result does not depend on the order.
    let (first, second) = (sorted(a), sorted(b));
    let nearest = if second < first {
        let TriangleDistance { distance, on_a, on_b } = of_sorted(&second, &first, range, stages)?;
        TriangleDistance { distance, on_a: on_b, on_b: on_a }
    } else {
        of_sorted(&first, &second, range, stages)?
    };
    let distance = max(nearest.distance, range[0]);
    Some(TriangleDistance { distance, ..nearest })
}

/// The distance of triangles that are [`sorted`]; the first must not come after the second.
fn of_sorted(
    a: &Triangle,
    b: &Triangle,
    [least, bound]: [f64; 2],
    stages: &mut Stages,
) -> Option<TriangleDistance> {
    let intersects = intersects_counted(a, b, stages);
    if intersects && bound <= 0.0 {
        return None;
    }
    let local = LocalFrame::new(a, b);
    if intersects {
        let point = local.point(common(&local.points(a), &local.points(b), local.rounding(a, b)));
        return Some(TriangleDistance { distance: 0.0, on_a: point, on_b: point });
    }
    let range = [local.shrunk(least), local.shrunk(bound)];
    let nearest = nearest(&local.points(a), &local.points(b), range)?;
    let length = nearest.squared.sqrt();
    let distance = if length < EXACT_BELOW { gap::gap(a, b) } else { local.grown(length) };
    // A distance that is rounded to zero is still not zero.
    let distance = max(distance, f64::from_bits(1));
    let (on_a, on_b) = (local.point(nearest.on_a), local.point(nearest.on_b));
    (distance < bound).then_some(TriangleDistance { distance, on_a, on_b })
}

/// `2^-64`, the limit of the exact stage: for shorter distances, the error of some `2^-100` is a
/// large part of the result; for longer ones it is not.
const EXACT_BELOW: f64 = f64::from_bits((1023 - 64) << 52);

/// The corners in lexicographic order, without negative zeros.
#[inline]
fn sorted(triangle: &Triangle) -> Triangle {
    let [p, q, r] =
        [positive_zeros(triangle[0]), positive_zeros(triangle[1]), positive_zeros(triangle[2])];
    let (p, q) = if q < p { (q, p) } else { (p, q) };
    let (q, r) = if r < q { (r, q) } else { (q, r) };
    let (p, q) = if q < p { (q, p) } else { (p, q) };
    [p, q, r]
}

#[inline]
fn positive_zeros(p: [f64; 3]) -> [f64; 3] {
    [p[0] + 0.0, p[1] + 0.0, p[2] + 0.0]
}
