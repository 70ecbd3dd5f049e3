//! Traversals with a record of their steps, from which the cost model is measured.

use super::{Order, Ranked, Step, Trees};
use crate::Effort;
use crate::kernel::{Kernel, Test};
use crate::motion::Motion;
use crate::simd::Instructions;
use crate::volume::Tested;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

/// A record of the traversals of one query.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The traversals, in their order.
    pub traversals: Vec<Traversal>,
    /// The time spent in leaf pairs.
    pub leaf_time: Duration,
    /// The number of times that this time was taken.
    pub leaf_visits: u32,
    /// The number of steps that are kept of each traversal at most, evenly spread.
    room: usize,
}

/// A record of one traversal.
#[derive(Clone, Debug)]
pub struct Traversal {
    pub(super) motion: Motion,
    pub(super) test: Test,
    /// The steps that were kept.
    pub steps: Vec<Step>,
    stride: u64,
    /// The number of all steps, kept or not.
    pub seen: u64,
}

impl Traversal {
    /// Whether it searched for contacts, and not for a distance.
    pub fn is_for_contacts(&self) -> bool {
        self.test == Test::Overlap
    }
}

impl Trace {
    pub(crate) fn new(room: usize) -> Self {
        Self { traversals: Vec::new(), room, leaf_time: Duration::ZERO, leaf_visits: 0 }
    }

    fn start(&mut self, motion: Motion, test: Test) {
        self.traversals.push(Traversal { motion, test, steps: Vec::new(), stride: 1, seen: 0 });
    }

    fn step(&mut self, step: Step) {
        let room = self.room;
        let traversal = self.traversals.last_mut().expect("a traversal has started");
        if traversal.seen.is_multiple_of(traversal.stride) {
            if traversal.steps.len() == room {
                let mut keep = false;
                traversal.steps.retain(|_| {
                    keep = !keep;
                    keep
                });
                traversal.stride *= 2;
            }
            if traversal.seen.is_multiple_of(traversal.stride) {
                traversal.steps.push(step);
            }
        }
        traversal.seen += 1;
    }
}

impl Trees<'_> {
    /// [`Trees::traverse`], with a record of every step if there is a trace. Then it is slower.
    pub(crate) fn traverse_traced<O: Order>(
        &self,
        test: Test,
        instructions: Instructions,
        order: &mut O,
        effort: &mut Effort,
        trace: Option<&mut Trace>,
    ) -> O::End {
        let Some(trace) = trace else { return self.traverse(instructions, order, effort) };
        trace.start(*self.motion, test);
        self.traverse_calling(instructions, &mut Traced { order, trace }, effort)
    }
}

/// An order that records its steps.
struct Traced<'t, O> {
    order: &'t mut O,
    trace: &'t mut Trace,
}

impl<O: Order> Order for Traced<'_, O> {
    type End = O::End;

    fn next(&mut self, trees: &Trees<'_>) -> ControlFlow<O::End, Ranked> {
        self.order.next(trees)
    }

    fn test(&self, kernel: &(impl Kernel + ?Sized), step: Step) -> Tested {
        self.order.test(kernel, step)
    }

    fn push(&mut self, trees: &Trees<'_>, above: Ranked, step: Step, found: &Tested) {
        self.trace.step(step);
        self.order.push(trees, above, step, found);
    }

    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<O::End> {
        let start = Instant::now();
        let flow = self.order.leaves(a, b);
        self.trace.leaf_time += start.elapsed();
        self.trace.leaf_visits += 1;
        flow
    }
}
