//! Trees of nodes, as in glTF, 3MF and COLLADA, and how they are unfolded into instances.

use std::mem::size_of;
use std::ops::Range;
use std::sync::Arc;

use feeler::Mesh;

use crate::quota::{self, Quota, make_room};
use crate::scene::Group;
use crate::{Error, ErrorKind, Instance, Part, Placement, Scene};

/// A tree of nodes that place parts and further nodes; one node may be placed many times.
#[derive(Default)]
pub(crate) struct Assembly {
    pub(crate) nodes: Vec<Node>,
    pub(crate) roots: Vec<u32>,
    children: Vec<u32>,
}

/// A node of an [`Assembly`]. It takes few bytes, because a file may make one for every three of
/// its own bytes.
#[derive(Clone, Default)]
pub(crate) struct Node {
    pub(crate) name: Option<Arc<str>>,
    /// The placement within the parent; `None` if it is the identity.
    pub(crate) placement: Option<Box<Placement>>,
    pub(crate) parts: Range<u32>,
    /// The range of this node's children in [`Assembly::children`].
    pub(crate) children: Range<u32>,
}

impl Assembly {
    /// The bytes of memory of a node that places one child, without its name.
    pub(crate) fn cost_of_link() -> usize {
        let list = quota::grown::<Node>(1) + 2 * quota::grown::<u32>(1);
        list + size_of::<Placement>()
    }

    /// Adds a node and returns its index.
    pub(crate) fn add(&mut self, node: Node) -> u32 {
        make_room(&mut self.nodes, 1);
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Adds the children of a node and returns their range in the list of children.
    pub(crate) fn add_children(
        &mut self,
        children: impl ExactSizeIterator<Item = u32>,
    ) -> Result<Range<u32>, Error> {
        let start = self.children.len() as u32;
        let Ok(end) = u32::try_from(self.children.len() + children.len()) else {
            return Err(Error::new(ErrorKind::TooLarge, "the scene has more than 2³² nodes"));
        };
        make_room(&mut self.children, children.len());
        self.children.extend(children);
        Ok(start..end)
    }

    /// Lists every part of every node as an instance, depth first.
    ///
    /// Refuses a node within itself, and trees that unfold beyond the quota.
    pub(crate) fn unfold(self, parts: Vec<Part>, mut quota: Quota) -> Result<Scene, Error> {
        quota.take(quota::list::<f64>(parts.len()) + self.nodes.len())?;
        let sizes = parts.iter().map(|part| size(&part.mesh)).collect();
        let mut unfolding = Unfolding {
            assembly: &self,
            parts: &parts,
            sizes,
            quota,
            depth: 0,
            is_open: vec![false; self.nodes.len()],
            instances: Vec::new(),
            unnamed: "".into(),
        };
        for &root in &self.roots {
            unfolding.visit(root as usize, &Placement::IDENTITY, None)?;
        }
        let instances = unfolding.instances;
        Scene::of_instances(parts, instances)
    }
}

struct Unfolding<'a> {
    assembly: &'a Assembly,
    parts: &'a [Part],
    sizes: Vec<f64>,
    quota: Quota,
    depth: usize,
    /// For each node, whether it is an ancestor of the visited node.
    is_open: Vec<bool>,
    instances: Vec<Instance>,
    unnamed: Arc<str>,
}

impl Unfolding<'_> {
    /// The bytes of a group and of its entry in the table that finds groups by name.
    const GROUP_BYTES: usize = size_of::<Group>() + 96;

    fn visit(
        &mut self,
        index: usize,
        parent: &Placement,
        group: Option<&Arc<Group>>,
    ) -> Result<(), Error> {
        self.quota.visit()?;
        if self.is_open[index] {
            return Err(Error::malformed("the scene's tree has a cycle: a node is within itself"));
        }
        if self.depth == quota::DEEPEST_TREE {
            let reason = format!("the scene's tree is deeper than {} levels", quota::DEEPEST_TREE);
            return Err(Error::new(ErrorKind::TooLarge, reason));
        }
        let assembly = self.assembly;
        let node = &assembly.nodes[index];
        let placement = node.placement.as_deref().unwrap_or(&Placement::IDENTITY);
        let placement = parent.of_child(placement);
        for part in node.parts.clone() {
            self.place(part as usize, node, &placement, group)?;
        }
        if node.children.is_empty() {
            return Ok(());
        }
        let mut group = group.cloned();
        if let Some(name) = node.name.clone() {
            self.quota.take(Self::GROUP_BYTES)?;
            group = Some(Arc::new(Group { name, parent: group }));
        }
        self.is_open[index] = true;
        self.depth += 1;
        for &child in &assembly.children[node.children.start as usize..node.children.end as usize] {
            self.visit(child as usize, &placement, group.as_ref())?;
        }
        self.depth -= 1;
        self.is_open[index] = false;
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
        self.quota.take(quota::grown::<Instance>(1))?;
        self.quota.take_mesh(mesh.triangles().len(), mesh.vertices().len())?; // the memory of the merged mesh
        // Half the limit leaves room for the rounding errors of this bound.
        let safe = placement.keeps_within(Mesh::LIMIT / 2.0, self.sizes[part]);
        if !safe && *placement != Placement::IDENTITY {
            let reason = format!(
                "instance '{name}' of part {part} is placed too far away or scaled too much"
            );
            return Err(Error::malformed(reason));
        }
        make_room(&mut self.instances, 1);
        self.instances.push(Instance { name, part, placement: *placement, group: group.cloned() });
        Ok(())
    }
}

/// The largest absolute coordinate of a mesh.
fn size(mesh: &Mesh) -> f64 {
    mesh.vertices().iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()))
}
