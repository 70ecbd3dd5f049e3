//! The folder of a run as the report reads it: `run.json`, `records.csv` and `wrong.csv`.

use super::ReportError;
use super::sheet::{Row, Sheet};
use serde::Deserialize;
use std::collections::HashMap;
use std::path::Path;

/// All that is known of a run.
pub(super) struct Input {
    pub(super) header: Header,
    pub(super) records: Vec<Record>,
    pub(super) wrong: Vec<Wrong>,
}

/// `run.json`. What is missing is empty, so that reports of older runs can still be made.
#[derive(Deserialize)]
pub(super) struct Header {
    #[serde(default)]
    pub(super) feeler: String,
    pub(super) commit: Option<String>,
    #[serde(default)]
    pub(super) date: String,
    #[serde(default)]
    pub(super) machine: Machine,
    #[serde(default)]
    pub(super) flags: String,
    pub(super) seed: Option<u64>,
    pub(super) scenes: Vec<Scene>,
    pub(super) contenders: Vec<Contender>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Machine {
    pub(super) cpu: String,
    pub(super) cores: Option<u64>,
    pub(super) instructions: String,
    pub(super) os: String,
}

#[derive(Deserialize)]
pub(super) struct Scene {
    pub(super) name: String,
    #[serde(default)]
    pub(super) why: String,
    #[serde(default)]
    pub(super) question: String,
    #[serde(default)]
    pub(super) a: String,
    #[serde(default)]
    pub(super) b: String,
    #[serde(default)]
    pub(super) triangles: [u64; 2],
    /// What the prescribed number means.
    #[serde(default)]
    pub(super) parameter: String,
    /// The paper and the figure that the scene repeats, `004 Fig. 10`.
    pub(super) figure: Option<String>,
    #[serde(default)]
    pub(super) poses: u64,
    #[serde(default)]
    pub(super) passes: u64,
    #[serde(default)]
    pub(super) normalised: bool,
}

/// One contender in one scene.
#[derive(Deserialize)]
pub(super) struct Contender {
    pub(super) scene: String,
    pub(super) name: String,
    pub(super) kind: Kind,
    #[serde(default, deserialize_with = "text_or_nothing")]
    pub(super) version: String,
    #[serde(default, deserialize_with = "text_or_nothing")]
    pub(super) setting: String,
    #[serde(default, deserialize_with = "text_or_nothing")]
    pub(super) precision: String,
    pub(super) build_ns: Option<[f64; 2]>,
    pub(super) bytes: Option<f64>,
    pub(super) nodes: Option<f64>,
    pub(super) bytes_per_node: Option<f64>,
    pub(super) overhead_ns: Option<f64>,
    #[serde(default = "ok")]
    pub(super) status: String,
    #[serde(default, deserialize_with = "text_or_nothing")]
    pub(super) note: String,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Feeler,
    Peer,
}

/// A row of `records.csv`: one query, timed.
pub(super) struct Record {
    /// Index into the contenders of the header, which says the scene too.
    pub(super) contender: usize,
    pub(super) pose: usize,
    pub(super) prescribed: Option<f64>,
    pub(super) ns: f64,
    /// None where nobody judged.
    pub(super) right: Option<bool>,
    /// Of a distance; may be infinite.
    pub(super) error: Option<f64>,
    pub(super) volume_tests: Option<f64>,
}

/// A row of `wrong.csv`.
pub(super) struct Wrong {
    pub(super) contender: usize,
    pub(super) pose: usize,
    pub(super) answer: String,
    pub(super) expected: String,
    /// Rotation row by row, then translation, as written by the run.
    pub(super) matrix: Vec<String>,
}

impl Input {
    pub(super) fn read(folder: &Path) -> Result<Self, ReportError> {
        let header = Header::read(&folder.join("run.json"))?;
        let names = header.contenders.iter().map(|c| (c.scene.as_str(), c.name.as_str()));
        let places: HashMap<_, _> = names.zip(0..).collect();
        let find = |row: &Row<'_>| {
            let (scene, name) = (row.text("scene")?, row.text("contender")?);
            places.get(&(scene, name)).copied().ok_or_else(|| {
                row.error(format!("run.json has no contender {name:?} in a scene {scene:?}"))
            })
        };

        let sheet = Sheet::read(&folder.join("records.csv"))?;
        let mut records = Vec::new();
        for row in sheet.rows() {
            let row = row?;
            let ns = row.finite("ns")?.ok_or_else(|| row.error("ns is empty".to_owned()))?;
            if ns < 0.0 {
                return Err(row.error(format!("ns is {ns}, which is negative")));
            }
            let right = match row.text("right")? {
                "1" => Some(true),
                "0" => Some(false),
                "" => None,
                other => return Err(row.error(format!("right is {other:?}, not 1 or 0"))),
            };
            records.push(Record {
                contender: find(&row)?,
                pose: row.index("pose")?,
                prescribed: row.finite("prescribed")?,
                ns,
                right,
                error: row.number("error")?,
                volume_tests: row.finite("volume_tests")?,
            });
        }

        let sheet = Sheet::read(&folder.join("wrong.csv"))?;
        let mut wrong = Vec::new();
        for row in sheet.rows() {
            let row = row?;
            let numbers = (0..12).map(|i| row.text(&format!("m{i}")).map(str::to_owned));
            wrong.push(Wrong {
                contender: find(&row)?,
                pose: row.index("pose")?,
                answer: row.text("answer")?.to_owned(),
                expected: row.text("expected")?.to_owned(),
                matrix: numbers.collect::<Result<_, _>>()?,
            });
        }
        Ok(Self { header, records, wrong })
    }
}

impl Header {
    fn read(file: &Path) -> Result<Self, ReportError> {
        let text = std::fs::read_to_string(file).map_err(ReportError::io(file))?;
        let error = |line, problem| ReportError::Content { file: file.to_owned(), line, problem };
        let header: Self =
            serde_json::from_str(&text).map_err(|e| error(e.line(), e.to_string()))?;
        for contender in &header.contenders {
            let Contender { name, scene, .. } = contender;
            if !header.scenes.iter().any(|s| s.name == *scene) {
                let line = text.lines().position(|line| line.contains(scene)).unwrap_or_default();
                let problem =
                    format!("contender {name:?} is in a scene {scene:?} that is not there");
                return Err(error(line + 1, problem));
            }
        }
        Ok(header)
    }
}

fn ok() -> String {
    "ok".to_owned()
}

fn text_or_nothing<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}
