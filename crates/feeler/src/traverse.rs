//! The hot loop: two trees at once, in one of several orders.
//!
//! - [`touch`] looks for volumes that overlap;
//! - [`near`] for those that are near, or that meet soon on a way: nearest first, and what is beyond a limit is left out;
//! - [`number`] takes the first triangles by number first, for ties;
//! - [`prospect`] takes the likeliest first, for those who cannot wait for a proof; [`parked`] holds many such searches that were left;
//! - [`trace`] is any of them, with a record of what it does; [`probe`] has the tests without an order.
//!
//! Pairs wait in a [`queue`], on a stack or in buckets. Two algorithms of their own share the tests: [`front`] begins where the last
//! traversal ended, [`spread`] opens the upper levels for several threads to go on.

mod front;
mod near;
mod number;
mod parked;
mod probe;
mod prospect;
mod queue;
mod spread;
mod touch;
pub(crate) mod trace;

pub(crate) use front::Front;
pub(crate) use near::{Bound, Gap, Nearest};
pub(crate) use number::{ByNumber, Overlap};
pub(crate) use parked::{Left, Parked};
pub use probe::Probe;
pub(crate) use prospect::{End, Likeliest, Prospect};
pub use queue::Queue;
pub(crate) use queue::Ranked;
pub(crate) use touch::Touch;

use crate::Effort;
use crate::kernel::{Both, Fused, Kernel, Step};
use crate::model::Model;
use crate::motion::Motion;
use crate::simd::Instructions;
use crate::tree::nodes::Nodes;
use crate::tree::{Child, Link, Tree};
use crate::volume::Overlaps;
use fearless_simd::dispatch;
use queue::Waiting;
use std::ops::{ControlFlow, Range};

/// In which order pairs of volumes are opened. The answer does not depend on it, the time does.
///
/// If nothing is said, [`Pair::distance`](crate::Pair::distance) and [`Pair::first_contact`](crate::Pair::first_contact) are best first, and all other
/// questions depth first: best first needs more tests to find any contact, but half as many or fewer to find the nearest triangles.
/// [`Pair::guided`](crate::Pair::guided) has an order of its own, the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// The nearest of the children first, or the one that overlaps deepest, then its brothers: the lecture's recursion. Fast and small.
    DepthFirst,
    /// Of all waiting pairs the nearest or deepest first; while very many wait, depth first.
    BestFirst,
}

