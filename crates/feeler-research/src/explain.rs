//! Which setting is fast for two meshes at their poses?
//!
//! - [`search`] goes from all volumes to one setting; [`race`] takes the times, of pairs that [`shelf`] keeps;
//! - [`finding`] is what comes of it.

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

/// What came of a search for fast settings.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// One for each question, in their order.
    pub findings: Vec<Finding>,
    /// At how many poses the settings were chosen; the others had no part in it.
    pub choose: usize,
}

/// Searches for the fastest setting of each question, within a time; `more` is told whenever something is done.
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

/// More poses than this say nothing new about the mean.
const MOST: usize = 512;

/// Half of the poses to choose and half to confirm. Shuffled, so that the first few are as good a sample as all: files are often sorted.
fn divided(mut poses: Vec<Pose>) -> [Vec<Pose>; 2] {
    if poses.len() == 1 {
        return [poses.clone(), poses];
    }
    let mut random = Random::new(1);
    for i in (1..poses.len()).rev() {
        poses.swap(i, random.bits() as usize % (i + 1));
    }
    let mut confirm = poses.split_off(poses.len().div_ceil(2));
    poses.truncate(MOST);
    confirm.truncate(MOST);
    [poses, confirm]
}
