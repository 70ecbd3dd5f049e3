//! Trees that are read instead of built.
//!
//! A saved tree has its shape, the triangles of its leaves and, for oriented boxes, the axes of each
//! box, but no volume. Every volume is fitted to the mesh when the tree is read, as when a tree is
//! built: so whatever the bytes are, a volume contains its triangles. The axes are what takes time
//! to find; with other volumes, reading takes as long as a refit.

use super::arity::Arity;
use super::volumes::MIN_PACKETS;
use super::{Child, Digest, Link, PADDING, Tree, shape};
use crate::exact_box::ExactBox;
use crate::geometry::vector::by_axis;
use crate::parallel;
use crate::triangle::packet::Packet;
use crate::unit::Unit;
use crate::volume::kind::Volume;
use crate::volume::obb::Obb;
use crate::volume::part::Surface;
use crate::volume::{Aligned, BoundingVolume, Cloud, LANES, Packet as _, Part};
use crate::{LoadError, Mesh};
use rayon::prelude::*;

/// A tree as bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeBytes<'a> {
    pub(crate) volume: Volume,
    pub(crate) arity: Arity,
    /// The triangles of the leaves, each a `u32`.
    pub(crate) order: &'a [u8],
    /// A byte for each slot in use: see [`shape`](super::shape).
    pub(crate) shape: &'a [u8],
    /// For each slot in use that has an oriented box, its axes: nine `f32`.
    pub(crate) axes: &'a [u8],
}

/// The bytes of the axes of one box.
pub(crate) const AXES_BYTES: usize = 36;

impl Tree {
    /// The shape of the tree as bytes.
    pub(crate) fn shape(&self) -> Vec<u8> {
        shape::encode(self.nodes.arity, &self.nodes.links)
    }

    /// The axes of the oriented boxes at all slots in use, in the order of the slots; nothing for
    /// other volumes.
    pub(crate) fn axes(&self) -> impl Iterator<Item = [[f32; 3]; 3]> + '_ {
        let used = |&slot: &usize| self.nodes.links[slot].child != Child::NONE;
        let obbs = self.nodes.volumes.obbs().unwrap_or_default();
        let slots = 0..self.nodes.links.len().min(obbs.len() * LANES);
        slots.filter(used).map(|slot| obbs[slot / LANES].0.get(slot % LANES).axes())
    }

    /// A tree that was saved, but without volumes.
    pub(crate) fn decode(saved: &TreeBytes<'_>) -> Result<Self, LoadError> {
        let TreeBytes { volume, arity, order, shape, .. } = *saved;
        let order = order.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
        let (links, order) = shape::decode(shape, arity, order)?;
        Ok(Self::without_volumes(arity, links, order, volume))
    }

    /// Fits oriented boxes whose axes are known, and computes the digests.
    ///
    /// What takes time is to find the corners of the triangles in memory, so each is looked up once.
    pub(crate) fn fit_along(
        &mut self,
        axes: &[u8],
        mesh: &Mesh,
        unit: &Unit,
    ) -> Result<(), LoadError> {
        let arity = self.nodes.arity;
        let packet = |places: &[u32]| {
            let mut bounds = ExactBox::EMPTY;
            let triangles = places.iter().take_while(|&&triangle| triangle != PADDING);
            let packet = Packet::of(triangles.map(|&triangle| {
                let corners = mesh.triangle(triangle);
                bounds = bounds.joined(&ExactBox::of_triangle(&corners));
                corners.map(|corner| unit.coordinates(corner))
            }));
            (packet, bounds)
        };
        let places = self.order.par_chunks(Packet::LANES).with_min_len(512);
        let mut boxes = Vec::new();
        places.map(packet).unzip_into_vecs(&mut self.packets, &mut boxes);
        self.digests = self.digests(|range| {
            let packets = range.start / Packet::LANES..range.end.div_ceil(Packet::LANES);
            let join = |bounds: ExactBox, other| bounds.joined(other);
            let bounds = boxes[packets].iter().fold(ExactBox::EMPTY, join);
            Digest { bounds, first: self.order[range.start] }
        });
        let below = self.below();
        // The number of slots in use before each node.
        let mut used = 0;
        let mut numbers = Vec::with_capacity(self.nodes.count());
        for node in 0..self.nodes.count() {
            numbers.push(used);
            used += self.nodes.children(node).count();
        }

        let volumes = self.nodes.volumes.obbs_mut().expect("only oriented boxes have axes");
        let packets = volumes.par_iter_mut().zip(self.nodes.links.par_chunks_mut(LANES));
        let packets = packets.zip(below.par_chunks(LANES)).enumerate().with_min_len(MIN_PACKETS);
        let error = packets.find_map_first(|(index, ((Aligned(packet), links), below))| {
            for (lane, link) in links.iter_mut().enumerate() {
                if link.child == Child::NONE {
                    continue;
                }
                let slot = index * LANES + lane;
                let number = numbers[slot >> arity.shift()] + (slot & (arity.number() - 1));
                let part = below[lane].part(&self.packets);
                let Some(volume) = Obb::along(&part, stored_axes(axes, number)) else {
                    return Some(LoadError::Axes { volume: number });
                };
                packet.set(lane, volume);
                link.size = Obb::size(packet, lane);
            }
            None
        });

        error.map_or(Ok(()), Err)
    }

    /// The packets and bounds below each slot, joined from the leaves up.
    fn below(&self) -> Vec<Below> {
        let links = &self.nodes.links;
        let of_leaf = |link: &Link| match link.child {
            Child::NONE => Below::NOTHING,
            child if child.is_leaf() => Below::leaf(child, &self.packets),
            _ => Below::NOTHING,
        };
        let mut below = parallel::collect(links.par_iter().with_min_len(512).map(of_leaf));
        // Children have higher numbers than their parents.
        for slot in (0..links.len()).rev().filter(|&slot| !links[slot].child.is_leaf()) {
            let child = links[slot].child;
            let first = self.nodes.arity.slots(child.node()).start;
            let children = &below[first..first + child.children() as usize];
            below[slot] = children.iter().fold(Below::NOTHING, Below::joined);
        }
        below
    }
}

