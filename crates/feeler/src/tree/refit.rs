//! Fitting volumes to a tree that already exists.

use super::nodes::Nodes;
use super::volumes::Volumes;
use super::{Child, Link, PADDING, Tree};
use crate::triangle::packet::Packet;
use crate::volume::kind::Volume;
use crate::volume::part::Surface;
use crate::volume::{Cloud, Part};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::OnceLock;

/// The least number of slots that a thread takes at a time.
const MIN_SLOTS: usize = 512;

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
        let part = |packet: usize| {
            let triangles = &triangles[starts[packet] as usize..starts[packet + 1] as usize];
            Cloud { points: cloud.points, triangles }
        };
        self.packets = (0..starts.len() - 1)
            .into_par_iter()
            .with_min_len(512)
            .map(|packet| Packet::of(part(packet).faces()))
            .collect();
        let leaves =
            LeafContents { points: cloud.points, triangles, starts, packets: &self.packets };
        leaves.fit(&mut self.nodes);
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
            leaves.fit(&mut nodes);
        }
        nodes
    }

    /// The triangles of all leaves side by side, and the index at which the triangles of each
    /// packet begin.
    fn without_padding(&self, cloud: &Cloud<'_>) -> (Vec<u32>, Vec<[u32; 3]>) {
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

/// The contents of all leaves of a tree, in the order of the leaves.
pub(crate) struct LeafContents<'a> {
    points: &'a [[f64; 3]],
    triangles: Vec<[u32; 3]>,
    /// The index at which the triangles of each packet begin.
    starts: Vec<u32>,
    packets: &'a [Packet],
}

/// The packets below a slot, with their joined bounds and moments.
#[derive(Clone)]
pub(crate) struct Below {
    packets: Range<usize>,
    surface: Surface,
}

impl Below {
    const NOTHING: Self = Self { packets: 0..0, surface: Surface::EMPTY };
}

impl LeafContents<'_> {
    fn fit(&self, nodes: &mut Nodes) {
        let below = self.below(nodes);
        nodes.volumes.fit(nodes.arity, &mut nodes.links, &below, self);
    }

    /// The contents below each slot, joined from the leaves up.
    fn below(&self, nodes: &Nodes) -> Vec<Below> {
        let of_leaf = |link: &Link| {
            if !link.child.is_leaf() || link.child == Child::NONE {
                return Below::NOTHING;
            }
            let range = link.child.range();
            let packets = range.start / Packet::LANES..range.end.div_ceil(Packet::LANES);
            Below { surface: Surface::of(&self.packets[packets.clone()]), packets }
        };
        let Nodes { links, arity, .. } = nodes;
        let mut below: Vec<Below> = links.par_iter().with_min_len(MIN_SLOTS).map(of_leaf).collect();
        // Children have higher numbers than their parents.
        for (slot, link) in links.iter().enumerate().rev().filter(|(_, link)| !link.child.is_leaf())
        {
            let children = &below[arity.slots(link.child.node())][..link.child.children() as usize];
            below[slot] = Below {
                packets: children[0].packets.start..children[children.len() - 1].packets.end,
                surface: children
                    .iter()
                    .fold(Surface::EMPTY, |surface, below| surface.joined(&below.surface)),
            };
        }
        below
    }

    /// The triangles below a slot.
    pub(super) fn part(&self, below: &Below) -> Part<'_> {
        let Range { start, end } = below.packets;
        let triangles = &self.triangles[self.starts[start] as usize..self.starts[end] as usize];
        Part {
            cloud: Cloud { points: self.points, triangles },
            packets: &self.packets[start..end],
            surface: below.surface,
        }
    }
}
