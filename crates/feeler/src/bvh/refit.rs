//! Fitting volumes to a tree that is already there.

use super::arity::Arity;
use super::{Bvh, Child, LANES, Link, PADDING};
use crate::bv::part::Surface;
use crate::bv::{BoundingVolume, Cloud, Part};
use crate::triangle::packet::Packet;
use rayon::prelude::*;
use std::ops::Range;

/// So many slots, and packets of volumes, are too few to be divided among threads. It does not change the volumes.
const SLOTS: usize = 512;
const PACKETS: usize = 16;

/// So many packets are copied at a time.
const BLOCK: usize = 1024;

impl<V: BoundingVolume> Bvh<V> {
    /// Fits every volume to its triangles, and copies their corners to the leaves.
    ///
    /// Each volume is fitted to the triangles themselves, not to the volumes below it, which would be looser with every level.
    pub(crate) fn fit(&mut self, cloud: &Cloud<'_>, fit: V::Fit) {
        if self.is_empty() {
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
            Leaves { points: cloud.points, triangles, starts, packets: &self.packets, fit };
        let below = leaves.below(self);
        let Self { arity, links, volumes, .. } = self;
        let packets = volumes.par_iter_mut().zip(links.par_chunks_mut(LANES));
        packets.zip(below.par_chunks(LANES)).with_min_len(PACKETS).for_each(
            |((volumes, links), below)| leaves.fit::<V>(*arity, links, below, &mut volumes.0),
        );
    }

    /// The triangles of all leaves side by side, and where those of each packet begin.
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
        for (index, block) in self.order.chunks(BLOCK * Packet::LANES).enumerate() {
            let packets = index * BLOCK..(index * BLOCK + BLOCK).min(starts.len() - 1);
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

/// What the leaves of a tree hold, in their order.
struct Leaves<'a, F> {
    points: &'a [[f64; 3]],
    triangles: Vec<[u32; 3]>,
    /// Where the triangles of each packet begin.
    starts: Vec<u32>,
    packets: &'a [Packet],
    fit: F,
}

/// The packets below a slot, and what they are together.
#[derive(Clone)]
struct Below {
    packets: Range<usize>,
    surface: Surface,
}

impl Below {
    const NOTHING: Self = Self { packets: 0..0, surface: Surface::EMPTY };
}

impl<F: Copy + Send + Sync> Leaves<'_, F> {
    /// What is below each slot, joined from the leaves up.
    fn below<V: BoundingVolume>(&self, bvh: &Bvh<V>) -> Vec<Below> {
        let of_leaf = |link: &Link| {
            if !link.child.is_leaf() || link.child == Child::NONE {
                return Below::NOTHING;
            }
            let range = link.child.range();
            let packets = range.start / Packet::LANES..range.end.div_ceil(Packet::LANES);
            Below { surface: Surface::of(&self.packets[packets.clone()]), packets }
        };
        let mut below: Vec<Below> = bvh.links.par_iter().with_min_len(SLOTS).map(of_leaf).collect();
        // Children stand behind their parents.
        for (slot, link) in
            bvh.links.iter().enumerate().rev().filter(|(_, link)| !link.child.is_leaf())
        {
            let children =
                &below[bvh.arity.slots(link.child.node())][..link.child.children() as usize];
            below[slot] = Below {
                packets: children[0].packets.start..children[children.len() - 1].packets.end,
                surface: children
                    .iter()
                    .fold(Surface::EMPTY, |surface, below| surface.joined(&below.surface)),
            };
        }
        below
    }

    /// Fits the volumes of a packet, node by node.
    fn fit<V: BoundingVolume<Fit = F>>(
        &self,
        arity: Arity,
        links: &mut [Link],
        below: &[Below],
        packet: &mut V::Packet,
    ) {
        for first in (0..links.len()).step_by(arity.number()) {
            let links = &mut links[first..first + arity.number()];
            let count = links.iter().take_while(|link| link.child != Child::NONE).count();
            let parts: Vec<Part<'_>> =
                below[first..first + count].iter().map(|below| self.part(below)).collect();
            V::fit_parts(&parts, self.fit, packet, first);
            for (lane, link) in links[..count].iter_mut().enumerate() {
                link.size = V::size(packet, first + lane);
            }
        }
    }

    fn part(&self, below: &Below) -> Part<'_> {
        let Range { start, end } = below.packets;
        let triangles = &self.triangles[self.starts[start] as usize..self.starts[end] as usize];
        Part {
            cloud: Cloud { points: self.points, triangles },
            packets: &self.packets[start..end],
            surface: below.surface,
        }
    }
}
