//! The hot loop: two trees at once.

use crate::Effort;
use crate::bv::{BoundingVolume, Overlaps};
use crate::bvh::{Bvh, Node};
use crate::motion::Motion;
use crate::simd::Instructions;
use fearless_simd::{Simd, dispatch};
use std::collections::BinaryHeap;
use std::ops::{ControlFlow, Range};

/// In which order pairs of volumes are opened. The answer does not depend on it, the time does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// The deepest of the overlapping children first, then its brothers: the lecture's recursion. Fast and small.
    #[default]
    DepthFirst,
    /// Of all waiting pairs the deepest first.
    BestFirst,
}

/// What to do with the triangles of two leaves whose volumes overlap.
pub(crate) trait Visit {
    /// Ranges of both trees' orders. A break ends the traversal.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()>;
}

/// Two trees and the motion between them.
pub(crate) struct Trees<'a, V: BoundingVolume, const N: usize> {
    a: &'a Bvh<V, N>,
    b: &'a Bvh<V, N>,
    into_a: V::Frame,
    into_b: V::Frame,
    /// B's unit length in A's.
    scale: f32,
}

impl<'a, V: BoundingVolume, const N: usize> Trees<'a, V, N> {
    pub(crate) fn new(a: &'a Bvh<V, N>, b: &'a Bvh<V, N>, motion: &Motion) -> Self {
        let (into_a, into_b) = (V::frame(&motion.into_a), V::frame(&motion.into_b));
        Self { a, b, into_a, into_b, scale: motion.into_a.scale }
    }

    /// Visits all pairs of leaves whose volumes, and those of all their ancestors that were compared, overlap.
    pub(crate) fn traverse(
        &self,
        instructions: Instructions,
        schedule: Schedule,
        frontier: &mut Frontier,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) {
        if self.a.nodes.is_empty() || self.b.nodes.is_empty() {
            return;
        }
        frontier.schedule = schedule;
        // The whole loop is compiled for each instruction set, and chosen here, once.
        dispatch!(instructions.0, simd => self.run(simd, frontier, effort, visit));
    }

    /// CDTEST and CDTEST2 of the lecture, with a list of waiting pairs in the place of recursion.
    #[inline(always)]
    fn run<S: Simd>(
        &self,
        simd: S,
        frontier: &mut Frontier,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) {
        frontier.clear();
        let overlaps = self.open_a(simd, &self.a.nodes[0], 0, effort);
        frontier.push(&overlaps, |_| Waiting { a: 0, b: 0 });
        while let Some(Waiting { a, b }) = frontier.pop() {
            let (child_a, child_b) = (self.a.child(a), self.b.child(b));
            let open_a = match (child_a.is_leaf(), child_b.is_leaf()) {
                (true, true) => {
                    if visit.leaves(child_a.range(), child_b.range()).is_break() {
                        return;
                    }
                    continue;
                }
                (true, false) => false,
                (false, true) => true,
                (false, false) => self.a.size(a) >= self.b.size(b) * self.scale,
            };
            if open_a {
                let first = (child_a.node() * N) as u32;
                let overlaps = self.open_a(simd, &self.a.nodes[child_a.node()], b, effort);
                frontier.push(&overlaps, |lane| Waiting { a: first + lane, b });
            } else {
                let first = (child_b.node() * N) as u32;
                let overlaps = self.open_b(simd, &self.b.nodes[child_b.node()], a, effort);
                frontier.push(&overlaps, |lane| Waiting { a, b: first + lane });
            }
        }
    }

    /// Tests a volume of B against the children of a node of A.
    #[inline(always)]
    fn open_a<S: Simd>(&self, simd: S, node: &Node<V, N>, b: u32, effort: &mut Effort) -> Overlaps {
        let (packet, lane) = self.b.packet(b);
        let placed = V::place(packet, lane, &self.into_a);
        test(simd, &placed, node, &self.into_a, effort)
    }

    /// Tests a volume of A against the children of a node of B.
    #[inline(always)]
    fn open_b<S: Simd>(&self, simd: S, node: &Node<V, N>, a: u32, effort: &mut Effort) -> Overlaps {
        let (packet, lane) = self.a.packet(a);
        let placed = V::place(packet, lane, &self.into_b);
        test(simd, &placed, node, &self.into_b, effort)
    }
}

#[inline(always)]
fn test<S: Simd, V: BoundingVolume, const N: usize>(
    simd: S,
    placed: &V::Placed<'_>,
    node: &Node<V, N>,
    frame: &V::Frame,
    effort: &mut Effort,
) -> Overlaps {
    let lanes = node.lanes();
    effort.updates += 1;
    effort.volume_tests += lanes.count_ones() as u64;
    let mut overlaps = V::overlaps(simd, placed, &node.volumes, frame);
    overlaps.lanes &= lanes;
    overlaps
}

/// The pairs of volumes that overlap and are still to be opened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontier {
    schedule: Schedule,
    stack: Vec<Ranked>,
    queue: BinaryHeap<Ranked>,
}

/// A slot of either tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    a: u32,
    b: u32,
}

/// A pair and how deep its volumes overlap, as bits that are in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    depth: u32,
    pair: Waiting,
}

impl Frontier {
    fn clear(&mut self) {
        self.stack.clear();
        self.queue.clear();
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Waiting> {
        match self.schedule {
            Schedule::DepthFirst => self.stack.pop(),
            Schedule::BestFirst => self.queue.pop(),
        }
        .map(|ranked| ranked.pair)
    }

    #[inline(always)]
    fn push(&mut self, overlaps: &Overlaps, pair: impl Fn(u32) -> Waiting) {
        let first = self.stack.len();
        let mut lanes = overlaps.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            // Where volumes overlap the gap is zero or less, and the bits of its size are in the order of its size.
            let depth = (-overlaps.gap[lane as usize & 7]).max(0.0).to_bits();
            let ranked = Ranked { depth, pair: pair(lane) };
            match self.schedule {
                Schedule::BestFirst => self.queue.push(ranked),
                Schedule::DepthFirst => {
                    self.stack.push(ranked);
                    // The deepest to the top: insertion, as there are at most eight.
                    let mut at = self.stack.len() - 1;
                    while at > first && self.stack[at - 1].depth > depth {
                        self.stack.swap(at - 1, at);
                        at -= 1;
                    }
                }
            }
        }
    }
}
