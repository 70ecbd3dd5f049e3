//! The questions of scenes.

use crate::Error;
use crate::peer::Ask;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The question that contenders answer at every pose of a scene.
///
/// ```
/// use feeler_bench::Question;
/// assert_eq!("within:0.01".parse::<Question>()?, Question::Within(0.01));
/// assert_eq!(Question::Distance.to_string(), "distance");
/// # Ok::<(), feeler_bench::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Question {
    /// Do the meshes touch?
    Intersects,
    /// How many pairs of triangles touch?
    Contacts,
    /// How far apart are they?
    Distance,
    /// Are they within a distance?
    Within(f64),
    /// What are the solids to each other?
    Relation,
    /// How deep are the solids in each other?
    Depth,
    /// The time to build both models, without any query.
    Build,
}

impl Question {
    /// The question for a rival; `None` if the protocol has no word for it.
    pub fn ask(self) -> Option<Ask> {
        match self {
            Self::Intersects => Some(Ask::Intersects),
            Self::Contacts => Some(Ask::Contacts),
            Self::Distance => Some(Ask::Distance),
            Self::Within(_) => None,
            Self::Relation => Some(Ask::Relation),
            Self::Depth => Some(Ask::Depth),
            Self::Build => Some(Ask::Build),
        }
    }

    /// Whether the question takes the meshes as solids. The answers to such questions come without counts of
    /// tests.
    pub fn is_about_solids(self) -> bool {
        matches!(self, Self::Relation | Self::Depth)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Intersects => f.write_str("intersects"),
            Self::Contacts => f.write_str("contacts"),
            Self::Distance => f.write_str("distance"),
            Self::Within(distance) => write!(f, "within:{distance:?}"),
            Self::Relation => f.write_str("relation"),
            Self::Depth => f.write_str("depth"),
            Self::Build => f.write_str("build"),
        }
    }
}

impl FromStr for Question {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(match text {
            "intersects" => Self::Intersects,
            "contacts" => Self::Contacts,
            "distance" => Self::Distance,
            "relation" => Self::Relation,
            "depth" => Self::Depth,
            "build" => Self::Build,
            _ => match text.strip_prefix("within:").map(str::parse) {
                Some(Ok(distance)) if (0.0..f64::INFINITY).contains(&distance) => {
                    Self::Within(distance)
                }
                Some(_) => {
                    return Err(Error::new(format!(
                        "the distance of '{text}' is not a number from 0 up"
                    )));
                }
                None => {
                    return Err(Error::new(format!(
                        "there is no question '{text}'; known are intersects, contacts, distance, within:D, relation, depth, build"
                    )));
                }
            },
        })
    }
}

impl TryFrom<String> for Question {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

impl From<Question> for String {
    fn from(question: Question) -> Self {
        question.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        use Question::*;
        let within = [Within(1e-9), Within(0.0)];
        let others = [Intersects, Contacts, Distance, Relation, Depth, Build];
        for question in within.into_iter().chain(others) {
            assert_eq!(question.to_string().parse(), Ok(question));
        }
        for (wrong, why) in [
            ("touches", "there is no question 'touches'"),
            ("within", "there is no question 'within'"),
            ("within:-1", "not a number from 0 up"),
            ("within:nan", "not a number from 0 up"),
            ("within:inf", "not a number from 0 up"),
        ] {
            let error = wrong.parse::<Question>().unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
