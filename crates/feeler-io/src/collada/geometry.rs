//! The mesh of a geometry.

use std::borrow::Cow;
use std::collections::HashMap;

use feeler::Mesh;
use quick_xml::events::BytesStart;

use crate::error::no_such_vertex;
use crate::polygon::Triangulator;
use crate::quota::{self, Quota, make_room};
use crate::xml::{Elements, attribute};
use crate::{Error, text};

use super::entry_cost;

/// Reads the element `mesh` to its end. All its faces are triangles of one mesh.
///
/// One triangulator is for all meshes of a file, so that the effort of all polygons is limited together.
pub(super) fn read_mesh<'a>(
    elements: &mut Elements<'a>,
    quota: &mut Quota,
    triangulator: &mut Triangulator,
) -> Result<Mesh, Error> {
    let (sources, vertices, triangles) = (HashMap::new(), None, Vec::new());
    let mut draft = Draft { sources, vertices, triangles, triangulator };
    while let Some(child) = elements.child(quota)? {
        let kind = match child.local_name().as_ref() {
            "source" => {
                draft.add_source(elements, quota, &child)?;
                continue;
            }
            "vertices" => {
                draft.add_vertices(elements, quota)?;
                continue;
            }
            "triangles" => Kind::Triangles,
            "polylist" => Kind::Polylist,
            "polygons" => Kind::Polygons,
            "tristrips" => Kind::Strips,
            "trifans" => Kind::Fans,
            _ => {
                elements.skip(quota)?;
                continue;
            }
        };
        draft.add_faces(elements, quota, kind)?;
    }
    let (mut vertices, mut triangles) = (draft.vertices.unwrap_or_default(), draft.triangles);
    vertices.shrink_to_fit();
    triangles.shrink_to_fit();
    Ok(Mesh::new(vertices, triangles)?)
}

/// The kind of a list of faces.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Three corners each.
    Triangles,
    /// A list of the numbers of corners, and a list of corners.
    Polylist,
    /// A list for each polygon.
    Polygons,
    /// A list for each strip.
    Strips,
    /// A list for each fan.
    Fans,
}

/// A mesh whose element is not closed yet.
struct Draft<'a, 't> {
    sources: HashMap<String, Source<'a>>,
    /// `None` until the file has told where they are.
    vertices: Option<Vec<[f64; 3]>>,
    triangles: Vec<[u32; 3]>,
    triangulator: &'t mut Triangulator,
}

/// The numbers of a source. They stay text until they are known to be positions: most are normals and the like.
#[derive(Default)]
struct Source<'a> {
    text: Vec<Cow<'a, str>>,
    /// The places of x, y and z in a group of numbers.
    axes: Vec<usize>,
    stride: usize,
    first: usize,
    count: Option<usize>,
}

