//! A torus.

use super::tube::{CurvePoint, TubeGrid, closed_tube};
use feeler::Mesh;
use std::f64::consts::TAU;

/// A torus about the z axis: a circle of radius 0.75, a tube of radius 0.25.
///
/// The number of triangles differs from the request by at most `sqrt(n / 6)`; it is at least 54.
///
/// ```
/// assert_eq!(feeler_scenes::shape::ring(600).triangles().len(), 600);
/// ```
pub fn ring(triangles: usize) -> Mesh {
    closed_tube(TubeGrid::of(triangles, 3.0), 0.25, |t| {
        let (sin, cos) = (TAU * t).sin_cos();
        CurvePoint { center: [0.75 * cos, 0.75 * sin, 0.0], heading: [-sin, cos, 0.0] }
    })
}
