//! The times that settings take for the same queries.

use crate::Models;
use feeler::{Pose, Question, Scratch};
use std::time::{Duration, Instant};

/// The shortest times in nanoseconds, for as many of the poses, from the first on, as there was
/// time for.
#[derive(Clone, Debug)]
pub struct Times(Vec<f64>);

impl Times {
    /// The number of poses that have a time.
    pub fn poses(&self) -> usize {
        self.0.len()
    }

    /// The mean time in nanoseconds.
    pub fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    /// The time as a multiple of another setting's time, at the poses that both have.
    pub fn over(&self, other: &Self) -> f64 {
        let common = self.0.len().min(other.0.len());
        self.0[..common].iter().sum::<f64>() / other.0[..common].iter().sum::<f64>().max(1.0)
    }
}

/// The smallest number of queries at each pose. Between two queries at a pose all other poses are
/// queried, so caches are no warmer than in a batch.
const LEAST_ROUNDS: u32 = 3;

/// The largest number of queries at each pose. More queries give no shorter times.
const MOST_ROUNDS: u32 = 16;

/// A setting that is more than this many times slower than its rival gets no more poses, once it
/// has shown this at a few poses.
const HOPELESS: f64 = 3.0;
const JUDGED_POSES: usize = 8;

/// Takes the times of one setting, at as many poses as the allowance is enough for.
pub(super) fn trial(
    models: &Models,
    question: Question,
    poses: &[Pose],
    allowance: Duration,
    rival: Option<&Times>,
    scratch: &mut Scratch,
) -> Times {
    question.ask(&models.at(poses[0]), scratch); // to warm up
    let start = Instant::now();
    let mut times = Times(Vec::new());
    for &pose in poses {
        times.0.push(time(models, question, pose, scratch));
        let hopeless =
            times.poses() >= JUDGED_POSES && rival.is_some_and(|it| times.over(it) > HOPELESS);
        if hopeless || start.elapsed() > allowance / LEAST_ROUNDS {
            break;
        }
    }
    for _ in 1..LEAST_ROUNDS {
        again(models, question, poses, &mut times, scratch);
    }
    times
}

/// Takes the times of several settings in turns, so that a quiet moment of the machine favours none
/// of them.
pub(super) fn race(
    pairs: &[Models],
    question: Question,
    poses: &[Pose],
    allowance: Duration,
    scratch: &mut Scratch,
) -> Vec<Times> {
    let start = Instant::now();
    let share = allowance / pairs.len() as u32;
    let mut times: Vec<Times> = Vec::new();
    for models in pairs {
        // All settings get the poses that the first setting, the favourite, had time for.
        let poses = &poses[..times.first().map_or(poses.len(), Times::poses)];
        let share = if times.is_empty() { share } else { Duration::MAX };
        times.push(trial(models, question, poses, share, None, scratch));
    }
    let round = start.elapsed() / LEAST_ROUNDS;
    for _ in LEAST_ROUNDS..MOST_ROUNDS {
        if start.elapsed() + round > allowance {
            break;
        }
        for (models, times) in pairs.iter().zip(&mut times) {
            again(models, question, poses, times, scratch);
        }
    }
    times
}

fn again(
    models: &Models,
    question: Question,
    poses: &[Pose],
    times: &mut Times,
    scratch: &mut Scratch,
) {
    for (shortest, &pose) in times.0.iter_mut().zip(poses) {
        *shortest = time(models, question, pose, scratch).min(*shortest);
    }
}

fn time(models: &Models, question: Question, pose: Pose, scratch: &mut Scratch) -> f64 {
    let start = Instant::now();
    question.ask(&models.at(pose), scratch);
    start.elapsed().as_nanos() as f64
}
