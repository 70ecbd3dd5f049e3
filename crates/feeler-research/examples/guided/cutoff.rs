//! The experiment `cutoff`: a comparison with a search that is simply cut off.

use crate::{PoseSet, times};
use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch, Verdict};
use std::hint::black_box;

/// The numbers of steps after which searches are cut off.
const CUTS: [u64; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

pub(crate) fn run(meshes: &[(String, Mesh)]) {
    println!(
        "Wrong answers at equal mean time: sure enough, against cut off after a number of steps. Who is cut off says what most poses \
         of the set are, if that is better than 'apart'.\n"
    );
    for (name, mesh) in meshes {
        let model = Model::new(mesh.clone());
        let pair = |pose: Pose| Pair::new(&model, &model).at(pose);
        for set in PoseSet::all(&model, 1080) {
            let mut scratch = Scratch::new();
            let mut cut = |steps: u64| -> (f64, f64) {
                let proved = |verdict: Verdict, otherwise: bool| match verdict {
                    Verdict::Likely { .. } => otherwise,
                    proof => proof.touches(),
                };
                let mut wrong = |otherwise: bool| {
                    set.wrong(|pose| {
                        let budget = Budget::steps(steps);
                        proved(pair(pose).guided_with(budget, 0.0, &mut scratch), otherwise)
                    })
                };
                let wrong = wrong(true).min(wrong(false));
                let mut ask = |pose: Pose| {
                    black_box(pair(pose).guided_with(Budget::steps(steps), 0.0, &mut scratch));
                };
                (times(&set.poses, 5, &mut [&mut ask])[0], wrong)
            };
            let cuts: Vec<(f64, f64)> = CUTS.iter().map(|&steps| cut(steps)).collect();
            for eps in [0.02, 0.05, 0.1, 0.15, 0.2] {
                let wrong = set.wrong(|pose| {
                    pair(pose).guided_with(Budget::UNLIMITED, eps, &mut scratch).touches()
                });
                let mut ask = |pose: Pose| {
                    black_box(pair(pose).guided_with(Budget::UNLIMITED, eps, &mut scratch));
                };
                let time = times(&set.poses, 5, &mut [&mut ask])[0];
                let plain = at(&cuts, time);
                println!(
                    "{name:18} {:11} eps {eps:<4}  {:.3} µs  {:5.2} % wrong, cut off {:5.2} %: {:.1} times",
                    set.name,
                    1e6 * time,
                    100.0 * wrong,
                    100.0 * plain,
                    plain / wrong
                );
            }
        }
    }
}

/// The share of wrong answers at a time, interpolated between the measured times.
fn at(cuts: &[(f64, f64)], time: f64) -> f64 {
    match cuts.windows(2).find(|pair| time < pair[1].0) {
        Some(&[(early, many), (late, few)]) => {
            let t = ((time - early) / (late - early)).clamp(0.0, 1.0);
            many * (1.0 - t) + few * t
        }
        _ => cuts[cuts.len() - 1].1,
    }
}
