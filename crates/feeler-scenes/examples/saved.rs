//! Times of building a model, refitting it, and reading it from bytes.
//!
//! `cargo run --release -p feeler-scenes --example saved`; the table of `docs/saved-models.md`.

use feeler::{Build, Model, Volume};
use feeler_scenes::Shape;
use std::hint::black_box;
use std::time::Instant;

/// The volumes of the table: the default, and what has no saved axes.
const VOLUMES: [Volume; 4] = [Volume::OBB, Volume::AABB, Volume::DOP18, Volume::HULL];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "volume    triangles       build       refit      save        load     build/load  bytes a triangle"
    );
    for volume in VOLUMES {
        for triangles in [20_000, 200_000, 1_000_000] {
            let slow = volume == Volume::HULL && triangles > 20_000;
            if slow || !(chosen.is_empty() || chosen.contains(&volume.to_string())) {
                continue;
            }
            row(volume, triangles);
        }
    }
}

fn row(volume: Volume, triangles: usize) {
    let mesh = Shape::Blob.mesh(triangles);
    let build = Build { volume, ..Build::default() };
    let mut model = Model::build(mesh.clone(), &build);
    let bytes = model.to_bytes();
    let rounds = (2_000_000 / triangles).clamp(7, 30);
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..rounds {
        // The mesh is copied before the clock starts: building takes it, reading makes its own.
        let (input, vertices) = (mesh.clone(), mesh.vertices().to_vec());
        times[0].push(seconds(|| Model::build(input, &build)));
        times[1].push(seconds(|| model.refit(vertices).unwrap()));
        times[2].push(seconds(|| model.to_bytes()));
        times[3].push(seconds(|| Model::from_bytes(&bytes).unwrap()));
    }
    let [built, refitted, saved, loaded] = times.map(median);
    let ratio = built / loaded;
    let share = bytes.len() as f64 / mesh.triangles().len() as f64;
    println!(
        "{volume:8} {:10} {:8.2} ms {:8.2} ms {:8.2} ms {:8.2} ms {ratio:9.1} {share:9.1}",
        mesh.triangles().len(),
        built * 1e3,
        refitted * 1e3,
        saved * 1e3,
        loaded * 1e3
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
