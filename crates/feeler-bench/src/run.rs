//! Running scenes: every contender in turns, every answer checked, every pass written down.

mod race;

use crate::peer::{Limits, Peers};
use crate::record::{Folder, Header};
use crate::{Error, Scene};
use race::Race;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// How scenes are run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The seed of all randomness that a scene does not fix.
    pub seed: u64,
    /// Another folder with meshes.
    pub meshes: Option<PathBuf>,
    /// Where rivals are.
    pub peers: Peers,
    /// How long a contender may take; a scene may allow less for a pass.
    pub limits: Limits,
    /// Whoever takes longer for the passes of a scene gets fewer of them, but one.
    pub patience: Duration,
}

impl Default for Options {
    /// A minute to load, 10 seconds a pose, whatever the scene says a pass, 2 seconds for all passes.
    fn default() -> Self {
        Self {
            seed: 1,
            meshes: None,
            peers: Peers::find(),
            limits: Limits {
                load: Duration::from_secs(60),
                pose: Duration::from_secs(10),
                ..Limits::default()
            },
            patience: Duration::from_secs(2),
        }
    }
}

/// What is about to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<'a> {
    /// The scene.
    pub scene: &'a str,
    /// What it is.
    pub work: Work<'a>,
    /// How many contenders have warmed up, and passes are done.
    pub done: usize,
    /// How many there are.
    pub total: usize,
}

/// The work of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work<'a> {
    /// The poses of the scene are made; so much of it is done, from 0 to 1.
    Poses(f64),
    /// The exact answers are found; so much of it is done, from 0 to 1.
    Truth(f64),
    /// A contender is built, and asked once for nothing.
    WarmUp(&'a str),
    /// A contender is asked about all poses: the number of the pass, from 1.
    Pass(&'a str, usize),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is recorded.
    Finished,
    /// It was stopped; what is recorded counts when it is run again.
    Stopped,
}

/// Who is told every step, from any thread but never from two at once.
pub type Watch<'a> = &'a mut (dyn FnMut(Step<'_>) -> ControlFlow<()> + Send);

/// Runs scenes and records them in a folder. What is recorded there already is not done again.
///
/// Pass 1 of every contender comes before pass 2 of any, and each pass begins with another contender, so that a machine that is slow for a
/// while is slow for all. `watch` is told every step before it is taken, many times while poses are made, and may stop the run: what is
/// recorded stays, and poses of which some are missing are made again.
pub fn run(
    scenes: &[Scene],
    options: &Options,
    folder: &Path,
    watch: Watch<'_>,
) -> Result<Outcome, Error> {
    if let Some((_, twice)) =
        scenes.iter().enumerate().find(|(i, x)| scenes[..*i].iter().any(|y| x.name == y.name))
    {
        return Err(Error::new(format!("there are two scenes {}", twice.name)));
    }
    // What is missing is said now and not after an hour.
    for scene in scenes {
        scene.look_for_files(options.meshes.as_deref())?;
    }
    let mut folder = Folder::open(folder, Header::new(scenes, options.seed))?;
    let total = scenes.iter().map(steps).sum();
    let mut tally = Tally { done: 0, total, watch: Mutex::new(watch) };
    let mut outcome = Outcome::Finished;
    for scene in scenes {
        let went = Race { scene, options, folder: &mut folder, tally: &mut tally }.run();
        folder.save()?;
        if went?.is_break() {
            outcome = Outcome::Stopped;
            break;
        }
    }
    folder.write_wrong()?;
    Ok(outcome)
}

/// Everybody warms up, then come the passes.
fn steps(scene: &Scene) -> usize {
    scene.contenders().len() * (scene.passes + 1)
}

/// How far the run is, and who wants to know.
struct Tally<'a> {
    done: usize,
    total: usize,
    watch: Mutex<Watch<'a>>,
}

impl Tally<'_> {
    /// Before a step. Many threads may say that they are at the same one: who finds another telling does not wait for it.
    fn step(&self, scene: &str, work: Work<'_>) -> ControlFlow<()> {
        match self.watch.try_lock() {
            Ok(mut watch) => watch(Step { scene, work, done: self.done, total: self.total }),
            Err(_) => ControlFlow::Continue(()),
        }
    }
}
