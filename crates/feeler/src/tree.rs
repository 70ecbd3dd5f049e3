//! The tree: one data structure for all volumes and arities.
//!
//! A node is a number. Its children stand side by side in a table of [`Link`]s, at the *slots* from
//! `node * arity` on. Their volumes stand at the same slots of packets of eight, so nodes of arity
//! 2 and 4 share a packet. The volume of a node itself stands at its slot in its parent. Node 0 has
//! no parent; it exists only to hold the volume of the whole mesh in its first slot. So every
//! volume has an address, its slot, and a traversal works on pairs of slots.
//!
//! ```text
//! arity 4    node 0          node 1          node 2          node 3
//! slots      0   -   -   -   4   5   6   7   8   9   10  -   12  13  -   -
//! volumes    packet 0                        packet 1
//! ```
//!
//! - [`arity`] is 2, 4 or 8;
//! - [`nodes`] are the tables that a traversal reads, [`volumes`] the packets of one kind of
//!   volume;
//! - [`build`] has the settings of a tree, and makes it;
//! - [`split`] divides triangles from the top, most often at planes between [`bins`]; [`merge`]
//!   joins them from the bottom; [`octree`] cuts space; each of these makes a binary [`plan`];
//! - [`faces`] divides leaves of the plan whose triangles are large;
//! - [`collapse`] turns the plan into nodes of the arity;
//! - [`refit`] fits the volumes, first when the tree is built, and again after the vertices have
//!   moved;
//! - [`digest`] has the exact box and the first triangle below each node, which decide between
//!   equally near triangles;
//! - [`shape`] writes a tree as bytes and reads it, [`restore`] fits the volumes of a tree that was
//!   read;
//! - [`validate`] checks the invariants of a finished tree.

pub(crate) mod arity;
mod bins;
pub(crate) mod build;
mod collapse;
mod contents;
mod digest;
mod faces;
mod merge;
pub(crate) mod nodes;
mod octree;
mod plan;
mod refit;
pub(crate) mod restore;
pub(crate) mod rule;
mod shape;
mod split;
mod validate;
pub(crate) mod volumes;

pub(crate) use digest::Digest;

use crate::triangle::packet::Packet;
use crate::volume::Cuboid;
use nodes::Nodes;
use std::ops::Range;
use std::sync::OnceLock;

/// The tree of a model: a bounding volume hierarchy. Each of its nodes and leaves has an address,
/// its slot.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) nodes: Nodes,
    /// The same nodes with oriented boxes. They are made when a query compares this tree with a
    /// tree of another kind of volume.
    obbs: OnceLock<Nodes>,
    /// The mesh's triangles in the order of the leaves, and in a leaf by number. Every leaf begins
    /// a new packet; the unused places of its last packet are [`PADDING`].
    pub(crate) order: Vec<u32>,
    /// The corners of eight triangles in each packet, in the same order.
    pub(crate) packets: Vec<Packet>,
    /// The exact box and first triangle of each node, one digest for each node.
    pub(crate) digests: Vec<Digest>,
}

/// A place in the order that has no triangle.
pub(crate) const PADDING: u32 = u32::MAX;

/// The data of a slot that a traversal needs before it tests volumes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) child: Child,
    /// The square of a length that is comparable between the volumes of both trees.
    pub(crate) size: f32,
}

/// The child at a slot: a node, a leaf or nothing, in 32 bits.
///
/// ```text
/// 0 ccciiii iiiiiiii iiiiiiii iiiiiiii   inner: children - 1 (3 bits), index of the node (28 bits)
/// 1 ccccppp pppppppp pppppppp pppppppp   leaf: count - 1 (4 bits), first packet (27 bits)
/// 1 1111111 11111111 11111111 11111111   no child
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child(u32);

