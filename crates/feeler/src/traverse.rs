//! The hot loops: two trees at once. [`trace`] goes the same way slowly, and takes notes.

pub(crate) mod trace;

use crate::Effort;
use crate::budget::Clock;
use crate::bv::{BoundingVolume, Overlaps};
use crate::bvh::{Bvh, Node};
use crate::motion::Motion;
use crate::simd::Instructions;
use fearless_simd::{Simd, dispatch};
use std::collections::BinaryHeap;
use std::ops::{ControlFlow, Range};

/// In which order pairs of volumes are opened. The answer does not depend on it, the time does.
///
/// Depth first is what all questions but [`Pair::distance`](crate::Pair::distance) use if nothing is said: best first needs more tests to find
/// any contact, but half as many or fewer to find the nearest triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// The nearest of the children first, or the one that overlaps deepest, then its brothers: the lecture's recursion. Fast and small.
    DepthFirst,
    /// Of all waiting pairs the nearest or deepest first; while very many wait, depth first.
    BestFirst,
}

/// What to do with the triangles of two leaves whose volumes overlap.
pub(crate) trait Visit {
    /// Ranges of both trees' orders. A break ends the traversal.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()>;
}

/// What to do with the triangles of two leaves whose volumes are near.
pub(crate) trait Approach {
    /// Pairs of volumes further apart than this do not matter; in A's unit. It may become smaller with every leaf.
    fn limit(&self) -> f32;
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
        frontier.follow(schedule);
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
        let mut step = Step::FIRST;
        loop {
            // The only place where volumes are tested: it is large, and compiled for every volume, arity and instruction set.
            let overlaps = self.overlaps(simd, step, effort);
            frontier.push(&overlaps, |lane| step.pair::<N>(lane));
            step = loop {
                let Some(Ranked { pair, .. }) = frontier.pop() else { return };
                match self.open(pair) {
                    Open::Step(step) => break step,
                    Open::Leaves(a, b) => {
                        if visit.leaves(a, b).is_break() {
                            return;
                        }
                    }
                }
            };
        }
    }

    /// Visits all pairs of leaves whose volumes are within the limit, near ones first, as long as the budget lasts.
    ///
    /// Where the budget did not last it gives a lower bound of the distance of all that is left, in A's unit.
    pub(crate) fn approach(
        &self,
        instructions: Instructions,
        schedule: Schedule,
        clock: Clock,
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
    ) -> Option<f32> {
        if self.a.nodes.is_empty() || self.b.nodes.is_empty() {
            return None;
        }
        frontier.follow(schedule);
        dispatch!(instructions.0, simd => self.run_near(simd, clock, frontier, effort, approach))
    }

    /// As [`Trees::run`], for lower bounds of the distance in the place of overlap (Larsen et al., *Fast Proximity Queries with
    /// Swept Sphere Volumes*, 1999, section 4).
    #[inline(always)]
    fn run_near<S: Simd>(
        &self,
        simd: S,
        mut clock: Clock,
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
    ) -> Option<f32> {
        frontier.clear();
        let mut limit = approach.limit();
        let (mut step, mut bound) = (Step::FIRST, f32::NEG_INFINITY);
        loop {
            let gaps = self.gaps(simd, step, effort);
            frontier.push_near(&gaps, bound, limit, |lane| step.pair::<N>(lane));
            step = loop {
                if !clock.tick() {
                    return frontier.lowest_bound();
                }
                let Ranked { rank, pair } = frontier.pop()?;
                bound = gap_of(rank);
                if bound > limit {
                    if frontier.is_beyond(limit) {
                        return None;
                    }
                    continue;
                }
                match self.open(pair) {
                    Open::Step(step) => break step,
                    Open::Leaves(a, b) => {
                        if approach.leaves(a, b).is_break() {
                            return None;
                        }
                        limit = approach.limit();
                    }
                }
            };
        }
    }

    /// What is to be done with a pair: the larger volume is opened first.
    #[inline(always)]
    fn open(&self, Waiting { a, b }: Waiting) -> Open {
        let (child_a, child_b) = (self.a.child(a), self.b.child(b));
        let open_a = match (child_a.is_leaf(), child_b.is_leaf()) {
            (true, true) => return Open::Leaves(child_a.range(), child_b.range()),
            (true, false) => false,
            (false, true) => true,
            (false, false) => self.a.size(a) >= self.b.size(b) * self.scale,
        };
        Open::Step(match open_a {
            true => Step::OpenA { node: child_a.node() as u32, b },
            false => Step::OpenB { a, node: child_b.node() as u32 },
        })
    }

    /// The node whose children are tested, where the other volume is, and how it gets there.
    #[inline(always)]
    fn parts(&self, step: Step) -> (&Node<V, N>, &V::Packet<N>, usize, &V::Frame) {
        match step {
            Step::OpenA { node, b } => {
                let (packet, lane) = self.b.packet(b);
                (&self.a.nodes[node as usize], packet, lane, &self.into_a)
            }
            Step::OpenB { a, node } => {
                let (packet, lane) = self.a.packet(a);
                (&self.b.nodes[node as usize], packet, lane, &self.into_b)
            }
        }
    }

    /// Tests a volume against the children of a node.
    #[inline(always)]
    fn overlaps<S: Simd>(&self, simd: S, step: Step, effort: &mut Effort) -> Overlaps {
        let (node, packet, lane, frame) = self.parts(step);
        let placed = V::place(packet, lane, frame);
        let lanes = counted(node, effort);
        let mut overlaps = V::overlaps(simd, &placed, &node.volumes, frame);
        overlaps.lanes &= lanes;
        overlaps
    }

    /// Bounds the distances of a volume from the children of a node, in A's unit.
    #[inline(always)]
    fn gaps<S: Simd>(&self, simd: S, step: Step, effort: &mut Effort) -> Overlaps {
        let (node, packet, lane, frame) = self.parts(step);
        let placed = V::place(packet, lane, frame);
        let lanes = counted(node, effort);
        let mut gap = V::gaps(simd, &placed, &node.volumes, frame);
        if let Step::OpenB { .. } = step {
            for gap in &mut gap {
                *gap *= self.scale;
            }
        }
        Overlaps { lanes, gap }
    }
}

