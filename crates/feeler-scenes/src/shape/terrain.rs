//! Hills.

use super::noise::Noise;
use super::surface::SurfaceBuilder;
use feeler::Mesh;

/// A height field over the square from -1 to 1: an open surface, oriented upwards.
///
/// It has `2 f²` triangles, the nearest of 2, 8, 18, 32, …
///
/// ```
/// assert_eq!(feeler_scenes::shape::terrain(800, 1).triangles().len(), 800);
/// ```
pub fn terrain(triangles: usize, seed: u64) -> Mesh {
    let parts = ((triangles as f64 / 2.0).sqrt().round() as usize).max(1);
    let noise = Noise::new(4.0, 7, seed);
    let mut surface = SurfaceBuilder::default();
    let place = |i: usize| 2.0 * i as f64 / parts as f64 - 1.0;
    let rows: Vec<Vec<u32>> = (0..=parts)
        .map(|j| {
            (0..=parts)
                .map(|i| {
                    let (x, y) = (place(i), place(j));
                    surface.vertex([x, y, 0.6 * noise.at([x, y, 0.0])])
                })
                .collect()
        })
        .collect();
    for pair in rows.windows(2) {
        for i in 0..parts {
            surface.quad([pair[0][i], pair[0][i + 1], pair[1][i + 1], pair[1][i]]);
        }
    }
    surface.into_mesh()
}
