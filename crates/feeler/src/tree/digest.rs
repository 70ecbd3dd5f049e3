//! Exact data about the triangles below each node.

use super::{Child, PADDING, Tree};
use crate::Mesh;
use crate::exact_box::ExactBox;
use crate::parallel;
use rayon::prelude::*;
use std::ops::Range;

/// The box in f64 around the triangles below a node, in the mesh's own coordinates, and the lowest
/// triangle number below it.
///
/// Traversals do not use digests until many triangles are equally near. A leaf has no digest: its
/// eight triangles are examined directly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Digest {
    pub(crate) bounds: ExactBox,
    pub(crate) first: u32,
}

impl Digest {
    const EMPTY: Self = Self { bounds: ExactBox::EMPTY, first: PADDING };

    /// The digest of a leaf, whose triangles are sorted.
    pub(crate) fn of_leaf(mesh: &Mesh, triangles: &[u32]) -> Self {
        let mut bounds = ExactBox::EMPTY;
        for &triangle in triangles {
            for corner in mesh.triangle(triangle) {
                bounds = bounds.joined(&ExactBox { low: corner, high: corner });
            }
        }
        Self { bounds, first: triangles[0] }
    }

    fn joined(self, other: &Self) -> Self {
        let first = self.first.min(other.first);
        Self { bounds: self.bounds.joined(&other.bounds), first }
    }
}

impl Tree {
    /// Computes the digests of all nodes. This is repeated when the vertices have moved.
    pub(crate) fn digest(&mut self, mesh: &Mesh) {
        self.digests = self.digests(|leaf| Digest::of_leaf(mesh, &self.order[leaf]));
    }

    /// The digests of all nodes, from those of the leaves by their ranges of the order.
    pub(super) fn digests(&self, leaf: impl Fn(Range<usize>) -> Digest + Sync) -> Vec<Digest> {
        let of_leaves = |node: usize| {
            let leaves = self.nodes.children(node).filter(|child| child.is_leaf());
            leaves.fold(Digest::EMPTY, |digest, child| digest.joined(&leaf(child.range())))
        };
        let nodes = (0..self.nodes.count()).into_par_iter().with_min_len(256);
        let mut digests = parallel::collect(nodes.map(of_leaves));
        // Children have higher numbers than their parents.
        for node in (0..digests.len()).rev() {
            for child in self.nodes.children(node).filter(|child| !child.is_leaf()) {
                digests[node] = digests[node].joined(&digests[child.node()]);
            }
        }
        digests
    }

    /// The lowest triangle number below a child.
    #[inline(always)]
    pub(crate) fn first(&self, child: Child) -> u32 {
        if child.is_leaf() {
            self.order[child.range().start]
        } else {
            self.digests[child.node()].first
        }
    }
}
