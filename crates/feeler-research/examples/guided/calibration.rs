//! The experiment `calibration`: the error of the stated probabilities.

use crate::PoseSet;
use feeler::{Budget, Mesh, Model, Pair, Scratch};
use feeler_research::Reliability;

const BUDGETS: [u64; 7] = [8, 16, 32, 64, 128, 256, 512];

pub(crate) fn run(meshes: &[(String, Mesh)]) {
    println!(
        "Expected calibration error (ten bins) and Brier score on sweep and balanced poses together, by budget in steps.\n"
    );
    let mut all = BUDGETS.map(|_| Reliability::default());
    for (name, mesh) in meshes {
        let model = Model::new(mesh.clone());
        let mut own = BUDGETS.map(|_| Reliability::default());
        let mut scratch = Scratch::new();
        for set in PoseSet::all(&model, 1080).iter().filter(|set| set.name != "overlapping") {
            for (&pose, &touches) in set.poses.iter().zip(&set.truth) {
                for (k, &steps) in BUDGETS.iter().enumerate() {
                    let pair = Pair::new(&model, &model).at(pose);
                    let p = pair.guided_with(Budget::steps(steps), 0.0, &mut scratch).p();
                    own[k].add(p, touches);
                    all[k].add(p, touches);
                }
            }
        }
        println!("{name:18} {}", line(&own));
    }
    println!("{:18} {}", "all", line(&all));
    for (steps, reliability) in BUDGETS.iter().zip(&all).take(3) {
        println!(
            "\nafter {steps} steps, by bins of the probability: mean of it, share that touches, number"
        );
        for (p, share, count) in reliability.bins() {
            println!("  {p:.3}  {share:.3}  {count}");
        }
    }
}

fn line(reliability: &[Reliability; 7]) -> String {
    let cell =
        |(steps, r): (&u64, &Reliability)| format!("{steps}: {:.4} ({:.4})", r.error(), r.brier());
    BUDGETS.iter().zip(reliability).map(cell).collect::<Vec<_>>().join("  ")
}