impl<'a> Draft<'a, '_> {
    fn add_source(
        &mut self,
        elements: &mut Elements<'a>,
        quota: &mut Quota,
        element: &BytesStart,
    ) -> Result<(), Error> {
        let id = attribute(element, "id").map_err(|reason| elements.error(reason))?;
        let id = id.unwrap_or_default();
        let mut source = Source { stride: 3, axes: vec![0, 1, 2], ..Source::default() };
        while let Some(child) = elements.child(quota)? {
            match child.local_name().as_ref() {
                "float_array" => {
                    while let Some(text) = elements.text(quota)? {
                        quota.take(quota::grown::<Cow<str>>(1))?;
                        make_room(&mut source.text, 1);
                        source.text.push(text);
                    }
                }
                "technique_common" => {
                    while let Some(child) = elements.child(quota)? {
                        match child.local_name().as_ref() {
                            "accessor" => source.read_accessor(elements, quota, &child)?,
                            _ => elements.skip(quota)?,
                        }
                    }
                }
                _ => elements.skip(quota)?,
            }
        }
        quota.take(entry_cost::<Source>(&id))?;
        self.sources.insert(id, source);
        Ok(())
    }

    /// Reads the element that tells which source has the positions.
    fn add_vertices(
        &mut self,
        elements: &mut Elements<'a>,
        quota: &mut Quota,
    ) -> Result<(), Error> {
        while let Some(input) = elements.child(quota)? {
            let get = |name| attribute(&input, name).map_err(|reason| elements.error(reason));
            if get("semantic")?.as_deref() == Some("POSITION") {
                let url = get("source")?.unwrap_or_default();
                let id = super::node::fragment(&url).map_err(|reason| elements.error(reason))?;
                let Some(source) = self.sources.get(&id) else {
                    return Err(elements.error(format!("there is no source '{id}' before this")));
                };
                if self.vertices.is_some() {
                    return Err(elements.error("the mesh has two lists of positions"));
                }
                self.vertices = Some(source.positions(elements, quota)?);
            }
            elements.skip(quota)?;
        }
        Ok(())
    }

    fn add_faces(
        &mut self,
        elements: &mut Elements<'a>,
        quota: &mut Quota,
        kind: Kind,
    ) -> Result<(), Error> {
        let mut inputs = Inputs::default();
        let (mut sizes, mut corners): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        while let Some(child) = elements.child(quota)? {
            match child.local_name().as_ref() {
                "input" => {
                    inputs.add(&child).map_err(|reason| elements.error(reason))?;
                    elements.skip(quota)?;
                }
                "vcount" => {
                    while let Some(text) = elements.text(quota)? {
                        for word in text.split_ascii_whitespace() {
                            quota.take(quota::grown::<u32>(1))?;
                            make_room(&mut sizes, 1);
                            let size = index(word);
                            sizes.push(size.map_err(|reason| elements.error_at(word, reason))?);
                        }
                    }
                }
                "p" => {
                    self.read_corners(elements, quota, &inputs, &mut corners)?;
                    if kind != Kind::Polylist {
                        self.close(elements, quota, kind, &corners)?;
                        corners.clear();
                    }
                }
                "ph" => {
                    let reason = "a polygon has holes: export triangles instead";
                    return Err(Error::unsupported(reason));
                }
                _ => elements.skip(quota)?,
            }
        }
        if kind == Kind::Polylist {
            self.close_polylist(elements, quota, &sizes, &corners)?;
        }
        Ok(())
    }

    /// Reads a list of indices to its end, and keeps those of vertices.
    fn read_corners(
        &self,
        elements: &mut Elements<'a>,
        quota: &mut Quota,
        inputs: &Inputs,
        corners: &mut Vec<u32>,
    ) -> Result<(), Error> {
        let Some(offset) = inputs.vertex else {
            return Err(elements.error("faces have no input 'VERTEX'"));
        };
        let Some(vertices) = &self.vertices else {
            return Err(elements.error("faces come before the vertices"));
        };
        let mut at = 0;
        while let Some(text) = elements.text(quota)? {
            for word in text.split_ascii_whitespace() {
                if at == offset {
                    let corner = index(word).and_then(|corner| {
                        let count = vertices.len();
                        match (corner as usize) < count {
                            true => Ok(corner),
                            false => Err(no_such_vertex("a face", corner, count)),
                        }
                    });
                    quota.take(quota::grown::<u32>(1))?;
                    make_room(corners, 1);
                    corners.push(corner.map_err(|reason| elements.error_at(word, reason))?);
                }
                at = if at == inputs.last { 0 } else { at + 1 };
            }
        }
        if at != 0 {
            let reason = format!("a list of faces ends within a group of {}", inputs.last + 1);
            return Err(elements.error(reason));
        }
        Ok(())
    }

    /// Makes triangles of a list of corners.
    fn close(
        &mut self,
        elements: &Elements<'a>,
        quota: &mut Quota,
        kind: Kind,
        corners: &[u32],
    ) -> Result<(), Error> {
        let of = |corners: &[u32]| [corners[0], corners[1], corners[2]];
        quota.take(quota::grown::<[u32; 3]>(corners.len()))?;
        match kind {
            Kind::Triangles => {
                if !corners.len().is_multiple_of(3) {
                    let reason = format!(
                        "a list of triangles has {} corners, not a multiple of three",
                        corners.len()
                    );
                    return Err(elements.error(reason));
                }
                make_room(&mut self.triangles, corners.len() / 3);
                self.triangles.extend(corners.chunks_exact(3).map(of));
            }
            Kind::Strips => {
                let turned = |(i, [a, b, c]): (usize, [u32; 3])| match i % 2 {
                    0 => [a, b, c],
                    _ => [b, a, c],
                };
                make_room(&mut self.triangles, corners.len().saturating_sub(2));
                self.triangles.extend(corners.windows(3).map(of).enumerate().map(turned));
            }
            Kind::Fans => {
                let rim = corners.get(1..).unwrap_or_default();
                make_room(&mut self.triangles, rim.len().saturating_sub(1));
                self.triangles.extend(rim.windows(2).map(|edge| [corners[0], edge[0], edge[1]]));
            }
            Kind::Polygons | Kind::Polylist => self.cut(elements, corners)?,
        }
        Ok(())
    }

    fn close_polylist(
        &mut self,
        elements: &Elements<'a>,
        quota: &mut Quota,
        sizes: &[u32],
        corners: &[u32],
    ) -> Result<(), Error> {
        quota.take(quota::grown::<[u32; 3]>(corners.len()))?;
        let mut rest = corners;
        for &size in sizes {
            let Some((ring, after)) = rest.split_at_checked(size as usize) else { break };
            self.cut(elements, ring)?;
            rest = after;
        }
        let announced: u64 = sizes.iter().map(|&size| u64::from(size)).sum();
        if announced != corners.len() as u64 {
            let reason = format!(
                "the polygons announce {announced} corners, but the list has {}",
                corners.len()
            );
            return Err(elements.error(reason));
        }
        Ok(())
    }

    fn cut(&mut self, elements: &Elements<'a>, ring: &[u32]) -> Result<(), Error> {
        let vertices = self.vertices.as_deref().unwrap_or_default();
        let cut = self.triangulator.cut(ring, vertices, &mut self.triangles);
        cut.map_err(|problem| elements.error(problem.reason(ring.len())))
    }
}

