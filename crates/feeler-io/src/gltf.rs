//! The reader of glTF 2.0, JSON and binary.
//!
//! - `document`: the structures of the JSON text;
//! - `buffer`: the bytes that the file refers to;
//! - `accessor`: the numbers in these bytes.

mod accessor;
mod buffer;
mod document;

use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use feeler::Mesh;

use crate::assembly::{Assembly, Node};
use crate::error::no_such_vertex;
use crate::quota::{self, Quota, make_room};
use crate::subset::Subset;
use crate::{Error, ErrorKind, Part, Scene, Unit, UpAxis};

use accessor::Accessors;
use buffer::Buffers;
use document::{Document, Json, MeshEntry, NodeEntry, PrimitiveEntry, SceneEntry, missing};

/// Reads the file's default scene, or else its first scene. A file without scenes: all nodes. A
/// file without nodes: all meshes.
///
/// Each primitive becomes a part with the name of its mesh. Points and lines are skipped. Skins and
/// morph targets are ignored: their meshes keep the stored positions.
pub(crate) fn parse(
    bytes: &[u8],
    open: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
) -> Result<Scene, Error> {
    let (json, chunk) = Json::of_file(bytes)?;
    let document = json.document()?;
    document.check_support()?;
    let buffers = Buffers::load(&json, &document, chunk, open)?;
    let mut quota = Quota::for_file_of(bytes.len().saturating_add(buffers.bytes_outside));
    quota.take(json.cost() + document.cost())?;
    let mut reader = Reader {
        json: &json,
        document: &document,
        quota,
        accessors: Accessors::new(&json, &document, buffers),
        shared: shared_positions(&json, &document)?,
        parts: Vec::new(),
        meshes: HashMap::new(),
    };
    let assembly = reader.assembly()?;
    let scene = assembly.unfold(reader.parts, reader.quota)?;
    Ok(scene.measured(Some(Unit::METRE), Some(UpAxis::Y)))
}

struct Reader<'a> {
    json: &'a Json<'a>,
    document: &'a Document<'a>,
    accessors: Accessors<'a>,
    quota: Quota,
    shared: HashMap<usize, Option<Subset>>,
    parts: Vec<Part>,
    meshes: HashMap<usize, Range<u32>>,
}

/// The set of nodes that the scene reaches, and the queue of nodes that are still to be read.
struct Reached {
    is_known: Vec<bool>,
    waiting: Vec<u32>,
}

impl Reached {
    /// Queues a node to be read if it is new, and returns its index in the assembly, which equals
    /// its index in the file.
    fn reach(&mut self, node: usize) -> Result<u32, Error> {
        let count = self.is_known.len();
        let is_known = self.is_known.get_mut(node).ok_or_else(|| missing("node", node, count))?;
        if !std::mem::replace(is_known, true) {
            make_room(&mut self.waiting, 1);
            self.waiting.push(node as u32);
        }
        Ok(node as u32)
    }
}

