//! What a rival is asked and what it says.

use serde::Deserialize;
use std::fmt;

/// What a rival is asked about every pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Do the meshes touch?
    Intersects,
    /// How far apart are they?
    Distance,
    /// How many pairs of triangles touch?
    Contacts,
    /// No pose at all: both models are built anew in each pass.
    Build,
}

impl Ask {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Intersects, Self::Distance, Self::Contacts, Self::Build];

    /// The word for it on an adapter's command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Intersects => "intersects",
            Self::Distance => "distance",
            Self::Contacts => "contacts",
            Self::Build => "build",
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// What a rival says of itself before the first pose.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Ready {
    /// The library's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The chosen settings, in the library's own words.
    pub setting: String,
    /// The numbers it computes with: `f32` or `f64`.
    pub precision: String,
    /// How long it took to build the models of A and B.
    pub build_ns: [u64; 2],
    /// Bytes of both models, where the library tells.
    #[serde(default)]
    pub memory: Option<u64>,
}

/// A rival's answer about one pose, as it was given: a distance may be negative or not a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Whether the meshes touch.
    Intersects(bool),
    /// The distance.
    Distance(f64),
    /// The number of touching pairs of triangles.
    Contacts(u64),
    /// The library refused this query, and why.
    Error(String),
}

impl Answer {
    /// Reads an answer to a question; none where it is not one.
    pub(super) fn parse(ask: Ask, text: &str) -> Option<Self> {
        if let Some(why) = text.strip_prefix("error:") {
            return Some(Self::Error(why.to_owned()));
        }
        match ask {
            Ask::Intersects => match text {
                "0" => Some(Self::Intersects(false)),
                "1" => Some(Self::Intersects(true)),
                _ => None,
            },
            Ask::Distance => text.parse().ok().map(Self::Distance),
            Ask::Contacts => text.parse().ok().map(Self::Contacts),
            Ask::Build => None,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Intersects(true) => write!(f, "touching"),
            Self::Intersects(false) => write!(f, "apart"),
            Self::Distance(distance) => write!(f, "{distance}"),
            Self::Contacts(count) => write!(f, "{count}"),
            Self::Error(why) => write!(f, "error: {why}"),
        }
    }
}

/// An answer and the time it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// What the rival said.
    pub answer: Answer,
    /// By the rival's own clock, with the setting of the pose, without printing.
    pub ns: u64,
}
