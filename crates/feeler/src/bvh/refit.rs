//! Fitting volumes to a tree that is already there.

use super::{Bvh, Child};
use crate::bv::{BoundingVolume, Cloud, Packet};
use rayon::prelude::*;
use std::ops::Range;

impl<V: BoundingVolume, const N: usize> Bvh<V, N> {
    /// Fits every volume to its triangles.
    ///
    /// Each is fitted to the triangles themselves, not to the volumes below it, which would be looser with every level.
    pub(crate) fn fit(&mut self, cloud: &Cloud<'_>, fit: V::Fit) {
        let ranges = self.ranges();
        let ordered: Vec<[u32; 3]> =
            self.order.iter().map(|&t| cloud.triangles[t as usize]).collect();
        let range = |child: Child| {
            if child.is_leaf() { child.range() } else { ranges[child.node()].clone() }
        };
        self.nodes.par_iter_mut().for_each(|node| {
            for lane in 0..N {
                let child = node.children[lane];
                if child != Child::NONE {
                    let triangles = &ordered[range(child)];
                    node.volumes.set(lane, V::fit(&Cloud { points: cloud.points, triangles }, fit));
                }
            }
        });
    }

    /// The range in the order that lies below each node.
    pub(super) fn ranges(&self) -> Vec<Range<usize>> {
        let mut ranges = vec![0..0; self.nodes.len()];
        // Children stand behind their parents, and the leaves below a node side by side.
        for index in (0..self.nodes.len()).rev() {
            let range = |child: &Child| {
                if child.is_leaf() { child.range() } else { ranges[child.node()].clone() }
            };
            let below =
                self.nodes[index].children.iter().filter(|child| **child != Child::NONE).map(range);
            ranges[index] =
                below.reduce(|all, r| all.start.min(r.start)..all.end.max(r.end)).unwrap_or(0..0);
        }
        ranges
    }
}
