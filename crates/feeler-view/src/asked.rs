//! What a question is about: two models at poses.

use feeler::{Model, Pair, Pose};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Two models at poses that were asked about.
pub(crate) struct Asked {
    pub(crate) models: [Arc<Model>; 2],
    /// The poses in the common frame.
    pub(crate) poses: [Pose; 2],
}

impl Asked {
    pub(crate) fn pair(&self) -> Pair<'_> {
        let [a, b] = &self.models;
        Pair::new(a, b).at(Pose::relative(&self.poses[0], &self.poses[1]))
    }
}

/// The pose of 12 numbers; those of a browser may be rounded.
pub(crate) fn pose(numbers: [f64; 12]) -> Result<Pose, String> {
    let n = numbers;
    let nearest = || {
        Pose::nearest(
            [[n[0], n[1], n[2]], [n[3], n[4], n[5]], [n[6], n[7], n[8]]],
            [n[9], n[10], n[11]],
        )
    };
    Pose::from_numbers(n).or_else(|_| nearest()).map_err(|error| error.to_string())
}

/// A value with the time that it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}
