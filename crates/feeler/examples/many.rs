//! Measures how much faster queries are with all cores or with a memory:
//! `cargo run --release -p feeler --example many`.

use feeler::{Model, Pair, Pose, Question, Scratch, Search};
use feeler_scenes::{Concentric, Random, Shape, normalised};
use std::time::{Duration, Instant};

fn main() {
    let blob = Model::new(normalised(&Shape::Blob.mesh(100_000)));
    let half = Pair::new(&blob, &blob)
        .at(Random::new(3).rotation().then(&Pose::translation([0.8, 0.1, 0.0])));
    compare("all contacts of two blobs", || half.contacts(), || half.contacts_parallel());

    let spheres = Concentric::new(20_000, 0.1);
    let (outer, inner) = (Model::new(spheres.outer), Model::new(spheres.inner));
    let pair = Pair::new(&outer, &inner).at(Pose::rotation([1.0, 2.0, 3.0], 0.5));
    compare("distance of two spheres", || pair.distance(), || pair.distance_parallel());

    let path: Vec<Pose> =
        (0..2000).map(|i| Pose::translation([2.2 - 0.0005 * i as f64, 0.1, 0.0])).collect();
    let pair = Pair::new(&blob, &blob);
    let mut plain = Scratch::new();
    let search = Search::default();
    let one_by_one = |scratch: &mut Scratch| -> Vec<_> {
        path.iter().map(|&pose| pair.at(pose).distance_with(&search, scratch).closest).collect()
    };
    let mut remembering = Scratch::new().remembering();
    compare(
        "2000 distances, remembering",
        || one_by_one(&mut plain),
        || one_by_one(&mut remembering),
    );
    compare(
        "2000 distances, in a batch",
        || path.iter().map(|&pose| Question::Distance.answer(&pair.at(pose), &mut plain)).collect(),
        || pair.batch(&path, Question::Distance),
    );
}

/// Prints the shortest of three times of each function, and checks that both give the same answer.
fn compare<T: PartialEq>(what: &str, mut slow: impl FnMut() -> T, mut fast: impl FnMut() -> T) {
    let mut times = [Duration::MAX; 2];
    for _ in 0..3 {
        let start = Instant::now();
        let expected = slow();
        let middle = Instant::now();
        assert!(fast() == expected, "{what}: the answers differ");
        times = [times[0].min(middle - start), times[1].min(middle.elapsed())];
    }
    let ratio = times[0].as_secs_f64() / times[1].as_secs_f64();
    println!("{what}: {:.1?} and {:.1?}, {ratio:.2} times as fast", times[0], times[1]);
}
