//! What can go wrong with a rival.

use super::Ask;
use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

/// Why there is no answer of a rival. None of these concerns the next one.
#[derive(Debug)]
#[non_exhaustive]
pub enum PeerError {
    /// There is no rival of this name.
    Unknown {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// It is known, but not built here.
    NotBuilt {
        /// Which one.
        name: String,
        /// Why, where `cargo xtask peers` has tried in vain.
        why: Option<String>,
    },
    /// The library cannot answer this question.
    Unsupported {
        /// Which one.
        ask: Ask,
        /// Why, in the adapter's words.
        reason: String,
    },
    /// The process ended in the middle of its work.
    Crashed {
        /// The first pose without an answer; none while loading, building or idle.
        pose: Option<usize>,
        /// Exit code or signal.
        status: ExitStatus,
        /// The last lines of its standard error.
        last_words: Vec<String>,
    },
    /// Nothing was heard for too long. The process was killed.
    Hung {
        /// The first pose without an answer; none while loading, building or idle.
        pose: Option<usize>,
        /// How long the silence lasted.
        limit: Duration,
    },
    /// It answers, but not fast enough for all poses. The process was killed.
    Slow {
        /// How many poses it has done.
        done: usize,
        /// How long it had.
        limit: Duration,
    },
    /// It said what no adapter may say.
    Nonsense {
        /// The line.
        line: String,
    },
    /// The process could not be started, or a file not be written.
    Io(std::io::Error),
}

impl fmt::Display for PeerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |pose: &Option<usize>| match pose {
            Some(pose) => format!("at pose {pose}"),
            None => "without a pose".to_owned(),
        };
        match self {
            Self::Unknown { name, known } => {
                write!(f, "there is no peer {name:?}; known are {}", known.join(", "))
            }
            Self::NotBuilt { name, why: None } => {
                write!(f, "peer {name} is not built; `cargo xtask peers {name}` does that")
            }
            Self::NotBuilt { name, why: Some(why) } => {
                write!(f, "peer {name} could not be built here: {}", why.trim())
            }
            Self::Unsupported { ask, reason } => write!(f, "no answer to {ask:?}: {reason}"),
            Self::Crashed { pose, status, last_words } => {
                write!(f, "crashed {}: {status}", at(pose))?;
                last_words.iter().try_for_each(|line| write!(f, "\n  {line}"))
            }
            Self::Hung { pose, limit } => write!(f, "silent for {limit:?} {}", at(pose)),
            Self::Slow { done, limit } => write!(f, "slow: {done} poses in {limit:?}"),
            Self::Nonsense { line } => write!(f, "said {line:?}, which is not in the protocol"),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for PeerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<std::io::Error> for PeerError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}