/// A volume of one tree, by its slot, and the node of the other whose children it is tested against.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    OpenA { node: u32, b: u32 },
    OpenB { a: u32, node: u32 },
}

impl Step {
    /// All of B against all of A: the first node has one child, the whole tree.
    const FIRST: Self = Self::OpenA { node: 0, b: 0 };

    /// The volume and one of the children.
    #[inline(always)]
    fn pair<const N: usize>(self, lane: u32) -> Waiting {
        match self {
            Self::OpenA { node, b } => Waiting { a: node * N as u32 + lane, b },
            Self::OpenB { a, node } => Waiting { a, b: node * N as u32 + lane },
        }
    }
}

/// What comes of a pair.
enum Open {
    Step(Step),
    Leaves(Range<usize>, Range<usize>),
}

/// One update, and one test for each child.
#[inline(always)]
fn counted<V: BoundingVolume, const N: usize>(node: &Node<V, N>, effort: &mut Effort) -> u32 {
    let lanes = node.lanes();
    effort.updates += 1;
    effort.volume_tests += lanes.count_ones() as u64;
    lanes
}

/// The pairs of volumes that are still to be opened: those on the stack first, then those in the queue, nearest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontier {
    stack: Vec<Ranked>,
    queue: BinaryHeap<Ranked>,
    /// How many may wait in the queue; others go on the stack.
    room: usize,
}

/// Best first, as long as no more than this wait: in a larger queue most of the time is spent on its order (concentric spheres: 1.5 times).
const ROOM: usize = 4096;

/// A slot of either tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    a: u32,
    b: u32,
}

/// A pair and how near its volumes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    rank: u32,
    pair: Waiting,
}

/// A number that is the larger, the smaller the gap: the bits of a positive float are in the order of floats.
#[inline(always)]
fn rank_of(gap: f32) -> u32 {
    let bits = gap.to_bits();
    if bits >> 31 == 0 { !bits ^ 1 << 31 } else { bits }
}

/// The gap that has a rank.
#[inline(always)]
fn gap_of(rank: u32) -> f32 {
    f32::from_bits(if rank >> 31 == 0 { !rank ^ 1 << 31 } else { rank })
}

impl Frontier {
    fn clear(&mut self) {
        self.stack.clear();
        self.queue.clear();
    }

    fn follow(&mut self, schedule: Schedule) {
        self.room = match schedule {
            Schedule::DepthFirst => 0,
            Schedule::BestFirst => ROOM,
        };
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Ranked> {
        self.stack.pop().or_else(|| self.queue.pop())
    }

    /// Whether all that waits is further than a limit, as far as is easily known.
    fn is_beyond(&self, limit: f32) -> bool {
        let queued = self.queue.peek();
        self.stack.is_empty() && queued.is_none_or(|nearest| gap_of(nearest.rank) > limit)
    }

    #[inline(always)]
    fn push(&mut self, overlaps: &Overlaps, pair: impl Fn(u32) -> Waiting) {
        let first = self.stack.len();
        let mut lanes = overlaps.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let rank = rank_of(overlaps.gap[lane as usize & 7]);
            self.insert(first, Ranked { rank, pair: pair(lane) });
        }
    }

    /// Pushes what is within the limit. What is inside of a volume is no nearer than the volume.
    #[inline(always)]
    fn push_near(
        &mut self,
        gaps: &Overlaps,
        above: f32,
        limit: f32,
        pair: impl Fn(u32) -> Waiting,
    ) {
        let first = self.stack.len();
        let mut lanes = gaps.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let gap = gaps.gap[lane as usize & 7];
            // What is not a number is no proof, and stays.
            if gap > limit {
                continue;
            }
            let gap = if above > gap && above > 0.0 { above } else { gap };
            let ranked = Ranked { rank: rank_of(gap), pair: pair(lane) };
            // What overlaps must be opened in any case, and depth first finds a contact sooner if there is one.
            if gap > 0.0 { self.insert(first, ranked) } else { self.insert_on_stack(first, ranked) }
        }
    }

    #[inline(always)]
    fn insert(&mut self, first: usize, ranked: Ranked) {
        if self.queue.len() < self.room {
            self.queue.push(ranked);
        } else {
            self.insert_on_stack(first, ranked);
        }
    }

    /// The nearest of those pushed since `first` on top: insertion, as there are at most eight.
    #[inline(always)]
    fn insert_on_stack(&mut self, first: usize, ranked: Ranked) {
        self.stack.push(ranked);
        let mut at = self.stack.len() - 1;
        while at > first && self.stack[at - 1].rank > ranked.rank {
            self.stack.swap(at - 1, at);
            at -= 1;
        }
    }

    /// How near the nearest of the waiting pairs can be; none where none waits.
    fn lowest_bound(&self) -> Option<f32> {
        let waiting = self.stack.iter().chain(&self.queue);
        waiting.map(|ranked| ranked.rank).max().map(|rank| gap_of(rank).max(0.0))
    }
}
