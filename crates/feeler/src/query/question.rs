//! A question as a value, and its answer.

use crate::{Closest, Contact, Pair, Schedule, Scratch, Search};
use std::fmt;
use std::hint::black_box;

/// A question as a value, for programs that choose it at run time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Question {
    /// [`Pair::intersects`].
    Intersects,
    /// [`Pair::contacts`].
    Contacts,
    /// [`Pair::distance`].
    Distance,
    /// [`Pair::within`] a distance.
    Within(#[cfg_attr(feature = "serde", serde(with = "crate::unbounded"))] f64),
}

impl Question {
    /// Asks the question and discards the answer, to measure the time. The work is
    /// [`Scratch::effort`].
    pub fn ask(self, pair: &Pair<'_>, scratch: &mut Scratch) {
        match self {
            Self::Intersects => _ = black_box(pair.intersects_with(scratch)),
            Self::Contacts => _ = black_box(pair.contacts_with(scratch).len()),
            Self::Distance => _ = black_box(pair.distance_with(&Search::default(), scratch)),
            Self::Within(distance) => _ = black_box(pair.within_with(distance, scratch)),
        }
    }

    /// The schedule of the question if [`Pair::scheduled`] gives no other.
    ///
    /// ```
    /// use feeler::{Question, Schedule};
    /// assert_eq!(Question::Distance.schedule(), Schedule::BestFirst);
    /// ```
    pub fn schedule(self) -> Schedule {
        match self {
            Self::Distance => Schedule::BestFirst,
            Self::Intersects | Self::Contacts | Self::Within(_) => Schedule::DepthFirst,
        }
    }

    /// Asks the question and returns the answer.
    ///
    /// ```
    /// use feeler::{Answer, Mesh, Model, Pair, Question, Scratch};
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let answer = Question::Intersects.answer(&Pair::new(&model, &model), &mut Scratch::new());
    /// assert_eq!(answer, Answer::Intersects(true));
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn answer(self, pair: &Pair<'_>, scratch: &mut Scratch) -> Answer {
        match self {
            Self::Intersects => Answer::Intersects(pair.intersects_with(scratch)),
            Self::Contacts => Answer::Contacts(pair.contacts_with(scratch).to_vec()),
            Self::Distance => {
                Answer::Distance(pair.distance_with(&Search::default(), scratch).closest)
            }
            Self::Within(distance) => Answer::Within(pair.within_with(distance, scratch)),
        }
    }
}

/// `intersects`, `contacts`, `distance`, or `within 0.25`.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Intersects => write!(f, "intersects"),
            Self::Contacts => write!(f, "contacts"),
            Self::Distance => write!(f, "distance"),
            Self::Within(distance) => write!(f, "within {distance}"),
        }
    }
}

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Answer {
    /// The answer of [`Pair::intersects`].
    Intersects(bool),
    /// The answer of [`Pair::contacts`].
    Contacts(Vec<Contact>),
    /// The answer of [`Pair::distance`].
    Distance(Option<Closest>),
    /// The answer of [`Pair::within`].
    Within(bool),
}

/// `touching` or `apart`, `2 contacts`, a [`Closest`], `within` or `not within`.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Intersects(true) => write!(f, "touching"),
            Self::Intersects(false) => write!(f, "apart"),
            Self::Contacts(contacts) if contacts.len() == 1 => write!(f, "1 contact"),
            Self::Contacts(contacts) => write!(f, "{} contacts", contacts.len()),
            Self::Distance(Some(closest)) => closest.fmt(f),
            Self::Distance(None) => write!(f, "no distance: a mesh is empty"),
            Self::Within(true) => write!(f, "within"),
            Self::Within(false) => write!(f, "not within"),
        }
    }
}
