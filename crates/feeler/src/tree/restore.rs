//! Trees that are read instead of built.
//!
//! A saved tree has its shape, the triangles of its leaves and, for oriented boxes, the axes of each
//! box, but no volume. Every volume is fitted to the mesh when the tree is read, as when a tree is
//! built: so whatever the bytes are, a volume contains its triangles. The axes are what takes time
//! to find; with other volumes, reading takes as long as a refit.

use super::arity::Arity;
use super::contents::LeafContents;
use super::refit::packets;
use super::volumes::MIN_PACKETS;
use super::{Child, Tree, shape};
use crate::LoadError;
use crate::volume::kind::Volume;
use crate::volume::obb::Obb;
use crate::volume::part::Surface;
use crate::volume::{Aligned, BoundingVolume, Cloud, LANES, Packet as _};
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

    /// A tree that was saved, with its volumes fitted to the cloud.
    pub(crate) fn restore(saved: &TreeBytes<'_>, cloud: &Cloud<'_>) -> Result<Self, LoadError> {
        let TreeBytes { volume, arity, order, shape, axes } = *saved;
        let order = order.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
        let (links, order) = shape::decode(shape, arity, order)?;
        let mut tree = Self::without_volumes(arity, links, order, volume);
        if axes.is_empty() {
            tree.fit(cloud);
        } else {
            tree.fit_along(axes, cloud)?;
        }
        Ok(tree)
    }

    /// Fits oriented boxes whose axes are known.
    fn fit_along(&mut self, axes: &[u8], cloud: &Cloud<'_>) -> Result<(), LoadError> {
        let (starts, triangles) = self.without_padding(cloud);
        self.packets = packets(cloud.points, &starts, &triangles);
        let leaves =
            LeafContents { points: cloud.points, triangles, starts, packets: &self.packets };
        let arity = self.nodes.arity;
        let below = leaves.below(arity, &self.nodes.links, Surface::bounds);
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
            let used = |lane: &usize| links[*lane].child != Child::NONE;
            for lane in (0..links.len()).filter(used).collect::<Vec<_>>() {
                let slot = index * LANES + lane;
                let number = numbers[slot >> arity.shift()] + (slot & (arity.number() - 1));
                let part = leaves.part(&below[lane]);
                let Some(volume) = Obb::along(&part, stored_axes(axes, number)) else {
                    return Some(LoadError::Axes { volume: number });
                };
                packet.set(lane, volume);
                links[lane].size = Obb::size(packet, lane);
            }
            None
        });
        error.map_or(Ok(()), Err)
    }
}

/// The axes of a box by its number.
fn stored_axes(axes: &[u8], number: usize) -> [[f32; 3]; 3] {
    let numbers = axes[number * AXES_BYTES..][..AXES_BYTES].as_chunks().0;
    [0, 1, 2].map(|i| [0, 1, 2].map(|k| f32::from_le_bytes(numbers[3 * i + k])))
}
