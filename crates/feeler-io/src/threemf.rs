//! 3MF: XML in a zip archive.

mod model;
mod package;

use std::collections::{HashMap, VecDeque};

use crate::assembly::{Assembly, Node};
use crate::quota::Quota;
use crate::{Error, Part, Scene, Unit};

use model::{Content, Model, Reference};
use package::Package;

/// Reads what the build items of the root model place, through components and other models of the
/// package.
pub(crate) fn parse(bytes: &[u8]) -> Result<Scene, Error> {
    let mut package = Package::open(bytes)?;
    let root = package.root_model()?;
    let model = Model::parse(&package.read(&root)?).map_err(|error| error.in_entry(&root))?;
    let unit = model.unit;
    let mut reader = Reader {
        package,
        unit,
        assembly: Assembly::default(),
        parts: Vec::new(),
        objects: HashMap::new(),
        waiting: VecDeque::new(),
    };
    let build = reader.assembly.add(Node::default());
    reader.assembly.roots.push(build);
    reader.wait(build, &root, model.items);
    reader.add_objects(&root, model.objects);
    reader.link()?;
    reader.assembly.unfold(reader.parts, unit, Quota::for_file_of(bytes.len()))
}

struct Reader<'a> {
    package: Package<'a>,
    unit: Unit,
    assembly: Assembly,
    parts: Vec<Part>,
    /// The nodes of each loaded model's objects.
    objects: HashMap<String, HashMap<i64, usize>>,
    waiting: VecDeque<(usize, String, Vec<Reference>)>,
}

impl Reader<'_> {
    /// Remembers what a node of a model places: the objects may not be there yet.
    fn wait(&mut self, node: usize, model: &str, references: Vec<Reference>) {
        self.waiting.push_back((node, model.to_owned(), references));
    }

    fn add_objects(&mut self, path: &str, objects: Vec<model::Object>) {
        let mut nodes = HashMap::new();
        for object in objects {
            let mut node = Node { name: object.name.clone(), ..Node::default() };
            let references = match object.content {
                Content::Mesh(mesh) => {
                    let name = object.name.map_or(String::new(), |name| name.to_string());
                    node.parts = self.parts.len()..self.parts.len() + 1;
                    self.parts.push(Part { name, mesh });
                    Vec::new()
                }
                Content::Components(components) => components,
            };
            let node = self.assembly.add(node);
            self.wait(node, path, references);
            nodes.insert(object.id, node);
        }
        self.objects.insert(path.to_owned(), nodes);
    }

    /// Connects every node with those that it places, loading the models that they are in.
    fn link(&mut self) -> Result<(), Error> {
        while let Some((node, path, references)) = self.waiting.pop_front() {
            for reference in references {
                let target = reference.path.as_deref().unwrap_or(&path);
                let object =
                    self.object(target, reference.object).map_err(|e| e.in_entry(&path))?;
                let link = self.assembly.add(Node {
                    name: reference.name,
                    placement: reference.placement,
                    children: vec![object],
                    ..Node::default()
                });
                self.assembly.nodes[node].children.push(link);
            }
        }
        Ok(())
    }

    fn object(&mut self, path: &str, id: i64) -> Result<usize, Error> {
        if !self.objects.contains_key(path) {
            let model = Model::parse(&self.package.read(path)?).map_err(|e| e.in_entry(path))?;
            if model.unit != self.unit {
                let reason = "its unit is not that of the root model";
                return Err(Error::unsupported(reason).in_entry(path));
            }
            self.add_objects(path, model.objects);
        }
        self.objects.get(path).and_then(|objects| objects.get(&id)).copied().ok_or_else(|| {
            Error::malformed(format!("object {id} is placed, but '{path}' has no such object"))
        })
    }
}
