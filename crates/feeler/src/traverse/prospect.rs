//! The pairs that wait, by how likely they meet.

use super::frontier::{Ranked, Waiting};
use super::{Open, Step, Trees, Visit};
use crate::Effort;
use crate::buckets::Buckets;
use crate::budget::Clock;
use crate::bv::{BoundingVolume, Overlaps};
use crate::calibration::{Calibration, Evidence};
use crate::motion::Motion;
use crate::simd::Instructions;
use fearless_simd::{Simd, dispatch};

/// A search for a contact that can be left at any time, with all that is known so far.
///
/// The likeliest pair is opened first: that of the largest [share](crate::Cuboid::share). Depth first finds contacts as soon (within a tenth of the
/// steps), but leaves large pairs behind that say little about what is left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prospect {
    pub(super) queue: Buckets<Waiting>,
    /// The sum of the shares of all that wait. In f64: it is added to and taken from at every step.
    pub(super) sum: f64,
    pub(super) steps: u32,
}

/// How a search was left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// Nothing waits any more.
    Proved,
    /// The visitor has seen enough.
    Found,
    /// Sure enough, or out of budget: the logit of the probability of a contact.
    Left(f32),
}

impl Prospect {
    /// What is known at the [start](Prospect::start).
    pub(crate) const NOTHING_SEEN: Evidence = Evidence { sum: 1.0, waiting: 1, steps: 0 };

    /// The roots wait, and nothing was done. They are not compared: against the children of one of them the other is tested as fast.
    pub(crate) fn start(&mut self) {
        self.queue.clear();
        self.queue.push(1_f32.to_bits(), Ranked::ROOTS.pair);
        (self.sum, self.steps) = (1.0, 0);
    }

    #[inline(always)]
    pub(crate) fn evidence(&self) -> Evidence {
        Evidence { sum: self.sum as f32, waiting: self.queue.len() as u32, steps: self.steps }
    }

    #[inline(always)]
    fn push(&mut self, shares: &Overlaps, pair: impl Fn(u32) -> Waiting) {
        let mut lanes = shares.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let share = shares.gap[lane as usize & 7];
            self.sum += share as f64;
            self.queue.push(share.to_bits(), pair(lane));
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Waiting> {
        let (share, pair) = self.queue.pop()?;
        // What is left of an empty queue's sum would be rounding.
        let left = self.sum - f32::from_bits(share) as f64;
        self.sum = if self.queue.len() == 0 { 0.0 } else { left.max(0.0) };
        Some(pair)
    }
}

impl<V: BoundingVolume> Trees<'_, V> {
    /// Goes on until there is a proof, or one is sure enough, or the budget ends.
    #[expect(clippy::too_many_arguments)]
    pub(crate) fn explore(
        &self,
        instructions: Instructions,
        motion: &Motion,
        clock: Clock,
        (calibration, sure): (&Calibration, f32),
        prospect: &mut Prospect,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) -> End {
        if self.is_empty() {
            return End::Proved;
        }
        let belief = (calibration, sure);
        dispatch!(instructions.0, simd => self.run_explore(simd, motion, clock, belief, prospect, effort, visit))
    }

    #[expect(clippy::too_many_arguments)]
    #[inline(always)]
    fn run_explore<S: Simd>(
        &self,
        simd: S,
        motion: &Motion,
        mut clock: Clock,
        (calibration, sure): (&Calibration, f32),
        prospect: &mut Prospect,
        effort: &mut Effort,
        visit: &mut dyn Visit,
    ) -> End {
        loop {
            if prospect.queue.len() == 0 {
                return End::Proved;
            }
            let logit = calibration.logit(prospect.evidence());
            if logit.abs() >= sure || !clock.tick() {
                return End::Left(logit);
            }
            let Some(pair) = prospect.pop() else { return End::Proved };
            prospect.steps = prospect.steps.saturating_add(1);
            match self.open(pair) {
                Open::Step(step) => {
                    let shares = self.shares(simd, motion, step, effort);
                    prospect.push(&shares, |lane| step.pair(lane));
                }
                Open::Leaves(a, b) => {
                    if visit.leaves(a, b).is_break() {
                        return End::Found;
                    }
                }
            }
        }
    }

    /// Tests a volume against the children of a node, and how much of them it shares.
    #[inline(always)]
    fn shares<S: Simd>(
        &self,
        simd: S,
        motion: &Motion,
        step: Step,
        effort: &mut Effort,
    ) -> Overlaps {
        let (packet, lanes, frame) = self.tested(step);
        let (other, lane) = self.other(step);
        let transfer = [&motion.into_a, &motion.into_b][step.here()];
        let (placed, other) =
            (V::place(other, lane, frame), V::cuboid(other, lane).moved(transfer));
        let children = step.counted(effort);
        let mut shares = V::shares(simd, &placed, &other, packet, lanes, frame);
        shares.lanes &= children;
        shares
    }
}
