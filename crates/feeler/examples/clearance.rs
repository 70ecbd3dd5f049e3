//! The clearance of a shaft in a bore: is it kept, where is it not, and how far can the shaft move?
//!
//! `cargo run --release -p feeler --example clearance` prints
//!
//! ```text
//! a clearance of 0.05 is not kept
//! the gap is 0.0367 at (-0.87, 0.68, -1.00)
//!   90° to 120°    1498 pairs
//!  120° to 150°   12830 pairs
//!  150° to 180°   13307 pairs
//! right  0.1422
//! left   0.0422
//! up     0.0478
//! ```

use feeler::{Mesh, Model, Pair, Pose, Scratch};
use std::f64::consts::TAU;

/// The gap that must be kept.
const CLEARANCE: f64 = 0.05;

fn main() {
    print!("{}", table());
}

pub(crate) fn table() -> String {
    let bore = Model::new(tube(1.1, 2.0));
    let shaft = Model::new(tube(1.0, 3.0));
    // The shaft is a little off the axis, and tilted by half a degree.
    let tilt = Pose::rotation([1.0, 0.0, 0.0], 0.5_f64.to_radians());
    let pair = Pair::new(&bore, &shaft).at(Pose::translation([-0.05, 0.03, 0.0]) * tilt);
    let mut scratch = Scratch::new();

    let mut table = String::new();
    let mut line = |text: String| table += &(text + "\n");
    if pair.within_with(CLEARANCE, &mut scratch) {
        line(format!("a clearance of {CLEARANCE} is not kept"));
    }
    if let Some(nearest) = pair.distance() {
        let [x, y, z] = nearest.on_a;
        line(format!("the gap is {:.4} at ({x:.2}, {y:.2}, {z:.2})", nearest.distance));
    }

    // Every pair of triangles that is too near, counted by the angle around the bore.
    let mut sectors = [0; 12];
    for near in pair.all_within_with(CLEARANCE, &mut scratch) {
        let [x, y, _] = near.on_a;
        let share = (y.atan2(x) / TAU).rem_euclid(1.0);
        sectors[(share * 12.0) as usize % 12] += 1;
    }
    for (sector, count) in sectors.into_iter().enumerate().filter(|(_, count)| *count > 0) {
        line(format!("{:4}° to {:3}°  {count:6} pairs", 30 * sector, 30 * sector + 30));
    }

    // How far the shaft can be pushed before it touches.
    for (way, x, y) in [("right", 1.0, 0.0), ("left", -1.0, 0.0), ("up", 0.0, 1.0)] {
        let first = pair.first_contact_with([x, y, 0.0], f64::INFINITY, &mut scratch);
        line(format!("{way:5}  {:.4}", first.map_or(f64::INFINITY, |first| first.time)));
    }
    table
}

/// The round surface of a cylinder about the z axis.
fn tube(radius: f64, length: f64) -> Mesh {
    let (around, rings) = (180, 40);
    let point = |k: u32| {
        let angle = TAU * f64::from(k % around) / f64::from(around);
        let z = length * (f64::from(k / around) / f64::from(rings) - 0.5);
        [radius * angle.cos(), radius * angle.sin(), z]
    };
    let cell = |k: u32| {
        let next = k - k % around + (k + 1) % around;
        [[k, next, k + around], [next, next + around, k + around]]
    };
    let halves: Vec<_> = (0..around * rings).flat_map(cell).collect();
    Mesh::from_points((0..around * (rings + 1)).map(point), &halves).expect("finite points")
}
