//! Prints the poses of the distance sweep for a mesh and its copy, for `feeler batch --poses`.
//!
//! `cargo run --release -p feeler-scenes --example sweep -- shape:blob:20000 > poses.csv`
//!
//! The mesh is not changed. Instead of scaling its longest side to 2 and centring it, the poses
//! turn about its centre, and their distances are multiples of half its longest side; this is the
//! same experiment.

use feeler::{Mesh, Pose};
use feeler_scenes::{Shape, sweep};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).ok_or("which mesh? a file, or shape:NAME:TRIANGLES")?;
    let mesh: Mesh = match name.strip_prefix("shape:") {
        Some(shape) => Shape::by_name(shape)?,
        None => feeler_io::read(&name)?,
    };
    let [low, high] = mesh.bounds().ok_or("the mesh is empty")?;
    let center: [f64; 3] = std::array::from_fn(|i| 0.5 * (low[i] + high[i]));
    let half = (0..3).fold(0.0, |m: f64, i| m.max(0.5 * (high[i] - low[i])));
    let to_origin = Pose::translation(center.map(|x| -x));
    for placed in sweep(0.4..=2.1, 18, 36) {
        let turn = Pose::new(placed.pose.matrix(), placed.pose.origin().map(|x| x * half))?;
        let pose = to_origin.then(&turn).then(&Pose::translation(center));
        let numbers: Vec<String> = pose.to_numbers().iter().map(|x| format!("{x:?}")).collect();
        println!("{}", numbers.join(","));
    }
    Ok(())
}
