//! The search for triangles that are near: from a pair of models to a traversal.

use super::far::{End, Far, Help, PosedTree, approach_far, first_far};
use super::measure::{Measure, Measures, Meet, Near};
use super::memory::{Lead, stride};
use super::near::NearLeaves;
use crate::budget::Clock;
use crate::geometry::vector::{largest, sub};
use crate::kernel::Test;
use crate::motion::Motion;
use crate::rounding::power_of_two;
use crate::traverse::{Gap, Trees};
use crate::triangle::{Axis, TriangleDistance};
use crate::{Budget, Closest, Effort, Pair, Schedule, Scratch};

/// From how many times their radii on meshes are seen along a direction before trees are asked.
const APART: f64 = 1.5;

impl Pair<'_> {
    /// Finds the pairs of leaves that may be near, and among their triangles those that are; the guess first.
    ///
    /// Where the budget does not last it gives a lower bound of the distance of all that is left.
    pub(crate) fn approach(
        &self,
        scratch: &mut Scratch,
        budget: Budget,
        guess: Option<[u32; 2]>,
        near: &mut dyn Near,
    ) -> Option<f64> {
        scratch.effort = Effort::default();
        let clock = budget.start();
        let schedule = self.schedule().unwrap_or(near.schedule());
        let mut measure = Measure::new(self, near);
        if let Some([a, b]) = guess
            && (a as usize) < self.a().mesh().triangles().len()
            && (b as usize) < self.b().mesh().triangles().len()
            && measure.meet([a, b]).is_break()
        {
            return None;
        }
        let unlimited = budget == Budget::UNLIMITED && scratch.trace.is_none();
        let rest = if unlimited && self.approach_again(schedule, scratch, &mut measure) {
            None
        } else {
            self.approach_anew(schedule, clock, scratch, &mut measure)
        };
        scratch.effort.add(&measure.effort);
        rest
    }

    /// As [`Pair::approach_anew`], from where the last such query ended; false where nobody knows, or where nothing is too far to matter.
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

    fn approach_anew(
        &self,
        schedule: Schedule,
        clock: Clock,
        scratch: &mut Scratch,
        measure: &mut Measure<'_>,
    ) -> Option<f64> {
        let Scratch { instructions, frontier, effort, pending, foremost, trace, .. } = scratch;
        let instructions = *instructions;
        let [a, b] = self.everything().0;
        if measure.rules_out(a.distance(&b)) {
            return None;
        }
        let motion = Motion::near(self.a().unit(), self.b().unit(), &self.pose());
        let only_nearest = measure.near.measures() == Measures::AtLast;
        let help = if motion.is_some() { Help::Trees } else { Help::Nothing };
        if help == Help::Nothing || (only_nearest && trace.is_none() && self.is_apart()) {
            match self.far(clock, help, |far| approach_far(far, measure, foremost)) {
                Some(End::Late(bound)) => return Some(bound),
                Some(End::Done) | None => return None,
                Some(End::Many) => {}
            }
        }
        let motion = motion?;
        let trees = Trees::new(self.a(), self.b(), &motion);
        let list = measure.list(pending, clock);
        let tools = (instructions, clock);
        let mut leaves = NearLeaves::new(self, &motion, None, tools, measure, list);
        let bound = match trace {
            None => {
                let work = (instructions, schedule, clock);
                trees.approach(Gap, work, frontier, effort, &mut leaves)
            }
            Some(trace) => {
                trace.start(motion, Test::Gap);
                let work = (instructions, schedule);
                trees.trace_approach(work, frontier, effort, &mut leaves, trace);
                None
            }
        };
        // Whatever ended the search: only what is measured is an answer.
        _ = leaves.settle();
        let bound = bound.into_iter().chain(leaves.unmeasured()).reduce(f32::min);
        bound.map(|bound| (bound as f64 * power_of_two(motion.exponent)).next_down())
    }

    /// Finds the pairs of triangles that are as near as one that is known, those with the lowest numbers first.
    pub(crate) fn approach_by_number(
        &self,
        scratch: &mut Scratch,
        known: &Closest,
        near: &mut dyn Near,
    ) {
        let Scratch { instructions, frontier, effort, foremost, .. } = scratch;
        let (clock, units) = (Budget::UNLIMITED.start(), [self.a().unit(), self.b().unit()]);
        let mut measure = Measure::new(self, near);
        let Closest { distance, on_a, on_b, .. } = *known;
        measure.axis = Axis::of(&TriangleDistance { distance, on_a, on_b });
        let Some(motion) = Motion::near(units[0], units[1], &self.pose()) else {
            let known = [known.on_a, known.on_b];
            self.far(clock, Help::Nothing, |far| first_far(far, &mut measure, known, foremost));
            effort.add(&measure.effort);
            return;
        };
        let trees = Trees::new(self.a(), self.b(), &motion);
        let tools = (*instructions, clock);
        let mut leaves = NearLeaves::new(self, &motion, None, tools, &mut measure, None);
        trees.by_number(Gap, *instructions, frontier, effort, &mut leaves);
        effort.add(&measure.effort);
    }

    /// Both models as [`Far`] sees them; none where one has no triangles.
    fn far<T>(&self, clock: Clock, help: Help, ask: impl FnOnce(&Far<'_>) -> T) -> Option<T> {
        if self.a().tree().nodes.is_empty() || self.b().tree().nodes.is_empty() {
            return None;
        }
        let trees = [PosedTree::new(self.a(), None), PosedTree::new(self.b(), Some(self.pose()))];
        Some(ask(&Far { trees, units: [self.a().unit(), self.b().unit()], clock, help }))
    }

    /// Whether the balls around the meshes are apart by so much of their size that a look along one direction is likely to be enough.
    fn is_apart(&self) -> bool {
        let (a, b) = (self.a().unit(), self.b().unit());
        let offset = sub(self.pose().apply(b.center), a.center);
        let radii = [a, b].map(|unit| unit.radius * power_of_two(unit.exponent));
        largest(offset) > APART * (radii[0] + radii[1])
    }
}