impl Source<'_> {
    fn read_accessor(
        &mut self,
        elements: &mut Elements,
        quota: &mut Quota,
        element: &BytesStart,
    ) -> Result<(), Error> {
        let number = |name: &str| -> Result<Option<usize>, String> {
            let value = attribute(element, name)?;
            value.map(|value| index(value.trim()).map(|n| n as usize)).transpose()
        };
        let numbers = || Ok([number("count")?, number("stride")?, number("offset")?]);
        let [count, stride, offset] = numbers().map_err(|reason: String| elements.error(reason))?;
        (self.count, self.first) = (count, offset.unwrap_or(0));
        self.stride = stride.unwrap_or(1);
        // A parameter without a name is skipped.
        let (mut axes, mut place) = (Vec::new(), 0);
        while let Some(child) = elements.child(quota)? {
            if child.local_name().as_ref() == "param" {
                let name = attribute(&child, "name").map_err(|reason| elements.error(reason))?;
                if name.is_some_and(|name| !name.is_empty()) && axes.len() < 3 {
                    axes.push(place);
                }
                place += 1;
            }
            elements.skip(quota)?;
        }
        if !axes.is_empty() {
            self.axes = axes;
        }
        Ok(())
    }

    /// The numbers as positions.
    fn positions(&self, elements: &Elements, quota: &mut Quota) -> Result<Vec<[f64; 3]>, Error> {
        let [x, y, z] = self.axes[..] else {
            return Err(elements.error("positions need x, y and z"));
        };
        if z >= self.stride {
            let reason = format!("positions need x, y and z in groups of {}", self.stride);
            return Err(elements.error(reason));
        }
        let words = self.text.iter().flat_map(|text| text.split_ascii_whitespace());
        let mut words = words.skip(self.first).peekable();
        let mut positions = Vec::new();
        while words.peek().is_some() && self.count.is_none_or(|count| positions.len() < count) {
            let mut position = [0.0; 3];
            for place in 0..self.stride {
                let Some(word) = words.next() else {
                    let reason = format!("the positions end within a group of {}", self.stride);
                    return Err(elements.error(reason));
                };
                if let Some(axis) = [x, y, z].iter().position(|&axis| axis == place) {
                    let number = text::coordinate(word.as_bytes());
                    position[axis] = number.map_err(|reason| elements.error_at(word, reason))?;
                }
            }
            quota.take(quota::grown::<[f64; 3]>(1))?;
            make_room(&mut positions, 1);
            positions.push(position);
        }
        match self.count {
            Some(count) if positions.len() < count => {
                let reason =
                    format!("{count} positions are announced, but {} are there", positions.len());
                Err(elements.error(reason))
            }
            _ => Ok(positions),
        }
    }
}

/// What the numbers in a group of indices are for.
#[derive(Default)]
struct Inputs {
    /// The place of the index of a vertex.
    vertex: Option<u32>,
    /// The last place.
    last: u32,
}

impl Inputs {
    fn add(&mut self, input: &BytesStart) -> Result<(), String> {
        let offset = attribute(input, "offset")?;
        let offset = offset.map_or(Ok(0), |offset| index(offset.trim()))?;
        if attribute(input, "semantic")?.as_deref() == Some("VERTEX") {
            self.vertex = Some(offset);
        }
        self.last = self.last.max(offset);
        Ok(())
    }
}

/// A number that counts or names something.
fn index(word: &str) -> Result<u32, String> {
    let number = text::integer(word.as_bytes())?;
    u32::try_from(number).map_err(|_| format!("'{number}' is no index"))
}
