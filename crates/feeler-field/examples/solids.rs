//! What is known of the solids in some files, and a thousand points of each closed one against an exact ray
//! cast.
//!
//! ```console
//! $ cargo run --release --example solids -p feeler-field -- bunny.ply gear.stl
//! ```

#![allow(unreachable_pub, reason = "the oracle is that of the tests")]

#[path = "../tests/solids/rational.rs"]
mod rational;

use feeler::{Mesh, Model};
use feeler_field::{Boundary, Position};
use feeler_scenes::Random;
use rational::{Rational, Winding};
use rayon::prelude::*;
use std::time::Instant;

fn main() {
    for file in std::env::args().skip(1) {
        match feeler_io::read(&file) {
            Ok(mesh) => report(&file, mesh),
            Err(error) => println!("{file}: {error}"),
        }
    }
}

fn report(file: &str, mesh: Mesh) {
    let model = Model::new(mesh);
    let start = Instant::now();
    let boundary = Boundary::of(&model);
    let made = start.elapsed();
    let start = Instant::now();
    let knot = boundary.self_contact();
    println!(
        "{file}: {} triangles, closed {}, turned {}, components {}, holes {}, volume {:?}, area {:.4}, \
         self-contact {knot:?}; made in {made:.1?}, self-contact in {:.1?}",
        model.mesh().triangles().len(),
        boundary.is_closed(),
        boundary.turned(),
        boundary.components(),
        boundary.holes().len(),
        boundary.volume(),
        boundary.area(),
        start.elapsed(),
    );
    let Some([low, high]) = model.mesh().bounds().filter(|_| boundary.is_closed()) else {
        return;
    };
    let oracle = Rational(model.mesh());
    let mut random = Random::new(1);
    let corners = model.mesh().triangles().as_flattened();
    // Coordinates of corners make rays meet edges and flat faces.
    let points: Vec<[f64; 3]> = (0..1000)
        .map(|round| {
            [0, 1, 2].map(|i| {
                let corner = corners[random.bits() as usize % corners.len()];
                match round % 2 {
                    0 => random.between(low[i], high[i]),
                    _ => model.mesh().vertices()[corner as usize][i],
                }
            })
        })
        .collect();
    let start = Instant::now();
    let positions: Vec<Position> = points.iter().map(|&p| boundary.locate(p).position).collect();
    let time = start.elapsed() / 1000;
    let wrong = points.par_iter().zip(&positions).enumerate().filter(|(round, (point, found))| {
        let expected = match oracle.winding(**point, &mut Random::new(*round as u64)) {
            Winding::On => Position::On,
            Winding::Times(0) => Position::Outside,
            // The ray cast does not know the triangles that were turned.
            Winding::Times(sum) if boundary.turned() > 0 && sum % 2 == 0 => Position::Outside,
            Winding::Times(_) => Position::Inside,
        };
        **found != expected
    });
    let inside = positions.iter().filter(|&&position| position == Position::Inside).count();
    println!("    1000 points, {inside} inside, {} wrong, {time:.1?} each", wrong.count());
}
