//! The reader of COLLADA 1.4 and 1.5 (.dae).
//!
//! - `geometry`: the mesh of a geometry;
//! - `node`: the nodes of scenes and libraries, before they are linked.

mod geometry;
mod node;

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem::size_of;
use std::ops::Range;

use quick_xml::events::BytesStart;

use crate::assembly::{Assembly, Node};
use crate::polygon::Triangulator;
use crate::quota::{self, Quota, make_room};
use crate::xml::{Elements, Item, attribute};
use crate::{Error, Part, Placement, Scene, Unit, UpAxis};

use geometry::read_mesh;
use node::{Draft, Drafts, Placed};

/// Reads the scene that the file names, or else its first one. A file without scenes: all geometries.
///
/// All faces of a geometry become one part. Points and lines are skipped. Skins and morph targets are ignored:
/// their meshes keep the stored positions.
pub(crate) fn parse(bytes: &[u8]) -> Result<Scene, Error> {
    let text = crate::text::without_bom(bytes);
    let text = std::str::from_utf8(text).map_err(|error| {
        let reason = "the text is not UTF-8: save it as UTF-8";
        Error::unsupported(reason).at_byte(bytes.len() - text.len() + error.valid_up_to())
    })?;
    let mut reader = Reader {
        elements: Elements::of(text),
        quota: Quota::for_file_of(bytes.len()),
        unit: None,
        up: UpAxis::Y,
        triangulator: Triangulator::default(),
        parts: Vec::new(),
        geometries: HashMap::new(),
        skins: HashMap::new(),
        drafts: Drafts::default(),
        scenes: Vec::new(),
        chosen: None,
    };
    reader.document()?;
    reader.link()
}

struct Reader<'a> {
    elements: Elements<'a>,
    quota: Quota,
    unit: Option<Unit>,
    up: UpAxis,
    triangulator: Triangulator,
    parts: Vec<Part>,
    /// The part of each geometry, by its id; `None` if it has no faces.
    geometries: HashMap<String, Option<u32>>,
    /// What each controller shapes: a geometry or another controller, and the placement before that.
    skins: HashMap<String, (String, Placement)>,
    drafts: Drafts,
    /// The scenes: their ids and roots.
    scenes: Vec<(String, Vec<u32>)>,
    /// The id of the scene that the file names.
    chosen: Option<String>,
}

/// The most controllers that shape each other.
const LONGEST_CHAIN: usize = 8;

