//! The questions to rivals, and their answers.

use feeler_field::Relation;
use serde::Deserialize;
use std::fmt;

/// A question that a rival answers at every pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Do the meshes touch?
    Intersects,
    /// How far apart are they?
    Distance,
    /// How many pairs of triangles touch?
    Contacts,
    /// What are the solids to each other?
    Relation,
    /// How deep are the solids in each other?
    Depth,
    /// The time to build both models, which are built anew in each pass. It needs no pose.
    Build,
}

impl Ask {
    /// All questions.
    pub const ALL: [Self; 6] = [
        Self::Intersects,
        Self::Distance,
        Self::Contacts,
        Self::Relation,
        Self::Depth,
        Self::Build,
    ];

    /// The word for the question on an adapter's command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Intersects => "intersects",
            Self::Distance => "distance",
            Self::Contacts => "contacts",
            Self::Relation => "relation",
            Self::Depth => "depth",
            Self::Build => "build",
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The facts that a rival states about itself before the first pose.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Ready {
    /// The name of the library.
    pub name: String,
    /// The version of the library.
    pub version: String,
    /// The chosen settings, in the library's own words.
    pub setting: String,
    /// The type of the numbers that it computes with: `f32` or `f64`.
    pub precision: String,
    /// The times to build the models of A and B, in nanoseconds.
    pub build_ns: [u64; 2],
    /// The memory of both models in bytes, if the library tells it.
    #[serde(default)]
    pub memory: Option<u64>,
}

/// A rival's answer at one pose, as it was given: a distance may be negative or not a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Whether the meshes touch.
    Intersects(bool),
    /// The distance.
    Distance(f64),
    /// The number of touching pairs of triangles.
    Contacts(u64),
    /// What the solids are to each other.
    Relation(Relation),
    /// How deep the solids are in each other.
    Depth(f64),
    /// The reason why the library refused this query.
    Error(String),
}

impl Answer {
    /// Parses an answer to a question; `None` if the text is no answer.
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
            Ask::Relation => {
                let named = Relation::ALL.into_iter().find(|relation| relation.name() == text);
                named.map(Self::Relation)
            }
            Ask::Depth => text.parse().ok().map(Self::Depth),
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
            Self::Relation(relation) => f.write_str(relation.name()),
            Self::Depth(depth) => write!(f, "{depth}"),
            Self::Error(why) => write!(f, "error: {why}"),
        }
    }
}

/// An answer and the time it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The answer of the rival.
    pub answer: Answer,
    /// The time in nanoseconds by the rival's own clock. It includes setting the pose, but not
    /// printing.
    pub ns: u64,
}
