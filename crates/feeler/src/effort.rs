//! What a query has cost.

use crate::triangle::Stages;

/// The work done by one query, in the terms of the lecture's cost model.
///
/// It depends on the tree and on the schedule, but not on the processor: every instruction set does the same work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Tests of one volume against one other (`N_V`). A packet test counts as many as it has children.
    pub volume_tests: u64,
    /// Tests of one triangle against one other (`N_P`).
    pub triangle_tests: u64,
    /// Volumes moved into the coordinates of the other mesh (`N_U`).
    pub updates: u64,
    /// In which stages the signs in the triangle tests were decided, where f32 could not prove the answer before.
    pub stages: Stages,
}

impl Effort {
    /// Adds the work of a part.
    pub(crate) fn add(&mut self, other: &Self) {
        self.volume_tests += other.volume_tests;
        self.triangle_tests += other.triangle_tests;
        self.updates += other.updates;
        self.stages.filtered += other.stages.filtered;
        self.stages.adaptive += other.stages.adaptive;
        self.stages.big += other.stages.big;
    }
}
