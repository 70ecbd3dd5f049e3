//! The hot loops: two trees at once.
//!
//! - [`bound`]: by what volumes are ordered, and left out;
//! - [`prospect`]: the pairs that wait, by how likely they meet, for those who cannot wait for a proof;
//! - [`parked`]: many of such searches that were left, in one memory;
//! - [`frontier`]: the pairs that wait, on a stack or in buckets;
//! - [`number`]: the first triangles by number come first, for ties;
//! - [`front`]: where a traversal ended, for the next one to begin;
//! - [`spread`]: the upper levels, for several threads to go on;
//! - [`trace`] goes the same way slowly, and takes notes.

mod bound;
mod front;
mod frontier;
mod number;
mod parked;
mod prospect;
mod spread;
pub(crate) mod trace;

pub(crate) use bound::{Bound, Gap, Overlap, Travel};
pub(crate) use front::{Front, Watch};
pub(crate) use frontier::{Frontier, Ranked};
pub(crate) use parked::{Left, Parked};
pub(crate) use prospect::{End, Prospect};

use crate::Effort;
use crate::budget::Clock;
use crate::bv::{BoundingVolume, Overlaps};
use crate::bvh::{Bvh, Child, LANES};
use crate::motion::Motion;
use crate::simd::Instructions;
use fearless_simd::{Simd, SimdBase, SimdMask, dispatch, f32x8};
use frontier::{Waiting, gap_of};
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

/// What to do with the triangles of two leaves whose volumes overlap.
pub(crate) trait Visit {
    /// Ranges of both trees' orders. A break ends the traversal.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()>;
}

/// What to do with the triangles of two leaves whose volumes are near.
pub(crate) trait Approach {
    /// Pairs of volumes further apart than this do not matter; in A's unit. It may become smaller with every leaf.
    fn limit(&self) -> f32;
    /// Pairs of volumes whose bound is at least this may be as far apart as the limit: f32 does not tell.
    fn doubt(&self) -> f32 {
        f32::INFINITY
    }
    /// Whether a pair in doubt does not matter, by an exact look at it.
    fn rules_out(&mut self, _pair: [Child; 2]) -> bool {
        false
    }
    /// Ranges of both trees' orders. A break ends the traversal.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()>;
}

/// Two trees and the motion between them.
pub(crate) struct Trees<'a, V: BoundingVolume> {
    /// A and B. Which of two nodes is opened is a matter of chance, so the sides are looked up and not branched on.
    trees: [&'a Bvh<V>; 2],
    into: [V::Frame; 2],
    /// The unit lengths of both in A's.
    scale: [f32; 2],
}

impl<'a, V: BoundingVolume> Trees<'a, V> {
    pub(crate) fn new(a: &'a Bvh<V>, b: &'a Bvh<V>, motion: &Motion) -> Self {
        let into = [V::frame(&motion.into_a), V::frame(&motion.into_b)];
        Self { trees: [a, b], into, scale: [1.0, motion.into_a.scale] }
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
        if !self.is_empty() {
            let work = (instructions, schedule);
            self.traverse_from(Ranked::ROOTS, work, frontier, effort, visit);
        }
    }

    /// As [`Trees::traverse`], below one pair.
    pub(crate) fn traverse_from(
        &self,
        start: Ranked,
        (instructions, schedule): (Instructions, Schedule),
        frontier: &mut Frontier,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) {
        frontier.follow(schedule);
        frontier.start_at(start);
        self.go_on(u64::MAX, instructions, frontier, effort, visit);
    }

    /// As [`Trees::traverse`], for no more than some steps.
    pub(crate) fn traverse_briefly(
        &self,
        steps: u64,
        (instructions, schedule): (Instructions, Schedule),
        frontier: &mut Frontier,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) {
        if !self.is_empty() {
            frontier.follow(schedule);
            frontier.start();
            self.go_on(steps, instructions, frontier, effort, visit);
        }
    }

    /// Opens what waits, for some steps.
    fn go_on(
        &self,
        steps: u64,
        instructions: Instructions,
        frontier: &mut Frontier,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) {
        // The whole loop is compiled for each instruction set, and chosen here, once.
        dispatch!(instructions.0, simd => self.run(simd, steps, frontier, effort, visit));
    }

