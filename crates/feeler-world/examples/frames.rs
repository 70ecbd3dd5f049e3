//! The time of a frame in a world of 10,000 shapes of a thousand triangles that drift, on all cores.
//!
//! `cargo run --release -p feeler-world --example frames` prints the times of its parts; `feeler bench worlds` plays worlds beside other
//! libraries, recorded ones too.
//!
//! ```text
//! 10000 objects, 20 frames, 2 threads; µs
//! new world        mean    1765.0  least    1321.5
//! move everything  mean     142.9  least      87.1
//! touching         mean     673.0  least     565.4
//! 2589 touching pairs in all frames
//! ```

use feeler::{Model, Pose};
use feeler_scenes::{Random, Shape};
use feeler_world::{ObjectId, World, WorldError};
use std::sync::Arc;
use std::time::Instant;

const COUNT: usize = 10_000;
const FRAMES: usize = 20;

/// An object: its name, its model, its pose, and how it turns and drifts in a frame.
struct Drifter {
    name: String,
    model: Arc<Model>,
    pose: Pose,
    turn: Pose,
    drift: Pose,
}

fn main() -> Result<(), WorldError> {
    let mut objects = drifters();
    let mut times: [Vec<f64>; 3] = Default::default();
    let mut start = Instant::now();
    let mut lap = || std::mem::replace(&mut start, Instant::now()).elapsed().as_secs_f64() * 1e6;
    let (mut world, mut ids) = new_world(&objects)?;
    // The first world takes memory from the system, the next ones use it again.
    for _ in 0..3 {
        drop(world);
        lap();
        (world, ids) = new_world(&objects)?;
        times[0].push(lap());
    }
    let mut touching = 0;
    for _ in 0..FRAMES {
        lap();
        for (object, &id) in objects.iter().zip(&ids) {
            world.place(id, object.pose)?;
        }
        times[1].push(lap());
        touching += world.touching().len();
        times[2].push(lap());
        for Drifter { pose, turn, drift, .. } in &mut objects {
            *pose = turn.then(pose).then(drift);
        }
    }
    let threads = rayon::current_num_threads();
    println!("{COUNT} objects, {FRAMES} frames, {threads} threads; µs");
    for (name, times) in ["new world", "move everything", "touching"].iter().zip(times) {
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        println!("{name:<16} mean {mean:9.1}  least {least:9.1}");
    }
    println!("{touching} touching pairs in all frames");
    Ok(())
}

/// A world with all objects that has answered a question.
fn new_world(objects: &[Drifter]) -> Result<(World, Vec<ObjectId>), WorldError> {
    let mut world = World::with_capacity(objects.len());
    let add = |it: &Drifter| world.add(&it.name[..], it.model.clone(), it.pose);
    let ids = objects.iter().map(add).collect::<Result<Vec<ObjectId>, WorldError>>()?;
    world.touching_of(ids[0])?;
    Ok((world, ids))
}

/// Shapes that drift and turn by a hundredth of their size in a frame; about 2 of 100 touch another.
fn drifters() -> Vec<Drifter> {
    let shapes = [Shape::Ring, Shape::Knot, Shape::Blob, Shape::Box, Shape::Gear];
    let models = shapes.map(|shape| Arc::new(Model::new(shape.mesh(1000))));
    let (mut random, edge) = (Random::new(1), 9.8 * (COUNT as f64).cbrt());
    let object = |number: usize| {
        let at = [(); 3].map(|()| edge * random.unit());
        let drift = Pose::translation(random.direction().map(|x| 0.02 * x));
        let turn = Pose::rotation(random.direction(), 0.02);
        let pose = random.rotation().then(&Pose::translation(at));
        let model = models[number % models.len()].clone();
        Drifter { name: number.to_string(), model, pose, turn, drift }
    };
    (0..COUNT).map(object).collect()
}
