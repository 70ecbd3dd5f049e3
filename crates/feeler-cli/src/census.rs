//! Counts of special triangles in a mesh.

use feeler::Mesh;
use feeler::triangle::{Section, Triangle, intersection};
use std::collections::HashSet;

/// The number of triangles without area, decided exactly: all three corners lie on a line or in a
/// point.
pub(crate) fn degenerate(mesh: &Mesh) -> usize {
    triangles(mesh).filter(|triangle| !has_area(triangle)).count()
}

/// The number of triangles that have the same corners as an earlier triangle, in any order.
pub(crate) fn duplicate(mesh: &Mesh) -> usize {
    let mut seen = HashSet::with_capacity(mesh.triangles().len());
    triangles(mesh).filter(|triangle| !seen.insert(key(triangle))).count()
}

fn triangles(mesh: &Mesh) -> impl Iterator<Item = Triangle> {
    (0..mesh.triangles().len() as u32).map(|index| mesh.triangle(index))
}

fn has_area(triangle: &Triangle) -> bool {
    let [p, q, r] = triangle;
    if p == q || q == r || r == p {
        return false;
    }
    // The intersection of a triangle with itself is the triangle, the segment or the point that it
    // covers. This test is exact, but slow.
    surely_has_area(triangle)
        || matches!(intersection(triangle, triangle), Some(Section::Polygon(_)))
}

/// Whether a component of the normal is beyond every rounding error. The bounds are generous; few
/// triangles are so thin that they fail.
fn surely_has_area([p, q, r]: &Triangle) -> bool {
    let u = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    let v = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
    [(0, 1), (1, 2), (2, 0)].into_iter().any(|(i, j)| {
        let (left, right) = (u[i] * v[j], u[j] * v[i]);
        (left - right).abs() > 1e-14 * (left.abs() + right.abs()) + 1e-300
    })
}

/// A key that is equal for triangles with the same corners in any order; -0 counts as 0.
fn key(triangle: &Triangle) -> [[u64; 3]; 3] {
    let mut corners = triangle.map(|corner| corner.map(|x| (x + 0.0).to_bits()));
    corners.sort_unstable();
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(triangles: &[Triangle]) -> Mesh {
        let indices = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Mesh::new(triangles.concat(), indices).unwrap()
    }

    #[test]
    fn triangles_without_area_are_told_exactly() {
        let point = [[1.0; 3]; 3];
        let segment = [[0.1, 0.2, 0.3], [0.2, 0.4, 0.6], [0.4, 0.8, 1.2]];
        let bent = [[0.1, 0.2, 0.3], [0.2, 0.4, 0.6], [0.4, 0.8, 1.2_f64.next_up()]];
        let tiny = [[0.0; 3], [1e-200, 0.0, 0.0], [0.0, 1e-200, 0.0]];
        let huge = [[0.0; 3], [1e300, 1e300, 1e300], [-1e300, -1e300, -1e300]];
        let flags = [point, segment, bent, tiny, huge].map(|triangle| has_area(&triangle));
        assert_eq!(flags, [false, false, true, true, false]);
        assert_eq!(degenerate(&mesh(&[point, segment, bent, tiny, huge])), 3);
    }

    #[test]
    fn duplicates_have_the_same_corners() {
        let [p, q, r] = [[0.0; 3], [1.0, 0.0, 0.0], [-0.0, 1.0, 0.0]];
        let other = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]];
        assert_eq!(duplicate(&mesh(&[[p, q, r], other, [r, q, p], [q, [-0.0; 3], r]])), 2);
    }
}