impl Reader<'_> {
    fn assembly(&mut self) -> Result<Assembly, Error> {
        let mut assembly = Assembly::default();
        if self.document.nodes.is_empty() {
            for mesh in 0..self.document.meshes.len() {
                let parts = self.mesh(mesh)?;
                self.quota.take(Assembly::cost_of_link())?;
                let root = assembly.add(Node { parts, ..Node::default() });
                assembly.roots.push(root);
            }
            return Ok(assembly);
        }
        let count = self.document.nodes.len();
        if u32::try_from(count).is_err() {
            return Err(Error::new(ErrorKind::TooLarge, "the file has more than 2³² nodes"));
        }
        self.quota.take(quota::list::<Node>(count))?;
        assembly.nodes = vec![Node::default(); count];
        let mut reached = Reached { is_known: vec![false; count], waiting: Vec::new() };
        let roots = self.roots()?;
        self.quota.take(quota::list::<u32>(roots.len()) + 3 * quota::list::<usize>(roots.len()))?;
        assembly.roots = Vec::with_capacity(roots.len());
        for root in roots {
            assembly.roots.push(reached.reach(root)?);
        }
        while let Some(index) = reached.waiting.pop() {
            let index = index as usize;
            let entry: NodeEntry = self.json.entry("node", &self.document.nodes, index)?;
            let placement = entry.placement().map_err(|reason| self.node_error(index, reason))?;
            if entry.extensions.instancing.is_some() {
                let reason = "EXT_mesh_gpu_instancing is not supported";
                return Err(self.node_error(index, reason));
            }
            let parts = entry.mesh.map_or(Ok(0..0), |mesh| self.mesh(mesh))?;
            let name = entry.name.map(|name| Arc::from(&*name));
            let name_length = name.as_ref().map_or(0, |name: &Arc<str>| name.len());
            let children = entry.children.len();
            self.quota.take(quota::grown::<u32>(2 * children) + name_length)?;
            let children: Result<Vec<u32>, Error> =
                entry.children.iter().map(|&child| reached.reach(child)).collect();
            let children = assembly.add_children(children?.into_iter())?;
            assembly.nodes[index] = Node { name, placement, parts, children };
        }
        if self.document.scenes.is_empty()
            && let Some(lost) = reached.is_known.iter().position(|is_known| !is_known)
        {
            // Without a cycle, following parents from a node ends at a root; so every node is a
            // root or below one.
            let reason = "it is in a cycle of nodes or below one, and the file has no scene";
            return Err(self.node_error(lost, reason));
        }
        Ok(assembly)
    }

    fn roots(&self) -> Result<Vec<usize>, Error> {
        if !self.document.scenes.is_empty() {
            let scene = self.document.scene.unwrap_or(0);
            let scene: SceneEntry = self.json.entry("scene", &self.document.scenes, scene)?;
            return Ok(scene.nodes);
        }
        let count = self.document.nodes.len();
        let mut is_root = vec![true; count];
        for index in 0..count {
            let entry: NodeEntry = self.json.entry("node", &self.document.nodes, index)?;
            for child in entry.children {
                if let Some(is_root) = is_root.get_mut(child) {
                    *is_root = false;
                }
            }
        }
        let roots = (0..count).filter(|&node| is_root[node]);
        let mut list = Vec::with_capacity(roots.clone().count());
        list.extend(roots);
        Ok(list)
    }

    /// The parts of a mesh. A mesh is read once, however often it is placed.
    fn mesh(&mut self, index: usize) -> Result<Range<u32>, Error> {
        if let Some(parts) = self.meshes.get(&index) {
            return Ok(parts.clone());
        }
        let entry: MeshEntry = self.json.entry("mesh", &self.document.meshes, index)?;
        let name = entry.name.unwrap_or_default();
        let first = self.parts.len() as u32;
        for primitive in &entry.primitives {
            if let Some(mesh) = self.primitive(index, primitive)? {
                // Each part holds its own copy of the name: a long name with many primitives could
                // exhaust memory.
                self.quota.take(quota::grown::<Part>(1) + name.len())?;
                make_room(&mut self.parts, 1);
                self.parts.push(Part { name: name.to_string(), mesh });
            }
        }
        let parts = first..self.parts.len() as u32;
        self.meshes.insert(index, parts.clone());
        Ok(parts)
    }

    fn primitive(
        &mut self,
        mesh: usize,
        primitive: &PrimitiveEntry,
    ) -> Result<Option<Mesh>, Error> {
        let fail = |reason: String| {
            self.json.error(self.document.meshes[mesh], format!("mesh {mesh}: {reason}"))
        };
        let topology = match primitive.mode.unwrap_or(4) {
            0..=3 => return Ok(None),
            4 => Topology::List,
            5 => Topology::Strip,
            6 => Topology::Fan,
            mode => return Err(fail(format!("mode {mode} does not exist"))),
        };
        let Some(position) = primitive.attributes.position else {
            return Ok(None);
        };
        let vertices = self.accessors.count(position)?;
        let corners = match primitive.indices {
            Some(indices) => self.accessors.count(indices)?,
            None => vertices,
        };
        let triangles = topology.count(corners).ok_or_else(|| {
            fail(format!("a list of triangles has {corners} corners, not a multiple of three"))
        })?;
        // The corners are held in a list of their own until they are triangles.
        self.quota.take(quota::list::<u32>(corners))?;
        let (all, used) = match self.shared.get(&position) {
            None => (vertices, 0),
            Some(None) => (vertices, corners.min(vertices)),
            Some(Some(_)) => (0, corners.min(vertices)),
        };
        self.quota.take_mesh(triangles, all)?;
        self.quota.take(quota::list::<u32>(all) + quota::grown::<[f64; 3]>(used))?;

        let corners = match primitive.indices {
            Some(indices) => self.accessors.indices(indices)?,
            None => (0..vertices as u32).collect(),
        };
        if let Some(wrong) = corners.iter().find(|&&corner| corner as usize >= vertices) {
            return Err(fail(no_such_vertex("a triangle", wrong, vertices)));
        }
        let triangles = topology.triangles(&corners);
        let (vertices, triangles) = match self.shared.get_mut(&position) {
            None => (self.accessors.positions(position)?, triangles),
            Some(subset) => {
                if subset.is_none() {
                    *subset = Some(Subset::new(self.accessors.positions(position)?));
                }
                subset.as_mut().map(|subset| subset.of(&triangles)).unwrap_or_default()
            }
        };
        Ok(Some(Mesh::new(vertices, triangles)?))
    }

    fn node_error(&self, index: usize, reason: &str) -> Error {
        self.json.error(self.document.nodes[index], format!("node {index}: {reason}"))
    }
}

