//! A cylinder.

use super::surface::SurfaceBuilder;
use feeler::Mesh;
use std::f64::consts::{PI, TAU};

/// A cylinder about the z axis, of radius 1 and from -1 to 1: a prism of `n` sides, each cut into
/// `s` quads, with flat ends that are cut into `r` rings.
///
/// It has `2 n (s + 2 r - 1)` triangles: about the requested number, and at least 12, the number of
/// a prism of three sides; for 12 500 it is 12 474. The corners are on the circle, so the sides are
/// nearer to the axis than 1.
///
/// ```
/// let cylinder = feeler_scenes::shape::cylinder(12_500);
/// assert_eq!(cylinder.triangles().len(), 12_474);
/// assert!(cylinder.vertices().iter().all(|[x, y, _]| x * x + y * y <= 1.0 + 1e-15));
/// ```
pub fn cylinder(triangles: usize) -> Mesh {
    // Quads are squares at the rim if s is n / π and r half of that, which makes 4 n² / π - 2 n
    // triangles.
    let sides = PI / 4.0 * (1.0 + (1.0 + triangles as f64 * 4.0 / PI).sqrt());
    let stacks = ((sides / PI).round() as usize).max(1);
    let rings = ((sides / TAU).round() as usize).max(1);
    // Whole numbers of rings miss the count; the number of sides, which is the largest, compensates
    // for it.
    let around = triangles as f64 / (2 * (stacks + 2 * rings - 1)) as f64;
    let around = (around.round() as usize).max(3);
    let mut surface = SurfaceBuilder::default();
    let at = |radius: f64, height: f64| {
        move |angle: f64| [radius * angle.cos(), radius * angle.sin(), height]
    };
    // The profile, from the middle of the lower end outwards, up, and inwards.
    let lower = (1..=rings).map(|i| (i as f64 / rings as f64, -1.0));
    let side = (1..stacks).map(|i| (1.0, 2.0 * i as f64 / stacks as f64 - 1.0));
    let upper = (1..=rings).rev().map(|i| (i as f64 / rings as f64, 1.0));
    let bottom = surface.vertex([0.0, 0.0, -1.0]);
    let loops: Vec<Vec<u32>> = lower
        .chain(side)
        .chain(upper)
        .map(|(radius, height)| surface.around(around, at(radius, height)))
        .collect();
    let top = surface.vertex([0.0, 0.0, 1.0]);
    surface.root(bottom, &loops[0]);
    for pair in loops.windows(2) {
        surface.band(&pair[0], &pair[1]);
    }
    surface.tip(&loops[loops.len() - 1], top);
    surface.into_mesh()
}
