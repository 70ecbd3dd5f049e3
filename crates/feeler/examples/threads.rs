//! Several threads: they share the models, and each has a scratch of its own. Answers do not depend on their number.
//!
//! `cargo run --release -p feeler --example threads` prints
//!
//! ```text
//! thread  poses  touching
//!      0   1000       480
//!      1   1000      1000
//!      2   1000       353
//!      3   1000       534
//! batch    4000      2367
//! ```

use feeler::{Answer, Mesh, Model, Pair, Pose, Question, Scratch};
use std::f64::consts::TAU;

fn main() {
    print!("{}", table());
}

pub(crate) fn table() -> String {
    let model = Model::new(ring());
    let pair = Pair::new(&model, &model);
    // One ring is moved through the other, turning on its way.
    let pose = |k: u32| {
        let share = f64::from(k) / 4000.0;
        let turn = Pose::rotation([1.0, 0.3, 0.0], TAU * share);
        Pose::translation([6.0 * share - 3.0, 0.4, 0.0]) * turn
    };
    let poses: Vec<Pose> = (0..4000).map(pose).collect();

    // Threads of your own: a model is shared by reference, or by an `Arc`; a scratch is not shared.
    let quarter = |poses: &[Pose]| {
        let mut scratch = Scratch::new().remembering();
        poses.iter().filter(|&&pose| pair.at(pose).intersects_with(&mut scratch)).count()
    };
    let counts: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            poses.chunks(1000).map(|poses| scope.spawn(move || quarter(poses))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no query panics")).collect()
    });
    let mut table = String::from("thread  poses  touching\n");
    for (thread, count) in counts.iter().enumerate() {
        table += &format!("{thread:6}   1000  {count:8}\n");
    }

    // Or all cores without any thread of your own.
    let answers = pair.batch(&poses, Question::Intersects);
    let touching = answers.iter().filter(|&answer| *answer == Answer::Intersects(true)).count();
    table += &format!("batch    4000  {touching:8}\n");
    assert_eq!(touching, counts.iter().sum::<usize>());
    table
}

/// A ring of a thousand triangles.
fn ring() -> Mesh {
    let (along, around) = (50, 10);
    let point = |k: u32| {
        let (a, b) = (k / around, k % around);
        let (a, b) =
            (TAU * f64::from(a) / f64::from(along), TAU * f64::from(b) / f64::from(around));
        let radius = 1.0 + 0.2 * b.cos();
        [radius * a.cos(), radius * a.sin(), 0.2 * b.sin()]
    };
    let cell = |k: u32| {
        let next = k - k % around + (k + 1) % around;
        let [above, beyond] = [k, next].map(|k| (k + around) % (along * around));
        [[k, above, next], [next, above, beyond]]
    };
    let halves: Vec<_> = (0..along * around).flat_map(cell).collect();
    Mesh::from_points((0..along * around).map(point), &halves).expect("finite points")
}
