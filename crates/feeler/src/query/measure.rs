//! The comparison of two triangles, for a search to which few pairs of triangles matter.

use crate::budget::Clock;
use crate::exact_box::ExactBox;
use crate::triangle::{Axis, Triangle, distance_between};
use crate::{Closest, Effort, Mesh, Pair, Pose, Schedule};
use std::ops::ControlFlow;

/// A collector of near triangles, which decides what matters in a search.
pub(crate) trait Near {
    /// The distance beyond which triangles do not matter.
    fn limit(&self) -> f64;
    /// The distance below which a pair matters: at most the number after the limit.
    fn below(&self, _triangles: [u32; 2]) -> f64 {
        self.limit().next_up()
    }
    /// Whether pairs do not matter if `least` is a lower bound of their distance.
    fn rules_out(&mut self, least: f64) -> bool {
        least > self.limit()
    }
    /// Whether a pair of triangles with these numbers, or with higher numbers, can matter.
    fn wants(&self, _triangles: [u32; 2]) -> bool {
        true
    }
    /// Is called with two triangles that are nearer than [`Near::below`]. A break ends the query.
    fn found(&mut self, closest: Closest) -> ControlFlow<()>;
    /// When to measure pairs that are certain to be apart, but may be the nearest.
    fn measures(&self) -> Measures {
        Measures::AtOnce
    }
    /// The schedule if the pair of models has none.
    fn schedule(&self) -> Schedule {
        Schedule::DepthFirst
    }
}

/// When pairs of triangles are measured exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measures {
    /// One by one, as they are found.
    AtOnce,
    /// At the end: only the nearest pair counts, and bounds in f32 rule out the other pairs well enough.
    /// To measure every pair that is nearer than the pairs before took a quarter of the time of a
    /// distance.
    AtLast,
}

/// A comparison of two triangles, by their distance or by their travel.
pub(crate) trait Meet {
    /// The distance or travel beyond which triangles do not matter.
    fn limit(&self) -> f64;
    /// Compares a triangle of A and a triangle of B. A break ends the query.
    fn meet(&mut self, triangles: [u32; 2]) -> ControlFlow<()>;
    /// A lower bound of the distance or travel of all triangles in a box of A and a box of B, as posed.
    fn least(&self, a: &ExactBox, b: &ExactBox) -> f64;
    /// Whether pairs with this lower bound do not matter.
    fn rules_out(&mut self, least: f64) -> bool;
    /// Whether a pair of triangles with these numbers, or with higher numbers, can matter.
    fn wants(&self, _triangles: [u32; 2]) -> bool {
        true
    }
    /// The effort of the comparisons so far.
    fn effort(&mut self) -> &mut Effort;
}

/// The measuring of distances: both meshes and the pose, and the collector of near triangles.
pub(crate) struct Measure<'a> {
    pub(crate) a: &'a Mesh,
    pub(crate) b: &'a Mesh,
    pub(crate) pose: Pose,
    pub(crate) effort: Effort,
    pub(crate) near: &'a mut dyn Near,
    /// The axis from A to B between the nearest points of the last triangles that were found.
    pub(crate) axis: Option<Axis>,
}

impl<'a> Measure<'a> {
    pub(crate) fn new(pair: &Pair<'a>, near: &'a mut dyn Near) -> Self {
        let (a, b) = (pair.a().mesh(), pair.b().mesh());
        Self { a, b, pose: pair.pose(), effort: Effort::default(), near, axis: None }
    }

    /// The list in which pairs wait to be measured. It is used if pairs are measured at the end, or if
    /// the time may be up before all pairs are measured.
    pub(crate) fn list<'c, T>(
        &self,
        pending: &'c mut Vec<T>,
        clock: Clock,
    ) -> Option<&'c mut Vec<T>> {
        let waits = self.near.measures() == Measures::AtLast || clock.is_limited();
        waits.then_some(pending)
    }

    /// Whether triangles are ruled out by their gap along the axis. Between flat faces this rules out
    /// most triangles that are not the nearest, even if they are equally near except for the rounding of
    /// their corners.
    fn is_beyond(&mut self, [a, b]: [&Triangle; 2], boxes: &[ExactBox; 2]) -> bool {
        let Some(axis) = self.axis else { return false };
        let gap = axis.gap(a, b);
        let reach = boxes[0].reach().max(boxes[1].reach());
        let rounding = 32.0 * f64::EPSILON * reach;
        if self.near.rules_out(gap - rounding) {
            return true;
        }
        let in_doubt = gap + rounding >= self.near.limit() && (1e-100..1e100).contains(&reach);
        in_doubt && self.near.rules_out(axis.least_gap(a, b, reach))
    }
}

impl Meet for Measure<'_> {
    fn limit(&self) -> f64 {
        self.near.limit()
    }

    fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    fn meet(&mut self, triangles: [u32; 2]) -> ControlFlow<()> {
        if !self.near.wants(triangles) {
            return ControlFlow::Continue(());
        }
        let corners_a = self.a.triangle(triangles[0]);
        let [p, q, r] = self.b.triangle(triangles[1]);
        let corners_b = [self.pose.apply(p), self.pose.apply(q), self.pose.apply(r)];
        let boxes = [ExactBox::of_triangle(&corners_a), ExactBox::of_triangle(&corners_b)];
        let least = boxes[0].distance(&boxes[1]);
        if self.near.rules_out(least) || self.is_beyond([&corners_a, &corners_b], &boxes) {
            return ControlFlow::Continue(());
        }
        let range = [least, self.near.below(triangles)];
        let nearest = distance_between(&corners_a, &corners_b, range, &mut self.effort.stages);
        let Some(nearest) = nearest else { return ControlFlow::Continue(()) };
        self.axis = Axis::of(&nearest);
        self.near.found(Closest::new(triangles, nearest))
    }

    fn least(&self, a: &ExactBox, b: &ExactBox) -> f64 {
        a.distance(b)
    }

    fn rules_out(&mut self, least: f64) -> bool {
        self.near.rules_out(least)
    }

    fn wants(&self, triangles: [u32; 2]) -> bool {
        self.near.wants(triangles)
    }
}
