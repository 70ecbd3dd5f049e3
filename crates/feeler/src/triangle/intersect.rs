//! The test whether two triangles meet.

use super::Sign;
use super::orient::{Plane, Stages};
use super::{Triangle, flat};

/// Whether two closed triangles have a point in common, exactly.
///
/// ```
/// use feeler::triangle::intersects;
/// let floor = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let needle = [[0.1, 0.1, 0.0], [0.1, 0.1, 5.0], [0.1, 0.1, 5.0]];
/// assert!(intersects(&floor, &needle));
/// assert!(!intersects(&floor, &needle.map(|[x, y, z]| [x, y, z + 1e-300])));
/// ```
///
/// Touching counts, and a triangle without area is the segment or point that it covers. Neither the
/// order of the corners nor that of the triangles matters. All coordinates must be finite and at
/// most [`Mesh::LIMIT`](crate::Mesh::LIMIT) in size.
#[inline]
#[must_use]
pub fn intersects(a: &Triangle, b: &Triangle) -> bool {
    intersects_counted(a, b, &mut Stages::default())
}

/// The same as [`intersects`]. Also counts which stages decided the signs.
///
/// The method is that of Devillers and Guigue 2002: the triangles cut the line common to their
/// planes in two intervals, and the ends of these intervals are compared by orientations alone.
#[inline]
pub fn intersects_counted(a: &Triangle, b: &Triangle, stages: &mut Stages) -> bool {
    if boxes_apart(a, b) {
        return false;
    }
    // Copies of a mesh and parts made to fit each other have corners in common, and the signs of
    // flat triangles take longest.
    if a.iter().any(|corner| b.contains(corner)) {
        return true;
    }
    let sides_of_b = Plane::of(a).sides(b, stages);
    if on_one_side(sides_of_b) {
        return false;
    }
    let sides_of_a = Plane::of(b).sides(a, stages);
    if on_one_side(sides_of_a) {
        return false;
    }
    if sides_of_a == [0; 3] || sides_of_b == [0; 3] {
        return flat::meet(a, b, stages);
    }
    intervals_overlap(a, sides_of_a, b, sides_of_b, stages)
}

/// Whether an axis-aligned plane lies strictly between the triangles.
#[inline]
fn boxes_apart(a: &Triangle, b: &Triangle) -> bool {
    (0..3).any(|i| {
        let ([a0, a1, a2], [b0, b1, b2]) =
            ([a[0][i], a[1][i], a[2][i]], [b[0][i], b[1][i], b[2][i]]);
        max(max(a0, a1), a2) < min(min(b0, b1), b2) || max(max(b0, b1), b2) < min(min(a0, a1), a2)
    })
}

#[inline]
fn on_one_side(sides: [Sign; 3]) -> bool {
    sides == [1; 3] || sides == [-1; 3]
}

/// Whether the intervals of two triangles overlap. Their planes must cross, and neither triangle
/// may be on one side of the other's plane.
///
/// ```text
///       a0        Seen along the plane of b, b0 nearer than b1 and b2. The line common to both planes is cut by
///      /  \       a0a1, a0a2 and by b0b2, b0b1, in this order in each pair once both triangles are turned so that
///  ---x----x---   a0 and b0 are on the positive side of the other plane. The intervals overlap unless
///    /      \     b0b1 is before a0a1 or b0b2 behind a0a2.
///  a1        a2
/// ```
#[inline]
fn intervals_overlap(
    a: &Triangle,
    sides_of_a: [Sign; 3],
    b: &Triangle,
    sides_of_b: [Sign; 3],
    stages: &mut Stages,
) -> bool {
    let (i, side_of_a0) = apex(sides_of_a);
    let (j, side_of_b0) = apex(sides_of_b);
    let (a0, b0) = (&a[i], &b[j]);
    let (mut a1, mut a2) = (&a[(i + 1) % 3], &a[(i + 2) % 3]);
    let (mut b1, mut b2) = (&b[(j + 1) % 3], &b[(j + 2) % 3]);
    if side_of_a0 < 0 {
        std::mem::swap(&mut b1, &mut b2);
    }
    if side_of_b0 < 0 {
        std::mem::swap(&mut a1, &mut a2);
    }
    Plane::new(a0, a1, b0).side(b1, stages) <= 0 && Plane::new(a0, a2, b0).side(b2, stages) >= 0
}

/// The corner whose two edges cross the other plane, and the side on which it is. The other corners
/// are on the plane or on the opposite side.
///
/// A corner on the plane counts as being on either side. It is the apex only if both other corners
/// are strictly on one side, so that neither edge lies in the plane.
#[inline]
fn apex(sides: [Sign; 3]) -> (usize, Sign) {
    let alone = |side: Sign| {
        let mut found = (0..3).filter(|&i| sides[i] == side);
        found.next().filter(|_| found.next().is_none())
    };
    if let Some(i) = alone(1) {
        (i, 1)
    } else if let Some(i) = alone(-1) {
        (i, -1)
    } else {
        // One corner is on the plane, and the other two are on the same side of it.
        let i = (0..3).find(|&i| sides[i] == 0).unwrap_or(0);
        (i, -sides[(i + 1) % 3])
    }
}

// These functions are one instruction each; `f64::min` takes several to handle NaN.
#[inline]
pub(super) fn min(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

#[inline]
pub(super) fn max(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}
