//! The scene: what is measured, as a TOML file.

use crate::peer::Peers;
use crate::poses::{Generator, Situation};
use crate::{Error, Files, Form, Question};
use feeler::Mesh;
use feeler_research::{Mode, Setting, Written};
use feeler_scenes::Progress;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

/// Two meshes, poses, a question, and the contenders that answer it.
///
/// ```
/// let scene = feeler_bench::Scene::parse(r#"
///     name = "knots"
///     why = "Two thin loops: boxes overlap long before triangles do."
///     question = "distance"
///     a = "shape:knot:2000"
///     poses = { generator = "sweep", from = 0.4, to = 2.1, steps = 5, turns = 4 }
///     peers = ["fcl"]
///     [[setting]]
///     bv = "obb"
///     [[setting]]
///     bv = "rss"
///     arity = 2
/// "#)?;
/// assert_eq!(scene.contenders(), ["feeler obb", "feeler rss arity-2", "fcl"]);
/// # Ok::<(), feeler_bench::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Scene {
    /// The name: small letters, digits and `-`.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The reason why the scene exists: what is hard about it, or whose experiment it is.
    pub why: String,
    /// The figure or table of a paper that the scene repeats, after the names in
    /// `docs/references.md`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// The question.
    pub question: Question,
    /// The closed form by which answers about solids are judged. Without one a relation is compared with
    /// feeler's own, which is exact for closed meshes; a depth needs one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// Mesh A: a built-in shape (`shape:knot:20000`), a file, or a part of a file.
    pub a: String,
    /// Mesh B; by default the same as A.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    /// Whether both meshes are scaled to a box of side 2 about the origin.
    #[serde(default)]
    pub normalised: bool,
    /// The poses. Only a scene about building has none.
    #[serde(
        default,
        deserialize_with = "Generator::checked",
        skip_serializing_if = "Option::is_none"
    )]
    pub poses: Option<Generator>,
    /// The number of passes that each contender takes over all poses, after one pass that does not
    /// count.
    #[serde(default = "default_passes", deserialize_with = "passes")]
    pub passes: usize,
    /// The time limit for a pass in seconds. A contender that needs more is slow, and takes no
    /// further part.
    #[serde(default = "default_limit", deserialize_with = "limit")]
    pub limit: u32,
    /// The rivals that take part: names, or `"all"`.
    #[serde(default, deserialize_with = "peers")]
    pub peers: Vec<String>,
    /// The settings of feeler that take part.
    #[serde(default, rename = "setting")]
    pub settings: Vec<Setting>,
    /// The folder of the scene's file, in which other files are searched.
    #[serde(skip)]
    folder: Option<PathBuf>,
}

