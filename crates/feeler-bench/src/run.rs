//! Running scenes: every contender in turns, every answer checked, every pass written down.

mod race;

use crate::peer::{Limits, Peers};
use crate::record::{Folder, Header};
use crate::{Error, Forge, Scene};
use race::Race;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The scene.
    pub scene: &'a str,
    /// The contender.
    pub contender: &'a str,
    /// The pass, from 1; none while models are built and everybody warms up.
    pub pass: Option<usize>,
    /// How many steps are done.
    pub done: usize,
    /// How many there are.
    pub total: usize,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is recorded.
    Finished,
    /// It was stopped; what is recorded counts when it is run again.
    Stopped,
}

/// Runs scenes and records them in a folder. What is recorded there already is not done again.
///
/// Pass 1 of every contender comes before pass 2 of any, and each pass begins with another contender, so that a machine that is slow for a
/// while is slow for all. `watch` is told every step before it is taken, and may stop the run.
pub fn run(
    scenes: &[Scene],
    options: &Options,
    forge: &dyn Forge,
    folder: &Path,
    watch: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
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
    let mut tally = Tally { done: 0, total: scenes.iter().map(steps).sum(), watch };
    let mut outcome = Outcome::Finished;
    for scene in scenes {
        let went = Race { scene, options, forge, folder: &mut folder, tally: &mut tally }.run();
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
    watch: &'a mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
}

impl Tally<'_> {
    fn step(&mut self, scene: &str, contender: &str, pass: Option<usize>) -> ControlFlow<()> {
        let step = Step { scene, contender, pass, done: self.done, total: self.total };
        (self.watch)(step)
    }
}
