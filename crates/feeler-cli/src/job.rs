//! Jobs: which files stand where, as a TOML or JSON file.

use crate::assembly::{Motion, Request};
use crate::input::Input;
use anyhow::{Context, Result, bail, ensure};
use feeler::Pose;
use feeler_world::Rules;
use serde::Deserialize;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::path::Path;

/// What a job wants.
#[derive(Debug)]
pub(crate) struct Job {
    /// The files, and where they stand.
    pub(crate) requests: Vec<Request>,
    /// The objects that are moved, once all files are read.
    pub(crate) motions: Vec<Motion>,
    /// The rules, if the job has some.
    pub(crate) rules: Option<Rules>,
}

impl Job {
    /// Whether the name of a file is that of a job.
    pub(crate) fn is_one(name: &str) -> bool {
        let extension = Path::new(name).extension().and_then(OsStr::to_str);
        extension.is_some_and(|end| ["toml", "json"].contains(&&end.to_ascii_lowercase()[..]))
    }

    /// Reads a job. The files that it names are beside it.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let name = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(name)?;
        let is_json = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
        let written: Written = match is_json {
            true => serde_json::from_str(&text).with_context(name)?,
            false => toml::from_str(&text).with_context(name)?,
        };
        Self::of(written, path.parent().unwrap_or(Path::new(""))).with_context(name)
    }

    fn of(written: Written, folder: &Path) -> Result<Self> {
        let Written { object, motion, default, rule } = written;
        ensure!(!object.is_empty(), "there is no [[object]]");
        let requests = object.iter().zip(1..).map(|(entry, number)| {
            entry.request(folder).with_context(|| format!("object {number}"))
        });
        let motions = motion
            .iter()
            .zip(1..)
            .map(|(entry, number)| entry.motion().with_context(|| format!("move {number}")));
        let rules = match default.is_some() || !rule.is_empty() {
            false => None,
            true => {
                let default = default.unwrap_or_else(|| "check".to_owned());
                Some(serde_json::from_value(json!({ "default": default, "rule": rule }))?)
            }
        };
        Ok(Self {
            requests: requests.collect::<Result<_>>()?,
            motions: motions.collect::<Result<_>>()?,
            rules,
        })
    }
}

/// The file, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    object: Vec<Entry>,
    #[serde(default, rename = "move")]
    motion: Vec<Entry>,
    default: Option<String>,
    #[serde(default)]
    rule: Vec<Value>,
}

/// An object or a motion, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: Option<String>,
    name: Option<String>,
    group: Option<String>,
    at: Option<[f64; 3]>,
    #[serde(default)]
    rotate: Vec<String>,
    quat: Option<String>,
    pose: Option<Vec<f64>>,
}

impl Entry {
    fn request(&self, folder: &Path) -> Result<Request> {
        let file = self.file.as_deref().context("it has no file")?;
        let beside = || folder.join(file).to_string_lossy().into_owned();
        let text = if Input::is_shape(file) { file.to_owned() } else { beside() };
        Ok(Request {
            input: Input::new(&text),
            name: self.name.clone(),
            group: self.group.clone(),
            pose: self.pose()?,
        })
    }

    fn motion(&self) -> Result<Motion> {
        ensure!(
            self.file.is_none() && self.group.is_none(),
            "it has a name and a pose, nothing else"
        );
        let object = self.name.clone().context("it has no name of an object")?;
        Ok(Motion { object, by: self.pose()? })
    }

    /// The pose, written as the options of `check` are.
    fn pose(&self) -> Result<Pose> {
        let Self { at, rotate, quat, pose, .. } = self;
        let numbers =
            |list: &[f64]| list.iter().map(f64::to_string).collect::<Vec<String>>().join(",");
        if let Some(pose) = pose {
            let is_alone = at.is_none() && rotate.is_empty() && quat.is_none();
            ensure!(is_alone, "pose is all of it: at, rotate and quat do not go with it");
            return Ok(feeler_io::parse_pose(&numbers(pose))?);
        }
        if quat.is_some() && !rotate.is_empty() {
            bail!("a turn is quat or rotate, not both");
        }
        let mut turned = Pose::IDENTITY;
        for text in rotate {
            turned = turned.then(&feeler_io::parse_rotation(text)?);
        }
        if let Some(text) = quat {
            turned = feeler_io::parse_quaternion(text)?;
        }
        let at = at.map(|at| feeler_io::parse_translation(&numbers(&at))).transpose()?;
        Ok(turned.then(&at.unwrap_or_default()))
    }
}
