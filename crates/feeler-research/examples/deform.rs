//! Average-distribution trees of meshes that deform: `cargo run --release -p feeler-research --example
//! deform`.
//!
//! A knot gets a dent, and is bent more and more. The cells are counted from scratch, or only those
//! of the nodes that have moved, or not at all. The example prints the times, and the wrong answers
//! of queries.

use feeler::{Arity, Build, Mesh, Model, Pair, Pose, Rule, Volume};
use feeler_research::Published;
use feeler_research::adb::{Adb, Cells, Count, Memory};
use feeler_scenes::{Shape, normalised, sweep};
use std::time::Instant;

const BUILD: Build =
    Build { volume: Volume::AABB, arity: Arity::Two, rule: Rule::Median, leaf_size: 8 };

fn main() {
    let mesh = normalised(&Shape::Knot.mesh(50_000));
    let model = Model::build(mesh.clone(), &BUILD);
    for count in [Count::Approximate, Count::Exact] {
        let cells = Cells { tau: 0.02, count, ..Cells::default() };
        let rest = Adb::new(&model, cells);
        println!("{count:?} count");
        times("a dent", &rest, dented(&mesh));
        for bend in [0.25, 1.0, 2.0] {
            times(&format!("bent by {bend}"), &rest, bent(&mesh, bend));
        }
    }
}

/// Prints the times and the wrong answers after a deformation.
fn times(name: &str, rest: &Adb<'_>, vertices: Vec<[f64; 3]>) {
    let mut refitted = Model::clone(rest.model());
    let fitting = seconds(|| refitted.refit(&vertices).expect("as many vertices"));
    let mut scratch = None;
    let counting = seconds(|| scratch = Some(Adb::new(&refitted, rest.cells())));
    let mut some = rest.clone();
    let mut recounted = 0;
    let some_time = seconds(|| recounted = some.refit(&vertices).expect("as many vertices"));
    let mut kept = rest.clone();
    let kept_time = seconds(|| kept.refit_keeping_counts(&vertices).expect("as many vertices"));
    let all = some.nodes().count();
    println!("  {name}: {recounted} of {all} nodes");
    for (way, time, adb) in [
        ("all counted", fitting + counting, scratch.as_ref().expect("it was counted")),
        ("moved ones counted", some_time, &some),
        ("none counted", kept_time, &kept),
    ] {
        println!("    {way:18}  {:8.2} ms  {:.1} % wrong", 1e3 * time, 100.0 * wrong(adb));
    }
}

/// The share of wrong answers on the sweep of the papers.
fn wrong(adb: &Adb<'_>) -> f64 {
    let query = Published::new(0.02, 0.9, 5).query();
    let exact = Model::new(adb.model().mesh().clone());
    let mut memory = Memory::default();
    let poses: Vec<Pose> = sweep(0.4..=2.1, 18, 24).iter().map(|placed| placed.pose).collect();
    let is_wrong = |pose: &&Pose| {
        let truth = Pair::new(&exact, &exact).at(**pose).intersects();
        query.run(adb, adb, pose, &mut memory).collides != truth
    };
    poses.iter().filter(is_wrong).count() as f64 / poses.len() as f64
}

fn seconds(job: impl FnOnce()) -> f64 {
    let start = Instant::now();
    job();
    start.elapsed().as_secs_f64()
}

/// The vertices near one point are pushed inwards.
fn dented(mesh: &Mesh) -> Vec<[f64; 3]> {
    let [x, y, z] = mesh.vertices()[0];
    let pushed = |p: &[f64; 3]| {
        let squared = (p[0] - x).powi(2) + (p[1] - y).powi(2) + (p[2] - z).powi(2);
        let by = 1.0 - 0.1 * (1.0 - squared / 0.04).max(0.0);
        p.map(|x| by * x)
    };
    mesh.vertices().iter().map(pushed).collect()
}

/// The mesh is bent: it is turned about y by an angle that grows with x.
fn bent(mesh: &Mesh, by: f64) -> Vec<[f64; 3]> {
    let turned = |&[x, y, z]: &[f64; 3]| {
        let (sin, cos) = (by * x).sin_cos();
        [x * cos + z * sin, y, z * cos - x * sin]
    };
    mesh.vertices().iter().map(turned).collect()
}
