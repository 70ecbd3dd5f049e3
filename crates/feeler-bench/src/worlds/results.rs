//! The results of worlds: `worlds.json`.

use super::scene::WorldScene;
use crate::record::{ContenderKind, Header, Machine};
use crate::{Error, Recording};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The name of the file in the folder of a run.
const FILE: &str = "worlds.json";

/// Everything about a run of worlds but the single frames, which are in `worlds.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldsRun {
    /// The version of feeler.
    pub feeler: String,
    /// The commit of feeler, if `FEELER_COMMIT` was set when it was compiled.
    pub commit: Option<String>,
    /// The time when the run began.
    pub date: String,
    /// The machine of the run.
    pub machine: Machine,
    /// The flags that feeler was compiled with.
    pub flags: String,
    /// The seed of the worlds that are made from shapes.
    pub seed: u64,
    /// The scenes that were played.
    pub scenes: Vec<WorldResults>,
}

/// The results of one scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldResults {
    /// The scene as it was written.
    pub scene: WorldScene,
    /// The number of objects in the first frame.
    pub objects: usize,
    /// The number of different meshes.
    pub meshes: usize,
    /// The number of triangles of all objects in the first frame.
    pub triangles: usize,
    /// The number of frames.
    pub frames: usize,
    /// The number of frames that begin a new world.
    pub worlds: usize,
    /// The number of pairs that touch, in all frames.
    pub touching: usize,
    /// The contenders: feeler, then the fastest that is always right.
    pub standings: Vec<Standing>,
}

/// The results of a contender in one scene. Times are in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The contender.
    pub name: String,
    /// The kind of the contender.
    pub kind: ContenderKind,
    /// The version of the library.
    pub version: String,
    /// The setting, in the library's own words.
    pub setting: String,
    /// The type of the numbers that it computes with; for feeler, `exact`.
    pub precision: String,
    /// The state: `ok`, `slow`, `not built`, `unsupported`, `crashed`, `nonsense`, `failed`, or `stopped`.
    pub status: String,
    /// More about the state.
    pub note: String,
    /// The number of passes that count.
    pub passes: usize,
    /// The number of frames that were played in every pass.
    pub frames: usize,
    /// The time of a frame: the mean over the frames of the median over the passes.
    pub frame_ns: Option<f64>,
    /// The time of a new world, likewise.
    pub new_ns: Option<f64>,
    /// The time to build the models of all meshes.
    pub build_ns: Option<u64>,
    /// The memory of all models in bytes, if it is known.
    pub bytes: Option<u64>,
    /// The number of touching pairs that it missed, in the frames that it played.
    pub missed: usize,
    /// The number of pairs that it named, and which do not touch.
    pub extra: usize,
}

impl Standing {
    /// Whether it played some frames and every pair was right.
    pub fn is_right(&self) -> bool {
        self.frame_ns.is_some() && self.missed == 0 && self.extra == 0
    }
}

impl WorldResults {
    pub(super) fn new(scene: &WorldScene, recording: &Recording, touching: usize) -> Self {
        let first = &recording.frames[0];
        Self {
            scene: scene.clone(),
            objects: first.objects.len(),
            meshes: recording.meshes.len(),
            triangles: recording.triangles(first),
            frames: recording.frames.len(),
            worlds: recording.frames.iter().filter(|frame| frame.starts_world).count(),
            touching,
            standings: Vec::new(),
        }
    }

    /// Puts feeler first, then those that are always right, the fastest at the top.
    pub(super) fn sort(&mut self) {
        self.standings.sort_by(|x, y| {
            let rank = |it: &Standing| {
                (it.kind == ContenderKind::Peer, it.frame_ns.is_none(), !it.is_right())
            };
            let time = |it: &Standing| it.frame_ns.unwrap_or(f64::INFINITY);
            rank(x).cmp(&rank(y)).then(time(x).total_cmp(&time(y)))
        });
    }

    /// The time of a contender's frame as a multiple of feeler's.
    pub fn ratio(&self, of: &Standing) -> Option<f64> {
        let feeler = self.standings.iter().find(|it| it.kind == ContenderKind::Feeler)?;
        Some(of.frame_ns? / feeler.frame_ns.filter(|ns| *ns > 0.0)?)
    }

    /// The fastest rival that finished all frames and was always right.
    pub fn best_rival(&self) -> Option<&Standing> {
        let rivals = self.standings.iter().filter(|it| it.kind == ContenderKind::Peer);
        rivals.filter(|it| it.is_right() && it.frames == self.frames).min_by(|x, y| {
            x.frame_ns.unwrap_or(f64::MAX).total_cmp(&y.frame_ns.unwrap_or(f64::MAX))
        })
    }
}

impl WorldsRun {
    pub(super) fn new(seed: u64) -> Self {
        let Header { feeler, commit, date, machine, flags, .. } = Header::new(&[], seed);
        Self { feeler, commit, date, machine, flags, seed, scenes: Vec::new() }
    }

    /// Whether a folder has results of worlds.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).is_file()
    }

    /// Reads the results from a folder.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(FILE);
        let text = std::fs::read_to_string(&path).map_err(|error| Error::in_file(&path, error))?;
        serde_json::from_str(&text).map_err(|error| {
            Error::new(error.to_string()).at(format_args!("{}:{}", path.display(), error.line()))
        })
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).expect("results can be written");
        let path = folder.join(FILE);
        std::fs::write(&path, text + "\n").map_err(|error| Error::in_file(&path, error))
    }
}
