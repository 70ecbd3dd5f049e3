//! The meshes that a calibration is trained with.

use feeler::{Mesh, Pose};
use feeler_scenes::{Random, shape};

/// Meshes of many kinds: scans, machine parts, bundles, hills, tools; compact, flat and long
/// meshes; single shapes and assemblies.
///
/// The first nine meshes are plain shapes. After them, stretched shapes and assemblies of several
/// parts alternate. There is no gear wheel in the corpus, because the calibration is tested with
/// gear wheels.
///
/// ```
/// let meshes = feeler_research::corpus(12, 1);
/// assert!(meshes.len() == 12 && meshes.iter().all(|mesh| mesh.triangles().len() > 100));
/// ```
pub fn corpus(count: usize, seed: u64) -> Vec<Mesh> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|i| {
            let mut random = Random::new(random.bits());
            match i {
                0..9 => plain(i, &mut random),
                _ if i % 2 == 0 => put_together(&mut random),
                _ => {
                    let stretch = [0, 1, 2].map(|_| random.between(-2.0, 1.0).exp2());
                    let kind = STRETCHED[choice(&mut random, STRETCHED.len())];
                    stretched(&plain(kind, &mut random), stretch, &Pose::IDENTITY, [0.0; 3])
                }
            }
        })
        .collect()
}

/// One of the nine plain shapes, of a random size.
fn plain(kind: usize, random: &mut Random) -> Mesh {
    let triangles = random.between(FEWEST_TRIANGLES.ln(), MOST_TRIANGLES.ln()).exp() as usize;
    match kind {
        0 => shape::torus_knot(2, 3 + 2 * choice(random, 2) as u32, triangles),
        1 => shape::ring(triangles),
        2 => shape::blob(triangles, random.bits()),
        3 => shape::pipes(triangles),
        4 => shape::cuboid(triangles),
        5 => shape::plate(triangles),
        6 => shape::screw(triangles),
        7 => shape::terrain(triangles, random.bits()),
        _ => shape::sphere(triangles),
    }
}

/// An assembly of two to seven rods, blocks, balls and rings, each at an end of the previous part:
/// hammers, brackets, chairs.
fn put_together(random: &mut Random) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let mut at = [0.0; 3];
    for part in 0..2 + choice(random, 6) {
        let count = [200, 1_000, 4_000][choice(random, 3)];
        let mesh = match choice(random, 5) {
            0 => shape::cuboid(count),
            1 => shape::sphere(count),
            2 => shape::ring(count),
            3 => shape::blob(count, random.bits()),
            _ => shape::screw(count),
        };
        let half = match choice(random, 2) {
            0 => [(-1.0, 1.0), (-4.0, -2.0), (-4.0, -2.0)],
            _ => [(-3.0, 0.0); 3],
        };
        let half = half.map(|(low, high)| random.between(low, high).exp2());
        let turn = if choice(random, 2) == 0 { Pose::IDENTITY } else { random.rotation() };
        let mesh = stretched(&mesh, half, &turn, at);
        let first = vertices.len() as u32;
        vertices.extend_from_slice(mesh.vertices());
        triangles.extend(mesh.triangles().iter().map(|triangle| triangle.map(|i| i + first)));
        let end = if part % 2 == 0 { half[0] } else { -half[0] };
        let end = turn.apply([end, half[1] * random.between(-1.0, 1.0), 0.0]);
        at = [0, 1, 2].map(|i| at[i] + end[i]);
    }
    Mesh::new(vertices, triangles).expect("small numbers, and indices of their own")
}

fn choice(random: &mut Random, of: usize) -> usize {
    (random.unit() * of as f64) as usize
}

/// The mesh, stretched, then turned, then moved.
fn stretched(mesh: &Mesh, stretch: [f64; 3], turn: &Pose, at: [f64; 3]) -> Mesh {
    let place = |v: &[f64; 3]| {
        let turned = turn.apply([0, 1, 2].map(|i| v[i] * stretch[i]));
        [0, 1, 2].map(|i| turned[i] + at[i])
    };
    Mesh::new(mesh.vertices().iter().map(place).collect(), mesh.triangles().to_vec())
        .expect("the same indices, and small numbers")
}

/// The kinds of shapes that are stretched. Solid shapes are more frequent than shells, as among
/// real parts.
const STRETCHED: [usize; 12] = [0, 1, 2, 2, 2, 3, 4, 4, 5, 6, 6, 8];

/// The bounds of the number of triangles of a plain shape.
const FEWEST_TRIANGLES: f64 = 1_000.0;
const MOST_TRIANGLES: f64 = 300_000.0;
