//! The reader of 3MF: XML in a zip archive.
//!
//! - `package`: the archive;
//! - `model`: one XML file in it.

mod model;
mod package;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::assembly::{Assembly, Node};
use crate::quota::Quota;
use crate::{Error, Part, Placement, Scene, Unit, UpAxis};

use model::{ModelFile, Object, ObjectContent, Reference};
use package::Package;

/// Reads the objects that the build items of the root model place, also through components and
/// other models of the package.
pub(crate) fn parse(bytes: &[u8]) -> Result<Scene, Error> {
    let mut quota = Quota::for_file_of(bytes.len());
    let mut package = Package::open(bytes, &mut quota)?;
    let root: Arc<str> = package.root_model(&mut quota)?.into();
    let entry = package.find(&root)?;
    let mut read = || ModelFile::parse(&package.read(entry, &mut quota)?, &mut quota);
    let model = read().map_err(|error| error.in_entry(&root))?;
    let unit = model.unit;
    let mut reader = Reader {
        package,
        quota,
        unit,
        assembly: Assembly::default(),
        parts: Vec::new(),
        objects: HashMap::new(),
        waiting: VecDeque::new(),
    };
    let build = reader.assembly.add(Node::default());
    reader.assembly.roots.push(build);
    let model_entry = ModelEntry { entry, path: root };
    reader.waiting.push_back((build, model_entry.clone(), model.items));
    reader.add_objects(&model_entry, model.objects);
    reader.link()?;
    let scene = reader.assembly.unfold(reader.parts, reader.quota)?;
    Ok(scene.measured(Some(unit), Some(UpAxis::Z)))
}

struct Reader<'a> {
    package: Package<'a>,
    quota: Quota,
    unit: Unit,
    assembly: Assembly,
    parts: Vec<Part>,
    /// For each loaded model, by the number of its entry: the node of each object, by the object's
    /// id.
    objects: HashMap<usize, HashMap<i64, u32>>,
    /// Nodes whose children are not linked yet, with the model and the references to the children:
    /// the referenced objects may not be loaded yet.
    waiting: VecDeque<(u32, ModelEntry, Vec<Reference>)>,
}

/// A model in the archive; its path is for messages.
#[derive(Clone)]
struct ModelEntry {
    entry: usize,
    path: Arc<str>,
}

impl Reader<'_> {
    /// Makes nodes of a model's objects. Their memory was taken from the quota when they were
    /// parsed.
    fn add_objects(&mut self, model_entry: &ModelEntry, objects: Vec<Object>) {
        let mut nodes = HashMap::new();
        for object in objects {
            let mut node = Node { name: object.name.clone(), ..Node::default() };
            let references = match object.content {
                ObjectContent::Mesh(mesh) => {
                    let name = object.name.map_or(String::new(), |name| name.to_string());
                    node.parts = self.parts.len() as u32..self.parts.len() as u32 + 1;
                    self.parts.push(Part { name, mesh });
                    Vec::new()
                }
                ObjectContent::Components(components) => components,
            };
            let node = self.assembly.add(node);
            if !references.is_empty() {
                self.waiting.push_back((node, model_entry.clone(), references));
            }
            nodes.insert(object.id, node);
        }
        self.objects.insert(model_entry.entry, nodes);
    }

    /// Links every node to the nodes that it places, and loads their models if necessary.
    fn link(&mut self) -> Result<(), Error> {
        while let Some((node, model_entry, references)) = self.waiting.pop_front() {
            let mut objects = Vec::with_capacity(references.len());
            for reference in &references {
                let object = self.object(&model_entry, reference);
                objects.push(object.map_err(|error| error.in_entry(&model_entry.path))?);
            }
            let targets = self.assembly.add_children(objects.into_iter())?;
            let first = self.assembly.nodes.len() as u32;
            for (target, reference) in targets.zip(references) {
                let moves = reference.placement != Placement::IDENTITY;
                self.assembly.add(Node {
                    name: reference.name,
                    placement: moves.then(|| Box::new(reference.placement)),
                    children: target..target + 1,
                    ..Node::default()
                });
            }
            let links = first..self.assembly.nodes.len() as u32;
            self.assembly.nodes[node as usize].children = self.assembly.add_children(links)?;
        }
        Ok(())
    }

    /// The node of the referenced object.
    fn object(&mut self, from: &ModelEntry, reference: &Reference) -> Result<u32, Error> {
        let id = reference.object;
        let path = reference.path.as_deref().unwrap_or(&from.path);
        let entry = match &reference.path {
            Some(path) => self.package.find(path)?,
            None => from.entry,
        };
        if !self.objects.contains_key(&entry) {
            let mut read =
                || ModelFile::parse(&self.package.read(entry, &mut self.quota)?, &mut self.quota);
            let model = read().map_err(|error| error.in_entry(path))?;
            if model.unit != self.unit {
                let reason = "its unit is not that of the root model";
                return Err(Error::unsupported(reason).in_entry(path));
            }
            self.add_objects(&ModelEntry { entry, path: path.into() }, model.objects);
        }
        self.objects.get(&entry).and_then(|objects| objects.get(&id)).copied().ok_or_else(|| {
            Error::malformed(format!("object {id} is placed, but '{path}' has no such object"))
        })
    }
}
