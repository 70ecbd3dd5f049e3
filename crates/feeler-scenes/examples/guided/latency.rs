//! A million calls with a deadline.

use feeler::{Budget, Mesh, Model, Obb, Pair, Pose, Scratch};
use feeler_scenes::{Random, Shape, mixture, normalised, unwatched};
use std::time::{Duration, Instant};

/// Calls for each budget; poses come again and again.
const CALLS: usize = 1_000_000;

pub(crate) fn run() {
    println!("Calls of {CALLS} with eps 0, two meshes of 100,000 triangles, µs:");
    let [blob, knot] =
        [Shape::Blob, Shape::Knot].map(|s| Model::<Obb>::new(normalised(&s.mesh(100_000))));
    let poses = mixture(&blob, &knot, 20_000, 9, &unwatched).expect("triangles");
    // Every tenth call is one that no budget is enough for: a sphere just inside of another, where an exact query takes milliseconds.
    let sphere = Shape::Sphere.mesh(100_000);
    let inner = sphere.vertices().iter().map(|v| v.map(|x| 0.999 * x)).collect();
    let inner = Mesh::new(inner, sphere.triangles().to_vec()).expect("the same triangles");
    let [outer, inner] = [sphere, inner].map(Model::<Obb>::new);
    let mut random = Random::new(12);
    let turns: Vec<Pose> = (0..1_000).map(|_| random.rotation()).collect();
    let pair = |call: usize| match call % 10 {
        9 => Pair::new(&outer, &inner).at(turns[call / 10 % turns.len()]),
        _ => Pair::new(&blob, &knot).at(poses[call % poses.len()].pose),
    };
    for micros in [50, 100, 500] {
        let budget = Budget::micros(micros);
        let mut scratch = Scratch::new();
        let mut times = Vec::with_capacity(CALLS);
        let (mut late, mut open) = (Vec::new(), 0);
        for call in 0..CALLS {
            let pair = pair(call);
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
            let pair = pair(call);
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
