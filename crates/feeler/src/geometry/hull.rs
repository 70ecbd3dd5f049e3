//! The convex hull of a point set, topologically exact.
//!
//! All decisions are signs of orientation determinants of *input* points, evaluated exactly if
//! rounding could matter (adaptive predicates of Shewchuk 1997, crate `robust`). So the faces are
//! those of a true convex polyhedron. There are no tolerances, no thick facets and no merging, and
//! grid-like input with many coplanar points is as good as any other.
//!
//! - [`start`] finds the number of dimensions of the set;
//! - [`quickhull`] grows a tetrahedron to the hull (Barber et al. 1996);
//! - [`flat`] makes the hull if all points lie in one plane;
//! - [`plane`] tells on which side of a face a point is, exactly;
//! - [`order`] sorts points along a space-filling curve, for the caches.

mod flat;
mod order;
mod plane;
mod quickhull;
mod start;
#[cfg(test)]
mod tests;

use quickhull::Quickhull;
use start::StartSimplex;

/// The corners and the surface of a convex hull.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hull {
    /// The extreme points, as ascending indices. A point inside an edge or a facet is not extreme;
    /// of equal points only one is.
    pub(crate) vertices: Vec<u32>,
    /// Triangles between these vertices, counter-clockwise as seen from outside. Facets with more
    /// than three corners are cut into coplanar triangles.
    ///
    /// The surface of a flat set is its polygon twice, once for each side. It is closed and without
    /// volume, and has `2n - 4` triangles like every other hull. Collinear sets have no faces.
    pub(crate) faces: Vec<[u32; 3]>,
}

/// The convex hull of up to `u32::MAX` finite points, expected O(n log n).
///
/// The hull is exact for coordinates that are zero or between 2⁻³⁰⁰ and 2³⁰⁰ in size. Beyond this
/// range the predicates could over- or underflow; there the result is the hull after coordinates
/// below 2⁻³⁰⁰ of the largest have been set to zero.
pub(crate) fn convex_hull(points: &[[f64; 3]]) -> Hull {
    if points
        .iter()
        .flatten()
        .all(|&x| x == 0.0 || (SMALLEST_EXACT..=LARGEST_EXACT).contains(&x.abs()))
    {
        exact_hull(points)
    } else {
        exact_hull(&rescaled(points))
    }
}

// Why 300: a coordinate above 2⁻³⁰⁰ is a multiple of 2⁻³⁵², so every term of a 3x3 determinant is a
// multiple of 2⁻¹⁰⁵⁶. That is still a subnormal number, so no product in a predicate is ever
// rounded by underflow. 2³⁰⁰ leaves enough room for overflow.
const SMALLEST_EXACT: f64 = f64::from_bits((1023 - 300) << 52);
const LARGEST_EXACT: f64 = f64::from_bits((1023 + 300) << 52);

/// The points, scaled by a power of two to a size of about one. Coordinates too small for the
/// predicates become zero.
fn rescaled(points: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let largest = points.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    let biased_exponent = (largest.to_bits() >> 52).clamp(0, 2045);
    let scale = f64::from_bits((2046 - biased_exponent) << 52);
    points
        .iter()
        .map(|p| p.map(|x| x * scale).map(|x| if x.abs() < SMALLEST_EXACT { 0.0 } else { x }))
        .collect()
}

fn exact_hull(points: &[[f64; 3]]) -> Hull {
    match StartSimplex::of(points) {
        StartSimplex::Empty => Hull::default(),
        StartSimplex::Point(a) => Hull { vertices: vec![a], faces: vec![] },
        StartSimplex::Segment(a, b) => Hull { vertices: vec![a.min(b), a.max(b)], faces: vec![] },
        StartSimplex::Flat(triangle) => flat::hull(points, triangle),
        StartSimplex::Solid(tetrahedron) if points.len() < SORT_FROM => {
            solid_hull(points, tetrahedron)
        }
        StartSimplex::Solid(_) => large_hull(points),
    }
}

// The number of points from which on they are sorted. All points of a smaller set fit into the
// innermost caches in any order.
const SORT_FROM: usize = 4096;

/// The hull of a large set. Quickhull jumps between points all over the set; on a million points in
/// curve order it takes half of the time.
fn large_hull(points: &[[f64; 3]]) -> Hull {
    let order = order::along_curve(points);
    let sorted: Vec<_> = order.iter().map(|&i| points[i as usize]).collect();
    let StartSimplex::Solid(tetrahedron) = StartSimplex::of(&sorted) else {
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
    // A closed triangulated surface over n vertices has 2n - 4 triangles. If there are more, a
    // point was taken for a corner before a later point, coplanar or collinear with it, put it
    // inside a facet or an edge. The extreme points are still right, and a set of extreme points
    // alone cannot have such points.
    if faces.len() == 2 * vertices.len() - 4 {
        return Hull { vertices, faces };
    }
    let extreme: Vec<_> = vertices.iter().map(|&v| points[v as usize]).collect();
    let StartSimplex::Solid(tetrahedron) = StartSimplex::of(&extreme) else {
        unreachable!("the extreme points of a solid span it");
    };
    let mut faces = Quickhull::grow(&extreme, tetrahedron).faces();
    for corner in faces.iter_mut().flatten() {
        *corner = vertices[*corner as usize];
    }
    Hull { vertices, faces }
}