/// What a traversal does with pairs: which comes next, what is asked of its volumes, and what becomes of the answers.
pub(crate) trait Order {
    /// What is known when it is over.
    type End;
    /// The next pair to open.
    fn next(&mut self, trees: &Trees<'_>) -> ControlFlow<Self::End, Ranked>;
    /// Asks about a volume and the children of a node.
    fn test(&self, kernel: &(impl Kernel + ?Sized), step: Step) -> Overlaps;
    /// Lets those wait that matter. They are below a pair.
    fn push(&mut self, trees: &Trees<'_>, above: Ranked, step: Step, found: &Overlaps);
    /// Looks at triangles: ranges of both trees' orders.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<Self::End>;
}

/// What to do with the triangles of two leaves.
pub(crate) trait Visit {
    /// Pairs of volumes further apart than this do not matter; in A's unit. It may become smaller with every leaf. Zero if only contacts matter.
    fn limit(&self) -> f32 {
        0.0
    }
    /// A pair of volumes whose bound is at least this may be as far apart as the limit: f32 does not tell.
    fn doubt(&self) -> f32 {
        f32::INFINITY
    }
    /// Whether a pair in doubt does not matter, by an exact look at it.
    fn rules_out(&mut self, _pair: [Child; 2]) -> bool {
        false
    }
    /// Looks at the triangles of two leaves: ranges of both trees' orders. It gives a lower bound of the distance of those beyond the limit, in A's
    /// unit. A break ends the traversal.
    ///
    /// With the size of the smaller leaf a visitor may look beyond its limit, for a bound that lasts longer; zero asks for no more than it must.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>, size: f32) -> ControlFlow<(), f32>;
}

/// Two trees and the motion between them.
pub(crate) struct Trees<'a> {
    trees: [&'a Tree; 2],
    /// Of A and B. Which of two nodes is opened is a matter of chance, so the sides are looked up and not branched on.
    nodes: [&'a Nodes; 2],
    links: [&'a [Link]; 2],
    /// The squares of the unit lengths of both in A's.
    squares: [f32; 2],
    motion: &'a Motion,
}

impl<'a> Trees<'a> {
    pub(crate) fn new(a: &'a Model, b: &'a Model, motion: &'a Motion) -> Self {
        let nodes = [a.nodes_beside(b), b.nodes_beside(a)];
        let links = [&nodes[0].links[..], &nodes[1].links[..]];
        let squares = motion.scale().map(|scale| scale * scale);
        Self { trees: [a.tree(), b.tree()], nodes, links, squares, motion }
    }

    /// Opens what waits until the order has an end. Neither tree is empty.
    ///
    /// With oriented boxes the loop and the tests are one, compiled for each instruction set, and chosen here, once.
    pub(crate) fn traverse<O: Order>(
        &self,
        instructions: Instructions,
        order: &mut O,
        effort: &mut Effort,
    ) -> O::End {
        let [a, b] = self.nodes.map(|nodes| nodes.volumes.obbs());
        let (Some(a), Some(b)) = (a, b) else {
            return self.traverse_calling(instructions, order, effort);
        };
        let both = &Both::new([a, b], self.motion);
        dispatch!(instructions.0, simd => self.run(&Fused { simd, both }, order, effort))
    }

    /// As [`Trees::traverse`], with tests that are called.
    #[inline(never)]
    fn traverse_calling<O: Order>(
        &self,
        instructions: Instructions,
        order: &mut O,
        effort: &mut Effort,
    ) -> O::End {
        self.with_kernel(instructions, |kernel| self.run(kernel, order, effort))
    }

    /// Does something with a kernel that is called.
    pub(crate) fn with_kernel<T>(
        &self,
        instructions: Instructions,
        mut job: impl FnMut(&dyn Kernel) -> T,
    ) -> T {
        let [a, b] = self.nodes.map(|nodes| &*nodes.volumes);
        let mut done = None;
        a.kernel(b, self.motion, instructions, &mut |kernel| done = Some(job(kernel)));
        done.expect("nodes beside each other have volumes of one type")
    }

    /// CDTEST and CDTEST2 of the lecture, with an order of waiting pairs in the place of recursion: the one loop.
    #[inline(always)]
    fn run<O: Order>(
        &self,
        kernel: &(impl Kernel + ?Sized),
        order: &mut O,
        effort: &mut Effort,
    ) -> O::End {
        loop {
            let above = match order.next(self) {
                ControlFlow::Continue(above) => above,
                ControlFlow::Break(end) => return end,
            };
            match self.open(above.pair) {
                Open::Step(step) => {
                    effort.updates += 1;
                    effort.volume_tests += step.children as u64;
                    let found = order.test(kernel, step);
                    order.push(self, above, step, &found);
                }
                Open::Leaves(a, b) => {
                    if let ControlFlow::Break(end) = order.leaves(a, b) {
                        return end;
                    }
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.links.iter().any(|links| links.is_empty())
    }

    /// What stands at the slots of a pair.
    #[inline(always)]
    fn both(&self, Waiting(slots): Waiting) -> [Child; 2] {
        [self.links[0][slots[0] as usize].child, self.links[1][slots[1] as usize].child]
    }

    /// What is to be done with a pair: the larger volume is opened first.
    #[inline(always)]
    fn open(&self, Waiting(slots): Waiting) -> Open {
        let links = [self.links[0][slots[0] as usize], self.links[1][slots[1] as usize]];
        let [a, b] = [links[0].child, links[1].child];
        if a.is_leaf() && b.is_leaf() {
            return Open::Leaves(a.range(), b.range());
        }
        let larger_b = links[0].size * self.squares[0] < links[1].size * self.squares[1];
        let open_b = a.is_leaf() | (larger_b & !b.is_leaf());
        let opened = if open_b { b } else { a };
        Open::Step(self.step(open_b as u32, opened, slots[1 - open_b as usize]))
    }

    /// The step that tests a slot of one side against the children of an inner child of the other.
    #[inline(always)]
    pub(crate) fn step(&self, side: u32, opened: Child, other: u32) -> Step {
        let shift = self.nodes[side as usize & 1].arity.shift();
        let first = (opened.node() as u32) << shift;
        Step { side, first, children: opened.children(), other }
    }
}

/// What comes of a pair.
enum Open {
    Step(Step),
    Leaves(Range<usize>, Range<usize>),
}
