//! The search for triangles that meet: from a pair of models to a traversal.

use super::leaves::{Found, Leaves};
use crate::kernel::Test;
use crate::motion::Motion;
use crate::traverse::{Overlap, Trees};
use crate::{Effort, Pair, Schedule, Scratch};

/// As many steps are likely to find a contact, and take a twentieth of the time of a distance where there is none.
const BRIEF: u64 = 32;

impl Pair<'_> {
    /// The motion between meshes that may touch; none where the boxes or the balls around them do not.
    ///
    /// Most pairs of a world end here, and boxes take a tenth of the time that a motion does.
    pub(crate) fn touching(&self) -> Option<Motion> {
        if self.everything().are_apart() {
            return None;
        }
        Motion::touching(self.a().unit(), self.b().unit(), &self.pose())
    }

    /// Finds the pairs of leaves that may meet, and among their triangles those that do.
    pub(crate) fn traverse(&self, scratch: &mut Scratch, found: &mut dyn Found) {
        scratch.effort = Effort::default();
        let Some(motion) = self.touching() else { return };
        let Scratch { instructions, frontier, effort, trace, .. } = scratch;
        let instructions = *instructions;
        let schedule = self.schedule().unwrap_or(Schedule::DepthFirst);
        let mut leaves = Leaves::new(self, &motion, instructions, found);
        let trees = Trees::new(self.a(), self.b(), &motion);
        let work = (instructions, schedule);
        match trace {
            None => trees.touch(u64::MAX, work, frontier, effort, &mut leaves),
            Some(trace) => {
                trace.start(motion, Test::Overlap);
                trees.trace_touch(work, frontier, effort, &mut leaves, trace);
            }
        }
        effort.add(&leaves.effort());
    }

    /// Looks for a contact where it is likeliest, for a few steps: most meshes that touch are found out by that.
    pub(crate) fn traverse_briefly(&self, scratch: &mut Scratch, found: &mut dyn Found) {
        let Some(motion) = self.touching() else { return };
        let Scratch { instructions, frontier, effort, .. } = scratch;
        let trees = Trees::new(self.a(), self.b(), &motion);
        let mut leaves = Leaves::new(self, &motion, *instructions, found);
        let work = (*instructions, self.schedule().unwrap_or(Schedule::DepthFirst));
        trees.touch(BRIEF, work, frontier, effort, &mut leaves);
        effort.add(&leaves.effort());
    }

    /// Finds contacts, those with the lowest numbers first.
    pub(crate) fn traverse_by_number(&self, scratch: &mut Scratch, found: &mut dyn Found) {
        let Some(motion) = self.touching() else { return };
        let Scratch { instructions, frontier, effort, .. } = scratch;
        let trees = Trees::new(self.a(), self.b(), &motion);
        let mut leaves = Leaves::new(self, &motion, *instructions, found);
        trees.by_number(Overlap, *instructions, frontier, effort, &mut leaves);
        effort.add(&leaves.effort());
    }
}
