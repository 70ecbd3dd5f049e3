//! The share of a box's cells that belong to the DOP in it.

use super::{Cells, Domain};
use feeler::inside::vector::dot;
use feeler::inside::{CUBE_DIRECTIONS, Child, Cuboid};
use feeler::{Model, Volume};
use rayon::prelude::*;

/// The directions of a volume besides those of its box; empty if it is no DOP.
fn directions(volume: Volume) -> Vec<[f64; 3]> {
    let of = |which: std::ops::Range<usize>| {
        CUBE_DIRECTIONS[which].iter().map(|direction| direction.map(f64::from)).collect()
    };
    match volume {
        Volume::DOP14 | Volume::DOP14_HULL | Volume::DOP14_ALL => of(9..13),
        Volume::DOP18 | Volume::DOP18_HULL | Volume::DOP18_ALL => of(3..9),
        Volume::DOP24 | Volume::DOP24_HULL | Volume::DOP24_ALL => of(3..12),
        Volume::DOP26 | Volume::DOP26_HULL | Volume::DOP26_ALL => of(3..13),
        _ => Vec::new(),
    }
}

/// The share of each node's cells that belong to its volume; empty if all do.
pub(super) fn shares(model: &Model, cells: Cells) -> Vec<f32> {
    let directions = directions(model.volume());
    if cells.domain == Domain::Box || directions.is_empty() {
        return Vec::new();
    }
    let tree = model.tree();
    let share = |slot: u32| match tree.child(slot) {
        Child::NONE => 1.0,
        _ => {
            let corners = tree.triangles(slot).flat_map(|triangle| model.unit_triangle(triangle));
            let slabs = Slabs::around(corners, &directions);
            slabs.share(&tree.cuboid(slot), cells)
        }
    };
    tree.slots().into_par_iter().map(share).collect()
}

/// The slabs around some points.
struct Slabs<'a> {
    directions: &'a [[f64; 3]],
    ends: Vec<[f64; 2]>,
}

impl<'a> Slabs<'a> {
    fn around(points: impl Iterator<Item = [f64; 3]>, directions: &'a [[f64; 3]]) -> Self {
        let mut ends = vec![[f64::INFINITY, f64::NEG_INFINITY]; directions.len()];
        for point in points {
            for ([low, high], &direction) in ends.iter_mut().zip(directions) {
                let along = dot(direction, point);
                (*low, *high) = (low.min(along), high.max(along));
            }
        }
        Self { directions, ends }
    }

    /// The share of a box's cells whose middle is between all slabs; at least one cell.
    fn share(&self, cuboid: &Cuboid, cells: Cells) -> f32 {
        let inside = |cell: usize| {
            let middle = cells.middle(cell);
            let point = [0, 1, 2]
                .map(|i| f64::from(cuboid.center[i]) + middle[i] * f64::from(cuboid.half[i]));
            self.directions.iter().zip(&self.ends).all(|(&direction, [low, high])| {
                let along = dot(direction, point);
                *low <= along && along <= *high
            })
        };
        let count = (0..cells.number()).filter(|&cell| inside(cell)).count();
        count.max(1) as f32 / cells.number() as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler::{Build, Mesh};

    fn root_share(mesh: Mesh, volume: Volume) -> Option<f32> {
        let model = Model::build(mesh, &Build { volume, ..Build::default() });
        let cells = Cells { per_side: 16, domain: Domain::Dop, ..Cells::default() };
        shares(&model, cells).first().copied()
    }

    /// An octahedron: a cube whose corners are cut off up to the middles of its faces.
    fn octahedron() -> Mesh {
        let ends = [0, 1, 2]
            .map(|axis| [-1.0, 1.0].map(|x| [0, 1, 2].map(|i| if i == axis { x } else { 0.0 })));
        let vertices = ends.concat();
        let face = |k: u32| [k & 1, 2 + (k >> 1 & 1), 4 + (k >> 2)];
        Mesh::new(vertices, (0..8).map(face).collect()).unwrap()
    }

    #[test]
    fn a_dop_has_the_share_of_its_box_that_it_fills() {
        let share = |volume| root_share(octahedron(), volume).unwrap();
        // An octahedron is a sixth of the cube around it, and its 14-DOP is the octahedron itself. Cells
        // with the middle on the surface count as well.
        assert!((share(Volume::DOP14) - 1.0 / 6.0).abs() < 0.05, "{}", share(Volume::DOP14));
        assert_eq!(share(Volume::DOP14), share(Volume::DOP14_HULL));
        // Twelve edges cut: a rhombic dodecahedron, a quarter of the cube.
        assert!((share(Volume::DOP18) - 0.25).abs() < 0.05, "{}", share(Volume::DOP18));
        assert!(share(Volume::DOP26) <= share(Volume::DOP24));
        assert!(share(Volume::DOP24) <= share(Volume::DOP18));
        assert_eq!(root_share(octahedron(), Volume::AABB), None);
    }
}
