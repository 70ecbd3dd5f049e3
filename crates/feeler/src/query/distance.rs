//! The distance of two meshes.

use super::intersects::Any;
use super::leaves::{Found, Need};
use super::measure::{Measures, Near};
use crate::{Budget, Closest, Contact, Effort, Pair, Schedule, Scratch};
use std::fmt;
use std::ops::ControlFlow;

/// The options of a distance query: what is wanted, and what it may cost.
///
/// ```
/// use feeler::{Budget, Search};
/// let quick = Search { relative_error: 0.01, budget: Budget::micros(50), ..Search::default() };
/// # let _ = quick;
/// ```
///
/// The default finds the exact distance, and among triangles that are equally near the first pair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Search {
    /// The error of the distance that is allowed, as a length.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded"))]
    pub absolute_error: f64,
    /// The error of the distance that is allowed, as a share of the distance.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded"))]
    pub relative_error: f64,
    /// The distance beyond which triangles do not matter.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded"))]
    pub beyond: f64,
    /// Triangles of A and B that are probably near each other, such as the [`Closest::triangles`] at the pose before, which
    /// [`Scratch::remembering`] takes by default. A good guess saves time; no guess changes an answer.
    pub guess: Option<[u32; 2]>,
    /// The work or time that the query may take.
    pub budget: Budget,
    /// The pair that is wanted if several pairs of triangles are equally near.
    pub ties: Ties,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            absolute_error: 0.0,
            relative_error: 0.0,
            beyond: f64::INFINITY,
            guess: None,
            budget: Budget::UNLIMITED,
            ties: Ties::First,
        }
    }
}

/// The choice among several pairs of triangles at the same distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Ties {
    /// The first pair, by triangle of A, then of B. It is the same for every tree and schedule.
    #[default]
    First,
    /// Any of these pairs. For meshes that touch, this is as fast as [`Pair::intersects`].
    Any,
}

/// A proven interval that contains the distance: from `lower` to [`Distance::upper`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Distance {
    /// A lower bound of the distance.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded"))]
    pub lower: f64,
    /// The nearest triangles that were found; `None` if a mesh is empty, or if nothing is within [`Search::beyond`].
    pub closest: Option<Closest>,
}

impl Distance {
    /// An upper bound of the distance, that of [`Distance::closest`]; infinite if nothing was found.
    pub fn upper(&self) -> f64 {
        self.closest.map_or(f64::INFINITY, |closest| closest.distance)
    }

    /// Whether both bounds are equal, so that the distance is known.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper()
    }
}

/// `0.25`, or `0.2 to 0.25` for an interval, or `0.2 or more` if nothing was found.
impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lower.fmt(f)?;
        match self.closest {
            None => write!(f, " or more"),
            Some(_) if self.is_exact() => Ok(()),
            Some(closest) => {
                write!(f, " to ")?;
                closest.distance.fmt(f)
            }
        }
    }
}

impl Pair<'_> {
    /// The distance of the meshes, and where they are nearest; `None` if one of them has no triangles.
    ///
    /// The smallest [`triangle::distance`](crate::triangle::distance) of a triangle of A and one of B as posed: right to a few units
    /// in the last place of the coordinates, zero if and only if [`Pair::intersects`], and the same bits for every kind of tree. Of
    /// equally near triangles it gives the first, by triangle of A, then of B.
    #[must_use]
    pub fn distance(&self) -> Option<Closest> {
        self.distance_with(&Search::default(), &mut Scratch::new()).closest
    }

    /// [`Pair::distance`] with options, without allocation once the scratch is warm.
    ///
    /// ```
    /// use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch, Search};
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let pair = Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, 2.0]));
    /// let mut scratch = Scratch::new();
    /// let exact = pair.distance_with(&Search::default(), &mut scratch);
    /// assert!(exact.is_exact() && exact.upper() == 2.0);
    /// let far = pair.distance_with(&Search { beyond: 1.5, ..Search::default() }, &mut scratch);
    /// assert_eq!((far.lower, far.closest), (1.5, None));
    /// let hasty = pair.distance_with(&Search { budget: Budget::steps(0), ..Search::default() }, &mut scratch);
    /// assert!(hasty.lower <= 2.0 && 2.0 <= hasty.upper());
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    ///
    /// If the budget ends first, the interval is wider, but still proven, and its upper end has a witness; more steps only narrow it. If an
    /// error is allowed or the budget is limited, *which* of several near pairs is found depends on the tree.
    pub fn distance_with(&self, search: &Search, scratch: &mut Scratch) -> Distance {
        scratch.effort = Effort::default();
        if search.budget == Budget::UNLIMITED
            && let Some(touching) = self.distance_of_touching(search, scratch)
        {
            return Distance { lower: 0.0, closest: Some(touching) };
        }
        let mut nearest = NearestPair::new(search);
        let remembered = self.remembered_guess(scratch);
        // An interrupted search must have a witness too.
        let limited = search.budget != Budget::UNLIMITED;
        let guess = search.guess.or(remembered).or(limited.then_some([0, 0]));
        let rest = self.approach(scratch, search.budget, guess, &mut nearest);
        let lower = rest.unwrap_or(f64::INFINITY).min(nearest.limit()).max(0.0);
        let Some(best) = nearest.best else { return Distance { lower, closest: None } };
        let closest = match best.distance {
            _ if limited || search.ties == Ties::Any => best,
            0.0 => {
                let [a, b] = best.triangles;
                self.first_touch(Contact { a, b }, scratch)
            }
            _ if nearest.ties => self.first_tie(best, scratch),
            _ => best,
        };
        if let Some(memory) = &mut scratch.memory {
            memory.nearest = Some(closest.triangles);
            // A front would hold every pair that is as near as the nearest; if there are many, a search from the roots is faster.
            if nearest.ties {
                memory.near.forget();
            }
        }
        Distance { lower: lower.min(closest.distance), closest: Some(closest) }
    }

    /// A place where the meshes touch, if a short search finds one.
    pub(super) fn distance_of_touching(
        &self,
        search: &Search,
        scratch: &mut Scratch,
    ) -> Option<Closest> {
        if search.beyond < 0.0 {
            return None;
        }
        let mut lowest = LowestContact::nothing();
        if search.ties == Ties::First {
            self.traverse_by_number_briefly(scratch, &mut lowest);
        }
        let closest = if let Some(Contact { a, b }) = lowest.found() {
            self.closest_of([a, b])
        } else {
            let mut any = Any(None);
            self.traverse_briefly(scratch, &mut any);
            let known = any.0?;
            match search.ties {
                Ties::First => self.first_touch(known, scratch),
                Ties::Any => self.closest_of([known.a, known.b]),
            }
        };
        if let Some(memory) = &mut scratch.memory {
            memory.nearest = Some(closest.triangles);
        }
        Some(closest)
    }

    /// The first of all contacts, given one of them.
    pub(super) fn first_touch(&self, known: Contact, scratch: &mut Scratch) -> Closest {
        let mut smallest = LowestContact(known);
        self.traverse_by_number(scratch, &mut smallest);
        let Contact { a, b } = smallest.0;
        self.closest_of([a, b])
    }

    /// The first of all pairs of triangles that are equally near, given one of them.
    pub(super) fn first_tie(&self, known: Closest, scratch: &mut Scratch) -> Closest {
        let mut earlier = EarlierTie(known);
        self.approach_by_number(scratch, &known, &mut earlier);
        earlier.0
    }
}

