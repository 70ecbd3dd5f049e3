//! Times of building a model, refitting it, saving it, reading it from bytes, and of copying it in memory: the table of `docs/saved-models.md`.
//!
//! `cargo run --release -p feeler-scenes --example saved -- [VOLUME...]`

use feeler::{Build, Model, Volume};
use feeler_scenes::Shape;
use std::hint::black_box;
use std::time::Instant;

/// The volumes of the table: oriented boxes, whose axes are saved, and others.
const VOLUMES: [Volume; 5] =
    [Volume::OBB, Volume::OBB_HULL, Volume::AABB, Volume::DOP18, Volume::RSS];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| volume | triangles | build | refit | save | copy | read | build : read | bytes a triangle |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for volume in VOLUMES {
        for triangles in [20_000, 200_000, 1_000_000] {
            if chosen.is_empty() || chosen.contains(&volume.to_string()) {
                row(volume, triangles);
            }
        }
    }
}

fn row(volume: Volume, triangles: usize) {
    let mesh = Shape::Blob.mesh(triangles);
    let build = Build { volume, ..Build::default() };
    let mut model = Model::build(mesh.clone(), &build);
    let bytes = model.to_bytes();
    let mut times = [const { Vec::new() }; 5];
    let start = Instant::now();
    while times[0].len() < 5 || times[0].len() < 30 && start.elapsed().as_secs() < 4 {
        // The mesh is copied before the clock starts: building takes it, reading makes its own.
        let (input, vertices) = (mesh.clone(), mesh.vertices().to_vec());
        times[0].push(seconds(|| Model::build(input, &build)));
        times[1].push(seconds(|| model.refit(vertices).expect("the same vertices")));
        times[2].push(seconds(|| model.to_bytes()));
        times[3].push(seconds(|| model.clone()));
        times[4].push(seconds(|| Model::from_bytes(&bytes).expect("the bytes are whole")));
    }
    let [built, refitted, saved, copied, read] = times.map(|times| 1e3 * median(times));
    println!(
        "| {volume} | {} | {built:.2} | {refitted:.2} | {saved:.2} | {copied:.2} | {read:.2} | {:.1} | {:.1} |",
        mesh.triangles().len(),
        built / read,
        bytes.len() as f64 / mesh.triangles().len() as f64,
    );
}

fn seconds<T>(job: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let result = black_box(job());
    let seconds = start.elapsed().as_secs_f64();
    drop(result);
    seconds
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
