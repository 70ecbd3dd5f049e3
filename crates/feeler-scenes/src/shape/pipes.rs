//! A bundle of pipes.

use super::surface::Surface;
use feeler::Mesh;
use std::f64::consts::FRAC_PI_2;

/// Twelve hollow pipes side by side through two bends, like the pipes of the ADB papers: thin walls, long triangles where they
/// are straight, many close parallel surfaces.
///
/// The number of triangles is within a tenth of the request from 10 000 on; at least 864. The pipes are separate closed surfaces.
///
/// ```
/// let count = feeler_scenes::shape::pipes(20_000).triangles().len();
/// assert!(count.abs_diff(20_000) < 2_000);
/// ```
pub fn pipes(triangles: usize) -> Mesh {
    // 12 pipes of 4 around * (stations) triangles, a quarter as many steps in a bend as around.
    let around = ((-192.0 + (36_864.0 + 96.0 * triangles as f64).sqrt()) / 48.0).round().max(3.0);
    let bend = ((triangles as f64 / (48.0 * around) - 4.0) / 2.0).round().max(1.0) as usize;
    let mut surface = Surface::default();
    let path = path(bend);
    for row in 0..3 {
        for column in 0..4 {
            let offset = [0.13 * (f64::from(column) - 1.5), 0.13 * (f64::from(row) - 1.0)];
            pipe(&mut surface, &path, offset, around as usize);
        }
    }
    surface.into_mesh()
}

/// A place on the path in the plane, and its heading as an angle from the x axis.
struct Station {
    x: f64,
    y: f64,
    heading: f64,
}

/// Straight, a bend to the left, straight, a bend to the right, straight: from one corner to the opposite one.
fn path(bend: usize) -> Vec<Station> {
    const RADIUS: f64 = 0.4;
    let mut stations = vec![Station { x: -1.0, y: -0.75, heading: 0.0 }];
    for i in 0..=bend {
        let angle = FRAC_PI_2 * i as f64 / bend as f64;
        let (x, y) = (-RADIUS + RADIUS * angle.sin(), -0.75 + RADIUS * (1.0 - angle.cos()));
        stations.push(Station { x, y, heading: angle });
    }
    for i in (0..=bend).rev() {
        let angle = FRAC_PI_2 * i as f64 / bend as f64;
        let (x, y) = (RADIUS - RADIUS * angle.sin(), 0.75 - RADIUS * (1.0 - angle.cos()));
        stations.push(Station { x, y, heading: angle });
    }
    stations.push(Station { x: 1.0, y: 0.75, heading: 0.0 });
    stations
}

/// A pipe at an offset from the path, to the left and up: parallel to all others.
fn pipe(surface: &mut Surface, path: &[Station], [left, up]: [f64; 2], around: usize) {
    const OUTER: f64 = 0.055;
    const INNER: f64 = 0.045;
    let mut wall = |radius: f64| -> Vec<Vec<u32>> {
        path.iter()
            .map(|Station { x, y, heading }| {
                let (sin, cos) = heading.sin_cos();
                surface.around(around, |angle| {
                    let sideways = left + radius * angle.cos();
                    [x - sin * sideways, y + cos * sideways, up + radius * angle.sin()]
                })
            })
            .collect()
    };
    // Out along the outer wall, over the rim, back along the inner wall, over the other rim.
    let mut loops = wall(OUTER);
    loops.extend(wall(INNER).into_iter().rev());
    for i in 0..loops.len() {
        surface.band(&loops[i], &loops[(i + 1) % loops.len()]);
    }
}
