//! Fronts: what a query has proved, and for how far a movement the proof lasts.
//!
//! Every pair of triangles that does not matter is left out at some place: at a test of a volume of one tree against a child of the other that found them
//! apart, or in a leaf pair. These places are the *front* of the traversal. A test that finds a gap proves more than its answer:
//! it need not be repeated before B has moved by that gap. So the next query at a pose nearby begins at the front instead of the roots,
//! and repeats only the tests whose proof has expired. Fronts are known from *generalised front tracking* (Li and Chen 1998);
//! that their parts expire with the way travelled is an idea of kinetic data structures.
//!
//! Why nothing is missed:
//!
//! - Every pair of triangles is covered by one lane of one [`Entry`], or by one waiting pair of slots. At the start the pair of
//!   roots waits. A pair that is popped is tested, and each of its children is covered by the entry of that test (if it is beyond the limit, or a leaf pair
//!   that was visited) or waits. An entry that is tested again gives up the lanes that are within the limit now, and these wait. If a
//!   contact ends the query, the waiting pairs go on waiting, and so do the leaf pairs in which it was found.
//! - A gap is a lower bound of the distance of all triangles in a lane, as posed in f64, at the pose of its test: [`Tested::values`],
//!   [`Kernel::gaps`], and for leaf pairs what [`Visit::leaves`] returns.
//! - `travel` grows from query to query by no less than any vertex of B as posed moves against A ([`way`](crate::motion::way)). By the
//!   triangle inequality a lane with the gap g at travel s is at travel t no nearer than s + g - t: `until` is s + g, and a query with a
//!   limit must look at all entries with `until <= t + limit`. Sums are rounded to the safe side.
//!
//! Lengths are in f64, in a unit of the two models that does not depend on the pose.

use super::queue::{Queue, Ranked, SlotPair, gap_of};
use super::{Open, Schedule, Step, Trees, Visit};
use crate::Effort;
use crate::kernel::{Kernel, Test};
use crate::rounding::MARGIN;
use crate::simd::Instructions;
use crate::tree::Child;
use crate::volume::{LANES, Tested};
use std::ops::ControlFlow;

/// The front of a traversal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Front {
    entries: Vec<Entry>,
    /// The travel up to which nothing in an entry meets.
    until: Vec<f64>,
    /// The pairs that were within the limit and have not been opened since.
    waiting: Queue,
    /// How far B has moved since the start.
    travel: f64,
    /// The number of entries beyond which it is better to start anew: after a long way they are no longer where they are needed.
    room: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Unknown,
    /// Started, but every query since then was ended by a contact.
    Begun,
    /// A query has come to its end.
    Complete,
}

/// Some lanes of a test, each beyond the limit, or a leaf pair that was visited.
#[derive(Clone, Copy, Debug)]
struct Entry {
    step: Step,
    lanes: u32,
}

/// The room for entries before the first query has come to its end. From then on it is twice the number of entries, and some more.
const ROOM: usize = 1024;
const SPARE: usize = 64;

impl Front {
    /// Forgets all proofs.
    pub(crate) fn forget(&mut self) {
        self.state = State::Unknown;
    }

    /// Notes that B has moved, by no more than this.
    pub(crate) fn travelled(&mut self, way: f64) {
        self.travel = (self.travel + way).next_up();
    }

    /// Whether all triangles are known to be further apart than a limit.
    pub(crate) fn is_beyond(&self, limit: f64) -> bool {
        self.state == State::Complete && self.waiting.is_empty() && self.expired(limit) == 0
    }

    /// The number of entries that must be tested again.
    fn expired(&self, limit: f64) -> usize {
        let reach = (self.travel + limit).next_up();
        self.until.iter().map(|&until| usize::from(until <= reach)).sum()
    }

    /// The last entry before a place that must be tested again.
    fn expired_before(&self, place: usize, limit: f64) -> Option<usize> {
        let reach = (self.travel + limit).next_up();
        self.until[..place].iter().rposition(|&until| until <= reach)
    }

