//! The settings of a tree, and the steps that build it.

use super::arity::Arity;
use super::nodes::Nodes;
use super::plan::items;
use super::rule::Rule;
use super::volumes::Volumes;
use super::{Child, Link, Tree, collapse, faces, merge, octree, split};
use crate::volume::Cloud;
use crate::volume::kind::Volume;
use std::sync::OnceLock;

/// The settings to build a [`Model`](crate::Model).
///
/// ```
/// use feeler::{Arity, Build, Mesh, Model, Rule, Volume};
/// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let build = Build { volume: Volume::DOP18, arity: Arity::Two, rule: Rule::Median, ..Build::default() };
/// let model = Model::build(mesh, &build);
/// # let _ = model;
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Build {
    /// The kind of volume that encloses the triangles below a node.
    pub volume: Volume,
    /// The largest number of children of a node.
    pub arity: Arity,
    /// The rule by which triangles are grouped.
    pub rule: Rule,
    /// The largest number of triangles in a leaf, 1 to 16; other numbers are clamped to this range.
    pub leaf_size: usize,
}

impl Default for Build {
    fn default() -> Self {
        Self {
            volume: Volume::default(),
            arity: Arity::default(),
            rule: Rule::default(),
            leaf_size: 8,
        }
    }
}

impl Tree {
    /// A tree over all triangles of a cloud. The tree is the same for any number of threads.
    pub(crate) fn build(cloud: &Cloud<'_>, build: &Build) -> Self {
        let Build { volume, arity, rule, leaf_size } = *build;
        if cloud.triangles.is_empty() {
            return Self::without_volumes(arity, Vec::new(), Vec::new(), volume);
        }
        let leaf_size = leaf_size.clamp(1, Child::MAX_COUNT);
        let items = items(cloud);
        let mut plan = match rule {
            Rule::Merge => merge::join(items, leaf_size),
            Rule::Octree => octree::divide(items, leaf_size),
            rule => split::divide(items, rule, leaf_size),
        };
        faces::divide_large(&mut plan, cloud);
        let (links, order) = collapse::collapse(plan, rule, arity);
        let mut tree = Self::without_volumes(arity, links, order, volume);
        tree.fit(cloud);
        tree
    }

    /// A tree whose volumes are not fitted yet.
    pub(super) fn without_volumes(
        arity: Arity,
        links: Vec<Link>,
        order: Vec<u32>,
        volume: Volume,
    ) -> Self {
        let volumes = <dyn Volumes>::empty(volume, links.len());
        let nodes = Nodes { arity, links, volumes };
        Self { nodes, obbs: OnceLock::new(), order, packets: Vec::new(), digests: Vec::new() }
    }
}
