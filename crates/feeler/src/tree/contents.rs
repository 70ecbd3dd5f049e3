//! The triangles of the leaves, as volumes are fitted to them.

use super::arity::Arity;
use super::{Child, Link};
use crate::parallel;
use crate::triangle::packet::Packet;
use crate::volume::part::Surface;
use crate::volume::{Cloud, Part};
use rayon::prelude::*;
use std::ops::Range;

/// The least number of slots that a thread takes at a time.
const MIN_SLOTS: usize = 512;

/// The contents of all leaves of a tree, in the order of the leaves.
pub(crate) struct LeafContents<'a> {
    pub(super) points: &'a [[f64; 3]],
    pub(super) triangles: Vec<[u32; 3]>,
    /// The index at which the triangles of each packet begin.
    pub(super) starts: Vec<u32>,
    pub(super) packets: &'a [Packet],
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
    /// The contents below each slot, joined from the leaves up, with the surface of each leaf as a
    /// function of its packets.
    pub(super) fn below(
        &self,
        arity: Arity,
        links: &[Link],
        surface: impl Fn(&[Packet]) -> Surface + Sync,
    ) -> Vec<Below> {
        let of_leaf = |link: &Link| {
            if !link.child.is_leaf() || link.child == Child::NONE {
                return Below::NOTHING;
            }
            let range = link.child.range();
            let packets = range.start / Packet::LANES..range.end.div_ceil(Packet::LANES);
            Below { surface: surface(&self.packets[packets.clone()]), packets }
        };
        let mut below = parallel::collect(links.par_iter().with_min_len(MIN_SLOTS).map(of_leaf));
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
