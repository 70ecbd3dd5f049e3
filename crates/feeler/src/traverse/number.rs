//! The first triangles by number come first.

use super::{Approach, Bound, Frontier, Order, Ranked, Trees};
use crate::Effort;
use crate::kernel::{Kernel, Step};
use crate::simd::Instructions;
use crate::volume::Overlaps;
use std::ops::{ControlFlow, Range};

impl Trees<'_> {
    /// Visits pairs of leaves within a limit that stays as it is, depth first, those with the lowest numbers of triangles first.
    ///
    /// Among many pairs of triangles that are equally near it soon comes to the first one, and then nothing that is left can be before it. That is
    /// for [`Approach::rules_out`] to tell, which is asked of every pair.
    pub(crate) fn by_number(
        &self,
        by: impl Bound,
        instructions: Instructions,
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
    ) {
        if !self.is_empty() {
            frontier.start();
            let limit = approach.limit();
            self.traverse(instructions, &mut ByNumber { by, limit, frontier, approach }, effort);
        }
    }
}

/// Whether volumes overlap, whatever the limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap;

impl Bound for Overlap {
    #[inline(always)]
    fn test(self, kernel: &(impl Kernel + ?Sized), step: Step, _limit: f32) -> Overlaps {
        kernel.overlaps(step)
    }
}

struct ByNumber<'a, B> {
    by: B,
    limit: f32,
    frontier: &'a mut Frontier,
    approach: &'a mut dyn Approach,
}

impl<B: Bound> Order for ByNumber<'_, B> {
    type End = ();

    #[inline(always)]
    fn next(&mut self, trees: &Trees<'_>) -> ControlFlow<(), Ranked> {
        loop {
            let Some(ranked) = self.frontier.pop() else { return ControlFlow::Break(()) };
            if !self.approach.rules_out(trees.both(ranked.pair)) {
                return ControlFlow::Continue(ranked);
            }
        }
    }

    #[inline(always)]
    fn test(&self, kernel: &(impl Kernel + ?Sized), step: Step) -> Overlaps {
        self.by.test(kernel, step, self.limit)
    }

    #[inline(always)]
    fn push(&mut self, trees: &Trees<'_>, _above: Ranked, step: Step, found: &Overlaps) {
        let tree = trees.trees[step.here()];
        let first = |lane: u32| tree.first(tree.nodes.child(step.slot(lane)));
        self.frontier
            .push_ranked(found.lanes, |lane| Ranked { rank: !first(lane), pair: step.pair(lane) });
    }

    #[inline(always)]
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()> {
        self.approach.leaves(a, b)
    }
}
