//! The order of searches for contacts.

use super::{Order, Queue, Ranked, Trees, Visit};
use crate::kernel::{Kernel, Step};
use crate::volume::Tested;
use std::ops::{ControlFlow, Range};

/// The order of a search for contacts: of the children that overlap the deepest first, or the deepest of all waiting pairs.
pub(crate) struct Touch<'a> {
    queue: &'a mut Queue,
    /// The number of steps that are left.
    steps: u64,
    visit: &'a mut dyn Visit,
}

impl<'a> Touch<'a> {
    /// Visits all leaf pairs whose volumes overlap, as do those of all their ancestors that were compared; in at most so many steps.
    pub(crate) fn new(queue: &'a mut Queue, steps: u64, visit: &'a mut dyn Visit) -> Self {
        Self { queue, steps, visit }
    }
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
        match self.queue.pop() {
            Some(ranked) => ControlFlow::Continue(ranked),
            None => ControlFlow::Break(()),
        }
    }

    #[inline(always)]
    fn test(&self, kernel: &(impl Kernel + ?Sized), step: Step) -> Tested {
        kernel.overlaps(step)
    }

    #[inline(always)]
    fn push(&mut self, _trees: &Trees<'_>, _above: Ranked, step: Step, found: &Tested) {
        self.queue.push(found, |lane| step.pair(lane));
    }

    #[inline(always)]
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()> {
        self.visit.leaves(a, b, 0.0).map_continue(|_| ())
    }
}
