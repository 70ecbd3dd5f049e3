//! The first triangles by number come first.

use super::{Approach, Bound, Frontier, Open, Ranked, Trees};
use crate::Effort;
use crate::bv::BoundingVolume;
use crate::simd::Instructions;
use fearless_simd::{Simd, dispatch};

impl<V: BoundingVolume> Trees<'_, V> {
    /// Visits pairs of leaves within a limit that stays as it is, depth first, those with the lowest numbers of triangles first.
    ///
    /// Among many pairs of triangles that are equally near it soon comes to the first one, and then nothing that is left can be before it. That is
    /// for [`Approach::rules_out`] to tell, which is asked of every pair.
    pub(crate) fn by_number(
        &self,
        bound: impl Bound,
        instructions: Instructions,
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
    ) {
        if !self.is_empty() {
            frontier.start();
            dispatch!(instructions.0, simd => self.run_by_number(simd, bound, frontier, effort, approach));
        }
    }

    #[inline(always)]
    fn run_by_number<S: Simd>(
        &self,
        simd: S,
        by: impl Bound,
        frontier: &mut Frontier,
        effort: &mut Effort,
        approach: &mut dyn Approach,
    ) {
        let limit = approach.limit();
        while let Some(Ranked { pair, .. }) = frontier.pop() {
            if approach.rules_out(self.both(pair)) {
                continue;
            }
            match self.open(pair) {
                Open::Step(step) => {
                    let lanes = self.lengths(simd, by, step, limit, effort).lanes;
                    let tree = self.trees[step.here()];
                    let first = |lane: u32| tree.first(tree.child(step.slot(lane)));
                    frontier.push_ranked(lanes, |lane| Ranked {
                        rank: !first(lane),
                        pair: step.pair(lane),
                    });
                }
                Open::Leaves(a, b) => {
                    if approach.leaves(a, b).is_break() {
                        return;
                    }
                }
            }
        }
    }
}
