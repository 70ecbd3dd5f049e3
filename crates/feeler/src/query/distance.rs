//! How far apart are they?

use super::leaves::Found;
use super::near::{Measures, Near};
use crate::{BoundingVolume, Budget, Closest, Contact, Pair, Question, Schedule, Scratch};
use std::ops::ControlFlow;

/// What to look for, and how hard.
///
/// ```
/// use feeler::{Budget, Search};
/// let quick = Search { relative_error: 0.01, budget: Budget::micros(50), ..Search::default() };
/// # let _ = quick;
/// ```
///
/// The default finds the exact distance, and among triangles that are equally near the first pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// The distance may be off by this much.
    pub absolute_error: f64,
    /// The distance may be off by this share of itself.
    pub relative_error: f64,
    /// Beyond this distance nothing matters.
    pub beyond: f64,
    /// Triangles of A and B that are likely near, such as the [`Closest::triangles`] of the pose before, which
    /// [`Scratch::remembering`] takes if nothing is said. It saves time where it is good and changes no answer.
    pub guess: Option<[u32; 2]>,
    /// What it may cost.
    pub budget: Budget,
    /// Which of equally near triangles are wanted.
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

/// Which of several pairs of triangles at the same distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first by triangle of A, then of B: the same for every tree and schedule. For meshes that touch it takes as long as finding all contacts.
    #[default]
    First,
    /// Any of them. For meshes that touch this is as fast as [`Pair::intersects`].
    Any,
}

/// A distance as far as it is known: between `lower` and [`Distance::upper`], by proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The meshes are not nearer than this.
    pub lower: f64,
    /// The nearest triangles that were found; none where a mesh is empty, or nothing is nearer than [`Search::beyond`].
    pub closest: Option<Closest>,
}

impl Distance {
    /// The meshes are not further apart than this: where [`Distance::closest`] is. Infinite where nothing was found.
    pub fn upper(&self) -> f64 {
        self.closest.map_or(f64::INFINITY, |closest| closest.distance)
    }

    /// Whether nothing is left to be found out.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper()
    }
}

impl<V: BoundingVolume, const N: usize> Pair<'_, V, N> {
    /// The distance of the meshes, and where they are nearest; none where one has no triangles.
    ///
    /// The smallest [`triangle::distance`](crate::triangle::distance) of a triangle of A and one of B as posed: right to a few units
    /// in the last place of the coordinates, zero if and only if [`Pair::intersects`], and the same bits for every kind of tree. Of
    /// equally near triangles it gives the first, by triangle of A, then of B.
    pub fn distance(&self) -> Option<Closest> {
        self.distance_with(&Search::default(), &mut Scratch::new()).closest
    }

    /// [`Pair::distance`] with options, without allocation once the scratch is warm.
    ///
    /// ```
    /// use feeler::{Budget, Mesh, Model, Obb, Pair, Pose, Scratch, Search};
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::<Obb>::new(mesh);
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
    /// Where the budget ends first, the interval is wider, but proven, and its upper end has a witness; more steps only narrow it. With
    /// errors allowed or a limited budget, *which* of several near pairs is found depends on the tree.
    pub fn distance_with(&self, search: &Search, scratch: &mut Scratch) -> Distance {
        let mut nearest = Nearest { search, best: None };
        let limited = search.budget != Budget::UNLIMITED;
        let remembered = self.remembered_guess(scratch);
        // An interrupted search must have a witness too.
        let guess = search.guess.or(remembered).or(limited.then_some([0, 0]));
        let rest = self.approach(scratch, search.budget, guess, &mut nearest);
        let lower = rest.unwrap_or(f64::INFINITY).min(nearest.limit()).max(0.0);
        let Some(best) = nearest.best else { return Distance { lower, closest: None } };
        let first = best.distance == 0.0 && search.ties == Ties::First && !limited;
        let closest = if first { self.first_touch(best, scratch) } else { best };
        if let Some(memory) = &mut scratch.memory {
            memory.nearest = Some(closest.triangles);
        }
        Distance { lower: lower.min(closest.distance), closest: Some(closest) }
    }

    /// The first of all contacts, given one of them.
    fn first_touch(&self, known: Closest, scratch: &mut Scratch) -> Closest {
        let [a, b] = known.triangles;
        let mut smallest = Smallest(Contact { a, b });
        let before = scratch.effort();
        self.traverse(scratch, &mut smallest);
        scratch.effort.add(&before);
        let Contact { a, b } = smallest.0;
        if known.triangles == [a, b] { known } else { self.closest_of([a, b]) }
    }
}

/// The nearest triangles so far.
struct Nearest<'a> {
    search: &'a Search,
    best: Option<Closest>,
}

impl Near for Nearest<'_> {
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

    fn found(&mut self, closest: Closest) -> ControlFlow<()> {
        self.best = Some(closest);
        if closest.distance == 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn measures(&self) -> Measures {
        // With an error allowed, what is measured makes the limit lower than any bound does.
        let Search { absolute_error, relative_error, .. } = *self.search;
        if absolute_error.max(relative_error) > 0.0 { Measures::AtOnce } else { Measures::AtLast }
    }

    fn schedule(&self) -> Schedule {
        Question::Distance.schedule()
    }
}

/// The smallest contact so far.
pub(super) struct Smallest(pub(super) Contact);

impl Found for Smallest {
    fn wants(&self, contact: Contact) -> bool {
        contact < self.0
    }

    fn wants_any(&self, triangles: &[u32]) -> bool {
        triangles.iter().any(|&triangle| triangle <= self.0.a)
    }

    fn found(&mut self, contact: Contact) -> ControlFlow<()> {
        self.0 = contact;
        ControlFlow::Continue(())
    }
}
