//! The tree: one shape for all volumes.
//!
//! A [`Node`] holds the volumes of up to `N` children as one packet, and a word for each child. The volume of a node itself stands in
//! its parent; node 0 has no parent and is there only to hold the volume of the whole mesh in its lane 0. So every volume has an
//! address, its *slot* `node * N + lane`, and a traversal deals in pairs of slots.
//!
//! - [`build`] says how a tree is made, and makes it;
//! - [`split`] divides triangles from the top, most often at planes between [`bins`]; [`merge`] joins them from the bottom, [`octree`]
//!   cuts space; all give a binary [`plan`]; [`faces`] divides its leaves where their triangles are large;
//! - [`collapse`] turns the plan into nodes of the arity;
//! - [`refit`] fits the volumes, at first and after the vertices have moved;
//! - [`digest`] is what is known exactly of the triangles below a node, for ties;
//! - [`validate`] checks what all of these promise.

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

/// A bounding volume hierarchy of arity `N`: 2, 4 or 8.
#[derive(Clone, Debug)]
pub(crate) struct Bvh<V: BoundingVolume, const N: usize> {
    pub(crate) nodes: Vec<Node<V, N>>,
    /// The mesh's triangles in the order of the leaves, and in a leaf by number. Every leaf begins a new packet; what is left of its last one is
    /// [`PADDING`].
    pub(crate) order: Vec<u32>,
    /// The corners of eight triangles each, in the same order.
    pub(crate) packets: Vec<Packet>,
    /// One for each node.
    pub(crate) digests: Vec<Digest>,
}

impl<V: BoundingVolume, const N: usize> Default for Bvh<V, N> {
    fn default() -> Self {
        let (nodes, order) = (Vec::new(), Vec::new());
        Self { nodes, order, packets: Vec::new(), digests: Vec::new() }
    }
}

/// A place in the order without a triangle.
pub(crate) const PADDING: u32 = u32::MAX;

/// The volumes of the children, and where each child is.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Node<V: BoundingVolume, const N: usize> {
    pub(crate) volumes: V::Packet<N>,
    pub(crate) children: [Child; N],
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
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        debug_assert!(self.is_leaf() && self != Self::NONE);
        let start = (self.0 & ((1 << Self::PACKET_BITS) - 1)) as usize * Packet::LANES;
        let count = (self.0 >> Self::PACKET_BITS & 15) as usize + 1;
        start..start + count
    }
}

impl<V: BoundingVolume, const N: usize> Node<V, N> {
    /// One bit for each lane with a child; they are filled from lane 0.
    #[inline(always)]
    pub(crate) fn lanes(&self) -> u32 {
        let mut lanes = 0;
        for (lane, child) in self.children.iter().enumerate() {
            lanes |= ((*child != Child::NONE) as u32) << lane;
        }
        lanes
    }
}

impl<V: BoundingVolume, const N: usize> Bvh<V, N> {
    /// The child at a slot.
    #[inline(always)]
    pub(crate) fn child(&self, slot: u32) -> Child {
        self.nodes[slot as usize / N].children[slot as usize % N]
    }

    /// The packet that holds a slot's volume, and the lane.
    #[inline(always)]
    pub(crate) fn packet(&self, slot: u32) -> (&V::Packet<N>, usize) {
        (&self.nodes[slot as usize / N].volumes, slot as usize % N)
    }

    /// The square of a length by which the volumes of both trees can be compared.
    #[inline(always)]
    pub(crate) fn size(&self, slot: u32) -> f32 {
        let (packet, lane) = self.packet(slot);
        V::size(packet, lane)
    }

    /// Bytes of the nodes with their volumes.
    pub(crate) fn node_bytes(&self) -> usize {
        let heap: usize = self.nodes.iter().map(|node| V::heap_bytes(&node.volumes)).sum();
        size_of_val(&self.nodes[..]) + size_of_val(&self.digests[..]) + heap
    }

    /// Bytes of what the leaves hold.
    pub(crate) fn leaf_bytes(&self) -> usize {
        size_of_val(&self.order[..]) + size_of_val(&self.packets[..])
    }

    /// The range in the order that lies below a slot: leaves stand side by side, those of lane 0 first.
    pub(crate) fn below(&self, slot: u32) -> std::ops::Range<usize> {
        let (mut first, mut last) = (self.child(slot), self.child(slot));
        while !first.is_leaf() {
            first = self.child((first.node() * N) as u32);
        }
        while !last.is_leaf() {
            last = self.child((last.node() * N) as u32 + last.children() - 1);
        }
        first.range().start..last.range().end
    }

    /// The longest path from the root to a leaf, in nodes.
    pub(crate) fn depth(&self) -> usize {
        let mut depth = vec![1; self.nodes.len()];
        // Children stand behind their parents.
        for node in (0..self.nodes.len()).rev() {
            for child in self.nodes[node].children.iter().filter(|child| !child.is_leaf()) {
                depth[node] = depth[node].max(depth[child.node()] + 1);
            }
        }
        depth.first().copied().unwrap_or(0)
    }
}
