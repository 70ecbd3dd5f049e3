//! Solids of unit cubes. Sets of cubes tell the answers.

use feeler::Mesh;
use feeler_scenes::Random;
use std::collections::{BTreeSet, HashMap};

/// A cube, by its lowest corner.
pub type Cell = [i32; 3];

/// A set of unit cubes.
pub type Cells = BTreeSet<Cell>;

/// A few random boxes of cubes, most of them joined, some taken away, in a cube of this side.
pub fn random_cells(side: i32, random: &mut Random) -> Cells {
    let mut cells = Cells::new();
    let mut any = |count: i32| (random.bits() % count as u64) as i32;
    for _ in 0..1 + any(4) {
        let low = [(); 3].map(|()| any(side));
        let high = low.map(|x| x + 1 + any(side - x));
        let is_taken = any(4) == 0;
        for x in low[0]..high[0] {
            for y in low[1]..high[1] {
                for z in low[2]..high[2] {
                    if is_taken {
                        cells.remove(&[x, y, z]);
                    } else {
                        cells.insert([x, y, z]);
                    }
                }
            }
        }
    }
    cells
}

/// The faces between the cells and what is around them, each cut along a random diagonal.
pub fn shell(cells: &Cells, random: &mut Random) -> Mesh {
    let is_open = |cell: &Cell| !cells.contains(cell);
    faces(cells, is_open, random)
}

/// The faces of each cell, so that walls between cells are there twice.
pub fn walls(cells: &Cells, random: &mut Random) -> Mesh {
    faces(cells, |_| true, random)
}

fn faces(cells: &Cells, wanted: impl Fn(&Cell) -> bool, random: &mut Random) -> Mesh {
    let mut known: HashMap<Cell, u32> = HashMap::new();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for cell in cells {
        for axis in 0..3 {
            for side in 0..2 {
                let mut beyond = *cell;
                beyond[axis] += 2 * side - 1;
                if !wanted(&beyond) {
                    continue;
                }
                let corner = |u: i32, v: i32| {
                    let mut corner = *cell;
                    corner[axis] += side;
                    corner[(axis + 1) % 3] += u;
                    corner[(axis + 2) % 3] += v;
                    corner
                };
                let mut square = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                if side == 0 {
                    square.reverse();
                }
                let square = square.map(|corner| {
                    *known.entry(corner).or_insert_with(|| {
                        vertices.push(corner.map(f64::from));
                        vertices.len() as u32 - 1
                    })
                });
                let i = (random.bits() % 2) as usize;
                let [p, q, r, s] = [0, 1, 2, 3].map(|k| square[(i + k) % 4]);
                triangles.extend([[p, q, r], [p, r, s]]);
            }
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// The number of components of the faces, joined by corners: those of cells joined in any of 26 ways, and of holes.
pub fn volume(cells: &Cells) -> f64 {
    cells.len() as f64
}

/// The number of unit squares between cells and what is around them.
pub fn area(cells: &Cells) -> f64 {
    let mut count = 0;
    for cell in cells {
        for axis in 0..3 {
            for step in [-1, 1] {
                let mut beyond = *cell;
                beyond[axis] += step;
                count += i32::from(!cells.contains(&beyond));
            }
        }
    }
    f64::from(count)
}

/// The mean of the cells' centers.
pub fn centroid(cells: &Cells) -> [f64; 3] {
    [0, 1, 2].map(|i| {
        cells.iter().map(|cell| f64::from(cell[i]) + 0.5).sum::<f64>() / cells.len() as f64
    })
}

/// A few random boxes of cubes, each as a set of its own.
pub fn random_boxes(side: i32, random: &mut Random) -> Vec<Cells> {
    let mut any = |count: i32| (random.bits() % count as u64) as i32;
    (0..1 + any(3))
        .map(|_| {
            let low = [(); 3].map(|()| any(side));
            let high = low.map(|x| x + 1 + any(side - x));
            let mut cells = Cells::new();
            for x in low[0]..high[0] {
                for y in low[1]..high[1] {
                    for z in low[2]..high[2] {
                        cells.insert([x, y, z]);
                    }
                }
            }
            cells
        })
        .collect()
}

pub fn union(parts: &[Cells]) -> Cells {
    parts.iter().flatten().copied().collect()
}

/// Each box as a body of twelve triangles.
pub fn boxes(parts: &[Cells], random: &mut Random) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for part in parts {
        let (low, high) = (part.first().unwrap(), part.last().unwrap());
        let cube = shell(&Cells::from([[0; 3]]), random);
        let first = vertices.len() as u32;
        vertices.extend(
            cube.vertices().iter().map(|p| {
                [0, 1, 2].map(|i| f64::from(if p[i] == 0.0 { low[i] } else { high[i] + 1 }))
            }),
        );
        triangles.extend(cube.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    Mesh::new(vertices, triangles).unwrap()
}
