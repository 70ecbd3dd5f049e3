//! Torus knots.

use super::tube::{CurvePoint, TubeGrid, closed_tube};
use feeler::Mesh;
use std::f64::consts::{PI, TAU};

/// A tube along a curve that runs `p` times around the z axis while it winds `q` times around a torus; 2 and 3 give the trefoil.
///
/// If `p` and `q` have no common divisor, it is a knot (a plain loop if one of them is 1);
/// otherwise the tube covers itself as often as their greatest common divisor says. The number of
/// triangles differs from the request by at most the number of quads around the tube, a few dozen.
///
/// ```
/// let trefoil = feeler_scenes::shape::torus_knot(2, 3, 5_000);
/// assert!(trefoil.triangles().len().abs_diff(5_000) < 20);
/// ```
///
/// # Panics
/// Panics if `p` or `q` is zero.
pub fn torus_knot(p: u32, q: u32, triangles: usize) -> Mesh {
    assert!(p > 0 && q > 0, "a torus knot runs around both ways at least once");
    let curve = Curve { p: f64::from(p), q: f64::from(q) };
    // The torus has the radii 2 and 1. On its inside, where it is narrow, p strands share the small
    // circle at a slope of q / p.
    let apart = 2.0 * (PI / f64::from(p.max(2))).sin() / (curve.q / curve.p).hypot(1.0);
    let radius = 0.35 * apart;
    let size = 3.0 + radius;
    let slenderness = curve.length() / (TAU * radius);
    closed_tube(TubeGrid::of(triangles, slenderness), radius / size, |t| {
        let station = curve.station(t);
        CurvePoint { center: station.center.map(|x| x / size), ..station }
    })
}

struct Curve {
    p: f64,
    q: f64,
}

impl Curve {
    fn station(&self, t: f64) -> CurvePoint {
        let (sin_p, cos_p) = (TAU * t * self.p).sin_cos();
        let (sin_q, cos_q) = (TAU * t * self.q).sin_cos();
        let r = 2.0 + cos_q;
        let velocity = [
            -self.q * sin_q * cos_p - self.p * r * sin_p,
            -self.q * sin_q * sin_p + self.p * r * cos_p,
            self.q * cos_q,
        ];
        let speed = velocity.iter().map(|x| x * x).sum::<f64>().sqrt();
        CurvePoint { center: [r * cos_p, r * sin_p, sin_q], heading: velocity.map(|x| x / speed) }
    }

    fn length(&self) -> f64 {
        let steps = 1000;
        let point = |i: i32| self.station(f64::from(i) / f64::from(steps)).center;
        let step = |i: i32| {
            let (a, b) = (point(i), point(i + 1));
            (0..3).map(|k| (b[k] - a[k]).powi(2)).sum::<f64>().sqrt()
        };
        (0..steps).map(step).sum()
    }
}
