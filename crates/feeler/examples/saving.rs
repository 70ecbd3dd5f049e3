//! Saves a model to a file, reads it back, and shows what a damaged file says.
//!
//! `cargo run --release --example saving` prints, with other times:
//!
//! ```text
//! 500000 triangles: built in 115 ms, 17 MB written
//! read in 47 ms
//! 0.0100 apart before and after, with 767 tests of volumes
//! one flipped bit: the saved model is damaged: its checksum is wrong
//! half a file: the saved model ends early: 8800918 of 17601837 bytes are there
//! ```

use feeler::{Mesh, Model, Pair, Pose, Scratch, Search};
use std::error::Error;
use std::f64::consts::TAU;
use std::time::Instant;

fn main() {
    print!("{}", table().expect("a folder to write to"));
}

pub(crate) fn table() -> Result<String, Box<dyn Error>> {
    let mesh = ring(1000, 250)?;
    let start = Instant::now();
    let ring = Model::new(mesh);
    let (count, built) = (ring.mesh().triangles().len(), start.elapsed().as_millis());

    let path = std::env::temp_dir().join(format!("saving-{}.model", std::process::id()));
    let bytes = ring.to_bytes();
    std::fs::write(&path, &bytes)?;
    let size = bytes.len() / 1_000_000;
    let mut table = format!("{count} triangles: built in {built} ms, {size} MB written\n");

    let start = Instant::now();
    let read = Model::from_bytes(&std::fs::read(&path)?)?;
    table += &format!("read in {} ms\n", start.elapsed().as_millis());
    std::fs::remove_file(&path)?;
    // The ring that was read is the same: it has the same answers for the same work.
    let [before, after] = [&ring, &read].map(gap);
    assert_eq!(before, after);
    let (distance, tests) = before;
    table += &format!("{distance:.4} apart before and after, with {tests} tests of volumes\n");

    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    let half = &bytes[..bytes.len() / 2];
    for (what, damaged) in [("one flipped bit", &flipped[..]), ("half a file", half)] {
        let error = Model::from_bytes(damaged).expect_err("it is damaged");
        table += &format!("{what}: {error}\n");
    }
    Ok(table)
}

/// The distance of a ring from itself above, and the number of tests of volumes.
fn gap(ring: &Model) -> (f64, u64) {
    let mut scratch = Scratch::new();
    let pair = Pair::new(ring, ring).at(Pose::translation([0.0, 0.0, 0.61]));
    let distance = pair.distance_with(&Search::default(), &mut scratch);
    (distance.upper(), scratch.effort().volume_tests)
}

/// A torus of radius 1 and thickness 0.6, with some cells along it and around it.
fn ring(along: u32, around: u32) -> Result<Mesh, feeler::MeshError> {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..along {
        let (sin, cos) = (i as f64 * TAU / along as f64).sin_cos();
        for j in 0..around {
            let (height, out) = (j as f64 * TAU / around as f64).sin_cos();
            let radius = 1.0 + 0.3 * out;
            vertices.push([radius * cos, radius * sin, 0.3 * height]);
            let corner = |i: u32, j: u32| i % along * around + j % around;
            let [a, b, c, d] =
                [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Mesh::new(vertices, triangles)
}
