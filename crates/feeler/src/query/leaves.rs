//! The triangles of two leaves.

use crate::triangle::{Triangle, intersects_counted};
use crate::{BoundingVolume, Effort, Mesh, Pair, Pose};
use std::ops::{ControlFlow, Range};

/// Both meshes in the order of their leaves, and the pose: what is left of a pair when its volumes have had their say.
pub(super) struct Leaves<'a> {
    a: Ordered<'a>,
    b: Ordered<'a>,
    pose: Pose,
}

#[derive(Clone, Copy)]
struct Ordered<'a> {
    mesh: &'a Mesh,
    order: &'a [u32],
}

impl<'a> Leaves<'a> {
    pub(super) fn of<V: BoundingVolume, const N: usize>(pair: &Pair<'a, V, N>) -> Self {
        let a = Ordered { mesh: pair.a().mesh(), order: &pair.a().bvh().order };
        let b = Ordered { mesh: pair.b().mesh(), order: &pair.b().bvh().order };
        Self { a, b, pose: pair.pose() }
    }

    /// Calls `found` for all pairs of triangles that meet and that `wanted` lets through.
    #[inline(always)]
    pub(super) fn meet(
        &self,
        a: Range<usize>,
        b: Range<usize>,
        effort: &mut Effort,
        found: &mut impl Found,
    ) -> ControlFlow<()> {
        for &in_b in &self.b.order[b] {
            let corners_b: Triangle = self.b.mesh.triangle(in_b).map(|p| self.pose.apply(p));
            for &in_a in &self.a.order[a.clone()] {
                if !found.wants(in_a, in_b) {
                    continue;
                }
                effort.triangle_tests += 1;
                if intersects_counted(&self.a.mesh.triangle(in_a), &corners_b, &mut effort.stages) {
                    found.found(in_a, in_b)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Who is told of touching triangles.
pub(super) trait Found {
    /// Whether the answer depends on this pair.
    fn wants(&self, a: u32, b: u32) -> bool;
    /// Two triangles meet. A break ends the query.
    fn found(&mut self, a: u32, b: u32) -> ControlFlow<()>;
}
