//! What every tree promises.

use super::{Bvh, Child, PADDING};
use crate::bv::{BoundingVolume, Cloud, Packet};

impl<V: BoundingVolume, const N: usize> Bvh<V, N> {
    /// Checks that every triangle is in exactly one leaf, every node has one parent that stands before it, and every volume contains
    /// the corners of all its triangles.
    pub(crate) fn validate(&self, cloud: &Cloud<'_>) -> Result<(), String> {
        if cloud.triangles.is_empty() {
            return if self.nodes.is_empty() {
                Ok(())
            } else {
                Err("nodes without triangles".into())
            };
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

        let mut parents = vec![0; self.nodes.len()];
        let mut covered = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            let lanes = node.lanes();
            if lanes == 0 || lanes & (lanes + 1) != 0 {
                return Err(format!(
                    "node {index}: lanes are not filled from the first on: {lanes:b}"
                ));
            }
            for (lane, &child) in
                node.children.iter().enumerate().filter(|(_, child)| **child != Child::NONE)
            {
                if child.is_leaf() {
                    covered += child.range().len();
                } else {
                    if child.node() <= index || child.node() >= self.nodes.len() {
                        return Err(format!(
                            "node {index}, lane {lane}: bad child {}",
                            child.node()
                        ));
                    }
                    let children = self.nodes[child.node()].lanes().count_ones();
                    if child.children() != children {
                        return Err(format!(
                            "node {index}, lane {lane}: {} children in the place of {children}",
                            child.children()
                        ));
                    }
                    parents[child.node()] += 1;
                }
                let range = self.below((index * N + lane) as u32);
                let volume = node.volumes.get(lane);
                for &triangle in self.order[range].iter().filter(|&&triangle| triangle != PADDING) {
                    for vertex in cloud.triangles[triangle as usize] {
                        let excess = volume.excess(cloud.points[vertex as usize]);
                        if excess > 0.0 || excess.is_nan() {
                            return Err(format!(
                                "node {index}, lane {lane}: vertex {vertex} is {excess:e} outside"
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
