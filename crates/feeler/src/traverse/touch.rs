//! Volumes that overlap.

use super::{Frontier, Order, Ranked, Schedule, Trees};
use crate::Effort;
use crate::kernel::{Kernel, Step};
use crate::simd::Instructions;
use crate::volume::Overlaps;
use std::ops::{ControlFlow, Range};

/// What to do with the triangles of two leaves whose volumes overlap.
pub(crate) trait Visit {
    /// Ranges of both trees' orders. A break ends the traversal.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()>;
}

impl Trees<'_> {
    /// Visits all pairs of leaves whose volumes, and those of all their ancestors that were compared, overlap; in no more than some steps.
    pub(crate) fn touch(
        &self,
        steps: u64,
        work: (Instructions, Schedule),
        frontier: &mut Frontier,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) {
        if !self.is_empty() {
            self.touch_from(Ranked::ROOTS, steps, work, frontier, effort, visit);
        }
    }

    /// As [`Trees::touch`], below one pair.
    pub(crate) fn touch_from(
        &self,
        start: Ranked,
        steps: u64,
        (instructions, schedule): (Instructions, Schedule),
        frontier: &mut Frontier,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) {
        frontier.follow(schedule);
        frontier.start_at(start);
        self.traverse(instructions, &mut Touch { frontier, steps, visit }, effort);
    }
}

/// The deepest first, or the children of what was opened last.
pub(super) struct Touch<'a> {
    pub(super) frontier: &'a mut Frontier,
    /// How many steps are left.
    pub(super) steps: u64,
    pub(super) visit: &'a mut dyn Visit,
}

impl Order for Touch<'_> {
    type End = ();

    #[inline(always)]
    fn next(&mut self, _trees: &Trees<'_>) -> ControlFlow<(), Ranked> {
        if self.steps == 0 {
            return ControlFlow::Break(());
        }
        self.steps -= 1;
        // No `map_or`: its closure is not inlined.
        match self.frontier.pop() {
            Some(ranked) => ControlFlow::Continue(ranked),
            None => ControlFlow::Break(()),
        }
    }

    #[inline(always)]
    fn test(&self, kernel: &(impl Kernel + ?Sized), step: Step) -> Overlaps {
        kernel.overlaps(step)
    }

    #[inline(always)]
    fn push(&mut self, _trees: &Trees<'_>, _above: Ranked, step: Step, found: &Overlaps) {
        self.frontier.push(found, |lane| step.pair(lane));
    }

    #[inline(always)]
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()> {
        self.visit.leaves(a, b)
    }
}
