//! A walk through the triangles of one mesh, one after the other, in a given order.

use super::view::{Silhouette, View};
use crate::budget::Clock;
use crate::exact_box::ExactBox;
use crate::tree::{Child, Digest, Link, Tree};
use crate::{Arity, Mesh, Model, Pose};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A posed mesh and its tree, with exact boxes of the nodes.
pub(crate) struct PosedTree<'a> {
    mesh: &'a Mesh,
    order: &'a [u32],
    digests: &'a [Digest],
    links: &'a [Link],
    arity: Arity,
    /// The pose of B; `None` for A.
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

    /// The side of the mesh: 0 for A, 1 for B.
    fn side(&self) -> usize {
        usize::from(self.pose.is_some())
    }

    /// The box around the mesh, as posed.
    pub(super) fn bounds(&self) -> ExactBox {
        self.posed(&self.digests[0].bounds)
    }

    fn posed(&self, bounds: &ExactBox) -> ExactBox {
        self.pose.as_ref().map_or(*bounds, |pose| bounds.posed(pose))
    }
}

/// A part of a tree that waits, with an upper bound of the ranks of its triangles.
#[derive(Clone, Copy, Debug)]
struct RankedPart {
    rank: f64,
    part: TreePart,
}

/// A child of a node, or a triangle with its silhouette.
#[derive(Clone, Copy, Debug)]
enum TreePart {
    Child(Child),
    Triangle(u32, Silhouette),
}

impl PartialEq for RankedPart {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for RankedPart {}

impl PartialOrd for RankedPart {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RankedPart {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.total_cmp(&other.rank)
    }
}

/// The order of the triangles in a walk.
pub(super) trait Rank {
    /// The rank of a triangle or a box, of which the highest comes first; `None` if it does not matter.
    /// `first` is the lowest number of its triangles. A part has no higher rank than the whole.
    fn rank(&self, seen: &Silhouette, first: u32) -> Option<f64>;
}

/// A walk through a tree. If it is kept from query to query, it does not allocate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walk {
    heap: BinaryHeap<RankedPart>,
    /// The number of parts of a tree that may be opened after each start.
    allowed: usize,
    /// The number of parts that may still be opened.
    left: usize,
    cut_short: bool,
}

impl Walk {
    /// Sets the number of parts that may be opened after each start. A walk that has opened so many is cut short: it goes
    /// straight down from there, as do all later walks, to a triangle of high rank that may not be the highest, and ends there.
    pub(super) fn allow(&mut self, parts: usize) {
        (self.allowed, self.cut_short) = (parts, false);
    }

    /// Whether a walk was cut short since the number was set.
    pub(super) fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    /// Starts anew: the root waits, and with it all triangles.
    pub(super) fn start(&mut self, tree: &PosedTree<'_>) {
        self.heap.clear();
        self.left = if self.cut_short { 0 } else { self.allowed };
        let root = tree.links[0].child;
        self.heap.push(RankedPart { rank: f64::INFINITY, part: TreePart::Child(root) });
    }

    /// The next triangle and its silhouette; `None` if no triangle is left, or if the time is up.
    pub(super) fn next(
        &mut self,
        tree: &PosedTree<'_>,
        view: &View,
        by: &impl Rank,
        clock: &Clock,
    ) -> Option<(u32, Silhouette)> {
        loop {
            if clock.is_over() {
                return None;
            }
            let child = match self.heap.pop()?.part {
                TreePart::Triangle(triangle, seen) => return Some((triangle, seen)),
                TreePart::Child(child) => child,
            };
            if self.left == 0 {
                self.cut_short = true;
                self.heap.clear();
            } else {
                self.left -= 1;
            }
            if child.is_leaf() {
                for &triangle in &tree.order[child.range()] {
                    let seen = view.triangle(tree.side(), &tree.triangle(triangle));
                    if let Some(rank) = by.rank(&seen, triangle) {
                        self.heap
                            .push(RankedPart { rank, part: TreePart::Triangle(triangle, seen) });
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
                    self.heap.push(RankedPart { rank, part: TreePart::Child(child) });
                }
            }
        }
    }
}
