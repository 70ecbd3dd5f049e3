//! The run of scenes: every contender in turns, every answer checked, every pass recorded.

mod race;

use crate::peer::{Limits, PeerError, Peers};
use crate::record::{Folder, Header};
use crate::{Error, Scene};
use race::Race;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// The options of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The seed of all randomness that a scene does not fix.
    pub seed: u64,
    /// An additional folder with meshes.
    pub meshes: Option<PathBuf>,
    /// The folder of the rivals.
    pub peers: Peers,
    /// The time limits of a contender. A scene may have a smaller limit for a pass.
    pub limits: Limits,
    /// The time for all passes of a contender in a scene. A slower contender gets fewer passes, but
    /// at least one.
    pub patience: Duration,
}

impl Default for Options {
    /// A minute to load, 10 seconds for a pose, the limit of the scene for a pass, 2 seconds for
    /// all passes.
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

/// The step that comes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<'a> {
    /// The scene.
    pub scene: &'a str,
    /// The work of the step.
    pub work: Work<'a>,
    /// The number of warm-ups and passes that are done.
    pub done: usize,
    /// The number of all warm-ups and passes.
    pub total: usize,
}

/// The work of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work<'a> {
    /// The poses of the scene are made; the number is the finished share, from 0 to 1.
    Poses(f64),
    /// The exact answers are computed; the number is the finished share, from 0 to 1.
    Truth(f64),
    /// A contender is built and takes a pass that does not count.
    WarmUp(&'a str),
    /// A contender takes a pass over all poses; the number is that of the pass, from 1.
    Pass(&'a str, usize),
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All passes are recorded.
    Finished,
    /// The run was stopped. The next run continues from what is recorded.
    Stopped,
}

/// The callback for every step. It may be called from any thread, but never from two at once.
pub type Watch<'a> = &'a mut (dyn FnMut(Step<'_>) -> ControlFlow<()> + Send);

/// Runs scenes and records them in a folder. Passes that are recorded there already are not
/// repeated.
///
/// Pass 1 of every contender comes before pass 2 of any contender, and each pass begins with
/// another contender, so that a machine that is slow for a while is slow for all. `watch` is called
/// before every step and many times while poses are made, and may stop the run: the records stay,
/// and an incomplete set of poses is made again.
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
    // A missing file is reported now and not after an hour.
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

/// The number of steps of a scene: one warm-up and all passes of each contender.
fn steps(scene: &Scene) -> usize {
    scene.contenders().len() * (scene.passes + 1)
}

/// The progress of the run, and the callback for it.
pub(crate) struct Tally<'a> {
    pub(crate) done: usize,
    pub(crate) total: usize,
    pub(crate) watch: Mutex<Watch<'a>>,
}

impl Tally<'_> {
    /// Reports a step before it is taken. Several threads may report the same step; if another
    /// thread is reporting, the report is skipped instead of waiting.
    pub(crate) fn step(&self, scene: &str, work: Work<'_>) -> ControlFlow<()> {
        match self.watch.try_lock() {
            Ok(mut watch) => watch(Step { scene, work, done: self.done, total: self.total }),
            Err(_) => ControlFlow::Continue(()),
        }
    }
}

/// The state of a contender that failed, in the words of the header.
pub(crate) fn status(error: &PeerError) -> &'static str {
    match error {
        PeerError::NotBuilt { .. } => "not built",
        PeerError::Unsupported { .. } | PeerError::NoWorlds { .. } => "unsupported",
        PeerError::Crashed { .. } => "crashed",
        PeerError::Hung { .. } => "hung",
        PeerError::Slow { .. } => "slow",
        PeerError::Nonsense { .. } => "nonsense",
        PeerError::Unknown { .. } | PeerError::Io(_) => "failed",
    }
}
