//! The queue of a traversal: pairs of volumes that wait.

use super::Schedule;
use crate::buckets::Buckets;
use crate::kernel::Step;
use crate::volume::Tested;

/// The pairs of volumes that are still to be opened: first those on the stack, then those in buckets, the nearest first.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    stack: Vec<Ranked>,
    queue: Buckets<SlotPair>,
    /// The number of pairs that may wait in buckets; others go on the stack.
    room: usize,
}

/// The number of pairs in buckets up to which a search goes best first. With more of them, most of the time would be spent on their order (concentric
/// spheres: 1.5 times).
const ROOM: usize = 4096;

/// A pair of volumes: a slot of each tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SlotPair(pub(super) [u32; 2]);

/// A pair of volumes and its rank, which is the higher, the nearer the volumes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ranked {
    pub(super) rank: u32,
    pub(super) pair: SlotPair,
}

impl Step {
    /// The pair of the tested volume and the child in a lane.
    #[inline(always)]
    pub(super) fn pair(self, lane: u32) -> SlotPair {
        let mut slots = [self.other; 2];
        slots[self.here()] = self.slot(lane);
        SlotPair(slots)
    }
}

impl Ranked {
    /// The pair of both roots: the first slot of a tree is the whole of it. Roots need no test, since their children are tested.
    pub(crate) const ROOTS: Self =
        Self { rank: rank_of(f32::NEG_INFINITY), pair: SlotPair([0, 0]) };
}

/// The rank of a gap, which is the larger, the smaller the gap: the bits of positive floats are in the order of the floats.
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

    /// Empties the queue and lets one pair wait in it.
    pub(crate) fn begin(&mut self, start: Ranked, schedule: Schedule) {
        self.clear();
        self.follow(schedule);
        self.queue.spread([0, u32::MAX]);
        self.stack.push(start);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.stack.is_empty() && self.queue.is_empty()
    }

    /// Lets a pair wait that will be popped next.
    pub(super) fn put_back(&mut self, pair: SlotPair) {
        self.stack.push(Ranked { rank: rank_of(f32::NEG_INFINITY), pair });
    }

    pub(super) fn follow(&mut self, schedule: Schedule) {
        self.room = match schedule {
            Schedule::DepthFirst => 0,
            Schedule::BestFirst => ROOM,
        };
    }

    /// Lets a queue that has just begun sort gaps in a range finely. A range that begins at zero or below is sorted by powers of two, as without it.
    pub(crate) fn expect(&mut self, [nearest, farthest]: [f32; 2]) {
        let lowest = if nearest > 0.0 { rank_of(farthest) } else { 0 };
        self.queue.spread([lowest, rank_of(nearest)]);
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

    /// Whether all waiting pairs are further apart than a limit. False is no proof of the contrary: the stack is not searched.
    pub(super) fn is_beyond(&self, limit: f32) -> bool {
        let queued = self.queue.ceiling();
        self.stack.is_empty() && queued.is_none_or(|rank| gap_of(rank) > limit)
    }

    #[inline(always)]
    pub(super) fn push(&mut self, overlaps: &Tested, pair: impl Fn(u32) -> SlotPair) {
        let first = self.stack.len();
        let mut lanes = overlaps.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let rank = rank_of(overlaps.values[lane as usize & 7]);
            self.insert(first, Ranked { rank, pair: pair(lane) });
        }
    }

    /// Pushes lanes with ranks of another kind, the highest on top of the stack. It is fastest if the first lane has the highest rank.
    #[inline(always)]
    pub(super) fn push_ranked(&mut self, mut lanes: u32, ranked: impl Fn(u32) -> Ranked) {
        let first = self.stack.len();
        while lanes != 0 {
            let lane = lanes.ilog2();
            lanes ^= 1 << lane;
            self.insert_on_stack(first, ranked(lane));
        }
    }

    /// Pushes the lanes within the limit. Each has at least the bound of the pair above it, since what is inside of a volume is no nearer than the volume.
    #[inline(always)]
    pub(super) fn push_near(
        &mut self,
        gaps: &Tested,
        above: f32,
        limit: f32,
        pair: impl Fn(u32) -> SlotPair,
    ) {
        let first = self.stack.len();
        let mut lanes = gaps.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let gap = gaps.values[lane as usize & 7];
            // NaN is no proof: the pair stays.
            if gap > limit {
                continue;
            }
            let gap = if above > gap && above > 0.0 { above } else { gap };
            let ranked = Ranked { rank: rank_of(gap), pair: pair(lane) };
            // Volumes that overlap must be opened in any case, and depth first finds a contact sooner if there is one.
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

    /// Keeps the pairs pushed since `first` sorted, the nearest on top: by insertion, since there are at most eight.
    #[inline(always)]
    fn insert_on_stack(&mut self, first: usize, ranked: Ranked) {
        self.stack.push(ranked);
        let pushed = &mut self.stack[..];
        let mut at = pushed.len() - 1;
        // The pairs above move up by one: a swap would have to wait for the swap before it.
        while at > first && pushed[at - 1].rank > ranked.rank {
            pushed[at] = pushed[at - 1];
            at -= 1;
        }
        pushed[at] = ranked;
    }

    /// A lower bound of the distance of all waiting pairs; `None` if no pair waits.
    pub(super) fn lowest_bound(&self) -> Option<f32> {
        let stacked = self.stack.iter().map(|ranked| ranked.rank);
        stacked.chain(self.queue.highest()).max().map(|rank| gap_of(rank).max(0.0))
    }
}
