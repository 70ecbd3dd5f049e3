//! Frames with a deadline: 200 objects drift, and each frame has a millisecond to say who touches whom.
//!
//! `cargo run --release -p feeler-world --example deadline` prints
//!
//! ```text
//! budget µs   edge   touching   median µs    99 %     all    decided    wrong
//!      1000      6      25.0%        1040     1084    4625      66.0%    6.73%
//!       300      6      25.0%         377      445    1867       0.0%   24.97%
//!      1000     12      19.0%        1024     1064    5009      89.3%    0.03%
//!       300     12      19.0%         323      352     361      73.8%    1.39%
//!       100     12      19.0%         124      143     177      62.0%   18.87%
//! ```
//!
//! The objects are about 2 long, and stand in a cube of the edge. Shares are those of pairs whose boxes meet;
//! a frame includes the motion of all objects.

use feeler::{Budget, Model, Pose, Verdict};
use feeler_scenes::{Random, Shape};
use feeler_world::{ObjectId, World};
use std::collections::HashSet;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

const FRAMES: usize = 500;

fn main() -> Result<(), Box<dyn Error>> {
    let shapes = [Shape::Ring, Shape::Knot, Shape::Blob, Shape::Gear, Shape::Globe];
    let models = shapes.map(|shape| Arc::new(Model::new(shape.mesh(20_000))));
    println!("budget µs   edge   touching   median µs    99 %     all    decided    wrong");
    for (edge, micros) in [(6.0, 1000), (6.0, 300), (12.0, 1000), (12.0, 300), (12.0, 100)] {
        let (mut random, mut world) = (Random::new(7), World::new());
        let mut movers: Vec<(ObjectId, Pose, Pose)> = Vec::new();
        for k in 0..200 {
            let at = [(); 3].map(|()| edge * random.unit());
            let pose = random.rotation().then(&Pose::translation(at));
            let id = world.add(format!("object {k}"), models[k % models.len()].clone(), pose)?;
            let drift = Pose::translation(random.direction().map(|x| 0.02 * x));
            movers.push((id, pose, Pose::rotation(random.direction(), 0.02).then(&drift)));
        }
        let (mut times, mut pairs, mut touching, mut decided, mut wrong) = (Vec::new(), 0, 0, 0, 0);
        for frame in 0..FRAMES {
            let start = Instant::now();
            for (id, pose, drift) in &mut movers {
                // Forth for a while, and back, so that they stay together.
                if frame % 25 == 0 {
                    *drift = drift.inverse();
                }
                let moved = drift.then(&Pose::translation(pose.origin()));
                *pose = Pose::new(pose.matrix(), [0.0; 3])?.then(&moved);
                world.place(*id, *pose)?;
            }
            let verdicts = world.guided(Budget::micros(micros), 0.0);
            times.push(start.elapsed().as_secs_f64() * 1e6);
            if frame % 20 == 0 {
                let truth: HashSet<[ObjectId; 2]> = world.touching().into_iter().collect();
                pairs += verdicts.len();
                touching += truth.len();
                decided += verdicts.iter().filter(|(_, verdict)| verdict.is_proof()).count();
                let is_wrong = |(pair, verdict): &&([ObjectId; 2], Verdict)| {
                    verdict.touches() != truth.contains(pair)
                };
                wrong += verdicts.iter().filter(is_wrong).count();
            }
        }
        // The first frame reads all meshes for the first time.
        times.remove(0);
        times.sort_by(f64::total_cmp);
        let share = |part: usize| 100.0 * part as f64 / pairs as f64;
        println!(
            "{micros:9} {edge:6} {:9.1}% {:11.0} {:8.0} {:7.0} {:9.1}% {:7.2}%",
            share(touching),
            times[times.len() / 2],
            times[times.len() * 99 / 100],
            times[times.len() - 1],
            share(decided),
            share(wrong)
        );
    }
    Ok(())
}
