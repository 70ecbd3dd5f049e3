//! The errors of benchmarks. The errors of a rival are [`PeerError`](crate::peer::PeerError).

use feeler_scenes::PlacingError;
use std::fmt;
use std::path::Path;

/// The reason why a benchmark cannot be run or read, in plain words, and its place if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    place: Option<String>,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    /// The callback that watches the run asked to stop.
    Stopped,
    Words(String),
}

impl Error {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self { place: None, reason: Reason::Words(reason.into()) }
    }

    pub(crate) fn stopped() -> Self {
        Self { place: None, reason: Reason::Stopped }
    }

    /// Whether the run was stopped on request, and nothing is wrong.
    pub fn is_stop(&self) -> bool {
        self.reason == Reason::Stopped
    }

    /// The error with a place, such as `scene.toml:3`, unless it has a place already.
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
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        match &self.reason {
            Reason::Stopped => f.write_str("stopped"),
            Reason::Words(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for Error {}

impl From<PlacingError> for Error {
    fn from(error: PlacingError) -> Self {
        match error {
            PlacingError::Stopped => Self::stopped(),
            error => Self::new(error.to_string()),
        }
    }
}
