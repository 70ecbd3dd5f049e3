//! Tests of the types of other crates. Each needs the feature of its name; `cargo xtask test` has them all on.

#[cfg(feature = "glam")]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "serde")]
mod serde;

use feeler::Pose;

/// Poses that turn about all axes and that have large, small and no translations.
#[allow(dead_code, reason = "it needs a feature")]
fn poses() -> Vec<Pose> {
    let axes = [[1.0, 0.0, 0.0], [1.0, -2.0, 0.5], [-0.1, 0.2, 3.0], [0.0, -1.0, 0.0]];
    let angles = [0.0, 0.3, -1.7, std::f64::consts::PI, 5.0];
    let places = [[0.0; 3], [1.0, -2.0, 3.5], [1e9, 1e-9, -0.1]];
    let turned = |(axis, angle)| {
        places.map(|place| Pose::rotation(axis, angle).then(&Pose::translation(place)))
    };
    let turns = axes.into_iter().flat_map(|axis| angles.map(|angle| (axis, angle)));
    turns.flat_map(turned).collect()
}

/// The largest difference of the positions of three points and the origin, as a share of the translation or of one.
#[allow(dead_code, reason = "it needs a feature")]
fn difference(a: &Pose, b: &Pose) -> f64 {
    let size = a.origin().iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let between = points.map(|p| {
        let (p, q) = (a.apply(p), b.apply(p));
        (0..3).fold(0.0, |most: f64, i| most.max((p[i] - q[i]).abs()))
    });
    between.into_iter().fold(0.0, f64::max) / size
}
