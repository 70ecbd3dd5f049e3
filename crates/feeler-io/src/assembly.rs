//! Trees of nodes, as glTF and 3MF have them, unfolded into instances.

use std::ops::Range;
use std::sync::Arc;

use feeler::Mesh;

use crate::quota::Quota;
use crate::scene::Group;
use crate::{Error, ErrorKind, Instance, Part, Placement, Scene, Unit};

/// Nodes that place parts and further nodes; one node may be placed many times.
#[derive(Default)]
pub(crate) struct Assembly {
    pub(crate) nodes: Vec<Node>,
    pub(crate) roots: Vec<usize>,
}

#[derive(Default)]
pub(crate) struct Node {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) placement: Placement,
    pub(crate) parts: Range<usize>,
    pub(crate) children: Vec<usize>,
}

impl Assembly {
    /// Adds a node and gives its index.
    pub(crate) fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Every part of every node in its place, depth first.
    ///
    /// Refuses a node within itself, and trees that unfold beyond the quota.
    pub(crate) fn unfold(
        &self,
        parts: Vec<Part>,
        unit: Unit,
        quota: Quota,
    ) -> Result<Scene, Error> {
        let sizes = parts.iter().map(|part| size(&part.mesh)).collect();
        let mut unfolding = Unfolding {
            assembly: self,
            parts: &parts,
            sizes,
            quota,
            trail: Vec::new(),
            instances: Vec::new(),
            unnamed: "".into(),
        };
        for &root in &self.roots {
            unfolding.visit(root, &Placement::IDENTITY, None)?;
        }
        let instances = unfolding.instances;
        Ok(Scene::of_instances(parts, instances, Some(unit)))
    }
}

struct Unfolding<'a> {
    assembly: &'a Assembly,
    parts: &'a [Part],
    sizes: Vec<f64>,
    quota: Quota,
    trail: Vec<usize>,
    instances: Vec<Instance>,
    unnamed: Arc<str>,
}

impl Unfolding<'_> {
    /// Deep enough for any honest file, shallow enough for any stack.
    const DEEPEST: usize = 256;

    fn visit(
        &mut self,
        index: usize,
        parent: &Placement,
        group: Option<&Arc<Group>>,
    ) -> Result<(), Error> {
        self.quota.visit()?;
        if self.trail.contains(&index) {
            return Err(Error::malformed("the scene's tree has a cycle: a node is within itself"));
        }
        if self.trail.len() == Self::DEEPEST {
            let reason = format!("the scene's tree is deeper than {} levels", Self::DEEPEST);
            return Err(Error::new(ErrorKind::TooLarge, reason));
        }
        let node = &self.assembly.nodes[index];
        let placement = parent.of_child(&node.placement);
        for part in node.parts.clone() {
            self.place(part, node, &placement, group)?;
        }
        if node.children.is_empty() {
            return Ok(());
        }
        let named = node.name.clone().map(|name| Arc::new(Group { name, parent: group.cloned() }));
        self.trail.push(index);
        for &child in &node.children {
            self.visit(child, &placement, named.as_ref().or(group))?;
        }
        self.trail.pop();
        Ok(())
    }

    fn place(
        &mut self,
        part: usize,
        node: &Node,
        placement: &Placement,
        group: Option<&Arc<Group>>,
    ) -> Result<(), Error> {
        let name = node.name.as_ref().unwrap_or(&self.unnamed).clone();
        let mesh = &self.parts[part].mesh;
        self.quota.visit()?;
        self.quota.take(mesh.triangles().len(), mesh.vertices().len())?;
        // Half the limit leaves room for the rounding of the bound itself.
        let safe = placement.keeps_within(Mesh::LIMIT / 2.0, self.sizes[part]);
        if !safe && *placement != Placement::IDENTITY {
            let reason = format!(
                "instance '{name}' of part {part} is placed too far away or scaled too much"
            );
            return Err(Error::malformed(reason));
        }
        self.instances.push(Instance { name, part, placement: *placement, group: group.cloned() });
        Ok(())
    }
}

/// The largest coordinate of a mesh, without its sign.
fn size(mesh: &Mesh) -> f64 {
    mesh.vertices().iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()))
}
