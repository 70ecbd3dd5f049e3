//! A plate with holes.

use super::surface::SurfaceBuilder;
use feeler::Mesh;
use std::collections::HashMap;
use std::f64::consts::TAU;

/// A square plate in the xy plane with a grid of round holes, like a perforated sheet.
///
/// The number of triangles is within a tenth of the request from 10 000 on; it is at least 64.
///
/// ```
/// let count = feeler_scenes::shape::plate(20_000).triangles().len();
/// assert!(count.abs_diff(20_000) < 2_000);
/// ```
pub fn plate(triangles: usize) -> Mesh {
    // A cell has `24 parts` triangles, and the rim `8 parts` for each cell along a side. More
    // triangles make more holes, and rounder ones.
    let parts = (triangles as f64 / 300.0).cbrt().round().max(2.0) as usize;
    let cells = (triangles as f64 / (24 * parts) as f64 + 1.0 / 36.0).sqrt() - 1.0 / 6.0;
    Plate { cells: (cells.round() as usize).max(1), parts }.mesh()
}

struct Plate {
    /// The number of cells along a side; each cell is a square with a hole.
    cells: usize,
    /// The number of parts along the side of a cell.
    parts: usize,
}

const HALF_THICKNESS: f64 = 0.05;

impl Plate {
    fn mesh(&self) -> Mesh {
        let mut surface = SurfaceBuilder::default();
        // Neighbouring cells share the vertices of their squares. The key is the position on the
        // lattice of parts, and the side: top or bottom.
        let mut known: HashMap<([usize; 2], usize), u32> = HashMap::new();
        let span = self.cells * self.parts;
        for cell in (0..self.cells).flat_map(|i| (0..self.cells).map(move |j| [i, j])) {
            let outline: Vec<_> =
                self.square().map(|s| [0, 1].map(|k| cell[k] * self.parts + s[k])).collect();
            let [square_top, square_bottom] = [0, 1].map(|side| -> Vec<u32> {
                let z = height(side);
                let place = |n: usize| 2.0 * n as f64 / span as f64 - 1.0;
                outline
                    .iter()
                    .map(|&p| {
                        *known
                            .entry((p, side))
                            .or_insert_with(|| surface.vertex([place(p[0]), place(p[1]), z]))
                    })
                    .collect()
            });
            let [hole_top, hole_bottom] = [0, 1].map(|side| self.hole(&mut surface, cell, side));
            surface.band(&square_top, &hole_top);
            surface.band(&hole_top, &hole_bottom);
            surface.band(&hole_bottom, &square_bottom);
            // An edge on the rim of the plate belongs to one cell only and gets a wall.
            for i in 0..outline.len() {
                let j = (i + 1) % outline.len();
                let on_rim =
                    |k: usize| outline[i][k] == outline[j][k] && [0, span].contains(&outline[i][k]);
                if on_rim(0) || on_rim(1) {
                    surface.quad([
                        square_bottom[i],
                        square_bottom[j],
                        square_top[j],
                        square_top[i],
                    ]);
                }
            }
        }
        surface.into_mesh()
    }

    /// The outline of a cell, counter-clockwise from its lower left corner.
    fn square(&self) -> impl Iterator<Item = [usize; 2]> {
        let n = self.parts;
        let bottom = (0..n).map(|i| [i, 0]);
        let right = (0..n).map(move |i| [n, i]);
        let top = (0..n).map(move |i| [n - i, n]);
        let left = (0..n).map(move |i| [0, n - i]);
        bottom.chain(right).chain(top).chain(left)
    }

    /// Adds the outline of the hole of a cell; each vertex is opposite to one of the square.
    fn hole(&self, surface: &mut SurfaceBuilder, cell: [usize; 2], side: usize) -> Vec<u32> {
        let width = 2.0 / self.cells as f64;
        let center = cell.map(|n| (n as f64 + 0.5) * width - 1.0);
        let z = height(side);
        surface.around(4 * self.parts, |angle| {
            let (sin, cos) = (angle - 3.0 / 8.0 * TAU).sin_cos();
            [center[0] + 0.3 * width * cos, center[1] + 0.3 * width * sin, z]
        })
    }
}

/// The height of a side; side 0 is the top.
fn height(side: usize) -> f64 {
    if side == 0 { HALF_THICKNESS } else { -HALF_THICKNESS }
}
