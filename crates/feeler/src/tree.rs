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
//! - [`nodes`] are what a traversal sees, [`volumes`] their volumes, of any kind;
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
pub(crate) mod nodes;
mod octree;
mod plan;
mod refit;
mod split;
mod validate;
pub(crate) mod volumes;

pub(crate) use digest::Digest;

use crate::triangle::packet::Packet;
use crate::volume::Cuboid;
use nodes::Nodes;
use std::ops::Range;
use std::sync::OnceLock;

/// The tree of a model: a bounding volume hierarchy, whose nodes and leaves have an address each, their slot.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) nodes: Nodes,
    /// The same nodes with oriented boxes, where another kind of volume was met.
    obbs: OnceLock<Nodes>,
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

/// What a traversal must know of a slot before it tests volumes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) child: Child,
    /// The square of a length by which the volumes of both trees can be compared.
    pub(crate) size: f32,
}

/// What stands at a slot: a node, a leaf or nothing, in 32 bits.
///
/// ```text
/// 0 ccciiii iiiiiiii iiiiiiii iiiiiiii   inner: children - 1 (3 bits), index of the node (28 bits)
/// 1 ccccppp pppppppp pppppppp pppppppp   leaf: count - 1 (4 bits), first packet (27 bits)
/// 1 1111111 11111111 11111111 11111111   no child
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child(u32);

impl Child {
    /// No child.
    pub const NONE: Self = Self(u32::MAX);
    const LEAF: u32 = 1 << 31;
    const PACKET_BITS: u32 = 27;
    const NODE_BITS: u32 = 28;
    /// The largest number of triangles in a leaf.
    pub(crate) const MAX_COUNT: usize = 16;

    /// A node by its number, with so many children.
    pub fn inner(node: usize, children: usize) -> Self {
        debug_assert!(node < 1 << Self::NODE_BITS && (1..=8).contains(&children));
        Self((children as u32 - 1) << Self::NODE_BITS | node as u32)
    }

    pub(crate) fn leaf(packet: usize, count: usize) -> Self {
        debug_assert!(
            (1..=Self::MAX_COUNT).contains(&count) && packet < crate::Mesh::MAX_TRIANGLES
        );
        Self(Self::LEAF | (count as u32 - 1) << Self::PACKET_BITS | packet as u32)
    }

    /// Whether it holds triangles; true for [`Child::NONE`] as well.
    #[inline(always)]
    pub fn is_leaf(self) -> bool {
        self.0 & Self::LEAF != 0
    }

    /// The index of an inner child's node.
    #[inline(always)]
    pub(crate) fn node(self) -> usize {
        (self.0 & ((1 << Self::NODE_BITS) - 1)) as usize
    }

    /// How many children an inner child has.
    #[inline(always)]
    pub fn children(self) -> u32 {
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

impl Tree {
    /// The slot of the whole mesh.
    pub const ROOT: u32 = 0;

    /// All slots, those without a child included. Children stand behind their parents.
    pub fn slots(&self) -> Range<u32> {
        0..self.nodes.links.len() as u32
    }

    /// What stands at a slot.
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

    /// A box around the volume at a slot, as an estimate, in the unit coordinates of the mesh.
    #[inline]
    pub fn cuboid(&self, slot: u32) -> Cuboid {
        self.nodes.volumes.cuboid(slot)
    }

    /// The bytes of one volume, less what it has on the heap.
    pub fn volume_bytes(&self) -> usize {
        self.nodes.volumes.bytes()[0]
    }

    /// The nodes to be compared with those of another tree: if volumes are of different types, both take oriented boxes. Those are fitted when
    /// they are asked for, and kept.
    pub(crate) fn nodes_beside(&self, other: &Tree, fit: impl FnOnce(&Self) -> Nodes) -> &Nodes {
        if self.nodes.volumes.is_like(&*other.nodes.volumes) || self.nodes.volumes.obbs().is_some()
        {
            return &self.nodes;
        }
        self.obbs.get_or_init(|| fit(self))
    }

    /// Bytes of what the leaves hold.
    pub(crate) fn leaf_bytes(&self) -> usize {
        size_of_val(&self.order[..]) + size_of_val(&self.packets[..])
    }
}
