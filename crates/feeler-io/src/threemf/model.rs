//! The parser of one model of a 3MF package.

use std::mem::size_of;
use std::sync::Arc;

use feeler::Mesh;
use quick_xml::events::BytesStart;
use quick_xml::name::QName;

use crate::assembly::Assembly;
use crate::error::no_such_vertex;
use crate::quota::{self, Quota, make_room};
use crate::text;
use crate::xml::{Elements, Item, attributes, integer, unescaped};
use crate::{Error, Part, Placement, Unit};

use super::package::entry_name;

pub(super) struct ModelFile {
    pub(super) unit: Unit,
    pub(super) objects: Vec<Object>,
    pub(super) items: Vec<Reference>,
}

pub(super) struct Object {
    pub(super) id: i64,
    pub(super) name: Option<Arc<str>>,
    pub(super) content: ObjectContent,
}

pub(super) enum ObjectContent {
    Mesh(Mesh),
    Components(Vec<Reference>),
}

/// A build item or a component: a reference that places an object.
pub(super) struct Reference {
    /// The model that contains the object; `None` if it is the same model.
    pub(super) path: Option<String>,
    pub(super) object: i64,
    pub(super) name: Option<Arc<str>>,
    pub(super) placement: Placement,
}

/// An object whose element is not closed yet.
#[derive(Default)]
struct Draft {
    id: i64,
    name: Option<Arc<str>>,
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    components: Vec<Reference>,
}

impl ModelFile {
    /// Parses a model. The memory of each element is taken from the quota at once, because elements
    /// in an archive cost almost no bytes of the file.
    pub(super) fn parse(xml: &str, quota: &mut Quota) -> Result<Self, Error> {
        let mut elements = Elements::of(xml);
        let mut parser = Parser::default();
        loop {
            let held = match elements.next(quota)? {
                Item::Start(element) => parser.start(&element),
                Item::End(element) => parser.end(element.name()).map(|()| 0),
                Item::Text(_) => Ok(0),
                Item::Over => break,
            };
            quota.take(held.map_err(|reason| elements.error(reason))?)?;
        }
        match parser.model {
            Some(model) if parser.closed => Ok(model),
            _ => {
                let line = text::line_at(xml.as_bytes(), xml.len());
                Err(Error::malformed("the file ends before '</model>'").at_line(line))
            }
        }
    }
}

/// The parser of elements in the core namespace, whose prefix is that of the root. Other namespaces
/// are skipped: extensions have vertices of their own.
#[derive(Default)]
struct Parser {
    prefix: Option<String>,
    model: Option<ModelFile>,
    draft: Option<Draft>,
    closed: bool,
}

impl Parser {
    /// Starts an element and returns the bytes of memory that it will hold until the scene is
    /// complete.
    fn start(&mut self, element: &BytesStart) -> Result<usize, String> {
        let Some(model) = &mut self.model else {
            if element.local_name().as_ref() != "model" {
                return Err("the root element is not 'model'".to_owned());
            }
            self.prefix = element.name().prefix().map(|prefix| prefix.as_ref().to_owned());
            self.model =
                Some(ModelFile { unit: unit(element)?, objects: Vec::new(), items: Vec::new() });
            return Ok(0);
        };
        match (core_name(self.prefix.as_deref(), element.name()), &mut self.draft) {
            (Some("object"), None) => {
                let draft = Draft::new(element)?;
                let held = draft.cost();
                self.draft = Some(draft);
                Ok(held)
            }
            (Some("object"), Some(_)) => Err("an object is within another".to_owned()),
            (Some("vertex"), Some(draft)) => draft.add_vertex(element),
            (Some("triangle"), Some(draft)) => draft.add_triangle(element),
            (Some("component"), Some(draft)) => {
                Reference::new(element)?.add_to(&mut draft.components)
            }
            (Some("item"), None) => Reference::new(element)?.add_to(&mut model.items),
            _ => Ok(0),
        }
    }

    fn end(&mut self, name: QName) -> Result<(), String> {
        match core_name(self.prefix.as_deref(), name) {
            Some("object") => {
                if let (Some(draft), Some(model)) = (self.draft.take(), &mut self.model) {
                    make_room(&mut model.objects, 1);
                    model.objects.push(draft.into_object()?);
                }
            }
            Some("model") => self.closed = true,
            _ => {}
        }
        Ok(())
    }
}

fn core_name<'a>(prefix: Option<&str>, name: QName<'a>) -> Option<&'a str> {
    let (local, own) = name.decompose();
    (own.as_ref().map(|own| own.as_ref()) == prefix).then(|| local.into_inner())
}

impl Draft {
    fn new(element: &BytesStart) -> Result<Self, String> {
        let mut draft = Self { id: -1, ..Self::default() };
        for attribute in attributes(element) {
            let attribute = attribute?;
            match attribute.key.as_ref() {
                "id" => draft.id = integer(&attribute)?,
                "name" => draft.name = Some(unescaped(&attribute)?.into()),
                _ => {}
            }
        }
        Ok(draft)
    }

