//! Measures the nanoseconds of a query of two triangles, for each family of nasty pairs:
//! `cargo bench -p feeler --bench triangles`.

#[path = "../tests/suite/oracle/nasty.rs"]
#[allow(dead_code, unreachable_pub)] // written for the suite
mod nasty;

use feeler::triangle::{
    Stages, Triangle, distance, distance_below, intersects, intersects_counted,
};
use nasty::Family;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    intersections();
    distances();
}

/// Pairs whose boxes meet, as a traversal would test them; in some families all pairs have the same
/// answer.
fn intersections() {
    use Family::*;
    let mut random = nasty::Random::new(7);
    for family in [Free, Shared, Far, HugeAndTiny, Grid, NoArea, Touching, Coplanar] {
        for (answer, meet) in [("apart", false), ("meet", true)] {
            let pairs: Vec<_> = (0..100_000)
                .map(|_| random.pair(family))
                .filter(|(a, b)| boxes_meet(a, b) && intersects(a, b) == meet)
                .take(4096)
                .collect();
            let best = nanoseconds(&pairs, |a, b| _ = black_box(intersects(a, b)));
            let mut stages = Stages::default();
            for (a, b) in &pairs {
                intersects_counted(a, b, &mut stages);
            }
            let name = format!("{family:?} {answer}");
            println!("intersects {name:18} {:4} pairs {best:6.1} ns {stages:?}", pairs.len());
        }
    }
}

/// Pairs that are apart, once as they are and once three units further apart.
fn distances() {
    use Family::*;
    let mut random = nasty::Random::new(7);
    for family in [Free, Far, HugeAndTiny, Grid, NoArea, Coplanar, Sliver, Touching] {
        for gap in [0.0, 3.0] {
            let pairs: Vec<_> = (0..10_000)
                .map(|_| random.pair(family))
                .map(|(a, b)| (a, b.map(|p| p.map(|x| x + gap))))
                .filter(|(a, b)| !intersects(a, b))
                .take(1024)
                .collect();
            let whole = nanoseconds(&pairs, |a, b| _ = black_box(distance(a, b)));
            let bounded = nanoseconds(&pairs, |a, b| _ = black_box(distance_below(a, b, 0.1)));
            let name = format!("{family:?} + {gap}");
            let count = pairs.len();
            println!(
                "distance {name:16} {count:4} pairs {whole:7.1} ns, below 0.1: {bounded:7.1} ns"
            );
        }
    }
}

/// The nanoseconds for one pair, from the best of thirty runs.
fn nanoseconds(pairs: &[(Triangle, Triangle)], ask: impl Fn(&Triangle, &Triangle)) -> f64 {
    let time = || {
        let start = Instant::now();
        pairs.iter().for_each(|(a, b)| ask(black_box(a), black_box(b)));
        start.elapsed().as_secs_f64() * 1e9 / pairs.len() as f64
    };
    (0..30).map(|_| time()).fold(f64::INFINITY, f64::min)
}

fn boxes_meet(a: &Triangle, b: &Triangle) -> bool {
    let range = |t: &Triangle, i: usize| {
        t.iter()
            .map(|p| p[i])
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    };
    (0..3).all(|i| {
        let ([low, high], [from, to]) = (range(a, i), range(b, i));
        low <= to && from <= high
    })
}
