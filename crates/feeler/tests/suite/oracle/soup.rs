//! Pairs of meshes made to break queries: soups of triangles, and a pose.

use super::nasty::Random;
use feeler::{Mesh, Pose};

/// Two meshes and a pose. Often the meshes just touch, are degenerate, far away, long and thin, or
/// of very different size.
pub fn nasty_meshes(number: u64) -> (Mesh, Mesh, Pose) {
    let mut random = Random::new(number ^ 0x6d65_7368);
    let grid = 4 << random.below(4);
    let (mut a, mut b) = (soup(&mut random, grid), soup(&mut random, grid));
    let quarter = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let size = grid as f64;
    let mut pose = match random.below(4) {
        0 => Pose::IDENTITY,
        1 => Pose::translation(random.grid(grid / 2)),
        // Quarter turns keep the grid, so that touching triangles still touch.
        2 => Pose::new(quarter, random.grid(grid / 2)).unwrap(),
        _ => {
            let turn = Pose::rotation(random.point(), 3.0 * random.unit());
            turn.then(&Pose::translation(random.point().map(|x| x * size)))
        }
    };
    let mut offset = pose.origin();
    match random.below(6) {
        // Both meshes are up to a million sizes away from the origin.
        0 => {
            let away = random.grid(1_000_000).map(|x| x * size);
            a.iter_mut().flatten().for_each(|p| *p = [0, 1, 2].map(|i| p[i] + away[i]));
            offset = [0, 1, 2].map(|i| offset[i] + away[i]);
        }
        // Another scale: nanometres, light years, and beyond.
        1 => {
            let scale = 2f64.powi(random.between(-500, 500));
            a.iter_mut().chain(&mut b).flatten().flatten().for_each(|x| *x *= scale);
            offset = offset.map(|x| x * scale);
        }
        // One mesh is much smaller than the other, and at one of its corners.
        2 => {
            let scale = 2f64.powi(-random.between(1, 200));
            b.iter_mut().flatten().flatten().for_each(|x| *x *= scale);
            offset = a[random.below(a.len())][random.below(3)];
        }
        // Both meshes are long and thin.
        3 => {
            let thin = 2f64.powi(-random.between(1, 40));
            a.iter_mut().chain(&mut b).flatten().for_each(|p| p[1] *= thin);
        }
        _ => {}
    }
    pose = Pose::new(pose.matrix(), offset).unwrap();
    (mesh(&a), mesh(&b), pose)
}

/// Triangles that are small against their grid, some without area, on the grid or not.
fn soup(random: &mut Random, grid: i32) -> Vec<[[f64; 3]; 3]> {
    let count = 1 + random.below(40);
    let reach = 1 + random.below(3) as i32;
    let free = random.below(3) == 0;
    (0..count)
        .map(|_| {
            let center = random.grid(grid);
            let mut corner = || {
                let offset = random.grid(reach);
                let noise = if free { random.point() } else { [0.0; 3] };
                [0, 1, 2].map(|i| center[i] + offset[i] + noise[i])
            };
            [corner(), corner(), corner()]
        })
        .collect()
}

fn mesh(triangles: &[[[f64; 3]; 3]]) -> Mesh {
    let indices = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(triangles.iter().flatten().copied().collect(), indices).unwrap()
}
