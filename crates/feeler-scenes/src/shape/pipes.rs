//! A bundle of pipes.

use super::surface::SurfaceBuilder;
use feeler::Mesh;
use std::f64::consts::FRAC_PI_2;

/// Twelve parallel hollow pipes with two bends, like the pipes of Klein and Zachmann (VRST 2003):
/// thin walls, long triangles in the straight parts, many close parallel surfaces.
///
/// The number of triangles is within a tenth of the request from 10 000 on; it is at least 864. The
/// pipes are separate closed surfaces.
///
/// ```
/// let count = feeler_scenes::shape::pipes(20_000).triangles().len();
/// assert!(count.abs_diff(20_000) < 2_000);
/// ```
pub fn pipes(triangles: usize) -> Mesh {
    // 12 pipes have 4 * around * stations triangles each; a bend has a quarter as many steps as
    // there are vertices around.
    let around = ((-192.0 + (36_864.0 + 96.0 * triangles as f64).sqrt()) / 48.0).round().max(3.0);
    let bend = ((triangles as f64 / (48.0 * around) - 4.0) / 2.0).round().max(1.0) as usize;
    let mut surface = SurfaceBuilder::default();
    let path = path(bend);
    for row in 0..3 {
        for column in 0..4 {
            let offset = [0.13 * (f64::from(column) - 1.5), 0.13 * (f64::from(row) - 1.0)];
            pipe(&mut surface, &path, offset, around as usize);
        }
    }
    surface.into_mesh()
}

/// A point of the path in the plane, and its heading as an angle from the x axis.
struct PathPoint {
    x: f64,
    y: f64,
    heading: f64,
}

/// The path: straight, a bend to the left, straight, a bend to the right, straight, from one corner
/// to the opposite one.
fn path(bend: usize) -> Vec<PathPoint> {
    const RADIUS: f64 = 0.4;
    let mut stations = vec![PathPoint { x: -1.0, y: -0.75, heading: 0.0 }];
    for i in 0..=bend {
        let angle = FRAC_PI_2 * i as f64 / bend as f64;
        let (x, y) = (-RADIUS + RADIUS * angle.sin(), -0.75 + RADIUS * (1.0 - angle.cos()));
        stations.push(PathPoint { x, y, heading: angle });
    }
    for i in (0..=bend).rev() {
        let angle = FRAC_PI_2 * i as f64 / bend as f64;
        let (x, y) = (RADIUS - RADIUS * angle.sin(), 0.75 - RADIUS * (1.0 - angle.cos()));
        stations.push(PathPoint { x, y, heading: angle });
    }
    stations.push(PathPoint { x: 1.0, y: 0.75, heading: 0.0 });
    stations
}

/// Adds a pipe that is parallel to the path, at an offset to the left and up.
fn pipe(surface: &mut SurfaceBuilder, path: &[PathPoint], [left, up]: [f64; 2], around: usize) {
    const OUTER: f64 = 0.055;
    const INNER: f64 = 0.045;
    let mut wall = |radius: f64| -> Vec<Vec<u32>> {
        path.iter()
            .map(|PathPoint { x, y, heading }| {
                let (sin, cos) = heading.sin_cos();
                surface.around(around, |angle| {
                    let sideways = left + radius * angle.cos();
                    [x - sin * sideways, y + cos * sideways, up + radius * angle.sin()]
                })
            })
            .collect()
    };
    // The loops follow the outer wall, the rim, the inner wall backwards, and the other rim.
    let mut loops = wall(OUTER);
    loops.extend(wall(INNER).into_iter().rev());
    for i in 0..loops.len() {
        surface.band(&loops[i], &loops[(i + 1) % loops.len()]);
    }
}
