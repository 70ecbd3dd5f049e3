//! The header of a run: `run.json`.

use super::machine::{self, Machine};
use crate::{Error, Scene};
use feeler_research::PROBABLE;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Everything about a run except its times and answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
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
    /// The seed of all randomness that a scene does not fix.
    pub seed: u64,
    /// The scenes that were begun.
    pub scenes: Vec<SceneHeader>,
    /// The contenders, with their states.
    pub contenders: Vec<ContenderHeader>,
    /// The scenes as they were written, to recognise them later.
    pub definition: Vec<Scene>,
}

/// A scene that was begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneHeader {
    /// The name of the scene.
    pub name: String,
    /// The reason why the scene exists.
    pub why: String,
    /// The figure or table of a paper that the scene repeats.
    pub figure: Option<String>,
    /// The question of the scene.
    pub question: String,
    /// Mesh A.
    pub a: String,
    /// Mesh B.
    pub b: String,
    /// The numbers of triangles of A and B.
    pub triangles: [usize; 2],
    /// The meaning of the column `prescribed`.
    pub parameter: String,
    /// The number of rows in a pass: the number of poses, or 1 for building.
    pub poses: usize,
    /// The largest number of passes.
    pub passes: usize,
    /// Whether the meshes were scaled.
    pub normalised: bool,
    /// The poses that could not be made, and why, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

/// A contender in a scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContenderHeader {
    /// The scene.
    pub scene: String,
    /// The contender.
    pub name: String,
    /// The kind of the contender.
    pub kind: ContenderKind,
    /// The version of the contender.
    pub version: String,
    /// The setting, in the contender's own words.
    pub setting: String,
    /// The type of the numbers that it computes with; for feeler, `exact` or `probable`.
    pub precision: String,
    /// The times to build A and B once, in nanoseconds.
    pub build_ns: Option<[u64; 2]>,
    /// The memory of both models in bytes, if it is known.
    pub bytes: Option<u64>,
    /// The number of nodes of both trees, if it is known.
    pub nodes: Option<u64>,
    /// The memory of a node in bytes.
    pub bytes_per_node: Option<f64>,
    /// The time in nanoseconds of a query about two triangles that are far apart.
    pub overhead_ns: Option<u64>,
    /// The state: `ok`, `not built`, `unsupported`, `crashed`, `hung`, `slow`, `nonsense`,
    /// `failed`, or `stopped` if the run was stopped.
    pub status: String,
    /// More about the state.
    pub note: String,
}

impl ContenderHeader {
    /// Whether the contender is feeler in a setting that may be wrong on purpose. Its times cannot
    /// be compared with those of exact answers.
    pub fn is_probable(&self) -> bool {
        self.kind == ContenderKind::Feeler && self.precision == PROBABLE
    }
}

/// The kind of a contender: `feeler` or `peer`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContenderKind {
    /// feeler in one of its settings.
    #[default]
    Feeler,
    /// A rival.
    Peer,
}

impl Header {
    /// The header of a run that begins now.
    pub fn new(scenes: &[Scene], seed: u64) -> Self {
        Self {
            feeler: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("FEELER_COMMIT").map(str::to_owned),
            date: machine::now(),
            machine: Machine::this(),
            flags: machine::flags(),
            seed,
            scenes: Vec::new(),
            contenders: Vec::new(),
            definition: scenes.to_vec(),
        }
    }

    /// Checks that a run that begins now may continue the run of this header; the error says why
    /// not.
    pub(crate) fn agrees(&self, now: &Self) -> Result<(), String> {
        let same = |what: &str, then: &str, now: &str| match then == now {
            true => Ok(()),
            false => Err(format!("it was made with {what} {then}, and this is {now}")),
        };
        let commit = |header: &Self| header.commit.clone().unwrap_or_default();
        same("feeler", &self.feeler, &now.feeler)?;
        same("commit", &commit(self), &commit(now))?;
        same("flags", &self.flags, &now.flags)?;
        same("processor", &self.machine.cpu, &now.machine.cpu)?;
        same("instructions", &self.machine.instructions, &now.machine.instructions)?;
        same("seed", &self.seed.to_string(), &now.seed.to_string())?;
        let names = |header: &Self| -> Vec<String> {
            header.definition.iter().map(|scene| scene.name.clone()).collect()
        };
        same("the scenes", &names(self).join(", "), &names(now).join(", "))?;
        let differs = |(then, now): &(&Scene, &Scene)| essence(then) != essence(now);
        match self.definition.iter().zip(&now.definition).find(differs) {
            Some((scene, _)) => Err(format!("scene {} was another one then", scene.name)),
            None => Ok(()),
        }
    }

    /// Whether a scene is the same in both runs.
    pub(crate) fn shares(&self, other: &Self, scene: &str) -> bool {
        let find =
            |header: &Self| header.definition.iter().find(|known| known.name == scene).map(essence);
        self.seed == other.seed && find(self).is_some() && find(self) == find(other)
    }

    /// The entry of a contender, if there is one.
    pub(crate) fn contender(&mut self, scene: &str, name: &str) -> Option<&mut ContenderHeader> {
        self.contenders.iter_mut().find(|entry| entry.scene == scene && entry.name == name)
    }

    /// Adds the entry of a contender if there is none. Its state is that of a run that is stopped
    /// before the contender's turn.
    pub(crate) fn enter(&mut self, scene: &str, name: &str, kind: ContenderKind) {
        if self.contender(scene, name).is_none() {
            self.contenders.push(ContenderHeader {
                scene: scene.to_owned(),
                name: name.to_owned(),
                kind,
                status: "stopped".to_owned(),
                ..ContenderHeader::default()
            });
        }
    }

    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::in_file(path, error))?;
        let error = |line: usize, why: String| {
            Error::new(why).at(format_args!("{}:{line}", path.display()))
        };
        let header: Self =
            serde_json::from_str(&text).map_err(|why| error(why.line(), why.to_string()))?;
        let lost = |entry: &&ContenderHeader| header.scenes.iter().all(|it| it.name != entry.scene);
        match header.contenders.iter().find(lost) {
            None => Ok(header),
            Some(ContenderHeader { name, scene, .. }) => {
                let line = text.lines().position(|line| line.contains(scene)).unwrap_or_default();
                let why = format!("contender {name:?} is in a scene {scene:?} that is not there");
                Err(error(line + 1, why))
            }
        }
    }

    /// Writes the header. At every moment there is a complete file.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).expect("a header can be written");
        let partial = path.with_extension("json.partial");
        std::fs::write(&partial, text + "\n")
            .and_then(|()| std::fs::rename(&partial, path))
            .map_err(|error| Error::in_file(path, error))
    }
}

/// A scene without its number of passes, because more passes may continue the records.
fn essence(scene: &Scene) -> String {
    let mut scene = scene.clone();
    scene.passes = 0;
    serde_json::to_string(&scene).expect("a scene can be written")
}
