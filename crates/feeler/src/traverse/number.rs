//! The order of searches for the first of many equal answers.

use super::{Bound, Order, Queue, Ranked, Trees, Visit};
use crate::kernel::{Kernel, Step};
use crate::volume::Tested;
use std::ops::{ControlFlow, Range};

/// The overlap of two volumes, whatever the limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap;

impl Bound for Overlap {
    #[inline(always)]
    fn test(self, kernel: &(impl Kernel + ?Sized), step: Step, _limit: f32) -> Tested {
        kernel.overlaps(step)
    }
}

/// The order of a search for the first of many pairs of triangles that are equally near: depth first, the lowest numbers of triangles first.
///
/// It soon comes to the first such pair, and then nothing that is left can be before it. [`Visit::end`] tells that, and
/// [`Visit::rules_out`] is asked about every pair that may come before it. The limit stays as it is. A brief search gives up
/// if it has found none after some steps.
pub(crate) struct ByNumber<'a, B> {
    by: B,
    limit: f32,
    end: [u32; 2],
    /// The number of steps that are left as long as none is found.
    steps: u64,
    queue: &'a mut Queue,
    visit: &'a mut dyn Visit,
}

impl<'a, B: Bound> ByNumber<'a, B> {
    /// Visits all pairs of leaves within the visitor's limit that it does not rule out.
    pub(crate) fn new(by: B, queue: &'a mut Queue, visit: &'a mut dyn Visit) -> Self {
        Self::brief(by, u64::MAX, queue, visit)
    }

    /// The same for a brief search.
    pub(crate) fn brief(by: B, steps: u64, queue: &'a mut Queue, visit: &'a mut dyn Visit) -> Self {
        Self { by, limit: visit.limit(), end: visit.end(), steps, queue, visit }
    }
}

impl<B: Bound> Order for ByNumber<'_, B> {
    type End = ();

    #[inline(always)]
    fn next(&mut self, trees: &Trees<'_>) -> ControlFlow<(), Ranked> {
        if self.steps == 0 {
            return ControlFlow::Break(());
        }
        self.steps -= 1;
        loop {
            let Some(ranked) = self.queue.pop() else { return ControlFlow::Break(()) };
            let [a, b] = trees.both(ranked.pair);
            let first = [trees.trees[0].first(a), trees.trees[1].first(b)];
            if first < self.end && !self.visit.rules_out([a, b]) {
                return ControlFlow::Continue(ranked);
            }
        }
    }

    #[inline(always)]
    fn test(&self, kernel: &(impl Kernel + ?Sized), step: Step) -> Tested {
        self.by.test(kernel, step, self.limit)
    }

    #[inline(always)]
    fn push(&mut self, trees: &Trees<'_>, _above: Ranked, step: Step, found: &Tested) {
        let tree = trees.trees[step.here()];
        let first = |lane: u32| tree.first(tree.nodes.child(step.slot(lane)));
        self.queue
            .push_ranked(found.lanes, |lane| Ranked { rank: !first(lane), pair: step.pair(lane) });
    }

    #[inline(always)]
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()> {
        let flow = self.visit.leaves(a, b, 0.0).map_continue(|_| ());
        let before = std::mem::replace(&mut self.end, self.visit.end());
        if self.end != before {
            self.steps = u64::MAX;
        }
        flow
    }
}