#[derive(Clone, Copy)]
enum Topology {
    List,
    Strip,
    Fan,
}

impl Topology {
    /// The number of triangles that this number of corners makes; `None` if a list has one or two
    /// corners too many.
    fn count(self, corners: usize) -> Option<usize> {
        match self {
            Self::List => corners.is_multiple_of(3).then_some(corners / 3),
            Self::Strip | Self::Fan => Some(corners.saturating_sub(2)),
        }
    }

    fn triangles(self, corners: &[u32]) -> Vec<[u32; 3]> {
        let of = |corners: &[u32]| [corners[0], corners[1], corners[2]];
        match self {
            Self::List => corners.chunks_exact(3).map(of).collect(),
            Self::Strip => {
                let turned = |(i, [a, b, c]): (usize, [u32; 3])| match i % 2 {
                    0 => [a, b, c],
                    _ => [b, a, c],
                };
                corners.windows(3).map(of).enumerate().map(turned).collect()
            }
            Self::Fan => {
                let rim = corners.get(1..).unwrap_or_default();
                rim.windows(2).map(|edge| [corners[0], edge[0], edge[1]]).collect()
            }
        }
    }
}

/// The position accessors that several primitives use, none of them read yet.
///
/// Exporters cut a mesh by material and let all pieces share one list of positions; a copy of the
/// list for each piece would waste memory.
fn shared_positions<'a>(
    json: &Json<'a>,
    document: &Document<'a>,
) -> Result<HashMap<usize, Option<Subset>>, Error> {
    let mut uses: HashMap<usize, usize> = HashMap::new();
    for mesh in 0..document.meshes.len() {
        let mesh: MeshEntry = json.entry("mesh", &document.meshes, mesh)?;
        for position in mesh.primitives.iter().filter_map(|p| p.attributes.position) {
            *uses.entry(position).or_default() += 1;
        }
    }
    Ok(uses
        .into_iter()
        .filter(|(_, uses)| *uses > 1)
        .map(|(position, _)| (position, None))
        .collect())
}
