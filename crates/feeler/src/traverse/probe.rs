//! The tests of two trees, one by one: what is no query, but is compared with one.

use super::Trees;
use super::trace::Traversal;
use crate::Pose;
use crate::kernel::{Kernel, Step};
use crate::model::Model;
use crate::motion::Motion;
use crate::simd::Instructions;
use crate::tree::Child;
use crate::volume::Cuboid;

/// Two trees at a pose, whose volumes are tested when somebody asks.
///
/// It has the answers of the loops of the queries, for traversals that are written elsewhere.
pub struct Probe<'a> {
    trees: &'a Trees<'a>,
    pub(super) kernel: &'a dyn Kernel,
    motion: &'a Motion,
}

impl Probe<'_> {
    /// Does something with the tests of A and B at a pose; `None` if a mesh is empty, or the balls around them do not meet.
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

    /// As [`Probe::at`], at the pose of a traversal that was recorded.
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

    /// The test of a slot of one side against the children of an inner node of the other, which is A's with 0 and B's with 1.
    #[inline]
    pub fn step(&self, side: u32, opened: Child, other: u32) -> Step {
        self.trees.step(side, opened, other)
    }

    /// Which children may meet the volume: a bit for each lane.
    #[inline]
    pub fn overlaps(&self, step: Step) -> u32 {
        self.kernel.overlaps(step).lanes
    }

    /// The part of a test that moves the volume, and no more.
    #[inline]
    pub fn place(&self, step: Step) {
        self.kernel.place(step);
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