impl Scene {
    /// Parses a scene; errors name the line.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let scene: Self = toml::from_str(text).map_err(|error| {
            let line = |start: usize| {
                let before = &text.as_bytes()[..start.min(text.len())];
                let ends = before.iter().filter(|&&byte| byte == b'\n').count();
                format!("line {}", ends + 1)
            };
            if let Some((start, error)) = wrong_setting(text) {
                return error.at(line(start));
            }
            let reason = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            Error::new(reason).at(line(error.span().map_or(0, |span| span.start)))
        })?;
        scene.check()?;
        Ok(scene)
    }

    /// Reads a scene from a file. The files that it names are searched in the same folder.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::in_file(path, error))?;
        let mut scene = Self::parse(&text).map_err(|error| {
            // "line 3: reason" becomes "scene.toml:3: reason", the notation of compilers.
            let words = error.to_string();
            let place = words.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
            match place {
                Some((line, reason)) => {
                    Error::new(reason).at(format_args!("{}:{line}", path.display()))
                }
                None => Error::in_file(path, words),
            }
        })?;
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        scene.folder = Some(parent.unwrap_or(Path::new(".")).to_owned());
        Ok(scene)
    }

    /// The names of all contenders, feeler's settings first.
    pub fn contenders(&self) -> Vec<String> {
        self.settings.iter().map(Setting::name).chain(self.peers.iter().cloned()).collect()
    }

    /// Loads the meshes and makes the poses, which may take minutes. Files are searched beside the
    /// scene, then in another folder.
    pub fn situation(
        &self,
        meshes: Option<&Path>,
        seed: u64,
        progress: Progress<'_>,
    ) -> Result<Situation, Error> {
        let files = self.files(meshes);
        let place = || {
            let [a, b] = self.meshes(&files)?;
            match &self.poses {
                Some(generator) => generator.place(a, b, seed, &files, progress),
                None => Ok(Situation::whole(a, b, Vec::new(), "triangles")),
            }
        };
        place().map_err(|error| error.at(format_args!("scene {}", self.name)))
    }

    /// Checks that all files exist and can be read. Making the poses may take much longer.
    pub fn look_for_files(&self, meshes: Option<&Path>) -> Result<(), Error> {
        let files = self.files(meshes);
        let look = || {
            self.meshes(&files)?;
            self.poses.iter().try_for_each(|generator| generator.look_for_files(&files))
        };
        look().map_err(|error| error.at(format_args!("scene {}", self.name)))
    }

    fn files(&self, meshes: Option<&Path>) -> Files {
        Files::new(self.folder.iter().cloned().chain(meshes.map(Path::to_owned)))
    }

    fn meshes(&self, files: &Files) -> Result<[Mesh; 2], Error> {
        let load = |mesh: &str| -> Result<Mesh, Error> {
            let mesh = files.mesh(mesh)?;
            Ok(if self.normalised { feeler_scenes::normalised(&mesh) } else { mesh })
        };
        let a = load(&self.a)?;
        let b = self.b.as_deref().map_or_else(|| Ok(a.clone()), load)?;
        Ok([a, b])
    }

    fn check(&self) -> Result<(), Error> {
        let poses_missing = self.poses.is_none() && self.question != Question::Build;
        if poses_missing {
            let question = self.question;
            return Err(Error::new(format!("there are no poses to ask '{question}' about")));
        }
        if self.poses.is_some() && self.question == Question::Build {
            return Err(Error::new("'build' asks about no pose, but there are some"));
        }
        let question = self.question;
        if self.form.is_some() && !question.is_about_solids() {
            let why =
                format!("'{question}' is always exact: only 'relation' and 'depth' have a form");
            return Err(Error::new(why));
        }
        if self.form.is_none() && question == Question::Depth {
            return Err(Error::new("'depth' needs a form, 'blocks' or 'convex', to be judged by"));
        }
        let names = self.contenders();
        if names.is_empty() {
            return Err(Error::new("nobody is asked: there is neither a [[setting]] nor a peer"));
        }
        let may_be_wrong = |setting: &&Setting| setting.mode != Mode::Exact;
        if let Some(setting) = self.settings.iter().find(may_be_wrong)
            && self.question != Question::Intersects
        {
            let (name, question) = (setting.name(), self.question);
            return Err(Error::new(format!(
                "'{name}' can be asked 'intersects', not '{question}'"
            )));
        }
        match names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            Some((_, twice)) => Err(Error::new(format!("'{twice}' is there twice"))),
            None => Ok(()),
        }
    }
}

/// The first invalid setting, and the place where it begins. The parser alone would name the place
/// of the first setting of all.
fn wrong_setting(text: &str) -> Option<(usize, Error)> {
    #[derive(Deserialize)]
    struct Settings {
        setting: Vec<toml::Spanned<Written>>,
    }
    let Settings { setting } = toml::from_str(text).ok()?;
    setting.into_iter().find_map(|written| {
        let start = written.span().start;
        let error = Setting::try_from(written.into_inner()).err()?;
        Some((start, Error::new(error.to_string())))
    })
}

fn default_passes() -> usize {
    5
}

pub(crate) fn passes<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    match usize::deserialize(from)? {
        passes @ 1..=1000 => Ok(passes),
        passes => Err(serde::de::Error::custom(format!("{passes} passes; possible are 1 to 1000"))),
    }
}

fn default_limit() -> u32 {
    60
}

pub(crate) fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    match u32::deserialize(from)? {
        limit @ 1..=86_400 => Ok(limit),
        limit => Err(serde::de::Error::custom(format!("{limit} seconds; possible are 1 to 86400"))),
    }
}

/// Parses a name that can be a part of a file name on every system, and of a table row.
pub(crate) fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    match !name.is_empty() && name.len() <= 100 && name.chars().all(plain) {
        true => Ok(name),
        false => Err(serde::de::Error::custom(format!(
            "{name:?} is no name of a scene: small letters, digits and '-'"
        ))),
    }
}

/// Parses a list of known names, or the word `all`.
pub(crate) fn peers<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    struct Names;
    impl<'de> serde::de::Visitor<'de> for Names {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("\"all\" or a list of names")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Vec<String>, E> {
            match text {
                "all" => Ok(Peers::known().into_iter().map(str::to_owned).collect()),
                _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
            }
        }

        fn visit_seq<A: serde::de::SeqAccess<'de>>(
            self,
            mut items: A,
        ) -> Result<Vec<String>, A::Error> {
            let mut names = Vec::new();
            while let Some(name) = items.next_element::<String>()? {
                Peers::check(&name).map_err(serde::de::Error::custom)?;
                names.push(name);
            }
            Ok(names)
        }
    }
    from.deserialize_any(Names)
}

#[cfg(test)]
mod tests;