impl Child {
    /// The value of a slot without a child.
    pub const NONE: Self = Self(u32::MAX);
    /// The bit of a leaf.
    const LEAF: u32 = 1 << 31;
    /// The number of bits for the first packet of a leaf.
    const PACKET_BITS: u32 = 27;
    /// The number of bits for the index of a node.
    const NODE_BITS: u32 = 28;
    /// The largest number of triangles in a leaf.
    pub(crate) const MAX_COUNT: usize = 16;

    /// A node by its number, with the number of its children.
    pub fn inner(node: usize, children: usize) -> Self {
        debug_assert!(node < 1 << Self::NODE_BITS && (1..=8).contains(&children));
        Self((children as u32 - 1) << Self::NODE_BITS | node as u32)
    }

    /// A leaf by its first packet and its number of triangles.
    pub(crate) fn leaf(packet: usize, count: usize) -> Self {
        debug_assert!(
            (1..=Self::MAX_COUNT).contains(&count) && packet < crate::Mesh::MAX_TRIANGLES
        );
        Self(Self::LEAF | (count as u32 - 1) << Self::PACKET_BITS | packet as u32)
    }

    /// Whether the child holds triangles; also true for [`Child::NONE`].
    #[inline(always)]
    pub fn is_leaf(self) -> bool {
        self.0 & Self::LEAF != 0
    }

    /// The index of an inner child's node.
    #[inline(always)]
    pub(crate) fn node(self) -> usize {
        (self.0 & ((1 << Self::NODE_BITS) - 1)) as usize
    }

    /// The number of children of an inner child.
    #[inline(always)]
    pub fn children(self) -> u32 {
        (self.0 >> Self::NODE_BITS & 7) + 1
    }

    /// The range of a leaf's triangles in the order.
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

impl Tree {
    /// The slot of the whole mesh.
    pub const ROOT: u32 = 0;

    /// All slots, including those without a child. The slots of children come after those of their
    /// parents.
    pub fn slots(&self) -> Range<u32> {
        0..self.nodes.links.len() as u32
    }

    /// The child at a slot.
    #[inline]
    pub fn child(&self, slot: u32) -> Child {
        self.nodes.child(slot)
    }

    /// The slots of the children of an inner child.
    #[inline]
    pub fn children(&self, child: Child) -> Range<u32> {
        let first = self.nodes.arity.slots(child.node()).start as u32;
        first..first + child.children()
    }

    /// The triangles below a slot.
    pub fn triangles(&self, slot: u32) -> impl Iterator<Item = u32> + '_ {
        let below = &self.order[self.nodes.below(slot)];
        below.iter().copied().filter(|&triangle| triangle != PADDING)
    }

    /// A box around the volume at a slot, in the unit coordinates of the mesh. It is an estimate.
    #[inline]
    pub fn cuboid(&self, slot: u32) -> Cuboid {
        self.nodes.volumes.cuboid(slot)
    }

    /// The bytes of one volume, without its bytes on the heap.
    pub fn volume_bytes(&self) -> usize {
        self.nodes.volumes.bytes()[0]
    }

    /// The nodes that are compared with those of another tree. If the volumes of the trees have
    /// different types, both trees use oriented boxes. These are fitted at the first use, and kept.
    pub(crate) fn nodes_beside(&self, other: &Tree, fit: impl FnOnce(&Self) -> Nodes) -> &Nodes {
        if self.nodes.volumes.is_like(&*other.nodes.volumes) || self.nodes.volumes.obbs().is_some()
        {
            return &self.nodes;
        }
        self.obbs.get_or_init(|| fit(self))
    }

    /// The largest number of children of a node.
    pub(crate) fn arity(&self) -> arity::Arity {
        self.nodes.arity
    }

    /// All triangles in the order of the leaves.
    pub(crate) fn leaf_order(&self) -> impl Iterator<Item = u32> + '_ {
        self.order.iter().copied().filter(|&triangle| triangle != PADDING)
    }

    /// The bytes of the leaves' contents.
    pub(crate) fn leaf_bytes(&self) -> usize {
        size_of_val(&self.order[..]) + size_of_val(&self.packets[..])
    }
}
