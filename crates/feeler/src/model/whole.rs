//! What guided queries know of a mesh before they look into its tree.

use crate::parallel;
use crate::tree::Tree;
use crate::triangle::packet::Packet;
use rayon::prelude::*;

/// The box around a whole mesh, and how much surface is in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole {
    /// The axes of the box, in the frame of the mesh.
    pub(crate) axes: [[f32; 3]; 3],
    /// The logarithm of twice the surface of the mesh divided by the surface of the box. That is how
    /// often a line through the box meets the mesh: once for a plate, about once for a ball, twice for a
    /// cube, more for what has an inner life.
    pub(crate) density: f32,
}

/// The logarithm of the largest density; its negative is that of the smallest.
const MOST: f32 = 5.0;

/// The number of packets whose surface is added up at a time. It does not depend on the number of
/// threads, so neither does the sum.
const CHUNK: usize = 1024;

impl Whole {
    pub(crate) fn of(tree: &Tree) -> Self {
        if tree.packets.is_empty() {
            return Self { axes: [[0.0; 3]; 3], density: 0.0 };
        }
        let cuboid = tree.cuboid(Tree::ROOT);
        let [x, y, z] = cuboid.half.map(f64::from);
        let chunks = tree.packets.par_chunks(CHUNK);
        let surface = |chunk: &[Packet]| chunk.iter().map(Packet::surface).sum::<f64>();
        let surface: f64 = parallel::collect(chunks.map(surface)).iter().sum();
        let density = (2.0 * surface / (8.0 * (x * y + y * z + z * x))).ln() as f32;
        // A mesh without any surface has no density: 0 / 0, or the logarithm of zero.
        let density = if density.is_nan() { -MOST } else { density.clamp(-MOST, MOST) };
        Self { axes: cuboid.axes, density }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Mesh, Model};

    /// The density of a plate, of a box and of a segment, all long and askew.
    #[test]
    fn density_is_the_number_of_walls() {
        let corner = |k: u32| {
            let [x, y, z] = [0, 1, 2].map(|i| f64::from(k >> i & 1));
            [4.0 * x + y, 2.0 * y - 2.0 * x, z]
        };
        let corners: Vec<[f64; 3]> = (0..8).map(corner).collect();
        let density = |quads: &[[u32; 4]]| {
            let triangles = quads.iter().flat_map(|&[p, q, r, s]| [[p, q, r], [p, r, s]]).collect();
            f64::from(Model::new(Mesh::new(corners.clone(), triangles).unwrap()).whole.density)
        };
        let plate = density(&[[0, 1, 3, 2]]);
        let hull = density(&[
            [0, 1, 3, 2],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 3, 7, 6],
            [0, 2, 6, 4],
            [1, 3, 7, 5],
        ]);
        assert!((plate - 1.0_f64.ln()).abs() < 1e-4, "{plate}");
        assert!((hull - 2.0_f64.ln()).abs() < 1e-4, "{hull}");
        let segment = Mesh::new(vec![[0.0; 3], [1.0, 2.0, 3.0]], vec![[0, 1, 1]]).unwrap();
        assert_eq!(Model::new(segment).whole.density, -5.0);
        let nothing = Model::new(Mesh::new(vec![], vec![]).unwrap());
        assert_eq!(nothing.whole.density, 0.0);
    }

    #[test]
    fn a_model_that_moved_is_like_a_new_one() {
        let bent = |bend: f64| {
            let point = |k: u32| {
                let [x, y] = [f64::from(k % 40) / 40.0, f64::from(k / 40) / 40.0];
                [x, y, bend * x * x]
            };
            let square = |k: u32| [[k, k + 1, k + 40], [k + 1, k + 41, k + 40]];
            let squares = (0..39 * 40).filter(|k| k % 40 < 39).flat_map(square);
            Mesh::new((0..1600).map(point).collect(), squares.collect()).unwrap()
        };
        let mut model = Model::new(bent(0.0));
        let flat = model.whole.density;
        model.refit(bent(3.0).vertices().to_vec()).unwrap();
        let again = Model::new(bent(3.0)).whole.density;
        // The tree differs, but the box around everything does not.
        assert!((model.whole.density - again).abs() < 1e-3 && (again - flat).abs() > 0.1);
        let read = Model::from_bytes(&model.to_bytes()).unwrap();
        assert_eq!(read.whole.density, model.whole.density);
    }
}
