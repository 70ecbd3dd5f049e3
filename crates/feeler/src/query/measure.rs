//! How far apart two triangles are, for a search that cares about few of them.

use crate::budget::Clock;
use crate::exact_box::ExactBox;
use crate::triangle::{Axis, Triangle, distance_between};
use crate::{Closest, Effort, Mesh, Pair, Pose, Schedule};
use std::ops::ControlFlow;

/// Who is told of near triangles.
pub(crate) trait Near {
    /// Triangles further apart than this do not matter.
    fn limit(&self) -> f64;
    /// A pair matters if its distance is less than this: at most the number after the limit.
    fn below(&self, _triangles: [u32; 2]) -> f64 {
        self.limit().next_up()
    }
    /// Whether nothing matters that is at least so far apart.
    fn rules_out(&mut self, least: f64) -> bool {
        least > self.limit()
    }
    /// Whether a pair can matter whose triangles have these numbers or higher ones.
    fn wants(&self, _triangles: [u32; 2]) -> bool {
        true
    }
    /// Two triangles are nearer than that. A break ends the query.
    fn found(&mut self, closest: Closest) -> ControlFlow<()>;
    /// When pairs are measured that are certain to be apart, and may be the nearest.
    fn measures(&self) -> Measures {
        Measures::AtOnce
    }
    /// The best order, if nothing is said.
    fn schedule(&self) -> Schedule {
        Schedule::DepthFirst
    }
}

/// When pairs of triangles are measured exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measures {
    /// One by one, as they are found.
    AtOnce,
    /// In the end: only the nearest counts, and bounds in f32 tell well enough what it cannot be. To measure every pair that is nearer than those
    /// before took a quarter of the time of a distance.
    AtLast,
}

/// Who looks at two triangles.
pub(crate) trait Meet {
    /// Triangles further apart than this do not matter.
    fn limit(&self) -> f64;
    /// Looks at a triangle of A and one of B. A break ends the query.
    fn meet(&mut self, triangles: [u32; 2]) -> ControlFlow<()>;
    /// A lower bound for all triangles in a box of A and one of B, as posed.
    fn least(&self, a: &ExactBox, b: &ExactBox) -> f64;
    /// Whether nothing matters that has at least this bound.
    fn rules_out(&mut self, least: f64) -> bool;
    /// Whether a pair can matter whose triangles have these numbers or higher ones.
    fn wants(&self, _triangles: [u32; 2]) -> bool {
        true
    }
    /// What it has cost.
    fn effort(&mut self) -> &mut Effort;
}

/// Both meshes and the pose: measures pairs of triangles for a query.
pub(crate) struct Measure<'a> {
    pub(crate) a: &'a Mesh,
    pub(crate) b: &'a Mesh,
    pub(crate) pose: Pose,
    pub(crate) effort: Effort,
    pub(crate) near: &'a mut dyn Near,
    /// From A to B, where the last triangles that were found are nearest.
    pub(crate) axis: Option<Axis>,
}

impl<'a> Measure<'a> {
    pub(crate) fn new(pair: &Pair<'a>, near: &'a mut dyn Near) -> Self {
        let (a, b) = (pair.a().mesh(), pair.b().mesh());
        Self { a, b, pose: pair.pose(), effort: Effort::default(), near, axis: None }
    }

    /// Where pairs may wait: if the nearest is measured last, or if the time may be up before all are.
    pub(crate) fn list<'c, T>(
        &self,
        pending: &'c mut Vec<T>,
        clock: Clock,
    ) -> Option<&'c mut Vec<T>> {
        let waits = self.near.measures() == Measures::AtLast || clock.is_limited();
        waits.then_some(pending)
    }

    /// Whether triangles are ruled out by the gap along the axis. Between flat faces this tells most triangles from the nearest, also where they are
    /// equally near but for the rounding of their corners.
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
