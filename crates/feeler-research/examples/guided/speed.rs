//! The experiment `speed`: time and wrong answers.

use crate::{PoseSet, times};
use feeler::{Arity, Budget, Build, Instructions, Mesh, Model, Pair, Pose, Scratch, Volume};
use std::hint::black_box;

const EPS: [f64; 9] = [0.0, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.25];

pub(crate) fn run(meshes: &[(String, Mesh)]) {
    println!(
        "Times as fast as the exact query (and as a 24-DOP tree of arity 2, depth first, with SSE2), and wrong answers."
    );
    for (name, mesh) in meshes {
        let model = Model::new(mesh.clone());
        let binary = Build { volume: Volume::DOP24, arity: Arity::Two, ..Build::default() };
        let published = Model::build(mesh.clone(), &binary);
        println!("\n{name}: {} triangles", mesh.triangles().len());
        for set in PoseSet::all(&model, 1080) {
            let (mut scratch, mut exact) = (Scratch::new(), Scratch::new());
            let mut baseline = Scratch::with_instructions(Instructions::baseline());
            let mut ask_exactly = |pose: Pose| {
                black_box(Pair::new(&model, &model).at(pose).intersects_with(&mut exact));
            };
            let mut ask_dops = |pose: Pose| {
                let pair = Pair::new(&published, &published).at(pose);
                black_box(pair.intersects_with(&mut baseline));
            };
            let pair = |pose: Pose| Pair::new(&model, &model).at(pose);
            let (touching, poses) = (100.0 * set.touching(), set.poses.len());
            println!("  {}: {poses} poses, {touching:.0} % touch", set.name);
            for eps in EPS {
                let wrong = set.wrong(|pose| {
                    pair(pose).guided_with(Budget::UNLIMITED, eps, &mut scratch).touches()
                });
                let mut guided = |pose: Pose| {
                    black_box(pair(pose).guided_with(Budget::UNLIMITED, eps, &mut scratch));
                };
                let ways: &mut [&mut dyn FnMut(Pose)] =
                    &mut [&mut ask_exactly, &mut ask_dops, &mut guided];
                let times = times(&set.poses, 5, ways);
                println!(
                    "    eps {eps:<4}  {:5.2} x ({:5.1} x)  {:5.2} % wrong   {:.3} µs, exact {:.3} µs",
                    times[0] / times[2],
                    times[1] / times[2],
                    100.0 * wrong,
                    1e6 * times[2],
                    1e6 * times[0],
                );
            }
        }
    }
}
