//! Fitting volumes to a tree that already exists.

use super::contents::LeafContents;
use super::nodes::Nodes;
use super::volumes::Volumes;
use super::{PADDING, Tree};
use crate::parallel;
use crate::triangle::packet::Packet;
use crate::volume::Cloud;
use crate::volume::kind::Volume;
use rayon::prelude::*;
use std::sync::OnceLock;

/// The number of packets whose triangles are copied at a time.
const BLOCK_PACKETS: usize = 1024;

impl Tree {
    /// Fits every volume to its triangles, and copies the corners of the triangles to the leaves.
    ///
    /// Each volume is fitted to the triangles themselves. A volume fitted to the volumes below it
    /// would become looser with every level.
    pub(crate) fn fit(&mut self, cloud: &Cloud<'_>) {
        if self.nodes.is_empty() {
            return;
        }
        let (starts, triangles) = self.without_padding(cloud);
        self.packets = packets(cloud.points, &starts, &triangles);
        let leaves =
            LeafContents { points: cloud.points, triangles, starts, packets: &self.packets };
        self.nodes.fit(&leaves);
        self.obbs = OnceLock::new();
    }

    /// The same nodes with oriented boxes. The cloud must be the one that all other data were
    /// fitted to.
    pub(crate) fn fit_obbs(&self, cloud: &Cloud<'_>) -> Nodes {
        let (starts, triangles) = self.without_padding(cloud);
        let leaves =
            LeafContents { points: cloud.points, triangles, starts, packets: &self.packets };
        let volumes = <dyn Volumes>::empty(Volume::OBB, self.nodes.links.len());
        let mut nodes = Nodes { arity: self.nodes.arity, links: self.nodes.links.clone(), volumes };
        if !nodes.is_empty() {
            nodes.fit(&leaves);
        }
        nodes
    }

    /// The triangles of all leaves side by side, and the index at which the triangles of each
    /// packet begin.
    pub(super) fn without_padding(&self, cloud: &Cloud<'_>) -> (Vec<u32>, Vec<[u32; 3]>) {
        let mut starts = Vec::with_capacity(self.order.len() / Packet::LANES + 1);
        starts.push(0);
        for places in self.order.chunks(Packet::LANES) {
            let count = places.iter().filter(|&&triangle| triangle != PADDING).count();
            starts.push(starts[starts.len() - 1] + count as u32);
        }
        let mut ordered = vec![[0; 3]; cloud.triangles.len()];
        let mut rest = &mut ordered[..];
        let mut blocks = Vec::new();
        for (index, block) in self.order.chunks(BLOCK_PACKETS * Packet::LANES).enumerate() {
            let packets = index * BLOCK_PACKETS
                ..(index * BLOCK_PACKETS + BLOCK_PACKETS).min(starts.len() - 1);
            let count = starts[packets.end] - starts[packets.start];
            let (here, behind) = rest.split_at_mut(count as usize);
            rest = behind;
            blocks.push((block, here));
        }
        blocks.into_par_iter().for_each(|(block, here)| {
            let triangles = block.iter().filter(|&&triangle| triangle != PADDING);
            for (place, &triangle) in here.iter_mut().zip(triangles) {
                *place = cloud.triangles[triangle as usize];
            }
        });
        (starts, ordered)
    }
}

/// The corners of triangles that stand side by side, and begin a packet at each start.
pub(super) fn packets(points: &[[f64; 3]], starts: &[u32], triangles: &[[u32; 3]]) -> Vec<Packet> {
    let part = |packet: usize| {
        let triangles = &triangles[starts[packet] as usize..starts[packet + 1] as usize];
        Cloud { points, triangles }
    };
    let packets = (0..starts.len() - 1).into_par_iter().with_min_len(512);
    parallel::collect(packets.map(|packet| Packet::of(part(packet).faces())))
}
