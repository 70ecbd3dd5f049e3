//! A million calls with a deadline.

use feeler::{Budget, Model, Obb, Pair, Pose, Scratch};
use feeler_scenes::{Shape, mixture, normalised, unwatched};
use std::time::{Duration, Instant};

/// Calls for each budget; poses come again and again.
const CALLS: usize = 1_000_000;

pub(crate) fn run() {
    println!("Calls of {CALLS} with eps 0, two meshes of 100,000 triangles, µs:");
    let model = Model::<Obb>::new(normalised(&Shape::Blob.mesh(100_000)));
    let knot = Model::<Obb>::new(normalised(&Shape::Knot.mesh(100_000)));
    // Hard ones too, so that many of them would not end in time: a near copy of itself.
    let mut poses: Vec<Pose> = mixture(&model, &knot, 20_000, 9, &unwatched)
        .expect("triangles")
        .iter()
        .map(|placed| placed.pose)
        .collect();
    let copies = (1..2_000).map(|k| Pose::rotation([0.3, 0.5, 0.8], 1e-6 * f64::from(k)));
    let copies: Vec<Pose> = copies.collect();
    poses.truncate(18_000);
    for micros in [50, 100, 500] {
        let budget = Budget::micros(micros);
        let mut scratch = Scratch::new();
        let mut times = Vec::with_capacity(CALLS);
        let (mut late, mut open) = (Vec::new(), 0);
        for call in 0..CALLS {
            // Every tenth is one that no time is enough for.
            let inside = call % 10 == 9;
            let pair = match inside {
                true => Pair::new(&model, &model).at(shrunk(copies[call / 10 % copies.len()])),
                false => Pair::new(&model, &knot).at(poses[call % poses.len()]),
            };
            let start = Instant::now();
            let verdict = pair.guided_with(budget, 0.0, &mut scratch);
            let time = start.elapsed();
            open += usize::from(!verdict.is_proof());
            if time > Duration::from_micros(micros + 5) {
                late.push((call, time, scratch.effort()));
            }
            times.push(time);
        }
        times.sort_unstable();
        let at = |share: f64| 1e6 * times[((CALLS - 1) as f64 * share) as usize].as_secs_f64();
        println!(
            "budget {micros}: median {:.2}, 99 % {:.2}, 99.9 % {:.2}, 99.99 % {:.2}, longest {:.1}; \
             {} of them {} µs or more too late; {open} open",
            at(0.5),
            at(0.99),
            at(0.999),
            at(0.9999),
            at(1.0),
            late.len(),
            5,
        );
        // The same calls again: what the machine did is not there a second time, what the query did is.
        late.sort_by_key(|(_, time, _)| std::cmp::Reverse(*time));
        for &(call, time, effort) in late.iter().take(3) {
            let inside = call % 10 == 9;
            let pair = match inside {
                true => Pair::new(&model, &model).at(shrunk(copies[call / 10 % copies.len()])),
                false => Pair::new(&model, &knot).at(poses[call % poses.len()]),
            };
            let again = (0..20).map(|_| {
                let start = Instant::now();
                pair.guided_with(budget, 0.0, &mut scratch);
                start.elapsed()
            });
            println!(
                "  call {call} took {:.1}: {} volume and {} triangle tests; the same pose twenty times again {:.1} at most",
                1e6 * time.as_secs_f64(),
                effort.volume_tests,
                effort.triangle_tests,
                1e6 * again.max().unwrap_or_default().as_secs_f64(),
            );
        }
    }
}

/// A small way aside, so that a mesh and its copy are near everywhere and touch somewhere else than where the search begins.
fn shrunk(turn: Pose) -> Pose {
    turn.then(&Pose::translation([1e-7, -2e-7, 1e-7]))
}
