//! The experiment `latency`: a million calls with a deadline.

use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch};
use feeler_scenes::{Random, Shape, mixture, normalised, unwatched};
use std::time::{Duration, Instant};

/// The number of calls for each budget; the poses are repeated.
const CALLS: usize = 1_000_000;

/// A call that is later than this is listed: the contract is 105 µs for a budget of 100.
const LATE: Duration = Duration::from_micros(5);

pub(crate) fn run() {
    let [blob, knot] = [Shape::Blob, Shape::Knot].map(|s| Model::new(normalised(&s.mesh(100_000))));
    let poses = mixture(&blob, &knot, 20_000, 9, &unwatched).expect("triangles");
    let ordinary = |call: usize| Pair::new(&blob, &knot).at(poses[call % poses.len()].pose);
    println!("{CALLS} calls with eps 0, meshes of 100,000 triangles; times in µs");
    println!("\nblob and knot, half sweep, half near contact:");
    measure(ordinary);

    // A sphere just inside another sphere; an exact query takes milliseconds there.
    let sphere = Shape::Sphere.mesh(100_000);
    let inner = sphere.vertices().iter().map(|v| v.map(|x| 0.999 * x)).collect();
    let inner = Mesh::new(inner, sphere.triangles().to_vec()).expect("the same triangles");
    let [outer, inner] = [sphere, inner].map(Model::new);
    let mut random = Random::new(12);
    let turns: Vec<Pose> = (0..1_000).map(|_| random.rotation()).collect();
    println!("\nthe same, but for every tenth call no budget is enough:");
    measure(|call| match call % 10 {
        9 => Pair::new(&outer, &inner).at(turns[call / 10 % turns.len()]),
        _ => ordinary(call),
    });

    println!(
        "\nwhat the machine alone does: loops of 100,000 that look at the clock and nothing else"
    );
    for micros in [50, 100, 500] {
        let budget = Duration::from_micros(micros);
        let mut late = 0;
        for _ in 0..CALLS / 10 {
            let start = Instant::now();
            while start.elapsed() < budget {}
            late += usize::from(start.elapsed() > budget + LATE);
        }
        println!("budget {micros}: {late} too late by 5 µs or more");
    }
}

fn measure<'a>(pair: impl Fn(usize) -> Pair<'a>) {
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
            if time > Duration::from_micros(micros) + LATE {
                late.push((call, time, scratch.effort()));
            }
            times.push(time);
        }
        times.sort_unstable();
        let at = |share: f64| 1e6 * times[((CALLS - 1) as f64 * share) as usize].as_secs_f64();
        let (late_calls, longest) = (late.len(), at(1.0));
        println!(
            "budget {micros}: median {:.2}, 99 % {:.2}, 99.9 % {:.2}, 99.99 % {:.2}, longest {longest:.1}; {open} open, {late_calls} too late by 5 µs or more",
            at(0.5),
            at(0.99),
            at(0.999),
            at(0.9999),
        );
        // The same calls again: delays caused by the machine do not come a second time, delays
        // caused by the query do.
        late.sort_by_key(|(_, time, _)| std::cmp::Reverse(*time));
        for &(call, time, effort) in late.iter().take(3) {
            let mut again: Vec<Duration> = (0..20)
                .map(|_| {
                    let start = Instant::now();
                    pair(call).guided_with(budget, 0.0, &mut scratch);
                    start.elapsed()
                })
                .collect();
            again.sort_unstable();
            println!(
                "  call {call} took {:.1} for {} volume and {} triangle tests; the same twenty times again: median {:.1}",
                1e6 * time.as_secs_f64(),
                effort.volume_tests,
                effort.triangle_tests,
                1e6 * again[10].as_secs_f64(),
            );
        }
    }
}
