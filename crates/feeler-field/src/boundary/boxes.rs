//! The triangles of a mesh in a tree of exact boxes.
//!
//! The tree of a [`Model`] has volumes in f32. Here are its nodes again, each with the box of f64
//! numbers around its triangles, in the order of a walk: a node, then all below it. To leave out
//! what is below a node is to go on at its `end`, so a walk needs no memory.

use crate::exact::{Place, Triangle};
use feeler::inside::Tree;
use feeler::{Model, Pose};

#[derive(Clone, Debug, Default)]
pub(crate) struct Boxes {
    nodes: Vec<BoxNode>,
    order: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct BoxNode {
    bounds: Bounds,
    /// The first node that is not below this one.
    end: u32,
    /// The triangles below it, as places in the order.
    first: u32,
    last: u32,
}

/// An axis-parallel box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: [f64; 3],
    pub(crate) high: [f64; 3],
}

impl Bounds {
    const EMPTY: Self = Self { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };

    pub(crate) fn of(points: &[[f64; 3]]) -> Self {
        points.iter().fold(Self::EMPTY, |all, &p| all.joined(&Self { low: p, high: p }))
    }

    /// A box in which a place is for certain.
    pub(crate) fn around(place: &Place) -> Self {
        let [low, high] = place.range();
        Self { low, high }
    }

    pub(crate) fn joined(&self, other: &Self) -> Self {
        Self {
            low: [0, 1, 2].map(|i| self.low[i].min(other.low[i])),
            high: [0, 1, 2].map(|i| self.high[i].max(other.high[i])),
        }
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        !(0..3).any(|i| self.high[i] < other.low[i] || other.high[i] < self.low[i])
    }

    /// The box around all points of this box after [`Pose::apply`]: rounding is monotone, so the
    /// same operations in the same order at the ends of each interval contain all results.
    fn posed(&self, pose: &Pose) -> Self {
        let (rows, origin) = (pose.matrix(), pose.origin());
        let mut posed = Self::EMPTY;
        for i in 0..3 {
            let ends = |k: usize| {
                let (x, y) = (rows[i][k] * self.low[k], rows[i][k] * self.high[k]);
                (x.min(y), x.max(y))
            };
            let (x, y, z) = (ends(0), ends(1), ends(2));
            posed.low[i] = x.0 + y.0 + z.0 + origin[i];
            posed.high[i] = x.1 + y.1 + z.1 + origin[i];
        }
        posed
    }
}

impl Boxes {
    pub(crate) fn new(model: &Model) -> Self {
        let mut boxes = Self::default();
        if !model.mesh().triangles().is_empty() {
            boxes.add(model, Tree::ROOT);
        }
        boxes
    }

    fn add(&mut self, model: &Model, slot: u32) -> Bounds {
        let (tree, index) = (model.tree(), self.nodes.len());
        let first = self.order.len() as u32;
        self.nodes.push(BoxNode { bounds: Bounds::EMPTY, end: 0, first, last: first });
        let child = tree.child(slot);
        let bounds = if child.is_leaf() {
            self.order.extend(tree.triangles(slot));
            let triangles = &self.order[first as usize..];
            triangles.iter().fold(Bounds::EMPTY, |all, &triangle| {
                all.joined(&Bounds::of(&model.mesh().triangle(triangle)))
            })
        } else {
            tree.children(child).fold(Bounds::EMPTY, |all, slot| all.joined(&self.add(model, slot)))
        };
        let (end, last) = (self.nodes.len() as u32, self.order.len() as u32);
        self.nodes[index] = BoxNode { bounds, end, first, last };
        bounds
    }

    /// Visits the triangles in leaves whose boxes, posed, satisfy `wanted`, until `visit` returns false.
    pub(crate) fn walk(
        &self,
        pose: Option<&Pose>,
        wanted: impl Fn(&Bounds) -> bool,
        mut visit: impl FnMut(u32) -> bool,
    ) {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            let bounds = pose.map_or(node.bounds, |pose| node.bounds.posed(pose));
            if !wanted(&bounds) {
                at = node.end as usize;
                continue;
            }
            at += 1;
            if node.end as usize == at {
                for &triangle in &self.order[node.first as usize..node.last as usize] {
                    if !visit(triangle) {
                        return;
                    }
                }
            }
        }
    }
}

/// The triangle, posed.
pub(crate) fn posed(triangle: &Triangle, pose: Option<&Pose>) -> Triangle {
    pose.map_or(*triangle, |pose| triangle.map(|corner| pose.apply(corner)))
}
