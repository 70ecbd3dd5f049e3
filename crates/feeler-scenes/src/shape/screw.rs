//! A screw.

use super::surface::SurfaceBuilder;
use feeler::Mesh;
use std::f64::consts::{PI, TAU};

/// A screw along the z axis: a shank with ten turns of thread, and a hexagonal head.
///
/// Every loop of its surface has the same number of vertices, so the head and the tip have long
/// thin triangles. The number of triangles is within a hundredth of the request from 2 000 on; it
/// is at least 468.
///
/// ```
/// let count = feeler_scenes::shape::screw(20_000).triangles().len();
/// assert!(count.abs_diff(20_000) < 200);
/// ```
pub fn screw(triangles: usize) -> Mesh {
    const SHANK: [f64; 2] = [-1.0, 0.6];
    const TURNS: f64 = 10.0;
    const RADIUS: f64 = 0.3;
    // The number around is a multiple of six, so that the head has its corners.
    let around = 6 * ((triangles as f64 / 2.0 / 4.0).sqrt() / 6.0).round().max(1.0) as usize;
    let along =
        ((triangles as f64 / (2 * around) as f64).round() as usize).saturating_sub(3).max(36);

    let thread = |angle: f64, t: f64| {
        // The thread runs out at both ends, so that no triangle of the rim is degenerate.
        let depth = 0.06 * (8.0 * t).min(8.0 * (1.0 - t)).min(1.0);
        RADIUS - depth * (0.5 - 0.5 * (TAU * TURNS * t - angle).cos())
    };
    let hexagon = |angle: f64| {
        // The distance to the side of a hexagon with corners at multiples of 60 degrees.
        let from_corner = angle.rem_euclid(PI / 3.0);
        0.6 * (PI / 6.0).cos() / (from_corner - PI / 6.0).cos()
    };
    let at = |radius: f64, angle: f64, z: f64| [radius * angle.cos(), radius * angle.sin(), z];

    let mut surface = SurfaceBuilder::default();
    let mut loops: Vec<_> = (0..=along)
        .map(|i| {
            let t = i as f64 / along as f64;
            let z = SHANK[0] * (1.0 - t) + SHANK[1] * t;
            surface.around(around, |angle| at(thread(angle, t), angle, z))
        })
        .collect();
    for z in [SHANK[1], 1.0] {
        loops.push(surface.around(around, |angle| at(hexagon(angle), angle, z)));
    }
    let point = surface.vertex([0.0, 0.0, SHANK[0]]);
    let top = surface.vertex([0.0, 0.0, 1.0]);
    surface.root(point, &loops[0]);
    for pair in loops.windows(2) {
        surface.band(&pair[0], &pair[1]);
    }
    surface.tip(&loops[loops.len() - 1], top);
    surface.into_mesh()
}