    /// CDTEST and CDTEST2 of the lecture, with a list of waiting pairs in the place of recursion.
    #[inline(always)]
    fn run<S: Simd>(
        &self,
        simd: S,
        mut steps: u64,
        frontier: &mut Frontier,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) {
        while steps > 0
            && let Some(Ranked { pair, .. }) = frontier.pop()
        {
            steps -= 1;
            match self.open(pair) {
                Open::Step(step) => {
                    let overlaps = self.overlaps(simd, step, effort);
                    frontier.push(&overlaps, |lane| step.pair(lane));
                }
                Open::Leaves(a, b) => {
                    if visit.leaves(a, b).is_break() {
                        return;
                    }
                }
            }
        }
    }

    /// Visits all pairs of leaves whose volumes are within the limit, near ones first, as long as the budget lasts.
    ///
    /// Where the budget did not last it gives a lower bound of the distance of all that is left, in A's unit.
    #[expect(clippy::too_many_arguments)]
    pub(crate) fn approach(
        &self,
        bound: impl Bound,
        instructions: Instructions,
        schedule: Schedule,
        clock: Clock,
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
    ) -> Option<f32> {
        if self.is_empty() {
            return None;
        }
        let work = (instructions, schedule, clock);
        self.approach_from(Ranked::ROOTS, bound, work, frontier, effort, approach)
    }

    /// As [`Trees::approach`], below one pair.
    pub(crate) fn approach_from(
        &self,
        start: Ranked,
        bound: impl Bound,
        (instructions, schedule, clock): (Instructions, Schedule, Clock),
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
    ) -> Option<f32> {
        frontier.follow(schedule);
        frontier.start_at(start);
        dispatch!(instructions.0, simd => self.run_near(simd, bound, clock, frontier, effort, approach))
    }

