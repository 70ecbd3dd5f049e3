//! The triangles of one mesh, one after the other, in some order.

use super::view::{Seen, View};
use crate::budget::Clock;
use crate::exact_box::ExactBox;
use crate::tree::{Child, Digest, Link, Tree};
use crate::{Arity, Mesh, Model, Pose};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A mesh and what is exactly known of its tree, as posed.
pub(crate) struct PosedTree<'a> {
    mesh: &'a Mesh,
    order: &'a [u32],
    digests: &'a [Digest],
    links: &'a [Link],
    arity: Arity,
    /// None for A.
    pose: Option<Pose>,
}

impl<'a> PosedTree<'a> {
    pub(crate) fn new(model: &'a Model, pose: Option<Pose>) -> Self {
        let Tree { nodes, order, digests, .. } = model.tree();
        let (links, arity) = (&nodes.links, nodes.arity);
        Self { mesh: model.mesh(), order, digests, links, arity, pose }
    }

    pub(super) fn triangle(&self, triangle: u32) -> [[f64; 3]; 3] {
        let corners = self.mesh.triangle(triangle);
        match &self.pose {
            None => corners,
            Some(pose) => corners.map(|p| pose.apply(p)),
        }
    }

    /// 0 for A, 1 for B.
    fn side(&self) -> usize {
        usize::from(self.pose.is_some())
    }

    pub(super) fn bounds(&self) -> ExactBox {
        self.posed(&self.digests[0].bounds)
    }

    fn posed(&self, bounds: &ExactBox) -> ExactBox {
        self.pose.as_ref().map_or(*bounds, |pose| bounds.posed(pose))
    }
}

/// Part of a tree that waits, with a rank that nothing in it exceeds.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    rank: f64,
    item: Item,
}

#[derive(Clone, Copy, Debug)]
enum Item {
    Child(Child),
    Triangle(u32, Seen),
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.total_cmp(&other.rank)
    }
}

/// By what triangles are ordered.
pub(super) trait Rank {
    /// The highest comes first; none for what does not matter. A part has no higher rank than the whole.
    fn rank(&self, seen: &Seen, first: u32) -> Option<f64>;
}

/// A walk through a tree. Kept from query to query it does not allocate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walk {
    heap: BinaryHeap<Waiting>,
}

impl Walk {
    /// All triangles wait.
    pub(super) fn start(&mut self, tree: &PosedTree<'_>) {
        self.heap.clear();
        let root = tree.links[0].child;
        self.heap.push(Waiting { rank: f64::INFINITY, item: Item::Child(root) });
    }

    /// The next triangle; none where there is none, or where the time is up.
    pub(super) fn next(
        &mut self,
        tree: &PosedTree<'_>,
        view: &View,
        by: &impl Rank,
        clock: &Clock,
    ) -> Option<(u32, Seen)> {
        loop {
            if clock.is_over() {
                return None;
            }
            let child = match self.heap.pop()?.item {
                Item::Triangle(triangle, seen) => return Some((triangle, seen)),
                Item::Child(child) => child,
            };
            if child.is_leaf() {
                for &triangle in &tree.order[child.range()] {
                    let seen = view.triangle(tree.side(), &tree.triangle(triangle));
                    if let Some(rank) = by.rank(&seen, triangle) {
                        self.heap.push(Waiting { rank, item: Item::Triangle(triangle, seen) });
                    }
                }
                continue;
            }
            let first = tree.arity.slots(child.node()).start;
            for &Link { child, .. } in &tree.links[first..][..child.children() as usize] {
                let digest = if child.is_leaf() {
                    Digest::of_leaf(tree.mesh, &tree.order[child.range()])
                } else {
                    tree.digests[child.node()]
                };
                let seen = view.bounds(tree.side(), &tree.posed(&digest.bounds));
                if let Some(rank) = by.rank(&seen, digest.first) {
                    self.heap.push(Waiting { rank, item: Item::Child(child) });
                }
            }
        }
    }
}
