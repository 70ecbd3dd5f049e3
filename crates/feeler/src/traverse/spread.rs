//! The upper levels of both trees, opened so that several threads can continue.

use super::queue::rank_of;
use super::{Open, Ranked, Trees};
use crate::kernel::Test;
use crate::simd::Instructions;

impl Trees<'_> {
    /// Opens pairs level by level until `enough` of them wait, and returns these, the nearest first. Pairs that are found to be apart
    /// are left out. The result depends on nothing but the trees, the pose and the number.
    pub(crate) fn spread(
        &self,
        instructions: Instructions,
        test: Test,
        enough: usize,
    ) -> Vec<Ranked> {
        if self.is_empty() {
            return Vec::new();
        }
        let mut waiting = vec![Ranked::ROOTS];
        while waiting.len() < enough {
            let mut steps = Vec::new();
            waiting.retain(|ranked| match self.open(ranked.pair) {
                Open::Step(step) => {
                    steps.push(step);
                    false
                }
                Open::Leaves(..) => true,
            });
            if steps.is_empty() {
                break;
            }
            self.with_kernel(instructions, |kernel| {
                for &step in &steps {
                    let found = test.ask(kernel, step, f32::INFINITY);
                    for lane in (0..8).filter(|lane| found.lanes >> lane & 1 == 1) {
                        let rank = rank_of(found.values[lane as usize]);
                        waiting.push(Ranked { rank, pair: step.pair(lane) });
                    }
                }
            });
        }
        waiting.sort_unstable_by(|p, q| q.cmp(p));
        waiting
    }
}
