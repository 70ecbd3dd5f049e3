//! The nodes of a tree: their links and their volumes.

use super::arity::Arity;
use super::contents::LeafContents;
use super::volumes::Volumes;
use super::{Child, Link};
use crate::volume::part::Surface;
use std::ops::Range;

/// The part of a tree that a traversal reads.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    pub(crate) arity: Arity,
    /// The links, one for each slot.
    pub(crate) links: Vec<Link>,
    /// The volumes, one for each slot.
    pub(crate) volumes: Box<dyn Volumes>,
}

impl Nodes {
    /// Whether the tree has no triangles.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// Fits all volumes to the triangles below their slots.
    pub(super) fn fit(&mut self, leaves: &LeafContents<'_>) {
        let below = leaves.below(self.arity, &self.links, Surface::of);
        self.volumes.fit(self.arity, &mut self.links, &below, leaves);
    }

    /// The number of nodes.
    pub(crate) fn count(&self) -> usize {
        self.links.len() >> self.arity.shift()
    }

    /// The children of a node. The slots of a node are filled from the first on.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = Child> + '_ {
        let links = self.links[self.arity.slots(node)].iter();
        links.map(|link| link.child).take_while(|child| *child != Child::NONE)
    }

    /// The child at a slot.
    #[inline(always)]
    pub(crate) fn child(&self, slot: u32) -> Child {
        self.links[slot as usize].child
    }

    /// The bytes of the nodes with their volumes.
    pub(crate) fn bytes(&self) -> usize {
        let [_, volumes] = self.volumes.bytes();
        size_of_val(&self.links[..]) + volumes
    }

    /// The range of the order that lies below a slot. Leaves are ordered like their slots, so this
    /// is one range.
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
        let mut depth = vec![1; self.count()];
        // Children have higher numbers than their parents.
        for node in (0..depth.len()).rev() {
            for child in self.children(node).filter(|child| !child.is_leaf()) {
                depth[node] = depth[node].max(depth[child.node()] + 1);
            }
        }
        depth.first().copied().unwrap_or(0)
    }
}
