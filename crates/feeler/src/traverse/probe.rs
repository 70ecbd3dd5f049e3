//! The tests of two trees, one by one, for traversals that are written outside of this crate.

use super::trace::Traversal;
use super::{Queue, Trees};
use crate::Pose;
use crate::kernel::{Kernel, Step, Test};
use crate::model::Model;
use crate::motion::Motion;
use crate::simd::Instructions;
use crate::tree::Child;
use crate::volume::Cuboid;

/// Two trees at a pose, with the tests of their volumes.
///
/// Its answers are those that the loop of the queries gets.
pub struct Probe<'a> {
    trees: &'a Trees<'a>,
    kernel: &'a dyn Kernel,
    motion: &'a Motion,
}

impl Probe<'_> {
    /// Calls a function with the tests of A and B at a pose; `None` if a mesh is empty, or if the balls around the meshes do not meet.
    pub fn at<T>(
        [a, b]: [&Model; 2],
        pose: &Pose,
        instructions: Instructions,
        job: impl FnMut(&Probe<'_>) -> T,
    ) -> Option<T> {
        if a.tree().nodes.is_empty() || b.tree().nodes.is_empty() {
            return None;
        }
        let motion = Motion::touching(a.unit(), b.unit(), pose)?;
        Some(Self::of([a, b], &motion, instructions, job))
    }

    /// Calls a function with the tests of A and B at the pose of a recorded traversal.
    pub fn again<T>(
        models: [&Model; 2],
        traversal: &Traversal,
        instructions: Instructions,
        job: impl FnMut(&Probe<'_>) -> T,
    ) -> T {
        Self::of(models, &traversal.motion, instructions, job)
    }

    fn of<T>(
        [a, b]: [&Model; 2],
        motion: &Motion,
        instructions: Instructions,
        mut job: impl FnMut(&Probe<'_>) -> T,
    ) -> T {
        let trees = &Trees::new(a, b, motion);
        trees.with_kernel(instructions, |kernel| job(&Probe { trees, kernel, motion }))
    }

    /// The step that opens an inner child of one side, 0 for A and 1 for B, and tests its children against a slot of the other side.
    #[inline]
    pub fn step(&self, side: u32, opened: Child, other: u32) -> Step {
        self.trees.step(side, opened, other)
    }

    /// The children that may meet the volume: a bit for each lane.
    #[inline]
    pub fn overlaps(&self, step: Step) -> u32 {
        self.kernel.overlaps(step).lanes
    }

    /// The first part of a test alone, which moves the volume.
    #[inline]
    pub fn place(&self, step: Step) {
        self.kernel.place(step);
    }

    /// The test of one step of a recorded traversal again: the children that are not apart from the volume, a bit for each lane, and their gaps in A's
    /// unit. In a search for contacts a gap is an order only.
    pub fn outcome(&self, traversal: &Traversal, step: Step) -> (u32, [f32; 8]) {
        let found = traversal.test.ask(self.kernel, step, f32::INFINITY);
        (found.lanes, found.values)
    }

    /// Repeats some steps of a recorded traversal: volumes are tested as before, and those that are near are pushed to a queue that is not opened.
    pub fn repeat(&self, traversal: &Traversal, steps: &[Step], queue: &mut Queue) {
        for &step in steps {
            let found = traversal.test.ask(self.kernel, step, f32::INFINITY);
            let pair = |lane: u32| step.pair(lane);
            queue.clear();
            match traversal.test {
                Test::Overlap => queue.push(&found, pair),
                Test::Gap => queue.push_near(&found, f32::NEG_INFINITY, f32::INFINITY, pair),
            }
        }
    }

    /// A box of B in A's coordinates. It is not grown: this is for estimates, not for proofs.
    #[inline]
    pub fn moved(&self, cuboid: &Cuboid) -> Cuboid {
        cuboid.moved(&self.motion.into_a)
    }

    /// The length of B's unit in A's.
    #[inline]
    pub fn scale(&self) -> f32 {
        self.motion.into_a.scale
    }
}
