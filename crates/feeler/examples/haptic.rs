//! A haptic loop: a probe slides over a rough surface, and each tick asks for an answer in 40 µs.
//!
//! `cargo run --release -p feeler --example haptic` prints, with the times of the machine (interruptions by its system are beyond the deadline),
//!
//! ```text
//! triangles of the surface                80000
//! ticks with the exact distance            1877
//! ticks stopped with an interval            123
//! half of the queries take                 20µs
//! the longest takes                        69µs
//! the strongest force                     1.000
//! ```

use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch, Search, Ties};
use std::time::Instant;

/// The time for a query. A loop of 1 kHz has a millisecond for all it does.
const DEADLINE: u64 = 40;
/// The reach of the spring that pushes the probe away from the surface.
const REACH: f64 = 0.02;

fn main() {
    print!("{}", table());
}

pub(crate) fn table() -> String {
    let rough = |x: f64, y: f64| 0.02 * (40.0 * x).sin() * (30.0 * y).cos();
    let surface = Model::new(sheet(200, |u, v| [u, v, rough(u, v)]));
    let probe = Model::new(sheet(20, |u, v| {
        let (turn, rise) = (std::f64::consts::TAU * u, std::f64::consts::PI * v);
        [turn.cos() * rise.sin(), turn.sin() * rise.sin(), rise.cos()].map(|x| 0.03 * x)
    }));

    // The distance stops in time. It is never a guess: the distance is in the interval that is found.
    let search = Search {
        beyond: REACH,
        ties: Ties::Any,
        budget: Budget::micros(DEADLINE),
        ..Search::default()
    };
    let mut scratch = Scratch::new().remembering();
    let (mut exact, mut early, mut strongest) = (0, 0, 0.0_f64);
    let mut times = Vec::new();
    for tick in 0..2000 {
        let x = 0.1 + 0.0004 * f64::from(tick);
        let height = 0.045 + 0.01 * (0.02 * f64::from(tick)).sin();
        let pair = Pair::new(&surface, &probe).at(Pose::translation([x, 0.5, height]));
        let start = Instant::now();
        let found = pair.distance_with(&search, &mut scratch);
        times.push(start.elapsed());
        // A query that was stopped has a lower bound: with it the spring is never too weak.
        let is_exact = found.is_exact() || found.lower >= REACH;
        exact += u32::from(is_exact);
        early += u32::from(!is_exact);
        strongest = strongest.max(1.0 - found.lower / REACH);
    }
    let mut table = String::new();
    let mut line = |what: &str, value: String| {
        table += &format!("{what:34} {value:>10}\n");
    };
    line("triangles of the surface", surface.mesh().triangles().len().to_string());
    line("ticks with the exact distance", exact.to_string());
    line("ticks stopped with an interval", early.to_string());
    times.sort();
    line("half of the queries take", format!("{:.0?}", times[times.len() / 2]));
    line("the longest takes", format!("{:.0?}", times[times.len() - 1]));
    line("the strongest force", format!("{strongest:.3}"));
    table
}

/// A sheet of points that are a function of two numbers from 0 to 1.
fn sheet(n: u32, at: impl Fn(f64, f64) -> [f64; 3]) -> Mesh {
    let share = |k: u32| f64::from(k) / f64::from(n);
    let points = (0..(n + 1) * (n + 1)).map(|k| at(share(k % (n + 1)), share(k / (n + 1))));
    let cells = (0..n * n).map(|k| k / n * (n + 1) + k % n);
    let halves: Vec<_> =
        cells.flat_map(|k| [[k, k + 1, k + n + 1], [k + 1, k + n + 2, k + n + 1]]).collect();
    Mesh::from_points(points, &halves).expect("finite points")
}