    /// The bytes of an empty object: the object, its part, its node, and its entries in two tables,
    /// which may double.
    fn cost(&self) -> usize {
        let lists = quota::grown::<Object>(1) + 3 * size_of::<Part>() + Assembly::cost_of_link();
        let tables = 3 * 64;
        // The text of the name is stored twice: in the node and in the part.
        lists + tables + 2 * self.name.as_ref().map_or(0, |name| name.len())
    }

    fn add_vertex(&mut self, element: &BytesStart) -> Result<usize, String> {
        let mut vertex = [None; 3];
        for attribute in attributes(element) {
            let attribute = attribute?;
            let axis = match attribute.key.as_ref() {
                "x" => 0,
                "y" => 1,
                "z" => 2,
                _ => continue,
            };
            vertex[axis] = Some(text::coordinate(attribute.value.trim().as_bytes())?);
        }
        let [Some(x), Some(y), Some(z)] = vertex else {
            return Err("a vertex needs x, y and z".to_owned());
        };
        make_room(&mut self.vertices, 1);
        self.vertices.push([x, y, z]);
        Ok(quota::grown::<[f64; 3]>(1))
    }

    fn add_triangle(&mut self, element: &BytesStart) -> Result<usize, String> {
        let mut corners = [None; 3];
        for attribute in attributes(element) {
            let attribute = attribute?;
            let corner = match attribute.key.as_ref() {
                "v1" => 0,
                "v2" => 1,
                "v3" => 2,
                _ => continue,
            };
            let index = integer(&attribute)?;
            corners[corner] = match u32::try_from(index) {
                Ok(vertex) if (vertex as usize) < self.vertices.len() => Some(vertex),
                _ => {
                    let who = format!("triangle {} of object {}", self.triangles.len(), self.id);
                    return Err(no_such_vertex(who, index, self.vertices.len()));
                }
            };
        }
        let [Some(a), Some(b), Some(c)] = corners else {
            return Err("a triangle needs v1, v2 and v3".to_owned());
        };
        make_room(&mut self.triangles, 1);
        self.triangles.push([a, b, c]);
        Ok(quota::grown::<[u32; 3]>(1))
    }

    fn into_object(mut self) -> Result<Object, String> {
        self.vertices.shrink_to_fit();
        self.triangles.shrink_to_fit();
        self.components.shrink_to_fit();
        let content = if self.components.is_empty() {
            let mesh = Mesh::new(self.vertices, self.triangles);
            ObjectContent::Mesh(mesh.map_err(|error| error.to_string())?)
        } else {
            ObjectContent::Components(self.components)
        };
        Ok(Object { id: self.id, name: self.name, content })
    }
}

impl Reference {
    fn new(element: &BytesStart) -> Result<Self, String> {
        let mut path = None;
        let mut object = None;
        let mut name = None;
        let mut placement = Placement::IDENTITY;
        for attribute in attributes(element) {
            let attribute = attribute?;
            match attribute.key.local_name().as_ref() {
                "path" => path = Some(entry_name(&unescaped(&attribute)?)),
                "objectid" => object = Some(integer(&attribute)?),
                "partnumber" => name = Some(unescaped(&attribute)?.into()),
                "transform" => placement = transform(&attribute.value)?,
                _ => {}
            }
        }
        let object = object.ok_or("an item or component has no 'objectid'")?;
        Ok(Self { path, object, name, placement })
    }

    /// Adds the reference to a list, and returns the bytes that it will hold: the reference, and
    /// the node that it becomes.
    fn add_to(self, list: &mut Vec<Self>) -> Result<usize, String> {
        let texts = self.path.as_ref().map_or(0, |path| path.len())
            + self.name.as_ref().map_or(0, |name| name.len());
        make_room(list, 1);
        list.push(self);
        Ok(quota::grown::<Self>(1) + Assembly::cost_of_link() + texts)
    }
}

/// Parses twelve numbers: the rows of a matrix that is multiplied by row vectors from the left.
fn transform(value: &str) -> Result<Placement, String> {
    let numbers = value.split_ascii_whitespace().map(|word| text::coordinate(word.as_bytes()));
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>()?;
    if numbers.len() != 12 {
        return Err(format!("a transform has 12 numbers, not {}", numbers.len()));
    }
    Ok(Placement([0, 1, 2].map(|i| [numbers[i], numbers[i + 3], numbers[i + 6], numbers[i + 9]])))
}

fn unit(element: &BytesStart) -> Result<Unit, String> {
    for attribute in attributes(element) {
        let attribute = attribute?;
        if attribute.key.as_ref() == "unit" {
            return match &*attribute.value {
                "micron" => Ok(Unit::MICRON),
                "millimeter" => Ok(Unit::MILLIMETRE),
                "centimeter" => Ok(Unit::CENTIMETRE),
                "inch" => Ok(Unit::INCH),
                "foot" => Ok(Unit::FOOT),
                "meter" => Ok(Unit::METRE),
                other => Err(format!("unit {} does not exist", text::quoted(other.as_bytes()))),
            };
        }
    }
    Ok(Unit::MILLIMETRE)
}
