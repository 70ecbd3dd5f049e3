//! The work done by a query.

use crate::triangle::Stages;
use std::fmt;

/// The work of one query, in the terms of the cost model of Kavan and Havran.
///
/// The work depends on the tree and on the schedule, but not on the processor: every instruction
/// set does the same work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Effort {
    /// The number of tests of one volume against one other (`N_V`). A packet test counts once for
    /// each child.
    pub volume_tests: u64,
    /// The number of tests of one triangle against one other (`N_P`).
    pub triangle_tests: u64,
    /// The number of volumes that were moved into the coordinates of the other mesh (`N_U`).
    pub updates: u64,
    /// The stages that decided the signs in triangle tests, for those tests that f32 could not
    /// decide.
    pub stages: Stages,
}

impl Effort {
    /// Adds the work of a part of a query.
    pub(crate) fn add(&mut self, other: &Self) {
        self.volume_tests += other.volume_tests;
        self.triangle_tests += other.triangle_tests;
        self.updates += other.updates;
        self.stages.filtered += other.stages.filtered;
        self.stages.adaptive += other.stages.adaptive;
        self.stages.big += other.stages.big;
    }
}

/// `239 tests of volumes, 920 of triangles, 35 updates`.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { volume_tests, triangle_tests, updates, .. } = self;
        write!(
            f,
            "{volume_tests} tests of volumes, {triangle_tests} of triangles, {updates} updates"
        )
    }
}