    /// Starts anew if that is necessary, or better: if most entries have expired, the roots tell more than the rest of the front.
    fn prepare(&mut self, limit: f64, schedule: Schedule) {
        if self.state == State::Unknown
            || self.entries.len() > self.room
            || self.expired(limit) > self.entries.len() / 4 * 3
        {
            self.entries.clear();
            self.until.clear();
            self.waiting.begin(Ranked::ROOTS, schedule);
            (self.travel, self.room, self.state) = (0.0, ROOM, State::Begun);
        }
    }

    /// Notes what a test has shown about some lanes: as a new entry, or instead of the one at a place.
    #[inline(always)]
    fn note(&mut self, place: Option<usize>, entry: Entry, gap: f64) {
        let until = (self.travel + gap).next_down();
        match place {
            None if entry.lanes == 0 => {}
            None => {
                self.entries.push(entry);
                self.until.push(until);
            }
            // The entries behind this one are done already, so the last of them may take its place.
            Some(place) if entry.lanes == 0 => {
                self.entries.swap_remove(place);
                self.until.swap_remove(place);
            }
            Some(place) => (self.entries[place], self.until[place]) = (entry, until),
        }
    }
}

impl Trees<'_> {
    /// Visits all leaf pairs within the limit that the front does not prove to be beyond it, and brings the front up to date. `unit` is the
    /// length of A's unit in that of the front.
    ///
    /// After a break the front can be used again if the test was that of overlap. After other tests the waiting pairs have bounds that
    /// do not hold at another pose, and the front must be forgotten.
    #[expect(clippy::too_many_arguments)]
    pub(crate) fn resume(
        &self,
        test: Test,
        instructions: Instructions,
        schedule: Schedule,
        unit: f64,
        front: &mut Front,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) -> ControlFlow<()> {
        if self.is_empty() {
            return ControlFlow::Continue(());
        }
        front.prepare(visit.limit() as f64 * unit, schedule);
        front.waiting.follow(schedule);
        self.with_kernel(instructions, |kernel| {
            self.run_front((kernel, test), unit, front, effort, visit)
        })?;
        if front.state == State::Begun {
            front.state = State::Complete;
            front.room = 2 * front.entries.len() + SPARE;
        }
        ControlFlow::Continue(())
    }

    fn run_front(
        &self,
        probe: (&dyn Kernel, Test),
        unit: f64,
        front: &mut Front,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) -> ControlFlow<()> {
        let mut done = front.entries.len();
        let mut limit = visit.limit();
        loop {
            // Waiting pairs are near the last contact, the last of them nearest.
            let (place, step, lanes) = match front.waiting.pop() {
                Some(Ranked { rank, pair }) => {
                    // The limit may have fallen since the pair was tested.
                    let bound = gap_of(rank);
                    if bound > limit {
                        front.note(None, self.alone(pair), bound as f64 * unit);
                        continue;
                    }
                    match self.open(pair) {
                        Open::Step(step) => (None, step, step.lanes()),
                        Open::Leaves(a, b) => {
                            let size = self.smaller(pair);
                            let ControlFlow::Continue(gap) = visit.leaves(a, b, size) else {
                                front.waiting.put_back(pair);
                                return ControlFlow::Break(());
                            };
                            limit = visit.limit();
                            front.note(None, self.alone(pair), gap.max(0.0) as f64 * unit);
                            continue;
                        }
                    }
                }
                None => match front.expired_before(done, limit as f64 * unit) {
                    Some(place) => {
                        done = place;
                        let Entry { step, lanes } = front.entries[place];
                        (Some(place), step, lanes)
                    }
                    None => return ControlFlow::Continue(()),
                },
            };
            effort.updates += 1;
            effort.volume_tests += step.children as u64;
            let found = self.probe(probe, step, limit);
            let near = found.lanes & lanes;
            let mut settled = lanes & !near;
            let mut gap = smallest_gap(&found, settled);
            let mut leaves = near & self.pairs_of_leaves(step);
            let inner = Tested { lanes: near & !leaves, ..found };
            front.waiting.push(&inner, |lane| step.pair(lane));
            while leaves != 0 {
                let pair = step.pair(leaves.trailing_zeros());
                let [a, b] = self.both(pair).map(Child::range);
                let size = self.smaller(pair);
                let ControlFlow::Continue(bound) = visit.leaves(a, b, size) else { break };
                limit = visit.limit();
                gap = if bound < gap { bound.max(0.0) } else { gap };
                settled |= leaves & leaves.wrapping_neg();
                leaves &= leaves - 1;
            }
            front.note(place, Entry { step, lanes: settled }, gap as f64 * unit);
            if leaves != 0 {
                // Next time the leaf pair with the contact is visited first, then those beside it.
                while leaves != 0 {
                    let lane = 31 - leaves.leading_zeros();
                    leaves &= !(1 << lane);
                    front.waiting.put_back(step.pair(lane));
                }
                return ControlFlow::Break(());
            }
        }
    }

    /// The lanes that may be within a limit, and lower bounds of the distance of the others, in A's unit. For the test of overlap the limit is zero.
    fn probe(&self, (kernel, test): (&dyn Kernel, Test), step: Step, limit: f32) -> Tested {
        let mut found = test.ask(kernel, step, limit);
        if test == Test::Overlap {
            let scale = self.motion.scale()[step.here()];
            for lane in 0..LANES {
                // By rounding, a gap may be positive in spite of an overlap. A pair that waits for another pose must not be taken for apart there.
                let apart = found.lanes >> lane & 1 == 0;
                let gap = found.values[lane] * scale;
                found.values[lane] = if apart || gap < 0.0 { gap } else { 0.0 };
            }
        }
        found
    }

    /// The size of the smaller volume of a pair, in A's unit.
    #[inline(always)]
    fn smaller(&self, SlotPair(slots): SlotPair) -> f32 {
        let scale = self.motion.scale();
        let size = |side: usize| self.links[side][slots[side] as usize].size.sqrt() * scale[side];
        size(0).min(size(1))
    }

    /// The lanes of a test that are leaf pairs.
    #[inline(always)]
    fn pairs_of_leaves(&self, step: Step) -> u32 {
        let (here, there) = (step.here(), 1 - step.here());
        if !self.nodes[there].child(step.other).is_leaf() {
            return 0;
        }
        let mut lanes = 0;
        for slot in step.first..step.first + step.children {
            lanes |= u32::from(self.nodes[here].child(slot).is_leaf()) << (slot % LANES as u32);
        }
        lanes
    }

    /// An entry with a single lane: a pair of slots without a test of its siblings.
    fn alone(&self, SlotPair([a, b]): SlotPair) -> Entry {
        let place = a % self.nodes[0].arity.number() as u32;
        // The other lanes are not used, whether they have children or not.
        let step = Step { side: 0, first: a - place, children: place + 1, other: b };
        Entry { step, lanes: 1 << (a % LANES as u32) }
    }
}

/// A lower bound of the distance of all triangles in some lanes that are apart; infinite if there are no lanes.
#[inline(always)]
fn smallest_gap(found: &Tested, lanes: u32) -> f32 {
    let mut smallest = f32::INFINITY;
    for lane in 0..8 {
        // An axis may separate a lane without being part of its gap. Then the gap is not positive, and proves nothing beyond this pose.
        let gap = if found.values[lane] > 0.0 { found.values[lane] } else { 0.0 };
        let counts = lanes >> lane & 1 == 1;
        smallest = if counts && gap < smallest { gap } else { smallest };
    }
    smallest * (1.0 - 2.0 * MARGIN)
}