/// The packets below a slot, side by side, and the box around their corners.
#[derive(Clone, Copy)]
struct Below {
    first: u32,
    end: u32,
    low: [f32; 3],
    high: [f32; 3],
}

impl Below {
    const NOTHING: Self =
        Self { first: u32::MAX, end: 0, low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };

    fn leaf(leaf: Child, packets: &[Packet]) -> Self {
        let range = leaf.range();
        let (first, end) = (range.start / Packet::LANES, range.end.div_ceil(Packet::LANES));
        packets[first..end].iter().zip(first as u32..).fold(
            Self::NOTHING,
            |below, (packet, number)| {
                let [low, high] = packet.bounds();
                below.joined(&Self { first: number, end: number + 1, low, high })
            },
        )
    }

    fn joined(self, other: &Self) -> Self {
        Self {
            first: self.first.min(other.first),
            end: self.end.max(other.end),
            low: by_axis(|i| self.low[i].min(other.low[i])),
            high: by_axis(|i| self.high[i].max(other.high[i])),
        }
    }

    /// The part to fit a box to. Its axes are known, so nothing is asked but the packets.
    fn part<'a>(&self, packets: &'a [Packet]) -> Part<'a> {
        let Self { first, end, low, high } = *self;
        Part {
            cloud: Cloud { points: &[], triangles: &[] },
            packets: &packets[first as usize..end as usize],
            surface: Surface { low, high, ..Surface::EMPTY },
        }
    }
}

/// The axes of a box by its number.
fn stored_axes(axes: &[u8], number: usize) -> [[f32; 3]; 3] {
    let numbers = axes[number * AXES_BYTES..][..AXES_BYTES].as_chunks().0;
    by_axis(|i| by_axis(|k| f32::from_le_bytes(numbers[3 * i + k])))
}
