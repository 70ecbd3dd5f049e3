//! The time that settings take for the same queries.

use crate::Models;
use feeler::{Pose, Question, Scratch};
use std::time::{Duration, Instant};

/// The shortest time of each pose in nanoseconds, for the first of all poses.
#[derive(Clone, Debug)]
pub struct Times(Vec<f64>);

impl Times {
    /// How many poses have a time.
    pub fn poses(&self) -> usize {
        self.0.len()
    }

    /// The mean time in nanoseconds.
    pub fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    /// As a multiple of another's, at the poses that both have.
    pub fn over(&self, other: &Self) -> f64 {
        let common = self.0.len().min(other.0.len());
        self.0[..common].iter().sum::<f64>() / other.0[..common].iter().sum::<f64>().max(1.0)
    }
}

/// Each pose is asked so often. Between two times all other poses are asked, so that caches are no warmer than in a batch.
const ROUNDS: u32 = 3;

/// More often than this gives no shorter times.
const MOST: u32 = 16;

/// A setting so many times slower than another is not worth more poses, once it has shown this at a few.
const HOPELESS: f64 = 3.0;
const FEW: usize = 8;

/// Takes the times of one setting, at as many poses as the allowance lasts for.
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
        let hopeless = times.poses() >= FEW && rival.is_some_and(|it| times.over(it) > HOPELESS);
        if hopeless || start.elapsed() > allowance / ROUNDS {
            break;
        }
    }
    for _ in 1..ROUNDS {
        again(models, question, poses, &mut times, scratch);
    }
    times
}

/// Takes the times of several settings in turns, so that nobody has the luck of a quiet moment.
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
        // All of them at the poses that the first, the favourite, had time for.
        let poses = &poses[..times.first().map_or(poses.len(), Times::poses)];
        let share = if times.is_empty() { share } else { Duration::MAX };
        times.push(trial(models, question, poses, share, None, scratch));
    }
    let round = start.elapsed() / ROUNDS;
    for _ in ROUNDS..MOST {
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
