//! The order of guided searches: pairs wait by how likely they meet.

use super::queue::{Ranked, SlotPair};
use super::{Order, Trees, Visit};
use crate::buckets::Buckets;
use crate::budget::Clock;
use crate::calibration::{Evidence, Judge, Odds, Outset};
use crate::kernel::{Kernel, Step};
use crate::volume::Tested;
use std::ops::{ControlFlow, Range};

/// A search for a contact that can be interrupted at any time, with all that it knows so far.
///
/// The likeliest pair is opened first: that of the largest [share](crate::volume::Cuboid::share). Depth first finds contacts as soon (within a tenth of the
/// steps), but leaves large pairs behind that say little about what is left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prospect {
    pub(super) queue: Buckets<SlotPair>,
    /// The sum of the shares of all waiting pairs. It is in f64 because every step adds to it and subtracts from it.
    pub(super) sum: f64,
    pub(super) steps: u32,
    /// What the search knew before its first step.
    pub(crate) outset: Outset,
}

/// How a guided search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// No pair waits any more: the meshes do not touch.
    Proved,
    /// The visitor has found a contact.
    Found,
    /// The search is sure enough, or the budget is used up. The number is that of the steps so far.
    Left(Odds, u32),
}

impl Prospect {
    /// Starts anew: the pair of roots waits. It is not tested, since the first step tests one root against the children of the other as fast.
    pub(crate) fn start(&mut self) {
        self.queue.clear();
        self.queue.push(1_f32.to_bits(), Ranked::ROOTS.pair);
        (self.sum, self.steps) = (1.0, 0);
    }

    #[inline(always)]
    pub(crate) fn evidence(&self) -> Evidence {
        Evidence {
            sum: self.sum as f32,
            waiting: self.queue.len() as u32,
            steps: self.steps,
            outset: self.outset,
        }
    }

    /// The slots of the pair that would be opened next.
    pub(crate) fn next_pair(&self) -> Option<[u32; 2]> {
        self.queue.peek().map(|SlotPair(slots)| slots)
    }

    #[inline(always)]
    fn push(&mut self, shares: &Tested, pair: impl Fn(u32) -> SlotPair) {
        let mut lanes = shares.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let share = shares.values[lane as usize & 7];
            self.sum += share as f64;
            self.queue.push(share.to_bits(), pair(lane));
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Ranked> {
        let (share, pair) = self.queue.pop()?;
        // The sum of an empty queue would be nothing but rounding.
        let left = self.sum - f32::from_bits(share) as f64;
        self.sum = if self.queue.is_empty() { 0.0 } else { left.max(0.0) };
        Some(Ranked { rank: share, pair })
    }
}

/// The order of a guided search: the likeliest pair first, until there is a proof, or the probability is sure enough, or the budget ends.
pub(crate) struct Likeliest<'a> {
    pub(crate) clock: Clock,
    pub(crate) judge: &'a Judge,
    pub(crate) prospect: &'a mut Prospect,
    pub(crate) visit: &'a mut dyn Visit,
}

impl Order for Likeliest<'_> {
    type End = End;

    #[inline(always)]
    fn next(&mut self, _trees: &Trees<'_>) -> ControlFlow<End, Ranked> {
        if self.prospect.queue.is_empty() {
            return ControlFlow::Break(End::Proved);
        }
        let (odds, steps) = (self.judge.odds(self.prospect.evidence()), self.prospect.steps);
        // Before the first step the sum is one by convention, which is no evidence.
        let sure = steps > 0 && self.judge.is_sure(odds);
        if sure || !self.clock.tick() {
            return ControlFlow::Break(End::Left(odds, steps));
        }
        let Some(ranked) = self.prospect.pop() else { return ControlFlow::Break(End::Proved) };
        self.prospect.steps = self.prospect.steps.saturating_add(1);
        ControlFlow::Continue(ranked)
    }

    #[inline(always)]
    fn test(&self, kernel: &(impl Kernel + ?Sized), step: Step) -> Tested {
        kernel.shares(step)
    }

    #[inline(always)]
    fn push(&mut self, _trees: &Trees<'_>, _above: Ranked, step: Step, found: &Tested) {
        self.prospect.push(found, |lane| step.pair(lane));
    }

    #[inline(always)]
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<End> {
        match self.visit.leaves(a, b, 0.0) {
            ControlFlow::Continue(_) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(End::Found),
        }
    }
}
