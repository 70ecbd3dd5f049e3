//! Experiments on the value of guided queries: `cargo run --release -p feeler-research --example
//! guided -- EXPERIMENT [MESH…]`.
//!
//! - `speed`: time and wrong answers for several `eps`, beside exact queries;
//! - `calibration`: the error of the stated probabilities, at budgets from 8 to 512 steps;
//! - `cutoff`: wrong answers beside a search that is simply cut off, at equal mean time;
//! - `complexity`: one shape from 5,000 to 2 million triangles;
//! - `resume`: 100,000 queries that are interrupted and resumed to the end, against exact queries;
//! - `latency`: how long a million calls with a deadline take;
//! - `crowd`: one budget for many pairs, beside equal parts of it;
//! - `frames`: how well one budget for 19,900 pairs is kept, frame after frame;
//! - `sides RECORD kept|rest|all`: whether `eps` is a promise for each answer, on the third of the
//!   meshes that was kept aside, on the rest or on all; it writes `docs/figures/guided-RECORD.csv`;
//! - `curvature`: whether the normals below a node tell more than a query knows;
//! - `figures`: the pictures of `docs/guided.md`, those of `sides` from what was recorded.
//!
//! Meshes are files, or `shape:NAME:TRIANGLES`; without any, the experiments use shapes that the
//! calibration was not trained with. Each mesh is queried against itself: at the papers' sweep of
//! distances, with random rotations and directions, and around the first contact.

mod calibration;
mod complexity;
mod crowd;
mod curvature;
mod cutoff;
mod figures;
mod frames;
mod latency;
mod resume;
mod sides;
mod speed;

use feeler::{Mesh, Model, Pair, Pose, Scratch};
use feeler_scenes::{Sampling, Shape, around_contact, normalised, random_sweep, unwatched};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let experiment = arguments.next().unwrap_or_default();
    let part = match experiment.as_str() {
        "sides" => {
            Some((arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default()))
        }
        _ => None,
    };
    let mut names: Vec<String> = arguments.collect();
    if let Some((_, part)) = &part {
        sides::keep(&mut names, part)?;
    }
    if names.is_empty() {
        names = ["shape:gear:20000", "shape:globe:20000"].map(String::from).to_vec();
    }
    let meshes: Vec<(String, Mesh)> = names
        .into_iter()
        .map(|name| {
            let mesh = match name.strip_prefix("shape:") {
                Some(shape) => Shape::by_name(shape)?,
                None => feeler_io::read(&name)?,
            };
            let short = name.rsplit('/').next().unwrap_or(&name).to_owned();
            Ok((short, normalised(&mesh)))
        })
        .collect::<Result<_, Box<dyn Error>>>()?;
    match experiment.as_str() {
        "speed" => speed::run(&meshes),
        "calibration" => calibration::run(&meshes),
        "cutoff" => cutoff::run(&meshes),
        "complexity" => complexity::run(),
        "resume" => resume::run(&meshes),
        "latency" => latency::run(),
        "crowd" => crowd::run(&meshes),
        "frames" => frames::run(),
        "sides" => sides::run(&part.unwrap_or_default().0, &meshes)?,
        "curvature" => curvature::run(&meshes)?,
        "figures" => figures::run(&meshes)?,
        other => return Err(format!("what is the experiment {other:?}?").into()),
    }
    Ok(())
}

/// Poses of a model against itself, and at which of them it touches itself.
struct PoseSet {
    name: &'static str,
    poses: Vec<Pose>,
    truth: Vec<bool>,
}

impl PoseSet {
    fn new(name: &'static str, model: &Model, poses: Vec<Pose>) -> Self {
        let mut scratch = Scratch::new();
        let touches = |&pose| Pair::new(model, model).at(pose).intersects_with(&mut scratch);
        let truth = poses.iter().map(touches).collect();
        Self { name, poses, truth }
    }

    /// The poses of the papers' sweep.
    fn sweep(model: &Model, count: usize) -> Self {
        let poses = random_sweep(0.4..=2.1, 18, count / 18, 7);
        Self::new("sweep", model, poses.iter().map(|placed| placed.pose).collect())
    }

    /// Poses around the first contact.
    fn balanced(model: &Model, count: usize) -> Self {
        let shares = [0.7, 0.9, 0.97, 0.99, 1.01, 1.03, 1.1, 1.2];
        let (ways, sampling) = (count / shares.len(), Sampling::Random(3));
        let poses = around_contact(model, model, &shares, ways, sampling, &unwatched)
            .expect("triangles, and finite shares");
        Self::new("balanced", model, poses.iter().map(|placed| placed.pose).collect())
    }

    /// The sweep, then those poses of it at which the boxes around both meshes overlap, then the
    /// balanced poses.
    fn all(model: &Model, count: usize) -> [Self; 3] {
        let sweep = Self::sweep(model, count);
        let around = Model::new(box_around(model.mesh()));
        let overlap = |pose: &Pose| Pair::new(&around, &around).at(*pose).intersects();
        let overlapping = sweep.poses.iter().copied().filter(overlap).collect();
        let overlapping = Self::new("overlapping", model, overlapping);
        [sweep, overlapping, Self::balanced(model, count)]
    }

    fn touching(&self) -> f64 {
        self.truth.iter().filter(|touches| **touches).count() as f64 / self.truth.len() as f64
    }

    /// The share of answers that are wrong.
    fn wrong(&self, mut answer: impl FnMut(Pose) -> bool) -> f64 {
        let wrong = self.poses.iter().zip(&self.truth).filter(|(p, t)| answer(**p) != **t).count();
        wrong as f64 / self.poses.len() as f64
    }
}

/// The mean time in seconds at a pose, for several ways to query. The ways take turns, and the
/// fastest turn of each way counts.
fn times(poses: &[Pose], turns: usize, ways: &mut [&mut dyn FnMut(Pose)]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; ways.len()];
    for _ in 0..turns {
        for (way, best) in ways.iter_mut().zip(&mut best) {
            let start = Instant::now();
            poses.iter().for_each(|&pose| way(pose));
            *best = best.min(start.elapsed().as_secs_f64() / poses.len() as f64);
        }
    }
    best
}

/// The twelve triangles of a mesh's bounding box.
fn box_around(mesh: &Mesh) -> Mesh {
    let ends = mesh.bounds().expect("triangles");
    let corner = |k: usize| [ends[k & 1][0], ends[k >> 1 & 1][1], ends[k >> 2][2]];
    let faces =
        [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[p, q, r, s]| [[p, q, r], [p, r, s]]).collect();
    Mesh::new((0..8).map(corner).collect(), triangles).expect("eight corners")
}
