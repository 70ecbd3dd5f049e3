//! Fitting volumes to a tree that is already there.

use super::{Bvh, Child, Node, PADDING};
use crate::bv::part::Surface;
use crate::bv::{BoundingVolume, Cloud, Part};
use crate::triangle::packet::Packet;
use rayon::prelude::*;
use std::ops::Range;

/// From how many nodes on the parts of a tree are fitted in parallel. It does not change the volumes.
const PARALLEL: usize = 64;

/// So many packets are copied at a time.
const BLOCK: usize = 1024;

impl<V: BoundingVolume, const N: usize> Bvh<V, N> {
    /// Fits every volume to its triangles, and copies their corners to the leaves.
    ///
    /// Each volume is fitted to the triangles themselves, not to the volumes below it, which would be looser with every level.
    pub(crate) fn fit(&mut self, cloud: &Cloud<'_>, fit: V::Fit) {
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
            Leaves { points: cloud.points, triangles, starts, packets: &self.packets, fit };
        leaves.fit(&mut self.nodes, 0);
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

/// The packets below a child, and what they are together.
#[derive(Clone)]
struct Below {
    packets: Range<usize>,
    surface: Surface,
}

impl<F: Copy + Send + Sync> Leaves<'_, F> {
    /// Fits the volumes of nodes that begin with the root of a subtree, the `first` of the whole tree, and have all that is below it
    /// behind it, depth first.
    fn fit<V: BoundingVolume<Fit = F>, const N: usize>(
        &self,
        nodes: &mut [Node<V, N>],
        first: usize,
    ) -> Below {
        let size = nodes.len();
        let (root, mut rest) = nodes.split_first_mut().expect("a subtree has a root");
        let children = root.children;
        let mut below: [Below; N] =
            std::array::from_fn(|_| Below { packets: 0..0, surface: Surface::EMPTY });
        // The subtrees of the children stand side by side, so they are cut off from the last one on.
        let mut subtrees = Vec::with_capacity(N);
        for (child, below) in children.iter().zip(&mut below).rev() {
            if !child.is_leaf() {
                let (before, subtree) = rest.split_at_mut(child.node() - first - 1);
                rest = before;
                subtrees.push((child.node(), subtree, below));
            } else if *child != Child::NONE {
                let range = child.range();
                let packets = range.start / Packet::LANES..range.end.div_ceil(Packet::LANES);
                let surface = Surface::of(&self.packets[packets.clone()]);
                *below = Below { packets, surface };
            }
        }
        let fit = |(first, subtree, below): (usize, &mut [Node<V, N>], &mut Below)| {
            *below = self.fit(subtree, first);
        };
        if size < PARALLEL {
            subtrees.into_iter().for_each(fit);
        } else {
            subtrees.into_par_iter().for_each(fit);
        }

        let count = children.iter().take_while(|child| **child != Child::NONE).count();
        let below = &below[..count];
        let parts: Vec<Part<'_>> = below.iter().map(|below| self.part(below)).collect();
        V::fit_parts(&parts, self.fit, &mut root.volumes);
        Below {
            packets: below[0].packets.start..below[count - 1].packets.end,
            surface: below
                .iter()
                .fold(Surface::EMPTY, |surface, below| surface.joined(&below.surface)),
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