    /// As [`Trees::run`], for lower bounds of the distance in the place of overlap (Larsen et al., *Fast Proximity Queries with
    /// Swept Sphere Volumes*, 1999, section 4).
    #[inline(always)]
    fn run_near<S: Simd>(
        &self,
        simd: S,
        by: impl Bound,
        mut clock: Clock,
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
    ) -> Option<f32> {
        let (mut limit, mut doubt) = (approach.limit(), approach.doubt());
        loop {
            if !clock.tick() {
                return frontier.lowest_bound();
            }
            let Ranked { rank, pair } = frontier.pop()?;
            let bound = gap_of(rank);
            if bound > limit {
                if frontier.is_beyond(limit) {
                    return None;
                }
                continue;
            }
            if bound >= doubt && approach.rules_out(self.both(pair)) {
                continue;
            }
            match self.open(pair) {
                Open::Step(step) => {
                    let lengths = self.lengths(simd, by, step, limit, effort);
                    frontier.push_near(&lengths, bound, limit, |lane| step.pair(lane));
                }
                Open::Leaves(a, b) => {
                    if approach.leaves(a, b).is_break() {
                        return None;
                    }
                    // Two leaves take as long as dozens of other steps.
                    if clock.is_over() {
                        return frontier.lowest_bound();
                    }
                    (limit, doubt) = (approach.limit(), approach.doubt());
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.trees.iter().any(|tree| tree.is_empty())
    }

    /// What stands at the slots of a pair.
    #[inline(always)]
    fn both(&self, Waiting(slots): Waiting) -> [Child; 2] {
        [self.trees[0].child(slots[0]), self.trees[1].child(slots[1])]
    }

    /// What is to be done with a pair: the larger volume is opened first.
    #[inline(always)]
    fn open(&self, pair: Waiting) -> Open {
        let Waiting(slots) = pair;
        let links =
            [self.trees[0].links[slots[0] as usize], self.trees[1].links[slots[1] as usize]];
        let [a, b] = [links[0].child, links[1].child];
        if a.is_leaf() && b.is_leaf() {
            return Open::Leaves(a.range(), b.range());
        }
        let [scale_a, scale_b] = self.scale;
        let larger_b = links[0].size * scale_a * scale_a < links[1].size * scale_b * scale_b;
        let open_b = a.is_leaf() | (larger_b & !b.is_leaf());
        let opened = if open_b { b } else { a };
        let side = open_b as u32;
        Open::Step(self.step(side, opened, slots[1 - open_b as usize]))
    }

    /// The step that tests a slot of one side against the children of an inner child of the other.
    #[inline(always)]
    pub(crate) fn step(&self, side: u32, opened: Child, other: u32) -> Step {
        let shift = self.trees[side as usize & 1].arity.shift();
        let first = (opened.node() as u32) << shift;
        Step { side, first, children: opened.children(), other }
    }

    /// The packet that a step tests, the lanes of the opened node in it, and the frame.
    #[inline(always)]
    fn tested(&self, step: Step) -> (&V::Packet, u32, &V::Frame) {
        let here = step.here();
        let (packet, lane) = self.trees[here].packet(step.first);
        let lanes = ((1 << self.trees[here].arity.number()) - 1) << lane;
        (packet, lanes, &self.into[here])
    }

    /// Where the other volume of a step is.
    #[inline(always)]
    fn other(&self, step: Step) -> (&V::Packet, usize) {
        self.trees[1 - step.here()].packet(step.other)
    }

    /// The other volume of a step, moved into the coordinates of the opened node.
    #[inline(always)]
    fn placed(&self, step: Step) -> V::Placed<'_> {
        let (packet, lane) = self.other(step);
        V::place(packet, lane, &self.into[step.here()])
    }

    /// Tests a volume against the children of a node.
    #[inline(always)]
    pub(crate) fn overlaps<S: Simd>(&self, simd: S, step: Step, effort: &mut Effort) -> Overlaps {
        let (packet, lanes, frame) = self.tested(step);
        let placed = self.placed(step);
        let children = step.counted(effort);
        let mut overlaps = V::overlaps(simd, &placed, packet, lanes, frame);
        overlaps.lanes &= children;
        overlaps
    }

    /// Bounds the lengths between a volume and the children of a node, in A's unit; those beyond the limit are left out.
    #[inline(always)]
    fn lengths<S: Simd>(
        &self,
        simd: S,
        by: impl Bound,
        step: Step,
        limit: f32,
        effort: &mut Effort,
    ) -> Overlaps {
        let (packet, lanes, frame) = self.tested(step);
        let placed = self.placed(step);
        let children = step.counted(effort);
        let gap = by.lengths::<S, V>(simd, &placed, packet, lanes, frame, step);
        let gap = f32x8::from_slice(simd, &gap) * self.scale[step.here()];
        let beyond = gap.simd_gt(limit).to_bitmask() as u32;
        Overlaps { lanes: children & !beyond, gap: gap.into() }
    }
}

/// A volume of one tree, by its slot, and the node of the other whose children it is tested against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Whose node is opened: 0 for A, 1 for B.
    side: u32,
    /// The slot of the first child, and how many there are.
    first: u32,
    children: u32,
    /// The slot of the volume on the other side.
    other: u32,
}

impl Step {
    /// The side whose node is opened, and in whose coordinates volumes are compared: 0 for A, 1 for B.
    #[inline(always)]
    pub(crate) fn here(self) -> usize {
        self.side as usize & 1
    }

    /// A bit for each child, in the lane that it has in its packet.
    #[inline(always)]
    pub(crate) fn lanes(self) -> u32 {
        ((1 << self.children) - 1) << (self.first % LANES as u32)
    }

    /// The slot of the child in a lane.
    #[inline(always)]
    pub(crate) fn slot(self, lane: u32) -> u32 {
        self.first / LANES as u32 * LANES as u32 + lane
    }

    /// The same, adding one update and one test for each child to the effort.
    #[inline(always)]
    fn counted(self, effort: &mut Effort) -> u32 {
        effort.updates += 1;
        effort.volume_tests += self.children as u64;
        self.lanes()
    }

    /// The volume and one of the children.
    #[inline(always)]
    fn pair(self, lane: u32) -> Waiting {
        let mut slots = [self.other; 2];
        slots[self.here()] = self.slot(lane);
        Waiting(slots)
    }
}

/// What comes of a pair.
enum Open {
    Step(Step),
    Leaves(Range<usize>, Range<usize>),
}
