//! Prints how deep meshes are in themselves at random poses: how good the bounds are, and how long
//! they take.
//!
//! Without arguments it takes built-in shapes, otherwise the files that are named. `--poses` and `--gap`
//! change the number of poses (20) and the wished gap (0.05).

use feeler::inside::vector::length;
use feeler::{Budget, Mesh, Model, Pose};
use feeler_field::{Body, DepthSearch, Proof, Ways};
use feeler_scenes::{Random, Shape, normalised};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (mut poses, mut gap, mut meshes) = (20_usize, 0.05_f64, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or("a value is missing");
        match argument.as_str() {
            "--poses" => poses = value()?.parse()?,
            "--gap" => gap = value()?.parse()?,
            file => meshes.push((file.to_string(), feeler_io::read(file)?)),
        }
    }
    if meshes.is_empty() {
        for (shape, triangles) in [
            (Shape::Knot, 20_000),
            (Shape::Blob, 20_000),
            (Shape::Gear, 2_000),
            (Shape::Box, 12_000),
        ] {
            meshes.push((format!("{} {triangles}", shape.name()), shape.mesh(triangles)));
        }
    }
    println!("mesh, upper [ms] median worst, improved by the cover, lower [ms], proven");
    for (name, mesh) in &meshes {
        println!("{name}: {}", row(mesh, poses, gap));
    }
    Ok(())
}

fn row(mesh: &Mesh, poses: usize, gap: f64) -> String {
    let model = Model::new(normalised(mesh));
    let body = Body::of(&model);
    let mut random = Random::new(1);
    let (mut first, mut second, mut ratios, mut proven) = (Vec::new(), Vec::new(), Vec::new(), 0);
    while first.len() < poses {
        let direction = random.direction();
        let far = random.between(0.2, 0.97) * 1.5;
        let pose = random.rotation().then(&Pose::translation(direction.map(|x| far * x)));
        let start = Instant::now();
        let mut search = DepthSearch::new(&body, &body, pose, Ways::Anywhere);
        let found = search.run(1.0, Budget::UNLIMITED);
        if found.proof == Proof::Free {
            continue;
        }
        first.push(start.elapsed().as_secs_f64() * 1e3);
        let start = Instant::now();
        let narrow = search.run(gap, Budget::UNLIMITED);
        second.push(start.elapsed().as_secs_f64() * 1e3);
        ratios.push(found.upper / length(narrow.translation));
        proven += usize::from(narrow.lower >= (1.0 - gap) * narrow.upper);
    }
    for list in [&mut first, &mut second, &mut ratios] {
        list.sort_by(f64::total_cmp);
    }
    let (middle, last) = (poses / 2, poses - 1);
    format!(
        "{:.2} {:.2}   {:.4} {:.3}   {:.1} {:.1}   {proven} of {poses}",
        first[middle], first[last], ratios[middle], ratios[last], second[middle], second[last],
    )
}
