//! Fitting volumes to a tree that is already there.

use super::{Bvh, Child, PADDING};
use crate::bv::{BoundingVolume, Cloud, Packet as _};
use crate::triangle::packet::Packet;
use rayon::prelude::*;
use std::ops::Range;

impl<V: BoundingVolume, const N: usize> Bvh<V, N> {
    /// Fits every volume to its triangles, and copies their corners to the leaves.
    ///
    /// Each volume is fitted to the triangles themselves, not to the volumes below it, which would be looser with every level.
    pub(crate) fn fit(&mut self, cloud: &Cloud<'_>, fit: V::Fit) {
        let (starts, ordered) = self.without_padding(cloud);
        let ranges = self.ranges();
        let range = |child: Child| {
            if child.is_leaf() { child.range() } else { ranges[child.node()].clone() }
        };
        self.nodes.par_iter_mut().for_each(|node| {
            for lane in 0..N {
                let child = node.children[lane];
                if child != Child::NONE {
                    let Range { start, end } = range(child);
                    let first = starts[start / Packet::LANES] as usize;
                    // A range ends with a leaf, and what follows its last triangle is padding up to the next packet.
                    let last = starts[end.div_ceil(Packet::LANES)] as usize;
                    let triangles = &ordered[first..last];
                    node.volumes.set(lane, V::fit(&Cloud { points: cloud.points, triangles }, fit));
                }
            }
        });
        let corners =
            |triangle: u32| cloud.triangles[triangle as usize].map(|v| cloud.points[v as usize]);
        self.packets = self
            .order
            .par_chunks(Packet::LANES)
            .map(|places| {
                let mut packet = Packet::default();
                for (lane, &triangle) in
                    places.iter().enumerate().filter(|(_, triangle)| **triangle != PADDING)
                {
                    packet.set(lane, corners(triangle));
                }
                packet
            })
            .collect();
    }

    /// The triangles of all leaves side by side, and where those of each packet begin.
    fn without_padding(&self, cloud: &Cloud<'_>) -> (Vec<u32>, Vec<[u32; 3]>) {
        let mut starts = vec![0];
        let mut ordered = Vec::with_capacity(cloud.triangles.len());
        for places in self.order.chunks(Packet::LANES) {
            let triangles = places.iter().filter(|&&triangle| triangle != PADDING);
            ordered.extend(triangles.map(|&triangle| cloud.triangles[triangle as usize]));
            starts.push(ordered.len() as u32);
        }
        (starts, ordered)
    }

    /// The range in the order that lies below each node.
    pub(crate) fn ranges(&self) -> Vec<Range<usize>> {
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
