//! Two small meshes at a pose: every question, in a tree of some kind, against brute force.

use crate::configuration::{Configuration, Expected};
use crate::numbers::{Grid, Numbers};
use feeler::{Mesh, Pose};

/// The most triangles of a mesh: enough for trees of two levels.
const MOST: u8 = 12;

/// The most triangles whose coordinates have any size: such pairs need the widest integers, in every question and every tree.
const MOST_FREE: u8 = 3;

/// The first bytes choose the grid, the tree, the pose and the numbers of triangles; then come the corners, those of A first.
pub fn check(bytes: &[u8]) {
    let mut numbers = Numbers::new(bytes);
    let grid = Grid::of(numbers.byte());
    let tree = usize::from(numbers.byte());
    let most = if grid == Grid::Free { MOST_FREE } else { MOST };
    let counts = [numbers.byte() % (most + 1), numbers.byte() % (most + 1)];
    let pose = pose(&mut numbers, grid);
    let [a, b] = counts.map(|count| mesh(&mut numbers, grid, count));
    let expected = Expected::all(&a, &b, &pose);
    // One tree for an input: a fuzzer learns more from many inputs than from many trees.
    let all: Vec<Configuration> = Configuration::some(tree as u64).collect();
    let configuration = &all[tree % all.len()];
    if let Err(difference) = configuration.check(&a, &b, &pose, &expected) {
        panic!("{configuration}: {difference}\nA = {a:?}\nB = {b:?}\npose = {pose:?}");
    }
}

/// Quarter turns keep the grid, so that touching triangles still touch.
fn pose(numbers: &mut Numbers<'_>, grid: Grid) -> Pose {
    let turn = match numbers.byte() % 4 {
        0 => Pose::IDENTITY,
        1 => Pose::new([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3])
            .expect("a quarter turn"),
        2 => Pose::new([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]], [0.0; 3])
            .expect("a half turn"),
        _ => Pose::rotation([1.0, 2.0, 3.0], f64::from(numbers.byte())),
    };
    let offset = numbers.point(grid);
    Pose::new(turn.matrix(), offset).unwrap_or(turn)
}

/// A mesh of triangles whose corners are bytes; from the end of the bytes on, triangles are repeated.
fn mesh(numbers: &mut Numbers<'_>, grid: Grid, count: u8) -> Mesh {
    let mut corners: Vec<[f64; 3]> = Vec::new();
    for _ in 0..count {
        let again = corners.len().checked_sub(3).filter(|_| numbers.is_empty());
        let triangle: [[f64; 3]; 3] = match again {
            Some(last) => [corners[last], corners[last + 1], corners[last + 2]],
            None => [(); 3].map(|()| numbers.point(grid)),
        };
        corners.extend(triangle);
    }
    let triangles = (0..u32::from(count)).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(corners, triangles).expect("coordinates that a mesh accepts")
}
