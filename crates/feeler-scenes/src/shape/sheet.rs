//! A flat sheet.

use super::surface::SurfaceBuilder;
use feeler::Mesh;

/// The square from -1 to 1 in the plane `z = 0`, cut into `f` by `f` squares: an open surface,
/// oriented upwards.
///
/// It has `2 f²` triangles, the nearest of 2, 8, 18, 32, …; a sheet of two triangles can serve as a
/// floor.
///
/// ```
/// let floor = feeler_scenes::shape::sheet(2);
/// assert_eq!((floor.triangles().len(), floor.vertices().len()), (2, 4));
/// assert_eq!(floor.bounds(), Some([[-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]]));
/// ```
pub fn sheet(triangles: usize) -> Mesh {
    let parts = ((triangles as f64 / 2.0).sqrt().round() as usize).max(1);
    let mut surface = SurfaceBuilder::default();
    let place = |i: usize| 2.0 * i as f64 / parts as f64 - 1.0;
    let rows: Vec<Vec<u32>> = (0..=parts)
        .map(|j| (0..=parts).map(|i| surface.vertex([place(i), place(j), 0.0])).collect())
        .collect();
    for pair in rows.windows(2) {
        for i in 0..parts {
            surface.quad([pair[0][i], pair[0][i + 1], pair[1][i + 1], pair[1][i]]);
        }
    }
    surface.into_mesh()
}
