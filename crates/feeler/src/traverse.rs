//! The hot loop: it opens pairs of volumes of two trees, in one of several orders, down to pairs of leaves.
//!
//! - [`touch`] is the order of a search for contacts: overlapping volumes, the deepest first;
//! - [`near`] is the order of a search for a distance, or for the first contact on a way: the nearest first, and none beyond a limit;
//! - [`number`] is the order of a search for the first of many equal answers: the lowest triangle numbers first;
//! - [`prospect`] is the order of a guided search: the likeliest contact first; [`parked`] stores many such searches that were interrupted;
//! - [`trace`] is any of these orders with a record of its steps; [`probe`] has the tests without an order.
//!
//! Pairs of volumes wait in a [`queue`], which is a stack or a set of buckets. Two more algorithms share the tests: [`front`] begins where the last
//! traversal ended, and [`spread`] opens the upper levels so that several threads can continue.
//!
//! A query builds an [`Order`] and calls [`Trees::traverse`]; the loop is `Trees::run`.

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
use crate::simd::{FUSED, Instructions, dispatch};
use crate::tree::nodes::Nodes;
use crate::tree::{Child, Link, Tree};
use crate::volume::Tested;
use queue::SlotPair;
use std::fmt;
use std::ops::{ControlFlow, Range};

/// The order in which pairs of volumes are opened. It changes the time of a query, never the answer.
///
/// By default [`Pair::distance`](crate::Pair::distance) and [`Pair::first_contact`](crate::Pair::first_contact) are best first, and all other
/// questions depth first. Best first needs more tests to find any contact, but at most half as many to find the nearest triangles.
/// [`Pair::guided`](crate::Pair::guided) has an order of its own, the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Schedule {
    /// Of the children the nearest first, or the one that overlaps deepest, then its siblings: the recursion of Kavan and Havran. Fast and small.
    #[cfg_attr(feature = "serde", serde(rename = "depth"))]
    DepthFirst,
    /// Of all waiting pairs the nearest first, or the deepest; depth first while the queue is full.
    #[cfg_attr(feature = "serde", serde(rename = "best"))]
    BestFirst,
}

impl Schedule {
    /// The name as it is written on the command line: `depth` or `best`.
    pub fn name(self) -> &'static str {
        match self {
            Self::DepthFirst => "depth",
            Self::BestFirst => "best",
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What differs between traversals: which pair comes next, which test is made, and which of the tested pairs wait.
pub(crate) trait Order {
    /// The result of the traversal.
    type End;
    /// Takes the next pair to open, or ends the traversal.
    fn next(&mut self, trees: &Trees<'_>) -> ControlFlow<Self::End, Ranked>;
    /// Tests a volume against the children of a node.
    fn test(&self, kernel: &(impl Kernel + ?Sized), step: Step) -> Tested;
    /// Puts the tested pairs that matter into the queue. `above` is the pair that was opened.
    fn push(&mut self, trees: &Trees<'_>, above: Ranked, step: Step, found: &Tested);
    /// Visits a leaf pair, given as ranges of both trees' orders of triangles.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<Self::End>;
}

/// What a query does with the triangles of a leaf pair.
pub(crate) trait Visit {
    /// The distance beyond which pairs of volumes do not matter, in A's unit. It may fall with every leaf pair. Zero if only contacts matter.
    fn limit(&self) -> f32 {
        0.0
    }
    /// The bound from which on a pair of volumes may be as far apart as the limit: f32 is too coarse to tell.
    fn doubt(&self) -> f32 {
        f32::INFINITY
    }
    /// The numbers of triangles of A and of B from which on pairs do not matter, in a search by number. They may fall with every leaf pair.
    fn end(&self) -> [u32; 2] {
        [u32::MAX; 2]
    }
    /// Whether exact arithmetic shows that a pair in doubt does not matter.
    fn rules_out(&mut self, _pair: [Child; 2]) -> bool {
        false
    }
    /// Compares the triangles of a leaf pair, given as ranges of both trees' orders. It returns a lower bound of the distance of all pairs of triangles
    /// beyond the limit, in A's unit. A break ends the traversal.
    ///
    /// `size` is that of the smaller leaf if the bound will be used again, as a front does; then a visitor may look a little beyond its limit for a
    /// larger bound. Otherwise it is zero.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>, size: f32) -> ControlFlow<(), f32>;
}

/// Two trees and the motion between them.
pub(crate) struct Trees<'a> {
    trees: [&'a Tree; 2],
    /// The nodes of A and B. Which of two nodes is opened is a matter of chance, so the side is an index and not a branch.
    nodes: [&'a Nodes; 2],
    links: [&'a [Link]; 2],
    /// The squares of the lengths of both units in A's.
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

    /// Opens pairs until the order ends the traversal. Neither tree may be empty.
    ///
    /// For oriented boxes the loop and its tests are compiled as one function for each instruction set; the choice is made here, once a query.
    pub(crate) fn traverse<O: Order>(
        &self,
        instructions: Instructions,
        order: &mut O,
        effort: &mut Effort,
    ) -> O::End {
        if !FUSED {
            return self.traverse_calling(instructions, order, effort);
        }
        let [a, b] = self.nodes.map(|nodes| nodes.volumes.obbs());
        let (Some(a), Some(b)) = (a, b) else {
            return self.traverse_calling(instructions, order, effort);
        };
        let both = &Both::new([a, b], self.motion);
        dispatch!(instructions.0, simd => self.run(&Fused { simd, both }, order, effort))
    }

    /// [`Trees::traverse`] with a kernel that is called.
    #[inline(never)]
    fn traverse_calling<O: Order>(
        &self,
        instructions: Instructions,
        order: &mut O,
        effort: &mut Effort,
    ) -> O::End {
        self.with_kernel(instructions, |kernel| self.run(kernel, order, effort))
    }

    /// Calls a function with a kernel for these trees.
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

    /// The one loop: CDTEST and CDTEST2 of Kavan and Havran, with a queue of pairs instead of recursion.
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

    /// The children that stand at the slots of a pair.
    #[inline(always)]
    fn both(&self, SlotPair(slots): SlotPair) -> [Child; 2] {
        [self.links[0][slots[0] as usize].child, self.links[1][slots[1] as usize].child]
    }

    /// The work that a pair needs: the node of the larger volume is opened, or two leaves are visited.
    #[inline(always)]
    fn open(&self, SlotPair(slots): SlotPair) -> Open {
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

/// The work that a pair of slots needs.
enum Open {
    Step(Step),
    Leaves(Range<usize>, Range<usize>),
}