impl Reader<'_> {
    fn document(&mut self) -> Result<(), Error> {
        let root = loop {
            match self.elements.next(&mut self.quota)? {
                Item::Start(element) => break element,
                Item::Over => return Err(self.elements.error("there is no element in it")),
                _ => {}
            }
        };
        if root.local_name().as_ref() != "COLLADA" {
            return Err(self.elements.error("the root element is not 'COLLADA'"));
        }
        while let Some(child) = self.elements.child(&mut self.quota)? {
            match child.local_name().as_ref() {
                "asset" => self.asset()?,
                "library_geometries" => self.library("geometry", Self::geometry)?,
                "library_controllers" => self.library("controller", Self::controller)?,
                "library_nodes" => self.library("node", |reader, node| {
                    reader.drafts.read(&mut reader.elements, &mut reader.quota, node).map(|_| ())
                })?,
                "library_visual_scenes" => self.library("visual_scene", Self::visual_scene)?,
                "scene" => self.scene()?,
                _ => self.elements.skip(&mut self.quota)?,
            }
        }
        Ok(())
    }

    /// Reads the entries of a library, which have a name of their own.
    fn library(
        &mut self,
        name: &str,
        mut read: impl FnMut(&mut Self, &BytesStart) -> Result<(), Error>,
    ) -> Result<(), Error> {
        while let Some(entry) = self.elements.child(&mut self.quota)? {
            if entry.local_name().as_ref() == name {
                read(self, &entry)?;
            } else {
                self.elements.skip(&mut self.quota)?;
            }
        }
        Ok(())
    }

    fn asset(&mut self) -> Result<(), Error> {
        while let Some(child) = self.elements.child(&mut self.quota)? {
            match child.local_name().as_ref() {
                "unit" => {
                    if let Some(metres) = self.attribute(&child, "meter")? {
                        let unit = metres.trim().parse().ok().and_then(Unit::of_metres);
                        let reason =
                            || format!("a unit of '{}' metres is no length", metres.trim());
                        self.unit = Some(unit.ok_or_else(|| self.elements.error(reason()))?);
                    }
                    self.elements.skip(&mut self.quota)?;
                }
                "up_axis" => {
                    while let Some(text) = self.elements.text(&mut self.quota)? {
                        self.up = match text.trim() {
                            "" => continue,
                            "X_UP" => UpAxis::X,
                            "Y_UP" => UpAxis::Y,
                            "Z_UP" => UpAxis::Z,
                            _ => {
                                return Err(self
                                    .elements
                                    .error("the axes are X_UP, Y_UP and Z_UP"));
                            }
                        };
                    }
                }
                _ => self.elements.skip(&mut self.quota)?,
            }
        }
        Ok(())
    }

    fn geometry(&mut self, element: &BytesStart) -> Result<(), Error> {
        let id = self.attribute(element, "id")?.unwrap_or_default();
        let name = self.attribute(element, "name")?.unwrap_or_else(|| id.clone());
        let mut part = None;
        while let Some(child) = self.elements.child(&mut self.quota)? {
            if child.local_name().as_ref() != "mesh" {
                self.elements.skip(&mut self.quota)?;
                continue;
            }
            let mesh = read_mesh(&mut self.elements, &mut self.quota, &mut self.triangulator)?;
            if !mesh.triangles().is_empty() {
                self.quota.take(quota::grown::<Part>(1) + name.len())?;
                make_room(&mut self.parts, 1);
                part = Some(self.parts.len() as u32);
                self.parts.push(Part { name: name.clone(), mesh });
            }
        }
        self.quota.take(entry_cost::<Option<u32>>(&id))?;
        self.geometries.insert(id, part);
        Ok(())
    }

    /// Reads what a skin or a morph is about.
    fn controller(&mut self, element: &BytesStart) -> Result<(), Error> {
        let id = self.attribute(element, "id")?.unwrap_or_default();
        while let Some(child) = self.elements.child(&mut self.quota)? {
            if !matches!(child.local_name().as_ref(), "skin" | "morph") {
                self.elements.skip(&mut self.quota)?;
                continue;
            }
            let source = self.attribute(&child, "source")?.unwrap_or_default();
            let source = node::fragment(&source).map_err(|reason| self.elements.error(reason))?;
            let mut placement = Placement::IDENTITY;
            while let Some(child) = self.elements.child(&mut self.quota)? {
                if child.local_name().as_ref() == "bind_shape_matrix" {
                    placement = node::matrix(&mut self.elements, &mut self.quota)?;
                } else {
                    self.elements.skip(&mut self.quota)?;
                }
            }
            self.quota.take(entry_cost::<(String, Placement)>(&id) + source.len())?;
            self.skins.insert(id.clone(), (source, placement));
        }
        Ok(())
    }

    fn visual_scene(&mut self, element: &BytesStart) -> Result<(), Error> {
        let id = self.attribute(element, "id")?.unwrap_or_default();
        let mut roots = Vec::new();
        while let Some(child) = self.elements.child(&mut self.quota)? {
            if child.local_name().as_ref() == "node" {
                self.quota.take(quota::grown::<u32>(1))?;
                make_room(&mut roots, 1);
                roots.push(self.drafts.read(&mut self.elements, &mut self.quota, &child)?);
            } else {
                self.elements.skip(&mut self.quota)?;
            }
        }
        self.quota.take(quota::grown::<(String, Vec<u32>)>(1) + id.len())?;
        make_room(&mut self.scenes, 1);
        self.scenes.push((id, roots));
        Ok(())
    }

    fn scene(&mut self) -> Result<(), Error> {
        while let Some(child) = self.elements.child(&mut self.quota)? {
            if child.local_name().as_ref() == "instance_visual_scene"
                && let Some(url) = self.attribute(&child, "url")?
            {
                let id = node::fragment(&url).map_err(|reason| self.elements.error(reason))?;
                self.chosen = Some(id);
            }
            self.elements.skip(&mut self.quota)?;
        }
        Ok(())
    }

    fn attribute(&self, element: &BytesStart, name: &str) -> Result<Option<String>, Error> {
        attribute(element, name).map_err(|reason| self.elements.error(reason))
    }

    /// Makes a tree of all nodes, whose references are known now.
    fn link(mut self) -> Result<Scene, Error> {
        let mut assembly = Assembly::default();
        let drafts = std::mem::take(&mut self.drafts);
        let roots = self.roots()?;
        if let Some(roots) = roots {
            self.quota.take(drafts.list.len().saturating_mul(Assembly::cost_of_link()))?;
            for draft in &drafts.list {
                let (name, placement) = (draft.name.clone(), draft.placement.clone());
                assembly.add(Node { name, placement, ..Node::default() });
            }
            for (index, draft) in drafts.list.iter().enumerate() {
                self.link_node(&mut assembly, &drafts, index, draft)?;
            }
            assembly.roots = roots;
        } else {
            for part in 0..self.parts.len() as u32 {
                self.quota.take(Assembly::cost_of_link())?;
                let root = assembly.add(Node { parts: part..part + 1, ..Node::default() });
                assembly.roots.push(root);
            }
        }
        let scene = assembly.unfold(self.parts, self.quota)?;
        Ok(scene.measured(self.unit, Some(self.up)))
    }

    /// The roots of the scene that is read; `None` if the file has no scenes.
    fn roots(&mut self) -> Result<Option<Vec<u32>>, Error> {
        if self.scenes.is_empty() && self.chosen.is_none() {
            return Ok(None);
        }
        let at = match &self.chosen {
            None => Some(0),
            Some(id) => self.scenes.iter().position(|(scene, _)| scene == id),
        };
        match at {
            Some(at) => Ok(Some(self.scenes.swap_remove(at).1)),
            None => Err(missing("scene", self.chosen.as_deref().unwrap_or_default())),
        }
    }

    fn link_node(
        &mut self,
        assembly: &mut Assembly,
        drafts: &Drafts,
        index: usize,
        draft: &Draft,
    ) -> Result<(), Error> {
        let mut children = Vec::new();
        let mut parts = 0..0;
        for placed in &draft.placed {
            self.quota.take(quota::grown::<u32>(3))?;
            make_room(&mut children, 1);
            match placed {
                Placed::Node(node) => children.push(*node),
                Placed::NodeAt(id) => {
                    children.push(*drafts.ids.get(id).ok_or_else(|| missing("node", id))?)
                }
                Placed::Geometry(id) => {
                    let (range, placement) = self.shape(id)?;
                    if parts.is_empty() && placement.is_none() {
                        parts = range;
                    } else if !range.is_empty() {
                        self.quota.take(Assembly::cost_of_link())?;
                        let node = Node { parts: range, placement, ..Node::default() };
                        children.push(assembly.add(node));
                    }
                }
            }
        }
        let children = assembly.add_children(children.into_iter())?;
        let node = &mut assembly.nodes[index];
        (node.children, node.parts) = (children, parts);
        Ok(())
    }

    /// The part that a geometry or a controller places, and where it places it.
    fn shape(&self, id: &str) -> Result<(Range<u32>, Option<Box<Placement>>), Error> {
        let (mut id, mut whole) = (Cow::Borrowed(id), Placement::IDENTITY);
        for _ in 0..LONGEST_CHAIN {
            if let Some(part) = self.geometries.get(&*id) {
                let range = part.map_or(0..0, |part| part..part + 1);
                return Ok((range, (whole != Placement::IDENTITY).then(|| Box::new(whole))));
            }
            let (source, placement) =
                self.skins.get(&*id).ok_or_else(|| missing("geometry", &id))?;
            whole = whole.of_child(placement);
            id = Cow::Borrowed(source);
        }
        let reason = format!("controller '{id}' is one of more than {LONGEST_CHAIN} in a chain");
        Err(Error::unsupported(reason))
    }
}

fn missing(what: &str, id: &str) -> Error {
    Error::malformed(format!("the file has no {what} '{id}', but places it"))
}

/// The bytes of an entry in a table of ids, which may double.
fn entry_cost<T>(id: &str) -> usize {
    3 * (size_of::<(String, T)>() + 1) + id.len()
}
