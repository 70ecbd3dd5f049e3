//! The tree: one shape for all volumes and arities.
//!
//! A node is a number. Its children stand side by side in a table of [`Link`]s, at the *slots* from `node * arity` on, and their volumes at
//! the same slots of packets of eight: nodes of arity 2 and 4 share a packet. The volume of a node itself stands at its slot in its
//! parent; node 0 has no parent and is there only to hold the volume of the whole mesh in its first slot. So every volume has an
//! address, its slot, and a traversal deals in pairs of slots.
//!
//! ```text
//! arity 4    node 0          node 1          node 2          node 3
//! slots      0   -   -   -   4   5   6   7   8   9   10  -   12  13  -   -
//! volumes    packet 0                        packet 1
//! ```
//!
//! - [`arity`] is 2, 4 or 8;
//! - [`build`] says how a tree is made, and makes it;
//! - [`split`] divides triangles from the top, most often at planes between [`bins`]; [`merge`] joins them from the bottom, [`octree`]
//!   cuts space; all give a binary [`plan`]; [`faces`] divides its leaves where their triangles are large;
//! - [`collapse`] turns the plan into nodes of the arity;
//! - [`refit`] fits the volumes, at first and after the vertices have moved;
//! - [`digest`] is what is known exactly of the triangles below a node, for ties;
//! - [`validate`] checks what all of these promise.

pub(crate) mod arity;
mod bins;
pub(crate) mod build;
mod collapse;
mod digest;
mod faces;
mod merge;
mod octree;
mod plan;
mod refit;
mod split;
mod validate;

pub(crate) use digest::Digest;

use crate::bv::BoundingVolume;
use crate::triangle::packet::Packet;
use arity::Arity;
use std::ops::Range;

/// A bounding volume hierarchy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bvh<V: BoundingVolume> {
    pub(crate) arity: Arity,
    /// One for each slot.
    pub(crate) links: Vec<Link>,
    /// The volumes of eight slots each. What stands at a slot without a child has no meaning.
    pub(crate) volumes: Vec<Aligned<V::Packet>>,
    /// The mesh's triangles in the order of the leaves, and in a leaf by number. Every leaf begins a new packet; what is left of its last one is
    /// [`PADDING`].
    pub(crate) order: Vec<u32>,
    /// The corners of eight triangles each, in the same order.
    pub(crate) packets: Vec<Packet>,
    /// One for each node.
    pub(crate) digests: Vec<Digest>,
}

/// A place in the order without a triangle.
pub(crate) const PADDING: u32 = u32::MAX;

/// Slots in a packet of volumes: as many as there are lanes in a vector.
pub(crate) const LANES: usize = 8;

/// A packet that begins with a cache line.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Aligned<P>(pub(crate) P);

/// What a traversal must know of a slot before it tests volumes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) child: Child,
    /// The square of a length by which the volumes of both trees can be compared.
    pub(crate) size: f32,
}

/// Where a child is, in 32 bits.
///
/// ```text
/// 0 ccciiii iiiiiiii iiiiiiii iiiiiiii   inner: children - 1 (3 bits), index of the node (28 bits)
/// 1 ccccppp pppppppp pppppppp pppppppp   leaf: count - 1 (4 bits), first packet (27 bits)
/// 1 1111111 11111111 11111111 11111111   no child
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Child(u32);

impl Child {
    pub(crate) const NONE: Self = Self(u32::MAX);
    const LEAF: u32 = 1 << 31;
    const PACKET_BITS: u32 = 27;
    const NODE_BITS: u32 = 28;
    /// The largest number of triangles in a leaf.
    pub(crate) const MAX_COUNT: usize = 16;

    pub(crate) fn inner(node: usize, children: usize) -> Self {
        debug_assert!(node < 1 << Self::NODE_BITS && (1..=8).contains(&children));
        Self((children as u32 - 1) << Self::NODE_BITS | node as u32)
    }

    pub(crate) fn leaf(packet: usize, count: usize) -> Self {
        debug_assert!(
            (1..=Self::MAX_COUNT).contains(&count) && packet < crate::Mesh::MAX_TRIANGLES
        );
        Self(Self::LEAF | (count as u32 - 1) << Self::PACKET_BITS | packet as u32)
    }

    #[inline(always)]
    pub(crate) fn is_leaf(self) -> bool {
        self.0 & Self::LEAF != 0
    }

    /// The index of an inner child's node.
    #[inline(always)]
    pub(crate) fn node(self) -> usize {
        (self.0 & ((1 << Self::NODE_BITS) - 1)) as usize
    }

    /// How many children an inner child has.
    #[inline(always)]
    pub(crate) fn children(self) -> u32 {
        (self.0 >> Self::NODE_BITS & 7) + 1
    }

    /// The range of a leaf in the order.
    #[inline(always)]
    pub(crate) fn range(self) -> Range<usize> {
        debug_assert!(self.is_leaf() && self != Self::NONE);
        let start = (self.0 & ((1 << Self::PACKET_BITS) - 1)) as usize * Packet::LANES;
        let count = (self.0 >> Self::PACKET_BITS & 15) as usize + 1;
        start..start + count
    }
}

impl Link {
    const NONE: Self = Self { child: Child::NONE, size: 0.0 };
}

impl<V: BoundingVolume> Bvh<V> {
    /// Whether there are no triangles.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// How many nodes there are.
    pub(crate) fn nodes(&self) -> usize {
        self.links.len() >> self.arity.shift()
    }

    /// The children of a node: its slots are filled from the first on.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = Child> + '_ {
        let links = self.links[self.arity.slots(node)].iter();
        links.map(|link| link.child).take_while(|child| *child != Child::NONE)
    }

    /// The child at a slot.
    #[inline(always)]
    pub(crate) fn child(&self, slot: u32) -> Child {
        self.links[slot as usize].child
    }

    /// The packet that holds a slot's volume, and the lane.
    #[inline(always)]
    pub(crate) fn packet(&self, slot: u32) -> (&V::Packet, usize) {
        (&self.volumes[slot as usize / LANES].0, slot as usize % LANES)
    }

    /// Bytes of the nodes with their volumes.
    pub(crate) fn node_bytes(&self) -> usize {
        let heap: usize = self.volumes.iter().map(|packet| V::heap_bytes(&packet.0)).sum();
        size_of_val(&self.links[..])
            + size_of_val(&self.volumes[..])
            + size_of_val(&self.digests[..])
            + heap
    }

    /// Bytes of what the leaves hold.
    pub(crate) fn leaf_bytes(&self) -> usize {
        size_of_val(&self.order[..]) + size_of_val(&self.packets[..])
    }

    /// The range in the order that lies below a slot: leaves stand side by side, those of the first slot first.
    pub(crate) fn below(&self, slot: u32) -> Range<usize> {
        let (mut first, mut last) = (self.child(slot), self.child(slot));
        while !first.is_leaf() {
            first = self.links[self.arity.slots(first.node()).start].child;
        }
        while !last.is_leaf() {
            last = self.links[self.arity.slots(last.node()).start + last.children() as usize - 1]
                .child;
        }
        first.range().start..last.range().end
    }

    /// The longest path from the root to a leaf, in nodes.
    pub(crate) fn depth(&self) -> usize {
        let mut depth = vec![1; self.nodes()];
        // Children stand behind their parents.
        for node in (0..depth.len()).rev() {
            for child in self.children(node).filter(|child| !child.is_leaf()) {
                depth[node] = depth[node].max(depth[child.node()] + 1);
            }
        }
        depth.first().copied().unwrap_or(0)
    }
}
