//! Unions of axis-parallel boxes.
//!
//! The translations of B at which the solids overlap are a union of boxes too: the difference of each box of A and
//! each of B. The sides of these divide space into cells, and the depth is the distance of the nearest
//! cell that no difference covers. The relation follows in the same way from the cells between
//! the sides of all boxes.

use super::Solved;
use crate::Error;
use feeler::{Mesh, Model};
use feeler_field::{Boundary, Relation};

/// A box, as its lower and upper corner.
pub(crate) type Block = [[f64; 3]; 2];

/// Sides that are nearer to each other than this share of all are one: they are equal but for rounding.
const SAME: f64 = 1e-13;

/// The boxes of a mesh; an error if a component is no axis-parallel box.
pub(super) fn blocks(mesh: &Mesh) -> Result<Vec<Block>, Error> {
    let model = Model::new(mesh.clone());
    let boundary = Boundary::of(&model);
    let mut blocks = vec![[[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]]; boundary.components()];
    let triangles = 0..mesh.triangles().len() as u32;
    for index in triangles.clone() {
        let [low, high] = &mut blocks[boundary.component(index)];
        for corner in mesh.triangle(index) {
            *low = [0, 1, 2].map(|i| low[i].min(corner[i]));
            *high = [0, 1, 2].map(|i| high[i].max(corner[i]));
        }
    }
    // All triangles are in the sides, and together as large as these.
    let mut left: Vec<f64> = blocks.iter().map(area).collect();
    for index in triangles {
        let (corners, which) = (mesh.triangle(index), boundary.component(index));
        let in_side = |i: usize, side: f64| corners.iter().all(|corner| corner[i] == side);
        let block = &blocks[which];
        let Some(axis) = (0..3).find(|&i| in_side(i, block[0][i]) || in_side(i, block[1][i]))
        else {
            return Err(Error::new(format!("triangle {index} is in no side of a box")));
        };
        let [u, v] = [1, 2].map(|k| [0, 1, 2].map(|i| corners[k][i] - corners[0][i]));
        let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
        left[which] -= 0.5 * (u[j] * v[k] - u[k] * v[j]).abs();
    }
    let is_whole = |(block, left): (&Block, &f64)| left.abs() <= 1e-9 * area(block);
    match boundary.is_closed() && blocks.iter().zip(&left).all(is_whole) {
        true => Ok(blocks),
        false => Err(Error::new("a component is no whole box")),
    }
}

fn area([low, high]: &Block) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|i| high[i] - low[i]);
    2.0 * (x * y + y * z + z * x)
}

/// The solution for two unions of boxes, B moved by an offset.
pub(super) fn solved(a: &[Block], b: &[Block], offset: [f64; 3]) -> Solved {
    let b: Vec<Block> =
        b.iter().map(|block| block.map(|p| [0, 1, 2].map(|i| p[i] + offset[i]))).collect();
    Solved { relation: relation(a, &b), depth: depth(a, &b) }
}

fn relation(a: &[Block], b: &[Block]) -> Relation {
    let cells = Cells::between(a.iter().chain(b));
    let (mut both, mut alone) = (false, [false; 2]);
    for at in cells.all() {
        match [cells.is_in(a, at), cells.is_in(b, at)] {
            [true, true] => both = true,
            [true, false] => alone[0] = true,
            [false, true] => alone[1] = true,
            [false, false] => {}
        }
    }
    let meets = |[p, q]: [&Block; 2]| (0..3).all(|i| p[0][i] <= q[1][i] && q[0][i] <= p[1][i]);
    match (both, alone) {
        (true, [true, true]) => Relation::Crossing,
        (true, [true, false]) => Relation::BInsideA,
        (true, [false, true]) => Relation::AInsideB,
        (true, [false, false]) => Relation::Same,
        _ if a.iter().any(|p| b.iter().any(|q| meets([p, q]))) => Relation::Touching,
        _ => Relation::Apart,
    }
}

fn depth(a: &[Block], b: &[Block]) -> f64 {
    let difference = |[[low_a, high_a], [low_b, high_b]]: [&Block; 2]| {
        [[0, 1, 2].map(|i| low_a[i] - high_b[i]), [0, 1, 2].map(|i| high_a[i] - low_b[i])]
    };
    let pairs = a.iter().flat_map(|p| b.iter().map(move |q| [p, q]));
    let differences: Vec<Block> = pairs.map(difference).collect();
    let cells = Cells::between(&differences);
    let free = cells.all().filter(|&at| !cells.is_in(&differences, at));
    free.map(|at| cells.distance(at)).fold(f64::INFINITY, f64::min)
}

