//! Solids of boxes, and their depth by brute force.

use feeler::Mesh;
use feeler_scenes::shape;

/// A box, as its lower and upper corner.
pub type Block = [[f64; 3]; 2];

/// A box around a point, with half of its sides.
pub fn block(center: [f64; 3], half: [f64; 3]) -> Block {
    [[0, 1, 2].map(|i| center[i] - half[i]), [0, 1, 2].map(|i| center[i] + half[i])]
}

/// The union of some boxes as one mesh, in which every box is a component.
pub fn solid(blocks: &[Block]) -> Mesh {
    let cube = shape::cuboid(12);
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for [low, high] in blocks {
        let first = corners.len() as u32;
        let place = |p: &[f64; 3]| [0, 1, 2].map(|i| if p[i] < 0.0 { low[i] } else { high[i] });
        corners.extend(cube.vertices().iter().map(place));
        triangles.extend(cube.triangles().iter().map(|t| t.map(|corner| first + corner)));
    }
    Mesh::new(corners, triangles).unwrap()
}

/// The depth of two unions of boxes, the second one moved by an offset: from anywhere, and from
/// outside.
///
/// The translations at which the solids overlap are a union of boxes too. Its cells are those of the
/// grid of all their sides, so the depth is the distance of the nearest cell that no box covers; from
/// outside, of the nearest one that hangs together with the cells around all boxes.
pub fn depths(a: &[Block], b: &[Block], offset: [f64; 3]) -> [f64; 2] {
    let pairs = a.iter().flat_map(|p| b.iter().map(move |q| [p, q]));
    let differences: Vec<Block> = pairs
        .map(|[[low_a, high_a], [low_b, high_b]]| {
            [
                [0, 1, 2].map(|i| low_a[i] - (high_b[i] + offset[i])),
                [0, 1, 2].map(|i| high_a[i] - (low_b[i] + offset[i])),
            ]
        })
        .collect();
    let sides = [0, 1, 2].map(|i| {
        let mut sides: Vec<f64> = differences.iter().flatten().map(|p| p[i]).collect();
        sides.push(f64::NEG_INFINITY);
        sides.push(f64::INFINITY);
        sides.sort_by(f64::total_cmp);
        sides.dedup_by(|p, q| (*p - *q).abs() < 1e-9);
        sides
    });
    let counts = [0, 1, 2].map(|i| sides[i].len() - 1);
    let number = |[x, y, z]: [usize; 3]| x + counts[0] * (y + counts[1] * z);
    let cell = |n: usize| [n % counts[0], n / counts[0] % counts[1], n / counts[0] / counts[1]];
    let is_covered = |at: [usize; 3]| {
        let holds = |[low, high]: &Block| {
            (0..3)
                .all(|i| low[i] <= sides[i][at[i]] + 1e-9 && sides[i][at[i] + 1] <= high[i] + 1e-9)
        };
        differences.iter().any(holds)
    };
    let distance = |at: [usize; 3]| {
        let nearest = [0, 1, 2].map(|i| 0_f64.clamp(sides[i][at[i]], sides[i][at[i] + 1]));
        nearest.iter().map(|x| x * x).sum::<f64>().sqrt()
    };
    let all: Vec<usize> = (0..counts.iter().product()).collect();
    let free: Vec<bool> = all.iter().map(|&n| !is_covered(cell(n))).collect();
    let mut reached = vec![false; all.len()];
    let mut open = vec![[0_usize; 3]];
    reached[0] = true;
    while let Some(at) = open.pop() {
        for i in 0..3 {
            for to in [at[i].checked_sub(1), Some(at[i] + 1)].into_iter().flatten() {
                let mut next = at;
                next[i] = to;
                if to < counts[i] && free[number(next)] && !reached[number(next)] {
                    reached[number(next)] = true;
                    open.push(next);
                }
            }
        }
    }
    let nearest = |among: &[bool]| {
        let distances = all.iter().filter(|&&n| among[n]).map(|&n| distance(cell(n)));
        distances.fold(f64::INFINITY, f64::min)
    };
    [nearest(&free), nearest(&reached)]
}
