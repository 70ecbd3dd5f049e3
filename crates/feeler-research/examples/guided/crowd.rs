//! The experiment `crowd`: one budget for many pairs.

use crate::PoseSet;
use feeler::{Budget, Crowd, Mesh, Model, Pair, Scratch, guided_all};

pub(crate) fn run(meshes: &[(String, Mesh)]) {
    println!(
        "Wrong answers among 1000 pairs with one budget, and with equal parts of it; steps a pair.\n"
    );
    for (name, mesh) in meshes {
        let model = Model::new(mesh.clone());
        for set in PoseSet::all(&model, 1080) {
            let pairs: Vec<_> =
                set.poses.iter().map(|&pose| Pair::new(&model, &model).at(pose)).collect();
            let mut line = format!("{name:18} {:11}", set.name);
            for steps in [2, 4, 8, 16, 32] {
                let (mut crowd, mut scratch) = (Crowd::default(), Scratch::new());
                let budget = Budget::steps(steps * pairs.len() as u64);
                let verdicts = guided_all(&pairs, budget, 0.0, &mut crowd);
                let shared = verdicts.iter().zip(&set.truth).filter(|(v, t)| v.touches() != **t);
                let shared = shared.count() as f64 / pairs.len() as f64;
                let apart = set.wrong(|pose| {
                    let pair = Pair::new(&model, &model).at(pose);
                    pair.guided_with(Budget::steps(steps), 0.0, &mut scratch).touches()
                });
                line += &format!("  {steps}: {:.2} % / {:.2} %", 100.0 * shared, 100.0 * apart);
            }
            println!("{line}");
        }
    }
}
