//! The search for triangles that meet: from a pair of models to a traversal.

use super::leaves::{Found, Leaves};
use crate::kernel::Test;
use crate::motion::Motion;
use crate::traverse::{ByNumber, Overlap, Ranked, Touch, Trees};
use crate::{Pair, Schedule, Scratch};

/// The number of steps of a brief search for a contact. They are likely to find one if the meshes
/// touch, and take a twentieth of the time of a distance if there is none.
const BRIEF_STEPS: u64 = 32;

/// The number of steps of a brief search by number: a way from the roots to two leaves, in trees of a million triangles.
const FIRST_STEPS: u64 = 16;

impl Pair<'_> {
    /// The motion between meshes that may touch; `None` if the boxes or the balls around the meshes do
    /// not meet.
    ///
    /// Most pairs of a scene end here, and the boxes take a tenth of the time of a motion.
    pub(crate) fn touching(&self) -> Option<Motion> {
        if self.is_empty() || self.everything().are_apart() {
            return None;
        }
        Motion::touching(self.a().unit(), self.b().unit(), &self.pose())
    }

    /// Whether one of the meshes has no triangles.
    pub(super) fn is_empty(&self) -> bool {
        self.a().tree().nodes.is_empty() || self.b().tree().nodes.is_empty()
    }

    /// Finds the leaf pairs that may meet, and among their triangles the pairs that do meet.
    pub(super) fn traverse(&self, scratch: &mut Scratch, found: &mut dyn Found) {
        self.traverse_for(u64::MAX, scratch, found);
    }

    /// Looks for a contact for a few steps, which are enough for most meshes that touch.
    pub(super) fn traverse_briefly(&self, scratch: &mut Scratch, found: &mut dyn Found) {
        self.traverse_for(BRIEF_STEPS, scratch, found);
    }

    /// [`Pair::traverse`] with no more than some number of steps.
    fn traverse_for(&self, steps: u64, scratch: &mut Scratch, found: &mut dyn Found) {
        let Some(motion) = self.touching() else { return };
        let Scratch { instructions, queue, effort, trace, .. } = scratch;
        let mut leaves = Leaves::new(self, &motion, *instructions, found);
        let trees = Trees::new(self.a(), self.b(), &motion);
        queue.begin(Ranked::ROOTS, self.schedule().unwrap_or(Schedule::DepthFirst));
        let mut order = Touch::new(queue, steps, &mut leaves);
        let trace = trace.as_mut();
        trees.traverse_traced(Test::Overlap, *instructions, &mut order, effort, trace);
        effort.add(&leaves.effort());
    }

    /// Finds contacts, the pairs of triangles with the lowest numbers first.
    pub(super) fn traverse_by_number(&self, scratch: &mut Scratch, found: &mut dyn Found) {
        self.traverse_by_number_for(u64::MAX, scratch, found);
    }

    /// Finds contacts in the order of their numbers, if a few steps find one: parts that coincide have one at
    /// their first triangles.
    pub(super) fn traverse_by_number_briefly(&self, scratch: &mut Scratch, found: &mut dyn Found) {
        self.traverse_by_number_for(FIRST_STEPS, scratch, found);
    }

    fn traverse_by_number_for(&self, steps: u64, scratch: &mut Scratch, found: &mut dyn Found) {
        let Some(motion) = self.touching() else { return };
        let Scratch { instructions, queue, effort, trace, .. } = scratch;
        let mut leaves = Leaves::new(self, &motion, *instructions, found);
        let trees = Trees::new(self.a(), self.b(), &motion);
        queue.begin(Ranked::ROOTS, Schedule::DepthFirst);
        let mut order = ByNumber::brief(Overlap, steps, queue, &mut leaves);
        let trace = trace.as_mut();
        trees.traverse_traced(Test::Overlap, *instructions, &mut order, effort, trace);
        effort.add(&leaves.effort());
    }
}
