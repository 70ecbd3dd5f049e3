//! `run.json`.

use super::machine::{self, Machine};
use crate::{Error, Scene};
use feeler_research::PROBABLE;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a run is about: everything but the times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of feeler.
    pub feeler: String,
    /// Its commit, where `FEELER_COMMIT` was set when it was compiled.
    pub commit: Option<String>,
    /// When the run began.
    pub date: String,
    /// Where.
    pub machine: Machine,
    /// How feeler was compiled.
    pub flags: String,
    /// The seed of all randomness that a scene does not fix.
    pub seed: u64,
    /// What was measured.
    pub scenes: Vec<SceneHeader>,
    /// Who took part, and what became of it.
    pub contenders: Vec<ContenderHeader>,
    /// The scenes as they were written, to know them again.
    pub definition: Vec<Scene>,
}

/// A scene that was begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneHeader {
    /// Its name.
    pub name: String,
    /// Why it exists.
    pub why: String,
    /// The figure or table of a paper that it stands for.
    pub figure: Option<String>,
    /// What was asked.
    pub question: String,
    /// Mesh A.
    pub a: String,
    /// Mesh B.
    pub b: String,
    /// How many triangles A and B have.
    pub triangles: [usize; 2],
    /// What the column `prescribed` is.
    pub parameter: String,
    /// Rows of a pass: the number of poses, or 1 for building.
    pub poses: usize,
    /// How many passes there are at most.
    pub passes: usize,
    /// Whether the meshes were scaled.
    pub normalised: bool,
}

/// A contender in a scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContenderHeader {
    /// The scene.
    pub scene: String,
    /// The contender.
    pub name: String,
    /// Whose it is.
    pub kind: ContenderKind,
    /// Its version.
    pub version: String,
    /// Its setting, in its own words.
    pub setting: String,
    /// The numbers it computes with; of feeler, `exact` or `probable`.
    pub precision: String,
    /// Nanoseconds to build A and B, once.
    pub build_ns: Option<[u64; 2]>,
    /// Memory of both models, where it is known.
    pub bytes: Option<u64>,
    /// Nodes of both trees, where known.
    pub nodes: Option<u64>,
    /// Memory of a node.
    pub bytes_per_node: Option<f64>,
    /// Nanoseconds to ask about two far triangles.
    pub overhead_ns: Option<u64>,
    /// `ok`, `not built`, `unsupported`, `crashed`, `hung`, `slow`, `nonsense`, `failed`, or `stopped` where the run was.
    pub status: String,
    /// More about the status.
    pub note: String,
}

impl ContenderHeader {
    /// Whether it is feeler in a setting that may be wrong on purpose: its times are no match for those of exact answers.
    pub fn is_probable(&self) -> bool {
        self.kind == ContenderKind::Feeler && self.precision == PROBABLE
    }
}

/// Who a contender is: `feeler` or `peer`.
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

    /// Whether a run that begins now may add to one with this header; if not, why.
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

    /// Whether a scene is in both runs, and the same.
    pub(crate) fn shares(&self, other: &Self, scene: &str) -> bool {
        let find =
            |header: &Self| header.definition.iter().find(|known| known.name == scene).map(essence);
        self.seed == other.seed && find(self).is_some() && find(self) == find(other)
    }

    /// The entry of a contender.
    pub(crate) fn contender(&mut self, scene: &str, name: &str) -> Option<&mut ContenderHeader> {
        self.contenders.iter_mut().find(|entry| entry.scene == scene && entry.name == name)
    }

    /// Makes the entry of a contender, where there is none: as of a run that is stopped before its turn.
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

    /// Writes it so that there is always a whole file.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).expect("a header can be written");
        let partial = path.with_extension("json.partial");
        std::fs::write(&partial, text + "\n")
            .and_then(|()| std::fs::rename(&partial, path))
            .map_err(|error| Error::in_file(path, error))
    }
}

/// A scene without its passes: more of them continue what there is.
fn essence(scene: &Scene) -> String {
    let mut scene = scene.clone();
    scene.passes = 0;
    serde_json::to_string(&scene).expect("a scene can be written")
}