/// The nearest pair of triangles so far.
struct NearestPair<'a> {
    search: &'a Search,
    best: Option<Closest>,
    /// Whether pairs were left out that may be as near as the best.
    ties: bool,
}

impl<'a> NearestPair<'a> {
    fn new(search: &'a Search) -> Self {
        Self { search, best: None, ties: false }
    }
}

impl Near for NearestPair<'_> {
    fn limit(&self) -> f64 {
        let Some(best) = self.best else {
            return if self.search.beyond.is_nan() { f64::INFINITY } else { self.search.beyond };
        };
        let Search { absolute_error, relative_error, .. } = *self.search;
        let error = absolute_error.max(relative_error * best.distance).max(0.0);
        if error > 0.0 && error >= best.distance {
            f64::NEG_INFINITY
        } else {
            best.distance - error
        }
    }

    fn below(&self, triangles: [u32; 2]) -> f64 {
        match self.best {
            None => self.limit().next_up(),
            Some(best) if triangles < best.triangles => best.distance.next_up(),
            Some(best) => best.distance,
        }
    }

    fn rules_out(&mut self, least: f64) -> bool {
        let limit = self.limit();
        // An equally near pair is not nearer. The first of them by number is looked for in the end.
        let tie = least == limit && self.best.is_some_and(|best| best.distance == limit);
        self.ties |= tie;
        tie || least > limit
    }

    fn found(&mut self, closest: Closest) -> ControlFlow<()> {
        self.best = Some(closest);
        if closest.distance == 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn measures(&self) -> Measures {
        // If an error is allowed, a measured distance lowers the limit more than any bound does.
        let Search { absolute_error, relative_error, .. } = *self.search;
        if absolute_error.max(relative_error) > 0.0 { Measures::AtOnce } else { Measures::AtLast }
    }

    fn schedule(&self) -> Schedule {
        Schedule::BestFirst
    }
}

/// The first pair so far, by number, at the distance of the nearest pair.
struct EarlierTie(Closest);

impl Near for EarlierTie {
    fn limit(&self) -> f64 {
        self.0.distance
    }

    fn below(&self, triangles: [u32; 2]) -> f64 {
        if self.wants(triangles) { self.0.distance.next_up() } else { f64::NEG_INFINITY }
    }

    fn wants(&self, triangles: [u32; 2]) -> bool {
        triangles < self.0.triangles
    }

    fn found(&mut self, closest: Closest) -> ControlFlow<()> {
        self.0 = closest;
        ControlFlow::Continue(())
    }
}

/// The lowest contact so far, by number.
struct LowestContact(Contact);

impl LowestContact {
    /// Higher than all numbers of triangles.
    const NOTHING: Contact = Contact { a: u32::MAX, b: u32::MAX };

    fn nothing() -> Self {
        Self(Self::NOTHING)
    }

    fn found(&self) -> Option<Contact> {
        (self.0 != Self::NOTHING).then_some(self.0)
    }
}

impl Found for LowestContact {
    fn end(&self) -> Contact {
        self.0
    }

    fn wants_any(&self, triangles: &[u32]) -> bool {
        triangles.iter().any(|&triangle| triangle <= self.0.a)
    }

    fn need(&self) -> Need {
        Need::First
    }

    fn found(&mut self, contact: Contact) -> ControlFlow<()> {
        self.0 = contact;
        ControlFlow::Continue(())
    }
}
