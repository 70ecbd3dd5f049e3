//! Measures the gain of several cores, and the gain of queries along a path:
//! `cargo run --release -p feeler-scenes --example many -- [MESH…]`.
//!
//! The first table has the time of one thread divided by that of all threads: for loops that share
//! nothing, which is the limit of the machine; for building a tree; for [`Pair::batch`]; and inside
//! one query. The second table has the time of poses in a random order divided by that of the same
//! poses along paths. The meshes are a knot of 20,000 triangles and a blob of 100,000, or the given
//! files; the tree is built for a blob of a million.

use feeler::{Mesh, Model, Pair, Pose, Question, Scratch};
use feeler_scenes::{Random, Shape, normalised, random_sweep};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

/// The number of passes; every time is that of the best pass.
const PASSES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut meshes = Vec::new();
    for path in std::env::args().skip(1) {
        meshes.push((path.clone(), normalised(&feeler_io::read(path)?)));
    }
    if meshes.is_empty() {
        meshes.push(("knot".into(), normalised(&Shape::Knot.mesh(20_000))));
        meshes.push(("blob".into(), normalised(&Shape::Blob.mesh(100_000))));
    }
    let models: Vec<(String, Model)> =
        meshes.into_iter().map(|(name, mesh)| (name, Model::new(mesh))).collect();
    cores(&models)?;
    paths(&models);
    Ok(())
}

/// The shortest time of `PASSES` passes, in milliseconds.
fn shortest(mut pass: impl FnMut()) -> f64 {
    let time = |_| {
        let start = Instant::now();
        pass();
        1e3 * start.elapsed().as_secs_f64()
    };
    (0..PASSES).map(time).fold(f64::INFINITY, f64::min)
}

fn cores(models: &[(String, Model)]) -> Result<(), Box<dyn Error>> {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let threads = std::thread::available_parallelism()?.get();
    let (one, all) = (pool(1)?, pool(threads)?);
    println!(
        "| ms, best of {PASSES} | one thread | {threads} threads | ratio |\n|---|---|---|---|"
    );
    let row = |name: &str, one: f64, all: f64| {
        println!("| {name} | {one:.2} | {all:.2} | {:.2} |", one / all);
    };

    let alone = shortest(spin);
    let beside = shortest(|| {
        all.broadcast(|_| spin());
    });
    row("loops that share nothing, one each", alone * threads as f64, beside);

    let million = Shape::Blob.mesh(1_000_000);
    let build = |mesh: &Mesh| drop(black_box(Model::new(mesh.clone())));
    row(
        "a tree of a million triangles",
        one.install(|| shortest(|| build(&million))),
        all.install(|| shortest(|| build(&million))),
    );

    for (name, model) in models {
        let pair = Pair::new(model, model);
        let sweep: Vec<Pose> =
            random_sweep(0.4..=2.1, 18, 400, 7).iter().map(|placed| placed.pose).collect();
        for (question, asked, poses) in [
            ("intersects", Question::Intersects, &sweep[..]),
            ("distance", Question::Distance, &sweep[..800]),
            ("contacts", Question::Contacts, &sweep[..400]),
        ] {
            let batch = || drop(black_box(pair.batch(poses, asked)));
            let title = format!("batch of {} `{question}`, {name}", poses.len());
            row(&title, one.install(|| shortest(batch)), all.install(|| shortest(batch)));
        }
        let half = pair.at(Pose::translation([0.7, 0.1, 0.2]));
        let contacts = || drop(black_box(half.contacts_parallel()));
        let title = format!("all contacts of one pose, {name}");
        row(
            &title,
            shortest(|| drop(black_box(half.contacts()))),
            all.install(|| shortest(contacts)),
        );
    }
    Ok(())
}

/// Computes something that uses only the core, no memory.
fn spin() {
    let mut lanes = [1.0_f32; 64];
    for step in 0..2_000_000 {
        let shift = step as f32 * 1e-9;
        for lane in &mut lanes {
            *lane = *lane * 0.999 + shift;
        }
    }
    black_box(lanes);
}

fn paths(models: &[(String, Model)]) {
    println!("\n| µs a query | step | path | shuffled | ratio |\n|---|---|---|---|---|");
    for (name, model) in models {
        for step in [0.0003, 0.001, 0.003] {
            let path = path(step, 5);
            let mut shuffled = path.clone();
            shuffle(&mut shuffled, 3);
            for (question, asked) in [
                ("intersects", Question::Intersects),
                ("distance", Question::Distance),
                ("within", Question::Within(0.05)),
            ] {
                let per_query = |poses: &[Pose]| {
                    let pass = || {
                        let mut scratch = Scratch::new().remembering();
                        for &pose in poses {
                            black_box(
                                asked.answer(&Pair::new(model, model).at(pose), &mut scratch),
                            );
                        }
                    };
                    1e3 * shortest(pass) / poses.len() as f64
                };
                let (along, at_random) = (per_query(&path), per_query(&shuffled));
                let ratio = at_random / along;
                println!(
                    "| `{question}`, {name} | {step} | {along:.2} | {at_random:.2} | {ratio:.2} |"
                );
            }
        }
    }
}

/// Straight paths past and through the other mesh, with slow rotation; some poses are apart, some
/// touch.
fn path(step: f64, seed: u64) -> Vec<Pose> {
    let mut random = Random::new(seed);
    let mut path = Vec::new();
    for _ in 0..6 {
        let (along, aside, axis) = (random.direction(), random.direction(), random.direction());
        let turn = random.rotation();
        // A seventh of the path from side to side, at a random position.
        let (start, steps) = (2.4 * random.unit() - 1.4, (0.4 / step) as usize);
        for k in 0..steps {
            let x = start + step * k as f64;
            let origin = [0, 1, 2].map(|i| x * along[i] + 0.9 * aside[i]);
            let turned = Pose::rotation(axis, 0.5 * x).then(&turn);
            path.extend(Pose::new(turned.matrix(), origin));
        }
    }
    path
}

fn shuffle(poses: &mut [Pose], seed: u64) {
    let mut random = Random::new(seed);
    for i in (1..poses.len()).rev() {
        poses.swap(i, (random.unit() * (i + 1) as f64) as usize);
    }
}
