//! The pairs of volumes that wait.

use super::Schedule;
use crate::buckets::Buckets;
use crate::kernel::Step;
use crate::volume::Overlaps;

/// The pairs of volumes that are still to be opened: those on the stack first, then those in the queue, nearest first.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    stack: Vec<Ranked>,
    queue: Buckets<Waiting>,
    /// How many may wait in the queue; others go on the stack.
    room: usize,
}

/// Best first, as long as no more than this wait: in a larger queue most of the time is spent on its order (concentric spheres: 1.5 times).
const ROOM: usize = 4096;

/// A slot of either tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Waiting(pub(super) [u32; 2]);

/// A pair and how near its volumes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ranked {
    pub(super) rank: u32,
    pub(super) pair: Waiting,
}

impl Step {
    /// The volume and one of the children.
    #[inline(always)]
    pub(super) fn pair(self, lane: u32) -> Waiting {
        let mut slots = [self.other; 2];
        slots[self.here()] = self.slot(lane);
        Waiting(slots)
    }
}

impl Ranked {
    /// All of A and all of B: the first slot of a tree is the whole of it. Their volumes need no test, those below will tell.
    pub(crate) const ROOTS: Self = Self { rank: rank_of(f32::NEG_INFINITY), pair: Waiting([0, 0]) };
}

/// A number that is the larger, the smaller the gap: the bits of a positive float are in the order of floats.
#[inline(always)]
pub(super) const fn rank_of(gap: f32) -> u32 {
    let bits = gap.to_bits();
    if bits >> 31 == 0 { !bits ^ 1 << 31 } else { bits }
}

/// The gap that has a rank.
#[inline(always)]
pub(super) fn gap_of(rank: u32) -> f32 {
    f32::from_bits(if rank >> 31 == 0 { !rank ^ 1 << 31 } else { rank })
}

impl Queue {
    pub(super) fn clear(&mut self) {
        self.stack.clear();
        self.queue.clear();
    }

    /// Empties the queue, and lets one pair wait in it.
    pub(crate) fn begin(&mut self, start: Ranked, schedule: Schedule) {
        self.clear();
        self.follow(schedule);
        self.stack.push(start);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.stack.is_empty() && self.queue.len() == 0
    }

    /// Lets a pair wait that is to be the next.
    pub(super) fn put_back(&mut self, pair: Waiting) {
        self.stack.push(Ranked { rank: rank_of(f32::NEG_INFINITY), pair });
    }

    pub(super) fn follow(&mut self, schedule: Schedule) {
        self.room = match schedule {
            Schedule::DepthFirst => 0,
            Schedule::BestFirst => ROOM,
        };
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Ranked> {
        // No closure: it is not inlined, and a call for each step costs a twelfth of the time.
        if let Some(ranked) = self.stack.pop() {
            return Some(ranked);
        }
        let (rank, pair) = self.queue.pop()?;
        Some(Ranked { rank, pair })
    }

    /// Whether all that waits is further than a limit, as far as is easily known.
    pub(super) fn is_beyond(&self, limit: f32) -> bool {
        let queued = self.queue.ceiling();
        self.stack.is_empty() && queued.is_none_or(|rank| gap_of(rank) > limit)
    }

    #[inline(always)]
    pub(super) fn push(&mut self, overlaps: &Overlaps, pair: impl Fn(u32) -> Waiting) {
        let first = self.stack.len();
        let mut lanes = overlaps.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let rank = rank_of(overlaps.gap[lane as usize & 7]);
            self.insert(first, Ranked { rank, pair: pair(lane) });
        }
    }

    /// Pushes lanes by ranks of another kind, the highest on top of the stack.
    #[inline(always)]
    pub(super) fn push_ranked(&mut self, mut lanes: u32, ranked: impl Fn(u32) -> Ranked) {
        let first = self.stack.len();
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            self.insert_on_stack(first, ranked(lane));
        }
    }

    /// Pushes what is within the limit. What is inside of a volume is no nearer than the volume.
    #[inline(always)]
    pub(super) fn push_near(
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
            self.queue.push(ranked.rank, ranked.pair);
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
    pub(super) fn lowest_bound(&self) -> Option<f32> {
        let stacked = self.stack.iter().map(|ranked| ranked.rank);
        stacked.chain(self.queue.highest()).max().map(|rank| gap_of(rank).max(0.0))
    }
}
