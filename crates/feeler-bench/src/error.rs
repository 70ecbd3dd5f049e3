//! What can go wrong with a benchmark, but not with a rival: see [`PeerError`](crate::peer::PeerError) for those.

use std::fmt;
use std::path::Path;

/// Why a benchmark cannot be run or read: the place, as far as there is one, and the reason in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    place: Option<String>,
    reason: String,
}

impl Error {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self { place: None, reason: reason.into() }
    }

    /// The same with a place, such as `scene.toml:3`, where it has none yet.
    pub(crate) fn at(mut self, place: impl fmt::Display) -> Self {
        self.place.get_or_insert_with(|| place.to_string());
        self
    }

    /// An error about a file.
    pub(crate) fn in_file(path: &Path, reason: impl fmt::Display) -> Self {
        Self::new(reason.to_string()).at(path.display())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for Error {}
