//! A heap: the same triangle many times.

use super::surface::SurfaceBuilder;
use feeler::Mesh;

/// One flat triangle, repeated at the same position: neither closed nor free of self-intersections,
/// because every triangle lies on all others.
///
/// It has as many triangles as requested, at least one. Each has its own corners, as in an STL
/// file, so that no edge is shared. Such a mesh cannot be divided: all bounding volumes of a tree
/// are equal.
///
/// ```
/// let heap = feeler_scenes::shape::heap(1_000);
/// assert_eq!((heap.triangles().len(), heap.vertices().len()), (1_000, 3_000));
/// assert!((1..1_000).all(|i| heap.triangle(i) == heap.triangle(0)));
/// ```
pub fn heap(triangles: usize) -> Mesh {
    let mut surface = SurfaceBuilder::default();
    for _ in 0..triangles.max(1) {
        let corners = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
        let corners = corners.map(|corner| surface.vertex(corner));
        surface.triangle(corners);
    }
    surface.into_mesh()
}
