//! Prints how deep meshes are in themselves and in each other at random poses: how good the bounds are,
//! and how long they take.
//!
//! ```console
//! $ cargo run --release -p feeler-field --example depths -- --poses 50 --directions 10000 knot.ply
//! ```
//!
//! Without files it takes built-in shapes. `--poses` and `--gap` change the number of poses (20) and the wished
//! gap (0.05; with 1 nothing is proven). With `--directions` the near place is compared with the best of all that
//! is tried: this place, those that the proof finds, and so many random directions, in which B falls from
//! wherever it is free and slides on. `--seed` chooses other poses. With `--pairs` each mesh is asked against each later one, too.

mod slid;

use feeler::inside::vector::length;
use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch};
use feeler_field::{Body, DepthSearch, Proof, Ways};
use feeler_scenes::{Random, Shape, normalised};
use rayon::prelude::*;
use std::time::Instant;

struct Options {
    poses: usize,
    gap: f64,
    directions: usize,
    seed: u64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut options = Options { poses: 20, gap: 0.05, directions: 0, seed: 1 };
    let (mut with_pairs, mut meshes) = (false, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or("a value is missing");
        match argument.as_str() {
            "--poses" => options.poses = value()?.parse()?,
            "--gap" => options.gap = value()?.parse()?,
            "--directions" => options.directions = value()?.parse()?,
            "--seed" => options.seed = value()?.parse()?,
            "--pairs" => with_pairs = true,
            file => meshes.push((named(file), mesh(file)?)),
        }
    }
    if meshes.is_empty() {
        for shape in ["knot:20000", "blob:20000", "gear:2000", "gear:20000", "box:12000"] {
            meshes.push((shape.to_owned(), Shape::by_name(shape)?));
        }
    }
    let models: Vec<(String, Model)> =
        meshes.into_iter().map(|(name, mesh)| (name, Model::new(normalised(&mesh)))).collect();
    for (i, (name, a)) in models.iter().enumerate() {
        println!("{name}: {}", Row::of(a, a, &options));
        for (other, b) in models.iter().skip(i + 1).filter(|_| with_pairs) {
            println!("{name}, {other}: {}", Row::of(a, b, &options));
        }
    }
    Ok(())
}

/// A built-in shape, as `knot:20000`, or a file.
fn mesh(name: &str) -> Result<Mesh, Box<dyn std::error::Error>> {
    if let Ok(mesh) = Shape::by_name(name) {
        return Ok(mesh);
    }
    Ok(feeler_io::read(name)?)
}

fn named(file: &str) -> String {
    std::path::Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What was measured of two meshes.
struct Row {
    /// Milliseconds for a near place.
    near: Vec<f64>,
    /// Milliseconds for the proof.
    proof: Vec<f64>,
    /// The near place, as a multiple of what the proof found.
    improved: Vec<f64>,
    /// The near place, as a multiple of the best that is known.
    over: Vec<f64>,
    proven: usize,
}

impl Row {
    fn of(a: &Model, b: &Model, options: &Options) -> Self {
        let (body_a, body_b) = (Body::of(a), Body::of(b));
        // The first question finds out what the hulls are like: it is no part of the others.
        let prepared = Pose::translation([0.1, 0.2, 0.3]);
        DepthSearch::new(&body_a, &body_b, prepared, Ways::Anywhere).run(1.0, Budget::UNLIMITED);
        let mut random = Random::new(options.seed);
        let mut row = Self {
            near: Vec::new(),
            proof: Vec::new(),
            improved: Vec::new(),
            over: Vec::new(),
            proven: 0,
        };
        let (mut poses, mut tried) = (Vec::new(), 0);
        while poses.len() < options.poses && tried < 20 * options.poses {
            tried += 1;
            let pose = any_pose(a, b, &mut random);
            let start = Instant::now();
            let mut search = DepthSearch::new(&body_a, &body_b, pose, Ways::Anywhere);
            let found = search.run(1.0, Budget::UNLIMITED);
            let took = start.elapsed();
            if found.proof == Proof::Free {
                continue;
            }
            row.near.push(took.as_secs_f64() * 1e3);
            let start = Instant::now();
            let narrow = search.run(options.gap, Budget::UNLIMITED);
            row.proof.push(start.elapsed().as_secs_f64() * 1e3);
            row.improved.push(found.upper / length(narrow.translation));
            row.proven += usize::from(narrow.lower >= (1.0 - options.gap) * narrow.upper);
            poses.push((pose, found.upper, length(narrow.translation)));
        }
        if options.directions > 0 {
            let over = poses.par_iter().enumerate().map(|(number, &(pose, upper, narrow))| {
                let best = slid::best([&body_a, &body_b], pose, upper, options.directions, number);
                upper / best.min(narrow)
            });
            row.over = over.collect();
        }
        for list in [&mut row.near, &mut row.proof, &mut row.improved, &mut row.over] {
            list.sort_by(f64::total_cmp);
        }
        row
    }
}

/// B at random, from a fifth to nearly all of the way out along a random direction.
fn any_pose(a: &Model, b: &Model, random: &mut Random) -> Pose {
    let (turned, direction) = (random.rotation(), random.direction());
    let share = random.between(0.2, 0.97);
    let away = |far: f64| turned.then(&Pose::translation(direction.map(|x| far * x)));
    const FAR: f64 = 8.0;
    let back = direction.map(|x| -FAR * x);
    let first = Pair::new(a, b).at(away(FAR)).first_contact_with(back, 1.0, &mut Scratch::new());
    away(share * FAR * (1.0 - first.map_or(0.9, |first| first.time)))
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.near.len();
        if count == 0 {
            return write!(f, "no pose is deep");
        }
        let at = |list: &[f64], share: f64| list[((count - 1) as f64 * share).round() as usize];
        let times =
            |list: &[f64]| format!("median {:.2} ms, most {:.2}", at(list, 0.5), at(list, 1.0));
        let ratios = |list: &[f64]| {
            let within = list.iter().filter(|ratio| **ratio <= 1.01).count();
            let [middle, ninety, most] = [0.5, 0.9, 1.0].map(|share| at(list, share));
            format!("{middle:.4} {ninety:.3} {most:.3}, {within} of {count} within 1 %")
        };
        write!(f, "near {}", times(&self.near))?;
        write!(f, "; proof {}, {} of {count} proven", times(&self.proof), self.proven)?;
        write!(f, "; over the proof's {}", ratios(&self.improved))?;
        if !self.over.is_empty() {
            write!(f, "; over the best {}", ratios(&self.over))?;
        }
        Ok(())
    }
}
