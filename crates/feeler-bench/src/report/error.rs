//! Why there is no report.

use std::fmt;
use std::path::{Path, PathBuf};

/// What is wrong with the folder of a run, and where.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReportError {
    /// A file could not be read or written.
    Io {
        /// Which one.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file does not say what it should.
    Content {
        /// Which one.
        file: PathBuf,
        /// Counted from one, the header included.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

impl ReportError {
    pub(super) fn io(file: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let file = file.to_owned();
        move |source| Self::Io { file, source }
    }
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { file, .. } => write!(f, "{} cannot be read or written", file.display()),
            Self::Content { file, line, problem } => {
                write!(f, "{}:{line}: {problem}", file.display())
            }
        }
    }
}

impl std::error::Error for ReportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::Content { .. } => None,
        }
    }
}