/// The cells between the sides of some boxes, with those beyond all of them.
struct Cells {
    sides: [Vec<f64>; 3],
    slack: f64,
}

impl Cells {
    fn between<'b>(blocks: impl IntoIterator<Item = &'b Block> + Clone) -> Self {
        let reach = blocks.clone().into_iter().flatten().flatten();
        let slack = SAME * reach.fold(0.0, |most: f64, x| most.max(x.abs()));
        let sides = [0, 1, 2].map(|i| {
            let ends = [f64::NEG_INFINITY, f64::INFINITY];
            let own = blocks.clone().into_iter().flatten().map(|p| p[i]);
            let mut sides: Vec<f64> = own.chain(ends).collect();
            sides.sort_by(f64::total_cmp);
            sides.dedup_by(|p, q| (*p - *q).abs() <= slack);
            sides
        });
        Self { sides, slack }
    }

    /// The cells by the numbers of their lower sides.
    fn all(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let [nx, ny, nz] = [0, 1, 2].map(|i| self.sides[i].len() - 1);
        (0..nx * ny * nz).map(move |n| [n % nx, n / nx % ny, n / nx / ny])
    }

    /// Whether a cell is in one of some boxes.
    fn is_in(&self, blocks: &[Block], at: [usize; 3]) -> bool {
        let holds = |[low, high]: &Block| {
            (0..3).all(|i| {
                let [from, to] = [self.sides[i][at[i]], self.sides[i][at[i] + 1]];
                low[i] <= from + self.slack && to <= high[i] + self.slack
            })
        };
        blocks.iter().any(holds)
    }

    /// The distance of a cell from zero.
    fn distance(&self, at: [usize; 3]) -> f64 {
        let nearest = |i: usize| 0_f64.clamp(self.sides[i][at[i]], self.sides[i][at[i] + 1]);
        [0, 1, 2].map(nearest).iter().map(|x| x * x).sum::<f64>().sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler_scenes::Shape;

    const fn block(center: [f64; 3], half: f64) -> Block {
        let [x, y, z] = center;
        [[x - half, y - half, z - half], [x + half, y + half, z + half]]
    }

    #[test]
    fn cubes_of_known_depths() {
        let cube = [block([0.0; 3], 1.0)];
        let at = |x: f64, y: f64, z: f64| solved(&cube, &cube, [x, y, z]);
        let is = |relation, depth| Solved { relation, depth };
        assert_eq!(at(0.0, 0.0, 0.0), is(Relation::Same, 2.0));
        assert_eq!(at(1.5, 0.25, 0.125), is(Relation::Crossing, 0.5));
        assert_eq!(at(2.0, 0.5, 0.0), is(Relation::Touching, 0.0));
        assert_eq!(at(2.0, 2.0, 2.0), is(Relation::Touching, 0.0));
        assert_eq!(at(2.5, 0.0, 0.0), is(Relation::Apart, 0.0));
        let small = [block([0.5, 0.0, 0.0], 0.25)];
        assert_eq!(solved(&cube, &small, [0.0; 3]), is(Relation::BInsideA, 0.75));
        assert_eq!(solved(&small, &cube, [0.0; 3]), is(Relation::AInsideB, 0.75));
    }

    /// Between two walls there is a place nearer than beyond them.
    #[test]
    fn a_part_falls_into_the_slot() {
        let walls = [block([-2.0, 0.0, 0.0], 1.0), block([2.0, 0.0, 0.0], 1.0)];
        let part = [block([0.0; 3], 0.75)];
        let Solved { relation, depth } = solved(&walls, &part, [0.5, 0.0, 0.0]);
        assert_eq!((relation, depth), (Relation::Crossing, 0.25));
    }

    #[test]
    fn only_boxes_are_blocks() {
        assert_eq!(blocks(&Shape::Box.mesh(300)).unwrap(), [block([0.0; 3], 1.0)]);
        let refused = |mesh: &Mesh| blocks(mesh).unwrap_err().to_string();
        assert!(refused(&Shape::Sphere.mesh(300)).contains("is in no side of a box"));
        let cube = Shape::Box.mesh(12);
        let open = Mesh::new(cube.vertices().to_vec(), cube.triangles()[1..].to_vec()).unwrap();
        assert!(refused(&open).contains("no whole box"));
    }
}
