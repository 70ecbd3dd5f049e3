//! The list of known rivals.

use super::{Ask, Case, Limits, PeerError, Run, WorldCase, WorldRun};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name, the folder of the adapter, and the setting that it is started with. Without a setting,
/// the adapter takes the best one for each question.
const KNOWN: [(&str, &str, Option<&str>); 14] = [
    ("parry", "parry", None),
    ("parry-f32", "parry", Some("f32")),
    ("fcl", "fcl", None),
    ("fcl-obbrss", "fcl", Some("obbrss")),
    ("fcl-native", "fcl-native", None),
    ("coal", "coal", None),
    ("coal-obbrss", "coal", Some("obbrss")),
    ("cgal", "cgal", None),
    ("ode", "ode", None),
    ("bullet", "bullet", None),
    ("embree", "embree", None),
    ("trueform", "trueform", None),
    ("meshlib", "meshlib", None),
    ("trimesh", "trimesh", None),
];

/// The folder in which `cargo xtask peers` puts the adapters that it built.
#[derive(Clone, Debug)]
pub struct Peers {
    folder: PathBuf,
}

impl Peers {
    /// All known names, built or not. `fcl` and `fcl-obbrss` are one library in two settings.
    pub fn known() -> Vec<&'static str> {
        KNOWN.iter().map(|(name, ..)| *name).collect()
    }

    /// Checks that a name is known; the error lists the known names.
    pub fn check(name: &str) -> Result<(), PeerError> {
        match Self::known().contains(&name) {
            true => Ok(()),
            false => Err(PeerError::Unknown { name: name.to_owned(), known: Self::known() }),
        }
    }

    /// The rivals in a folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The rivals in the folder that `FEELER_PEERS` names. Without the variable it is `peers` in
    /// Cargo's target folder, searched from the current folder upwards.
    pub fn find() -> Self {
        let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
        if let Some(folder) = set("FEELER_PEERS") {
            return Self::at(folder);
        }
        let target = set("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()).join("peers");
        let here = std::env::current_dir().unwrap_or_default();
        let found = here.ancestors().map(|folder| folder.join(&target)).find(|path| path.is_dir());
        Self::at(found.unwrap_or(target))
    }

    /// A rival that is known and built.
    ///
    /// ```
    /// use feeler_bench::peer::{PeerError, Peers};
    /// let peers = Peers::at("/nowhere");
    /// assert!(matches!(peers.get("fcl"), Err(PeerError::NotBuilt { .. })));
    /// let error = peers.get("flc").unwrap_err().to_string();
    /// assert!(error.contains("\"flc\"") && error.contains("fcl, "));
    /// ```
    pub fn get(&self, name: &str) -> Result<Peer, PeerError> {
        let Some((name, adapter, setting)) = KNOWN.into_iter().find(|known| known.0 == name) else {
            return Err(PeerError::Unknown { name: name.to_owned(), known: Self::known() });
        };
        let folder = self.folder.join(adapter);
        let program = folder.join("adapter");
        if !program.exists() {
            let why = std::fs::read_to_string(folder.join("failure.txt")).ok();
            return Err(PeerError::NotBuilt { name: adapter.to_owned(), why });
        }
        let mut peer = Peer::new(name, program);
        if let Some(setting) = setting {
            peer = peer.with(["--setting", setting]);
        }
        Ok(peer)
    }
}

/// An adapter program and the arguments that it always gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    name: String,
    program: PathBuf,
    arguments: Vec<String>,
}

impl Peer {
    /// A program that speaks the protocol. It need not be an adapter of feeler.
    pub fn new(name: &str, program: impl AsRef<Path>) -> Self {
        let program = program.as_ref().to_owned();
        Self { name: name.to_owned(), program, arguments: Vec::new() }
    }

    /// The program with further arguments.
    pub fn with<'a>(mut self, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        self.arguments.extend(arguments.into_iter().map(str::to_owned));
        self
    }

    /// The name of the rival.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Starts the program on a case and waits until it has loaded both meshes.
    pub fn start(&self, case: &Case, ask: Ask, limits: Limits) -> Result<Run, PeerError> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        Run::start(&mut command, case, ask, limits)
    }

    /// Starts the program on a world and waits until it has built the models of all meshes.
    pub fn start_world(&self, case: &WorldCase, limits: Limits) -> Result<WorldRun, PeerError> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        WorldRun::start(&mut command, case, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_an_adapter_and_every_adapter_a_name() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers");
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let sources = ["adapter.cpp", "adapter.py", "Cargo.toml"];
        let folders =
            entries.filter(|entry| sources.iter().any(|name| entry.path().join(name).exists()));
        let mut there: Vec<_> =
            folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
        let mut known = KNOWN.map(|(_, adapter, _)| adapter.to_owned()).to_vec();
        there.sort_unstable();
        known.sort_unstable();
        known.dedup();
        assert_eq!(there, known);
    }
}
