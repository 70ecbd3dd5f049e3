//! The hot loops once more, slowly and with a record of what they do: what [`cost`](crate::cost) measures with.
//!
//! Steps are the same and in the same order. A volume is placed and tested by [`Trees::place_all`] and [`Trees::test_all`], which take
//! one step here, and many of them when their time is taken.

use super::{Approach, Frontier, Open, Ranked, Step, Trees, Visit, gap_of};
use crate::bv::{BoundingVolume, Overlaps};
use crate::motion::Motion;
use crate::simd::Instructions;
use crate::{Effort, Schedule};
use fearless_simd::{Simd, dispatch};
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

/// What the traversals of one query did.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    pub(crate) traversals: Vec<Traversal>,
    /// Steps kept of each traversal at most, evenly spread.
    pub(crate) room: usize,
    /// Time in the leaves, and how often it was taken.
    pub(crate) leaf_time: Duration,
    pub(crate) leaf_visits: u32,
}

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct Traversal {
    pub(crate) motion: Motion,
    pub(crate) test: Test,
    pub(crate) steps: Vec<Step>,
    stride: u64,
    /// All steps, kept or not.
    pub(crate) seen: u64,
}

/// What volumes are tested for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Overlap,
    Gap,
}

impl Trace {
    pub(crate) fn new(room: usize) -> Self {
        Self { traversals: Vec::new(), room, leaf_time: Duration::ZERO, leaf_visits: 0 }
    }

    pub(crate) fn start(&mut self, motion: Motion, test: Test) {
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

/// Leaves that meet, as leaves that are near whatever their distance.
pub(crate) struct Meeting<'a>(pub(crate) &'a mut dyn Visit);

impl Approach for Meeting<'_> {
    fn limit(&self) -> f32 {
        f32::INFINITY
    }

    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()> {
        self.0.leaves(a, b)
    }
}

impl<V: BoundingVolume> Trees<'_, V> {
    /// As [`Trees::approach`] without a budget; with [`Meeting`] as [`Trees::traverse`].
    pub(crate) fn trace(
        &self,
        instructions: Instructions,
        schedule: Schedule,
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
        trace: &mut Trace,
    ) {
        if self.is_empty() {
            return;
        }
        let test = trace.traversals.last().expect("a traversal has started").test;
        frontier.follow(schedule);
        frontier.start();
        let (mut limit, mut doubt) = (approach.limit(), approach.doubt());
        while let Some(Ranked { rank, pair }) = frontier.pop() {
            let bound = gap_of(rank);
            if bound > limit {
                if frontier.is_beyond(limit) {
                    return;
                }
                continue;
            }
            if bound >= doubt && approach.rules_out(self.both(pair)) {
                continue;
            }
            match self.open(pair) {
                Open::Step(step) => {
                    let found = self.take(instructions, test, step, effort, trace);
                    queue(frontier, test, step, &found, bound, limit);
                }
                Open::Leaves(a, b) => {
                    let start = Instant::now();
                    let flow = approach.leaves(a, b);
                    trace.leaf_time += start.elapsed();
                    trace.leaf_visits += 1;
                    if flow.is_break() {
                        return;
                    }
                    (limit, doubt) = (approach.limit(), approach.doubt());
                }
            }
        }
    }

    /// One step, counted and recorded.
    fn take(
        &self,
        instructions: Instructions,
        test: Test,
        step: Step,
        effort: &mut Effort,
        trace: &mut Trace,
    ) -> Overlaps {
        trace.step(step);
        step.counted(effort);
        let mut placed = Vec::with_capacity(1);
        let mut found = Vec::with_capacity(1);
        self.place_all(instructions, &[step], &mut placed);
        self.test_all(instructions, test, &[step], &placed, &mut found);
        found[0]
    }

    /// Moves the volumes of some steps into the coordinates of the other mesh.
    pub(crate) fn place_all<'s>(
        &'s self,
        instructions: Instructions,
        steps: &[Step],
        placed: &mut Vec<V::Placed<'s>>,
    ) {
        placed.clear();
        placed.reserve(steps.len());
        dispatch!(instructions.0, simd => self.run_places(simd, steps, placed));
    }

    #[inline(always)]
    fn run_places<'s, S: Simd>(
        &'s self,
        _simd: S,
        steps: &[Step],
        placed: &mut Vec<V::Placed<'s>>,
    ) {
        for &step in steps {
            placed.push(self.placed(step));
        }
    }

    /// Tests the placed volumes of some steps against the children of their nodes.
    pub(crate) fn test_all(
        &self,
        instructions: Instructions,
        test: Test,
        steps: &[Step],
        placed: &[V::Placed<'_>],
        found: &mut Vec<Overlaps>,
    ) {
        found.clear();
        found.reserve(steps.len());
        dispatch!(instructions.0, simd => self.run_tests(simd, test, steps, placed, found));
    }

    #[inline(always)]
    fn run_tests<S: Simd>(
        &self,
        simd: S,
        test: Test,
        steps: &[Step],
        placed: &[V::Placed<'_>],
        found: &mut Vec<Overlaps>,
    ) {
        for (&step, placed) in steps.iter().zip(placed) {
            let (packet, lanes, frame) = self.tested(step);
            let scale = self.scale[step.here()];
            let children = step.lanes();
            found.push(match test {
                Test::Overlap => {
                    let mut overlaps = V::overlaps(simd, placed, packet, lanes, frame);
                    overlaps.lanes &= children;
                    overlaps
                }
                Test::Gap => {
                    let mut gap = V::gaps(simd, placed, packet, lanes, frame);
                    for gap in &mut gap {
                        *gap *= scale;
                    }
                    Overlaps { lanes: children, gap }
                }
            });
        }
    }

    /// How many volumes a step tests.
    pub(crate) fn children(&self, step: Step) -> u32 {
        step.lanes().count_ones()
    }
}

/// Lets what was found wait, each step alone: this belongs to the cost of its tests.
pub(crate) fn queue_all(frontier: &mut Frontier, test: Test, steps: &[Step], found: &[Overlaps]) {
    for (&step, found) in steps.iter().zip(found) {
        frontier.clear();
        queue(frontier, test, step, found, f32::NEG_INFINITY, f32::INFINITY);
    }
}

#[inline(always)]
fn queue(
    frontier: &mut Frontier,
    test: Test,
    step: Step,
    found: &Overlaps,
    bound: f32,
    limit: f32,
) {
    let pair = |lane: u32| step.pair(lane);
    match test {
        Test::Overlap => frontier.push(found, pair),
        Test::Gap => frontier.push_near(found, bound, limit, pair),
    }
}
