//! The convex hull of a point set, topologically exact.
//!
//! All decisions are signs of orientation determinants of *input* points, evaluated exactly where rounding could matter
//! (Shewchuk's adaptive predicates, crate `robust`). So the faces are those of a true convex polyhedron: there are no
//! tolerances, no thick facets and no merging, and grid-like input with many coplanar points is as good as any other.
//!
//! - [`start`] finds out how many dimensions the set has;
//! - [`quickhull`] grows a tetrahedron of it to the hull (Barber, Dobkin, Huhdanpaa: The Quickhull Algorithm for Convex Hulls, 1996);
//! - [`flat`] takes over where all points lie in one plane.

mod flat;
mod order;
mod plane;
mod quickhull;
mod start;
#[cfg(test)]
mod tests;

use quickhull::Quickhull;
use start::Start;

/// The corners and the surface of a convex hull.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hull {
    /// The extreme points, as ascending indices. A point amid an edge or a facet is not extreme; of equal points there is one.
    pub(crate) vertices: Vec<u32>,
    /// Triangles between these vertices, counter-clockwise as seen from outside. Facets with more than three corners are cut
    /// into coplanar triangles.
    ///
    /// The surface of a flat set is its polygon twice, once for each side: closed and without volume, with `2n - 4` triangles
    /// like every other hull. Collinear sets have no faces.
    pub(crate) faces: Vec<[u32; 3]>,
}

/// The convex hull of up to `u32::MAX` finite points, expected O(n log n).
///
/// Exact for coordinates that are zero or between 2⁻³⁰⁰ and 2³⁰⁰ in size. Beyond, where the predicates could over- or underflow,
/// it is the hull after coordinates below 2⁻³⁰⁰ of the largest have been set to zero.
pub(crate) fn convex_hull(points: &[[f64; 3]]) -> Hull {
    if points.iter().flatten().all(|&x| x == 0.0 || (TINY..=HUGE).contains(&x.abs())) {
        exact_hull(points)
    } else {
        exact_hull(&rescaled(points))
    }
}

// Why 300: a coordinate above 2⁻³⁰⁰ is a multiple of 2⁻³⁵², so every term of a 3x3 determinant is one of 2⁻¹⁰⁵⁶. That is still
// a subnormal number, hence no product that a predicate forms is ever rounded by underflow. 2³⁰⁰ leaves room on the other side.
const TINY: f64 = f64::from_bits((1023 - 300) << 52);
const HUGE: f64 = f64::from_bits((1023 + 300) << 52);

/// The points scaled by a power of two to a size of about one, and rid of what is too small to be computed with.
fn rescaled(points: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let largest = points.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    let biased_exponent = (largest.to_bits() >> 52).clamp(0, 2045);
    let scale = f64::from_bits((2046 - biased_exponent) << 52);
    points
        .iter()
        .map(|p| p.map(|x| x * scale).map(|x| if x.abs() < TINY { 0.0 } else { x }))
        .collect()
}

fn exact_hull(points: &[[f64; 3]]) -> Hull {
    match Start::of(points) {
        Start::Empty => Hull::default(),
        Start::Point(a) => Hull { vertices: vec![a], faces: vec![] },
        Start::Segment(a, b) => Hull { vertices: vec![a.min(b), a.max(b)], faces: vec![] },
        Start::Flat(triangle) => flat::hull(points, triangle),
        Start::Solid(tetrahedron) if points.len() < MANY => solid_hull(points, tetrahedron),
        Start::Solid(_) => large_hull(points),
    }
}

// Below, all points fit into the innermost caches in any order.
const MANY: usize = 4096;

/// Quickhull jumps between points all over the set. On a million of them in curve order it takes half of the time.
fn large_hull(points: &[[f64; 3]]) -> Hull {
    let order = order::along_curve(points);
    let sorted: Vec<_> = order.iter().map(|&i| points[i as usize]).collect();
    let Start::Solid(tetrahedron) = Start::of(&sorted) else {
        unreachable!("the order of points does not change their span");
    };
    let mut hull = solid_hull(&sorted, tetrahedron);
    for index in hull.vertices.iter_mut().chain(hull.faces.iter_mut().flatten()) {
        *index = order[*index as usize];
    }
    hull.vertices.sort_unstable();
    hull
}

fn solid_hull(points: &[[f64; 3]], tetrahedron: [u32; 4]) -> Hull {
    let grown = Quickhull::grow(points, tetrahedron);
    let vertices = grown.extreme_points();
    let faces = grown.faces();
    // A closed triangulated surface over n vertices has 2n - 4 triangles. More of them: a point was taken for a corner before
    // a later one, coplanar or collinear with it, made it the middle of a facet or of an edge. The extreme points are right all
    // the same, and alone they cannot have such middles.
    if faces.len() == 2 * vertices.len() - 4 {
        return Hull { vertices, faces };
    }
    let extreme: Vec<_> = vertices.iter().map(|&v| points[v as usize]).collect();
    let Start::Solid(tetrahedron) = Start::of(&extreme) else {
        unreachable!("the extreme points of a solid span it");
    };
    let mut faces = Quickhull::grow(&extreme, tetrahedron).faces();
    for corner in faces.iter_mut().flatten() {
        *corner = vertices[*corner as usize];
    }
    Hull { vertices, faces }
}
