//! The order of searches for a distance, or for the first contact on a way.

use super::queue::gap_of;
use super::{Order, Queue, Ranked, Trees, Visit};
use crate::budget::Clock;
use crate::kernel::{Kernel, Step, Travel};
use crate::volume::Tested;
use std::ops::{ControlFlow, Range};

/// A length in A's unit by which pairs of volumes are ordered, and beyond whose limit they are left out.
pub(crate) trait Bound: Copy {
    /// Asks the kernel.
    fn test(self, kernel: &(impl Kernel + ?Sized), step: Step, limit: f32) -> Tested;
    /// Whether exact arithmetic may rule out a pair with this bound, if that is so from `doubt` on for pairs as
    /// far apart as the limit.
    #[inline(always)]
    fn is_in_doubt(bound: f32, doubt: f32) -> bool {
        bound >= doubt
    }
}

/// The distance of two volumes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap;

impl Bound for Gap {
    #[inline(always)]
    fn test(self, kernel: &(impl Kernel + ?Sized), step: Step, limit: f32) -> Tested {
        kernel.gaps(step, limit)
    }
}

impl Bound for Travel {
    #[inline(always)]
    fn test(self, kernel: &(impl Kernel + ?Sized), step: Step, limit: f32) -> Tested {
        kernel.travels(step, limit, &self)
    }

    /// What touches at the start may part at once.
    #[inline(always)]
    fn is_in_doubt(bound: f32, doubt: f32) -> bool {
        bound >= doubt || bound <= 0.0
    }
}

/// The order of a search for what is near: the nearest pair first, or the children of what was opened last (Larsen et al. 1999, section 4).
///
/// It ends with a lower bound of the distance of all that is left, in A's unit, if the time is up; with `None` if nothing is left.
pub(crate) struct Nearest<'a, B> {
    by: B,
    clock: Clock,
    limit: f32,
    doubt: f32,
    queue: &'a mut Queue,
    visit: &'a mut dyn Visit,
}

impl<'a, B: Bound> Nearest<'a, B> {
    /// Visits all pairs of leaves whose volumes are within the visitor's limit, as long as there is time.
    pub(crate) fn new(by: B, clock: Clock, queue: &'a mut Queue, visit: &'a mut dyn Visit) -> Self {
        let (limit, doubt) = (visit.limit(), visit.doubt());
        Self { by, clock, limit, doubt, queue, visit }
    }
}

impl<B: Bound> Order for Nearest<'_, B> {
    type End = Option<f32>;

    #[inline(always)]
    fn next(&mut self, trees: &Trees<'_>) -> ControlFlow<Option<f32>, Ranked> {
        loop {
            if !self.clock.tick() {
                return ControlFlow::Break(self.queue.lowest_bound());
            }
            let Some(ranked) = self.queue.pop() else { return ControlFlow::Break(None) };
            let bound = gap_of(ranked.rank);
            if bound > self.limit {
                if self.queue.is_beyond(self.limit) {
                    return ControlFlow::Break(None);
                }
            } else if !(B::is_in_doubt(bound, self.doubt)
                && self.visit.rules_out(trees.both(ranked.pair)))
            {
                return ControlFlow::Continue(ranked);
            }
        }
    }

    #[inline(always)]
    fn test(&self, kernel: &(impl Kernel + ?Sized), step: Step) -> Tested {
        self.by.test(kernel, step, self.limit)
    }

    #[inline(always)]
    fn push(&mut self, _trees: &Trees<'_>, above: Ranked, step: Step, found: &Tested) {
        let bound = gap_of(above.rank);
        self.queue.push_near(found, bound, self.limit, |lane| step.pair(lane));
    }

    #[inline(always)]
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<Option<f32>> {
        if self.visit.leaves(a, b, 0.0).is_break() {
            return ControlFlow::Break(None);
        }
        // Two leaves take as long as dozens of other steps.
        if self.clock.is_over() {
            return ControlFlow::Break(self.queue.lowest_bound());
        }
        (self.limit, self.doubt) = (self.visit.limit(), self.visit.doubt());
        ControlFlow::Continue(())
    }
}
