//! A cube, and blocks made in the same way.

use super::surface::SurfaceBuilder;
use feeler::Mesh;
use std::collections::HashMap;

/// The cube from -1 to 1, each side cut into `f` by `f` squares.
///
/// It has `12 f²` triangles, the nearest of 12, 48, 108, 192, …
///
/// ```
/// assert_eq!(feeler_scenes::shape::cuboid(12).vertices().len(), 8);
/// ```
pub fn cuboid(triangles: usize) -> Mesh {
    let parts = ((triangles as f64 / 12.0).sqrt().round() as u32).max(1);
    block([1.0; 3], [parts; 3])
}

/// A block about the origin. `half` has half the length of each side, `parts` the number of parts
/// into which it is cut.
pub(super) fn block(half: [f64; 3], parts: [u32; 3]) -> Mesh {
    let mut surface = SurfaceBuilder::default();
    let mut known = HashMap::new();
    for axis in 0..3 {
        let (across, up) = ((axis + 1) % 3, (axis + 2) % 3);
        for side in [0, parts[axis]] {
            let mut point = |i: u32, j: u32| {
                let mut lattice = [0; 3];
                lattice[axis] = side;
                lattice[across] = i;
                lattice[up] = j;
                let place =
                    |k: usize| half[k] * (2.0 * f64::from(lattice[k]) / f64::from(parts[k]) - 1.0);
                *known.entry(lattice).or_insert_with(|| surface.vertex([0, 1, 2].map(place)))
            };
            let squares = (0..parts[across]).flat_map(|i| (0..parts[up]).map(move |j| (i, j)));
            let quads: Vec<[u32; 4]> = squares
                .map(|(i, j)| [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)])
                .collect();
            for [a, b, c, d] in quads {
                surface.quad(if side == 0 { [a, d, c, b] } else { [a, b, c, d] });
            }
        }
    }
    surface.into_mesh()
}
