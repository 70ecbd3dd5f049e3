//! The search for triangles that are near: from a pair of models to a traversal.

use super::far::{Far, FarEnd, Help, PosedTree, approach_far, first_far};
use super::measure::{Measure, Measures, Meet, Near};
use super::memory::{Lead, stride};
use super::near::{Everything, NearLeaves};
use crate::budget::Clock;
use crate::geometry::vector::{largest, sub};
use crate::kernel::Test;
use crate::motion::Motion;
use crate::rounding::power_of_two;
use crate::traverse::{ByNumber, Gap, Nearest, Ranked, Trees};
use crate::triangle::{Axis, TriangleDistance};
use crate::{Budget, Closest, Model, Pair, Schedule, Scratch};
use std::ops::ControlFlow;

/// The distance between the centres of two meshes, in sums of their radii, beyond which the search
/// looks along one direction before it traverses trees.
const FAR_RADII: f64 = 1.5;

impl<'a> Pair<'a> {
    /// Finds the leaf pairs that may be near, and among their triangles the pairs that are near. The
    /// guess is tried first.
    ///
    /// If the budget ends first, the result is a lower bound of the distance of all pairs that are
    /// left, otherwise `None`.
    pub(super) fn approach(
        &self,
        scratch: &mut Scratch,
        budget: Budget,
        guess: Option<[u32; 2]>,
        near: &mut dyn Near,
    ) -> Option<f64> {
        let clock = budget.start();
        let schedule = self.schedule().unwrap_or(near.schedule());
        let mut measure = Measure::new(self, near);
        let rest = 'search: {
            let guess = guess.filter(|&triangles| self.has(triangles));
            if guess.is_some_and(|triangles| measure.meet(triangles).is_break()) {
                break 'search None;
            }
            let unlimited = budget == Budget::UNLIMITED && scratch.trace.is_none();
            if unlimited && self.approach_again(schedule, scratch, &mut measure) {
                break 'search None;
            }
            let motion = match self.look_along(clock, scratch, &mut measure) {
                ControlFlow::Continue(motion) => motion,
                ControlFlow::Break(rest) => break 'search rest,
            };
            let Scratch { instructions, queue, effort, pending, trace, .. } = scratch;
            let list = measure.list(pending, clock);
            let tools = (*instructions, clock);
            let mut leaves = NearLeaves::new(self, &motion, None, tools, &mut measure, list);
            let trees = Trees::new(self.a(), self.b(), &motion);
            queue.begin(Ranked::ROOTS, schedule);
            queue.expect(motion.gaps());
            let mut order = Nearest::new(Gap, clock, queue, &mut leaves);
            let trace = trace.as_mut();
            let bound = trees.traverse_traced(Test::Gap, *instructions, &mut order, effort, trace);
            // However the search ended, only a pair that was measured is an answer.
            _ = leaves.settle();
            let bound = bound.into_iter().chain(leaves.unmeasured()).reduce(f32::min);
            bound.map(|bound| (bound as f64 * power_of_two(motion.exponent)).next_down())
        };
        scratch.effort.add(&measure.effort);
        rest
    }

    /// The triangles of these models that were nearest in the last query, if the scratch has a memory.
    pub(super) fn remembered_guess(&self, scratch: &mut Scratch) -> Option<[u32; 2]> {
        let memory = scratch.memory.as_mut()?;
        memory.turn_to(self);
        memory.nearest
    }

    /// Whether there are triangles of A and B with these numbers.
    fn has(&self, [a, b]: [u32; 2]) -> bool {
        let count = |model: &Model| model.mesh().triangles().len();
        (a as usize) < count(self.a()) && (b as usize) < count(self.b())
    }

    /// Searches from the front of the last such query. It returns false, and has searched nothing, if
    /// there is no such front, or if the limit is infinite, so that no pair is too far apart to matter.
    fn approach_again(
        &self,
        schedule: Schedule,
        scratch: &mut Scratch,
        measure: &mut Measure<'_>,
    ) -> bool {
        let Scratch { instructions, effort, memory: Some(memory), pending, .. } = scratch else {
            return false;
        };
        memory.turn_to(self);
        let (trail, limit) = (&mut memory.near, measure.limit());
        if limit == f64::INFINITY {
            return false;
        }
        match trail.lead(self, limit, stride::NEAR) {
            Lead::Lost => false,
            Lead::Beyond => true,
            Lead::Front(motion, way) => {
                let work = (*instructions, effort);
                let clock = Budget::UNLIMITED.start();
                let list = measure.list(pending, clock);
                let tools = (*instructions, clock);
                let mut leaves = NearLeaves::new(self, &motion, None, tools, measure, list);
                leaves.way = way;
                if trail.resume(self, &motion, Test::Gap, schedule, work, &mut leaves).is_break() {
                    trail.forget();
                } else {
                    _ = leaves.settle();
                }
                true
            }
        }
    }

    /// Looks at the boxes around the meshes, and, if the meshes are far apart, along one direction:
    /// before the trees, or instead of them.
    ///
    /// A break holds the result of the whole search. Otherwise the trees are traversed with the motion.
    fn look_along(
        &self,
        clock: Clock,
        scratch: &mut Scratch,
        measure: &mut Measure<'_>,
    ) -> ControlFlow<Option<f64>, Motion> {
        let Everything([a, b]) = self.everything();
        if self.is_empty() || measure.rules_out(a.distance(&b)) {
            return ControlFlow::Break(None);
        }
        let motion = Motion::near(self.a().unit(), self.b().unit(), &self.pose());
        let only_nearest = measure.near.measures() == Measures::AtLast;
        let help = if motion.is_some() { Help::Trees } else { Help::Nothing };
        if help == Help::Nothing || (only_nearest && scratch.trace.is_none() && self.is_apart()) {
            match approach_far(&self.far(clock, help), measure, &mut scratch.foremost) {
                FarEnd::Late(bound) => return ControlFlow::Break(Some(bound)),
                FarEnd::Done => return ControlFlow::Break(None),
                FarEnd::Many => {}
            }
        }
        motion.map_or(ControlFlow::Break(None), ControlFlow::Continue)
    }

    /// Finds the pairs of triangles that are as near as a known pair, those with the lowest numbers
    /// first.
    pub(super) fn approach_by_number(
        &self,
        scratch: &mut Scratch,
        known: &Closest,
        near: &mut dyn Near,
    ) {
        let Scratch { instructions, queue, effort, foremost, .. } = scratch;
        let (clock, units) = (Budget::UNLIMITED.start(), [self.a().unit(), self.b().unit()]);
        let mut measure = Measure::new(self, near);
        let Closest { distance, on_a, on_b, .. } = *known;
        measure.axis = Axis::of(&TriangleDistance { distance, on_a, on_b });
        let Some(motion) = Motion::near(units[0], units[1], &self.pose()) else {
            let known = [known.on_a, known.on_b];
            first_far(&self.far(clock, Help::Nothing), &mut measure, known, foremost);
            effort.add(&measure.effort);
            return;
        };
        let trees = Trees::new(self.a(), self.b(), &motion);
        let tools = (*instructions, clock);
        let mut leaves = NearLeaves::new(self, &motion, None, tools, &mut measure, None);
        queue.begin(Ranked::ROOTS, Schedule::DepthFirst);
        trees.traverse(*instructions, &mut ByNumber::new(Gap, queue, &mut leaves), effort);
        effort.add(&measure.effort);
    }

    /// Both models, for a search along a direction.
    fn far(&self, clock: Clock, help: Help) -> Far<'a> {
        let trees = [PosedTree::new(self.a(), None), PosedTree::new(self.b(), Some(self.pose()))];
        Far { trees, units: [self.a().unit(), self.b().unit()], clock, help }
    }

    /// Whether the balls around the meshes are so far apart for their size that a search along one
    /// direction is likely to be enough.
    fn is_apart(&self) -> bool {
        let (a, b) = (self.a().unit(), self.b().unit());
        let offset = sub(self.pose().apply(b.center), a.center);
        let radii = [a, b].map(|unit| unit.radius * power_of_two(unit.exponent));
        largest(offset) > FAR_RADII * (radii[0] + radii[1])
    }
}
