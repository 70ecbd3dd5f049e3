//! The experiment `resume`: queries that are interrupted, and resumed to the end.

use feeler::{Budget, Mesh, Model, Pair, Scratch, Verdict};
use feeler_scenes::{Random, mixture, unwatched};

/// The number of queries over all meshes.
const QUERIES: usize = 100_000;

pub(crate) fn run(meshes: &[(String, Mesh)]) {
    let (mut queries, mut wrong, mut pauses, mut touching) = (0, 0, 0, 0);
    for (name, mesh) in meshes {
        let model = Model::new(mesh.clone());
        let count = QUERIES.div_ceil(meshes.len());
        let poses = mixture(&model, &model, count, 21, &unwatched).expect("triangles");
        let (mut scratch, mut exact, mut random) = (Scratch::new(), Scratch::new(), Random::new(4));
        for placed in &poses {
            let pair = Pair::new(&model, &model).at(placed.pose);
            // Budgets of all kinds, one after the other.
            let mut budget = || match (random.unit() * 3.0) as u32 {
                0 => (Budget::steps((random.unit() * 20.0) as u64), 0.05),
                1 => (Budget::micros((random.unit() * 3.0) as u64), 0.0),
                _ => (Budget::steps(1 + (random.unit() * 8.0) as u64), 0.0),
            };
            let (first, eps) = budget();
            let mut verdict = pair.guided_with(first, eps, &mut scratch);
            while !verdict.is_proof() {
                pauses += 1;
                // A verdict that is sure enough ends the search, so the next call must ask for more
                // certainty.
                verdict = pair.resume_with(budget().0, 0.0, &mut scratch);
            }
            let touches = pair.intersects_with(&mut exact);
            wrong += usize::from(matches!(verdict, Verdict::Hit(_)) != touches);
            touching += usize::from(touches);
        }
        queries += poses.len();
        println!("{name}: {} queries", poses.len());
    }
    println!(
        "{queries} queries, {touching} touch, paused {pauses} times: {wrong} differ from intersects"
    );
    assert_eq!(wrong, 0);
}
