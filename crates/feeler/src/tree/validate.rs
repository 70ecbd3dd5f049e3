//! Checks of the invariants of a tree.

use super::{Child, PADDING, Tree};
use crate::volume::Cloud;

impl Tree {
    /// Checks that every triangle is in exactly one leaf, that every node has one parent with a
    /// lower number, and that every volume contains the corners of all its triangles.
    pub(crate) fn validate(&self, cloud: &Cloud<'_>) -> Result<(), String> {
        let nodes = &self.nodes;
        if cloud.triangles.is_empty() {
            return if nodes.is_empty() { Ok(()) } else { Err("nodes without triangles".into()) };
        }
        let mut seen = vec![false; cloud.triangles.len()];
        for &triangle in self.order.iter().filter(|&&triangle| triangle != PADDING) {
            let seen = seen
                .get_mut(triangle as usize)
                .ok_or(format!("triangle {triangle} does not exist"))?;
            if std::mem::replace(seen, true) {
                return Err(format!("triangle {triangle} is in the order twice"));
            }
        }
        if let Some(triangle) = seen.iter().position(|seen| !seen) {
            return Err(format!("triangle {triangle} is in no leaf"));
        }

        let mut parents = vec![0; nodes.count()];
        let mut covered = 0;
        for node in 0..nodes.count() {
            let slots = nodes.arity.slots(node);
            let count = nodes.children(node).count();
            let behind = &nodes.links[slots.start + count..slots.end];
            if count == 0 || behind.iter().any(|link| link.child != Child::NONE) {
                return Err(format!("node {node}: slots are not filled from the first on"));
            }
            for (slot, child) in slots.zip(nodes.children(node)) {
                if child.is_leaf() {
                    covered += child.range().len();
                } else {
                    if child.node() <= node || child.node() >= nodes.count() {
                        return Err(format!("slot {slot}: bad child {}", child.node()));
                    }
                    let children = nodes.children(child.node()).count();
                    if child.children() as usize != children {
                        return Err(format!(
                            "slot {slot}: {} children instead of {children}",
                            child.children()
                        ));
                    }
                    parents[child.node()] += 1;
                }
                let range = nodes.below(slot as u32);
                let excess = nodes.volumes.excess(slot as u32);
                for &triangle in self.order[range].iter().filter(|&&triangle| triangle != PADDING) {
                    for vertex in cloud.triangles[triangle as usize] {
                        let excess = excess(cloud.points[vertex as usize]);
                        if excess > 0.0 || excess.is_nan() {
                            return Err(format!(
                                "slot {slot}: vertex {vertex} is {excess:e} outside"
                            ));
                        }
                    }
                }
            }
        }
        if covered != cloud.triangles.len() {
            return Err(format!("leaves have {covered} of {} triangles", cloud.triangles.len()));
        }
        match parents.iter().skip(1).position(|&count| count != 1) {
            Some(node) => Err(format!("node {} has {} parents", node + 1, parents[node + 1])),
            None => Ok(()),
        }
    }
}
