//! The scene of a world: what is measured, as a TOML file.

use crate::scene::{limit, name, passes, peers};
use crate::{Drift, Error, Files, Recording};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A world, and who plays it.
///
/// ```
/// let scene = feeler_bench::worlds::WorldScene::parse(r#"
///     name = "rings"
///     why = "A thousand rings, of which few touch."
///     world = { shapes = ["ring:1000"], count = 1000, edge = 50, frames = 10 }
///     peers = ["coal", "fcl"]
/// "#)?;
/// assert_eq!(scene.contenders(), ["feeler", "coal", "fcl"]);
/// # Ok::<(), feeler_bench::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct WorldScene {
    /// The name: small letters, digits and `-`.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The reason why the scene exists.
    pub why: String,
    /// The world.
    pub world: WorldSource,
    /// The largest number of frames of a recorded world that are played; all without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<usize>,
    /// The number of passes that each contender takes over all frames, after one pass that does not count.
    #[serde(default = "default_passes", deserialize_with = "passes")]
    pub passes: usize,
    /// The time limit for a pass in seconds. What a contender has played until then counts.
    #[serde(default = "default_limit", deserialize_with = "limit")]
    pub limit: u32,
    /// The rivals that take part: names, or `"all"`.
    #[serde(default, deserialize_with = "peers")]
    pub peers: Vec<String>,
    /// The folder of the scene's file, in which a recorded world is searched.
    #[serde(skip)]
    folder: Option<PathBuf>,
}

/// Where a world comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a world is the path of a CSV, or { shapes, count, edge, frames }")]
pub enum WorldSource {
    /// A recorded world: the path of its CSV.
    Recorded(String),
    /// Shapes that drift.
    Drifting(Drift),
}

fn default_passes() -> usize {
    5
}

fn default_limit() -> u32 {
    30
}

impl WorldScene {
    /// Parses a scene; errors name the line.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let scene: Self = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start).min(text.len());
            let line = 1 + text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count();
            let reason = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            Error::new(reason).at(format_args!("line {line}"))
        })?;
        match scene.frames {
            Some(0) => Err(Error::new("no frame is played")),
            _ => Ok(scene),
        }
    }

    /// Reads a scene from a file. A recorded world is searched in the same folder.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::in_file(path, error))?;
        let mut scene = Self::parse(&text).map_err(|error| Error::in_file(path, error))?;
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        scene.folder = Some(parent.unwrap_or(Path::new(".")).to_owned());
        Ok(scene)
    }

    /// The names of all contenders, feeler first.
    pub fn contenders(&self) -> Vec<String> {
        std::iter::once("feeler".to_owned()).chain(self.peers.iter().cloned()).collect()
    }

    /// Makes or reads the world. A file is searched beside the scene, then in another folder.
    pub fn recording(&self, folder: Option<&Path>, seed: u64) -> Result<Recording, Error> {
        let made = match &self.world {
            WorldSource::Drifting(drift) => Recording::drifting(drift, seed),
            WorldSource::Recorded(path) => self
                .files(folder)
                .find(path)
                .and_then(|path| Recording::read(&path, self.frames.unwrap_or(usize::MAX))),
        };
        made.map_err(|error| error.at(format_args!("scene {}", self.name)))
    }

    /// Checks that the file of a recorded world exists.
    pub(super) fn look_for_files(&self, folder: Option<&Path>) -> Result<(), Error> {
        let WorldSource::Recorded(path) = &self.world else { return Ok(()) };
        let found = self.files(folder).find(path);
        found.map(drop).map_err(|error| error.at(format_args!("scene {}", self.name)))
    }

    fn files(&self, folder: Option<&Path>) -> Files {
        Files::new(self.folder.iter().cloned().chain(folder.map(Path::to_owned)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_line_is_named() {
        let good = "name = \"a\"\nwhy = \"b\"\nworld = \"a/world.csv\"\n";
        let scene = WorldScene::parse(good).unwrap();
        assert_eq!(scene.world, WorldSource::Recorded("a/world.csv".into()));
        assert_eq!((scene.passes, scene.limit), (5, 30));
        let refused =
            |line: &str| WorldScene::parse(&format!("{good}{line}\n")).unwrap_err().to_string();
        assert!(
            refused("peers = [\"flc\"]").starts_with("line 4: "),
            "{}",
            refused("peers = [\"flc\"]")
        );
        assert!(refused("frame = 3").contains("unknown field `frame`"));
        assert_eq!(refused("frames = 0"), "no frame is played");
        let error = scene.recording(Some(Path::new("nowhere")), 1).unwrap_err().to_string();
        assert!(error.starts_with("scene a: a/world.csv: there is no such file in "), "{error}");
    }
}
