//! The errors of a rival.

use super::Ask;
use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

/// The reason why a rival gives no answer. None of these errors affects the next rival.
#[derive(Debug)]
#[non_exhaustive]
pub enum PeerError {
    /// There is no rival of this name.
    Unknown {
        /// The unknown name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The rival is known, but not built here.
    NotBuilt {
        /// The name of the rival.
        name: String,
        /// The reason, if `cargo xtask peers` has tried to build it and failed.
        why: Option<String>,
    },
    /// The library cannot answer this question.
    Unsupported {
        /// The question.
        ask: Ask,
        /// The reason, in the adapter's words.
        reason: String,
    },
    /// The library cannot play this world.
    NoWorlds {
        /// The reason, in the adapter's words.
        reason: String,
    },
    /// The process ended in the middle of its work.
    Crashed {
        /// The first pose without an answer; `None` while loading, building or idle.
        pose: Option<usize>,
        /// The exit code or the signal.
        status: ExitStatus,
        /// The last lines on its standard error.
        last_words: Vec<String>,
    },
    /// The process was silent for too long, and was killed.
    Hung {
        /// The first pose without an answer; `None` while loading, building or idle.
        pose: Option<usize>,
        /// The length of the silence.
        limit: Duration,
    },
    /// The process answers, but not fast enough for all poses. It was killed.
    Slow {
        /// The number of poses with an answer.
        done: usize,
        /// The time limit.
        limit: Duration,
    },
    /// The process wrote a line that the protocol does not allow.
    Nonsense {
        /// The line.
        line: String,
    },
    /// The process could not be started, or a file could not be written.
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
            Self::NoWorlds { reason } => write!(f, "no worlds: {reason}"),
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
