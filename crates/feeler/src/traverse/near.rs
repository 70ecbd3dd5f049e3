//! Volumes that are near, or meet soon.

use super::frontier::gap_of;
use super::{Frontier, Order, Ranked, Schedule, Trees};
use crate::Effort;
use crate::budget::Clock;
use crate::kernel::{Kernel, Step, Travel};
use crate::simd::Instructions;
use crate::tree::Child;
use crate::volume::Overlaps;
use std::ops::{ControlFlow, Range};

/// What to do with the triangles of two leaves whose volumes are near.
pub(crate) trait Approach {
    /// Pairs of volumes further apart than this do not matter; in A's unit. It may become smaller with every leaf.
    fn limit(&self) -> f32;
    /// Pairs of volumes whose bound is at least this may be as far apart as the limit: f32 does not tell.
    fn doubt(&self) -> f32 {
        f32::INFINITY
    }
    /// Whether a pair in doubt does not matter, by an exact look at it.
    fn rules_out(&mut self, _pair: [Child; 2]) -> bool {
        false
    }
    /// Ranges of both trees' orders. A break ends the traversal.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()>;
}

/// How near two volumes are, as a length in A's unit: what they are ordered by, and left out beyond a limit.
pub(crate) trait Bound: Copy {
    fn test(self, kernel: &(impl Kernel + ?Sized), step: Step, limit: f32) -> Overlaps;
}

/// The distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap;

impl Bound for Gap {
    #[inline(always)]
    fn test(self, kernel: &(impl Kernel + ?Sized), step: Step, limit: f32) -> Overlaps {
        kernel.gaps(step, limit)
    }
}

impl Bound for Travel {
    #[inline(always)]
    fn test(self, kernel: &(impl Kernel + ?Sized), step: Step, limit: f32) -> Overlaps {
        kernel.travels(step, limit, &self)
    }
}

impl Trees<'_> {
    /// Visits all pairs of leaves whose volumes are within the limit, near ones first, as long as the budget lasts.
    ///
    /// Where the budget did not last it gives a lower bound of the distance of all that is left, in A's unit.
    pub(crate) fn approach(
        &self,
        by: impl Bound,
        work: (Instructions, Schedule, Clock),
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
    ) -> Option<f32> {
        if self.is_empty() {
            return None;
        }
        self.approach_from(Ranked::ROOTS, by, work, frontier, effort, approach)
    }

    /// As [`Trees::approach`], below one pair.
    pub(crate) fn approach_from(
        &self,
        start: Ranked,
        by: impl Bound,
        (instructions, schedule, clock): (Instructions, Schedule, Clock),
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
    ) -> Option<f32> {
        frontier.follow(schedule);
        frontier.start_at(start);
        self.traverse(instructions, &mut Nearest::new(by, clock, frontier, approach), effort)
    }
}

/// The nearest first, or the children of what was opened last (Larsen et al., *Fast Proximity Queries with Swept Sphere Volumes*, 1999, section
/// 4).
pub(super) struct Nearest<'a, B> {
    by: B,
    clock: Clock,
    limit: f32,
    doubt: f32,
    frontier: &'a mut Frontier,
    approach: &'a mut dyn Approach,
}

impl<'a, B: Bound> Nearest<'a, B> {
    pub(super) fn new(
        by: B,
        clock: Clock,
        frontier: &'a mut Frontier,
        approach: &'a mut dyn Approach,
    ) -> Self {
        let (limit, doubt) = (approach.limit(), approach.doubt());
        Self { by, clock, limit, doubt, frontier, approach }
    }
}

impl<B: Bound> Order for Nearest<'_, B> {
    type End = Option<f32>;

    #[inline(always)]
    fn next(&mut self, trees: &Trees<'_>) -> ControlFlow<Option<f32>, Ranked> {
        loop {
            if !self.clock.tick() {
                return ControlFlow::Break(self.frontier.lowest_bound());
            }
            let Some(ranked) = self.frontier.pop() else { return ControlFlow::Break(None) };
            let bound = gap_of(ranked.rank);
            if bound > self.limit {
                if self.frontier.is_beyond(self.limit) {
                    return ControlFlow::Break(None);
                }
            } else if !(bound >= self.doubt && self.approach.rules_out(trees.both(ranked.pair))) {
                return ControlFlow::Continue(ranked);
            }
        }
    }

    #[inline(always)]
    fn test(&self, kernel: &(impl Kernel + ?Sized), step: Step) -> Overlaps {
        self.by.test(kernel, step, self.limit)
    }

    #[inline(always)]
    fn push(&mut self, _trees: &Trees<'_>, above: Ranked, step: Step, found: &Overlaps) {
        let bound = gap_of(above.rank);
        self.frontier.push_near(found, bound, self.limit, |lane| step.pair(lane));
    }

    #[inline(always)]
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<Option<f32>> {
        if self.approach.leaves(a, b).is_break() {
            return ControlFlow::Break(None);
        }
        // Two leaves take as long as dozens of other steps.
        if self.clock.is_over() {
            return ControlFlow::Break(self.frontier.lowest_bound());
        }
        (self.limit, self.doubt) = (self.approach.limit(), self.approach.doubt());
        ControlFlow::Continue(())
    }
}
