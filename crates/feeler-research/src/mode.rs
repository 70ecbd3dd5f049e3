//! The ways to answer "do they touch?": exactly, or probably and sooner.

use crate::Published;
use std::fmt;

/// The way that a setting answers a question. All modes but [`Exact`](Self::Exact) may give a wrong
/// answer, and know only whether meshes touch.
///
/// ```
/// use feeler_research::{Mode, Setting};
/// let setting = Setting { mode: Mode::Guided(0.05), ..Setting::default() };
/// assert_eq!((setting.name().as_str(), setting.mode.precision()), ("feeler obb guided 0.05", "probable"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mode {
    /// Exact answers.
    #[default]
    Exact,
    /// The answer of [`Pair::guided`](feeler::Pair::guided), which is wrong with at most this
    /// probability.
    Guided(f64),
    /// The answer of the published method, [`adb`](crate::adb).
    Adb(Published),
}

impl Mode {
    /// The precision that a contender states for its answers.
    pub fn precision(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Guided(_) | Self::Adb(_) => PROBABLE,
        }
    }
}

/// The precision of answers that may be wrong.
pub const PROBABLE: &str = "probable";

impl fmt::Display for Mode {
    /// The suffix of a setting's name; empty for exact answers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => Ok(()),
            Self::Guided(eps) => write!(f, " guided {eps}"),
            Self::Adb(published) => write!(f, " adb {published}"),
        }
    }
}
