//! Whether two meshes are closer than a tolerance, and where.

use super::measure::Near;
use crate::{Budget, Closest, Effort, Pair, Scratch};
use std::ops::ControlFlow;

impl Pair<'_> {
    /// Whether any two triangles are no further apart than a distance; with zero, whether they touch.
    ///
    /// The answer is [`Pair::distance`] compared with the given distance, but the search stops as soon
    /// as it is known to be yes or no. It is no for a distance that is negative or not a number.
    ///
    /// ```
    /// use feeler::{Mesh, Model, Pair, Pose};
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let pair = Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, 0.25]));
    /// assert!(pair.within(0.25) && !pair.within(0.2499) && !pair.within(0.0));
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    #[must_use]
    pub fn within(&self, distance: f64) -> bool {
        self.within_with(distance, &mut Scratch::new())
    }

    /// [`Pair::within`] without allocation, once the scratch is warm.
    pub fn within_with(&self, distance: f64, scratch: &mut Scratch) -> bool {
        self.any_within_with(distance, scratch).is_some()
    }

    /// One pair of triangles within a distance, the first that is found. Which one it is depends on the
    /// tree, on the schedule and on what the scratch remembers.
    pub fn any_within_with(&self, distance: f64, scratch: &mut Scratch) -> Option<Closest> {
        scratch.effort = Effort::default();
        let distance = proper(distance);
        let mut any = AnyWithin { distance, found: None };
        let remembered = self.remembered_guess(scratch);
        self.approach(scratch, Budget::UNLIMITED, remembered, &mut any);
        if let (Some(memory), Some(found)) = (&mut scratch.memory, any.found) {
            memory.nearest = Some(found.triangles);
        }
        any.found
    }

    /// All pairs of triangles no further apart than a distance, sorted by triangle of A, then of B.
    #[must_use]
    pub fn all_within(&self, distance: f64) -> Vec<Closest> {
        self.all_within_with(distance, &mut Scratch::new()).to_vec()
    }

    /// [`Pair::all_within`] without allocation, once the scratch is warm.
    pub fn all_within_with<'s>(&self, distance: f64, scratch: &'s mut Scratch) -> &'s [Closest] {
        let mut found = std::mem::take(&mut scratch.closest);
        found.clear();
        scratch.effort = Effort::default();
        let mut all = AllWithin { distance: proper(distance), found };
        self.approach(scratch, Budget::UNLIMITED, None, &mut all);
        scratch.closest = all.found;
        scratch.closest.sort_unstable_by_key(|closest| closest.triangles);
        &scratch.closest
    }
}

/// The distance, or negative infinity instead of NaN: no pair of triangles is within it.
fn proper(distance: f64) -> f64 {
    if distance.is_nan() { f64::NEG_INFINITY } else { distance }
}

/// A search for any pair of triangles within a distance.
struct AnyWithin {
    distance: f64,
    found: Option<Closest>,
}

impl Near for AnyWithin {
    fn limit(&self) -> f64 {
        self.distance
    }

    fn found(&mut self, closest: Closest) -> ControlFlow<()> {
        self.found = Some(closest);
        ControlFlow::Break(())
    }
}

/// A search for all pairs of triangles within a distance.
struct AllWithin {
    distance: f64,
    found: Vec<Closest>,
}

impl Near for AllWithin {
    fn limit(&self) -> f64 {
        self.distance
    }

    fn found(&mut self, closest: Closest) -> ControlFlow<()> {
        self.found.push(closest);
        ControlFlow::Continue(())
    }
}
