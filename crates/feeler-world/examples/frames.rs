//! The time of a frame in a world of many objects.
//!
//! `cargo run --release -p feeler-world --example frames` lets 10,000 shapes of a thousand triangles drift;
//! `… --example frames FOLDER` plays a recorded world: its meshes are `FOLDER/<mesh>.ply`, and each line
//! of `FOLDER/world.csv` is `frame,object,mesh,group`, a rotation by rows and a translation.
//!
//! ```text
//! 10000 objects, 20 frames, 2 threads; µs
//! new world        mean    4165.6  least    4165.6
//! move everything  mean     324.6  least     252.2
//! touching         mean     882.0  least     660.6
//! 2040 touching pairs in all frames
//! ```

use feeler::{Model, Pose};
use feeler_scenes::{Random, Shape};
use feeler_world::{ObjectId, Rules, World};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

/// An object of a recorded frame: a name, a model, a group, a pose.
type Entry = (String, Arc<Model>, String, Pose);
type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let frames = match std::env::args().nth(1) {
        Some(folder) => recorded(&folder)?,
        None => drifting(10_000, 20),
    };
    // Objects of one group are not compared, but those of group 0.
    let mut groups: Vec<&str> = frames[0].iter().map(|entry| &entry.2[..]).collect();
    groups.sort_unstable();
    groups.dedup();
    let ignored = groups.iter().filter(|group| **group != "0");
    let rules: String =
        ignored.map(|g| format!("[[rule]]\nignore = [\"@{g}\", \"@{g}\"]\n")).collect();
    let rules: Rules = rules.parse()?;

    let mut times: [Vec<f64>; 3] = Default::default();
    let mut touching = 0;
    let mut known: Option<(World, Vec<ObjectId>)> = None;
    let mut before: &[Entry] = &[];
    for frame in &frames {
        let same = |(x, y): (&Entry, &Entry)| x.0 == y.0 && Arc::ptr_eq(&x.1, &y.1);
        let is_known = before.len() == frame.len() && before.iter().zip(frame).all(same);
        before = frame;
        let mut start = Instant::now();
        let mut lap =
            || std::mem::replace(&mut start, Instant::now()).elapsed().as_secs_f64() * 1e6;
        if !is_known {
            // The first world takes memory from the system, the next ones use it again.
            for _ in 0..3 {
                drop(known.take());
                lap();
                known = Some(new_world(frame, &rules)?);
                times[0].push(lap());
            }
        }
        let (world, ids) = known.as_mut().expect("a world was made for the first frame");
        lap();
        for (&id, (.., pose)) in ids.iter().zip(frame) {
            world.place(id, *pose)?;
        }
        times[1].push(lap());
        touching += world.touching().len();
        times[2].push(lap());
    }
    let threads = rayon::current_num_threads();
    println!("{} objects, {} frames, {threads} threads; µs", frames[0].len(), frames.len());
    for (name, times) in ["new world", "move everything", "touching"].iter().zip(times) {
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        println!("{name:<16} mean {mean:9.1}  least {least:9.1}");
    }
    println!("{touching} touching pairs in all frames");
    Ok(())
}

/// A world with the objects of a frame, ready for questions.
fn new_world(frame: &[Entry], rules: &Rules) -> Result<(World, Vec<ObjectId>), Failure> {
    let (mut world, mut ids) = (World::new(), Vec::with_capacity(frame.len()));
    world.set_rules(rules.clone());
    for (name, model, group, pose) in frame {
        let id = world.add(&name[..], model.clone(), *pose)?;
        if group != "0" {
            world.set_group(id, Some(group))?;
        }
        ids.push(id);
    }
    world.touching_of(ids[0])?;
    Ok((world, ids))
}

/// Shapes that drift and turn by two hundredths of their size in a frame, about 2 of 100 touching.
fn drifting(count: usize, frames: usize) -> Vec<Vec<Entry>> {
    let shapes = [Shape::Ring, Shape::Knot, Shape::Blob, Shape::Box, Shape::Gear];
    let models = shapes.map(|shape| Arc::new(Model::new(shape.mesh(1000))));
    let (mut random, edge) = (Random::new(1), 5.3 * (count as f64).cbrt());
    let mut objects: Vec<(Pose, Pose, Pose)> = (0..count)
        .map(|_| {
            let at = [(); 3].map(|()| edge * random.unit());
            let drift = Pose::translation(random.direction().map(|x| 0.02 * x));
            let turn = Pose::rotation(random.direction(), 0.02);
            (random.rotation().then(&Pose::translation(at)), drift, turn)
        })
        .collect();
    let mut frame = || {
        let entries = objects.iter_mut().enumerate().map(|(at, (pose, drift, turn))| {
            *pose = turn.then(pose).then(drift);
            (at.to_string(), models[at % models.len()].clone(), "0".to_string(), *pose)
        });
        entries.collect()
    };
    (0..frames).map(|_| frame()).collect()
}

/// The frames of a recorded world.
fn recorded(folder: &str) -> Result<Vec<Vec<Entry>>, Failure> {
    let folder = std::path::Path::new(folder);
    let text = std::fs::read_to_string(folder.join("world.csv"))?;
    let mut models: HashMap<String, Arc<Model>> = HashMap::new();
    let mut frames: Vec<(String, Vec<Entry>)> = Vec::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [frame, object, mesh, group, numbers @ ..] = &fields[..] else { continue };
        let numbers: Vec<f64> = numbers.iter().map(|x| x.parse()).collect::<Result<_, _>>()?;
        let pose = Pose::from_numbers(numbers.try_into().map_err(|_| "a pose has 12 numbers")?)?;
        if !models.contains_key(*mesh) {
            let read = feeler_io::read(folder.join(mesh).with_extension("ply"))?;
            models.insert(mesh.to_string(), Arc::new(Model::new(read)));
        }
        if frames.last().is_none_or(|(last, _)| last != frame) {
            frames.push((frame.to_string(), Vec::new()));
        }
        let entry = (object.to_string(), models[*mesh].clone(), group.to_string(), pose);
        frames.last_mut().expect("a frame was pushed").1.push(entry);
    }
    if frames.is_empty() {
        Err("the world has no frame")?
    } else {
        Ok(frames.into_iter().map(|(_, entries)| entries).collect())
    }
}
