//! The search for a setting that is fast for two meshes at their poses.
//!
//! - [`search`] goes from all volumes to one setting;
//! - [`race`] takes the times of settings;
//! - [`shelf`] keeps the pairs of models that are built already;
//! - [`finding`] is the result for one question.

mod finding;
mod race;
mod search;
mod shelf;

pub use finding::{Candidate, Confirmed, Finding, Tried};
pub use race::Times;

use feeler::{Instructions, Mesh, Pose, Question, Scratch};
use feeler_scenes::Random;
use search::Search;
use shelf::Shelf;
use std::time::{Duration, Instant};

/// The result of a search for fast settings.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// One finding for each question, in the order of the questions.
    pub findings: Vec<Finding>,
    /// The number of poses that the settings were chosen at. The other poses had no part in the
    /// choice.
    pub choose: usize,
}

/// Searches for the fastest setting of each question, within a time. `more` is called whenever a
/// piece of work is done.
///
/// ```
/// use feeler::{Instructions, Pose, Question};
/// use feeler_research::explain;
/// use feeler_scenes::Shape;
/// use std::time::Duration;
/// let gear = Shape::Gear.mesh(500);
/// let poses = [0.5, 1.0, 1.5].map(|x| Pose::translation([x, 0.0, 0.0]));
/// let time = Duration::from_millis(50);
/// let found = explain([gear.clone(), gear], &poses, &[Question::Intersects], Instructions::best(), time, &|| ());
/// println!("use {}", found.findings[0].recommended());
/// ```
pub fn explain(
    [a, b]: [Mesh; 2],
    poses: &[Pose],
    questions: &[Question],
    instructions: Instructions,
    time: Duration,
    more: &dyn Fn(),
) -> Explanation {
    let [choose, confirm] = divided(poses.to_vec());
    let search = Search {
        shelf: Shelf::new(a, b),
        choose: &choose,
        confirm: &confirm,
        scratch: Scratch::with_instructions(instructions),
        start: Instant::now(),
        time,
        progress: more,
    };
    Explanation { findings: search.run(questions), choose: choose.len() }
}

/// The largest number of poses of either half. More poses say nothing new about the mean.
const MOST_POSES: usize = 512;

/// Divides the poses: one half to choose the setting, the other half to confirm it. The poses are
/// shuffled, so that the first few are as good a sample as all, because files are often sorted.
fn divided(mut poses: Vec<Pose>) -> [Vec<Pose>; 2] {
    if poses.len() == 1 {
        return [poses.clone(), poses];
    }
    let mut random = Random::new(1);
    for i in (1..poses.len()).rev() {
        poses.swap(i, random.bits() as usize % (i + 1));
    }
    let mut confirm = poses.split_off(poses.len().div_ceil(2));
    poses.truncate(MOST_POSES);
    confirm.truncate(MOST_POSES);
    [poses, confirm]
}
