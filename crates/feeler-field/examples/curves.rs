//! Prints how long the curves of meshes that overlap by half take, beside their contacts.
//!
//! Without arguments it takes built-in shapes, otherwise the files that are named. Each mesh is moved
//! along x by half its size, and turned a little.

use feeler::{Mesh, Model, Pair, Pose, Scratch};
use feeler_field::Curve;
use feeler_scenes::{Shape, normalised};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut meshes = Vec::new();
    for file in std::env::args().skip(1) {
        meshes.push((file.clone(), feeler_io::read(file)?));
    }
    if meshes.is_empty() {
        for (shape, triangles) in
            [(Shape::Knot, 200_000), (Shape::Blob, 200_000), (Shape::Gear, 20_000)]
        {
            meshes.push((format!("{} {triangles}", shape.name()), shape.mesh(triangles)));
        }
    }
    println!("mesh: contacts, open and closed curves, contacts [ms], curves [ms]");
    for (name, mesh) in &meshes {
        println!("{name}: {}", row(mesh));
    }
    Ok(())
}

fn row(mesh: &Mesh) -> String {
    let model = Model::new(normalised(mesh));
    let pose = Pose::rotation([1.0, 2.0, 3.0], 0.1).then(&Pose::translation([1.0, 0.05, 0.1]));
    let pair = Pair::new(&model, &model).at(pose);
    let mut scratch = Scratch::new();
    let fastest = |ask: &mut dyn FnMut()| {
        let time = |ask: &mut dyn FnMut()| {
            let start = Instant::now();
            ask();
            start.elapsed().as_secs_f64() * 1e3
        };
        (0..20).map(|_| time(ask)).fold(f64::INFINITY, f64::min)
    };
    let contacts = fastest(&mut || _ = pair.contacts_with(&mut scratch));
    let mut curves = Vec::new();
    let whole = fastest(&mut || curves = Curve::all_with(&pair, &mut scratch));
    let closed = curves.iter().filter(|curve| curve.is_closed).count();
    let count = pair.contacts_with(&mut scratch).len();
    let open = curves.len() - closed;
    format!("{count}, {open} and {closed}, {contacts:.3}, {whole:.3} ({:.2})", whole / contacts)
}
