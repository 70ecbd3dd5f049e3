//! The reader of PLY, ASCII and binary.
//!
//! - `header`: the declarations;
//! - `values`: the numbers after the header.

mod header;
mod values;

use feeler::Mesh;

use crate::error::{checked_coordinate, no_such_vertex};
use crate::polygon::Triangulator;
use crate::quota::make_room;
use crate::{Error, Part, Scene};

use header::{Element, Encoding, Header, Property, Shape};
use values::{Ascii, Binary, Values};

/// Reads the elements `vertex`, `face` and `tristrips`, and skips all others.
///
/// ASCII coordinates keep all their digits, even if their declared type has fewer.
pub(crate) fn parse(bytes: &[u8]) -> Result<Scene, Error> {
    let header = Header::parse(bytes)?;
    let body = match header.encoding {
        Encoding::Ascii => {
            let values = Ascii::new(&bytes[header.length..], header.lines + 1);
            Body::read(&header, values)?
        }
        Encoding::Binary(endian) => Body::read(&header, Binary::new(bytes, header.length, endian))?,
    };
    let mesh = Mesh::new(body.vertices, body.triangles)?;
    Scene::of_parts(vec![Part { name: String::new(), mesh }])
}

#[derive(Default)]
struct Body {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    triangulator: Triangulator,
}

impl Body {
    /// Reads the vertices first even if they are last in the file: cutting polygons needs the
    /// positions.
    fn read(header: &Header, start: impl Values + Clone) -> Result<Self, Error> {
        let mut vertices = header.elements.iter().filter(|element| element.name == "vertex");
        if let (Some(_), Some(second)) = (vertices.next(), vertices.next()) {
            let reason = "a second element 'vertex': which of them do the faces name?";
            return Err(second.error(reason));
        }
        let mut body = Self::default();
        let mut values = start.clone();
        for element in &header.elements {
            check_room(element, &values)?;
            match element.name.as_str() {
                "vertex" => {
                    body.read_vertices(element, &mut values)?;
                    break;
                }
                _ => skip(element, &mut values)?,
            }
        }
        let mut values = start;
        for element in &header.elements {
            check_room(element, &values)?;
            match element.name.as_str() {
                "face" => body.read_faces(element, &mut values)?,
                "tristrips" => body.read_strips(element, &mut values)?,
                _ => skip(element, &mut values)?,
            }
        }
        Ok(body)
    }

    fn read_vertices(&mut self, element: &Element, values: &mut impl Values) -> Result<(), Error> {
        let axes: Vec<Option<usize>> = element
            .properties
            .iter()
            .map(|property| match property.shape {
                Shape::Single(_) => ["x", "y", "z"].iter().position(|axis| *axis == property.name),
                _ => None,
            })
            .collect();
        if (0..3).any(|axis| !axes.contains(&Some(axis))) {
            return Err(element.error("the vertices have no x, y and z"));
        }
        self.vertices.reserve_exact(element.count);
        for _ in 0..element.count {
            let mut vertex = [0.0; 3];
            for (property, axis) in element.properties.iter().zip(&axes) {
                match (property.shape, axis) {
                    (Shape::Single(scalar), Some(axis)) => {
                        let value = values.number(scalar)?;
                        vertex[*axis] = checked_coordinate(value, || value.to_string())
                            .map_err(|reason| values.error(reason))?;
                    }
                    _ => skip_property(property, values)?,
                }
            }
            self.vertices.push(vertex);
        }
        Ok(())
    }

    fn read_faces(&mut self, element: &Element, values: &mut impl Values) -> Result<(), Error> {
        let index = |face: usize, index: i64| vertex("face", face, index, self.vertices.len());
        each_list(element, values, index, |ring, values| {
            self.triangulator
                .cut(ring, &self.vertices, &mut self.triangles)
                .map_err(|problem| values.error(problem.reason(ring.len())))
        })
    }

    /// Reads strips of triangles. The index -1 ends a strip; every second triangle is turned, so
    /// that all have the same orientation.
    fn read_strips(&mut self, element: &Element, values: &mut impl Values) -> Result<(), Error> {
        /// An index that no vertex has: a mesh has fewer vertices.
        const CUT: u32 = u32::MAX;
        let index = |strip: usize, index: i64| match index {
            -1 => Ok(CUT),
            _ => vertex("strip", strip, index, self.vertices.len()),
        };
        each_list(element, values, index, |list, _| {
            for run in list.split(|&index| index == CUT) {
                make_room(&mut self.triangles, run.len().saturating_sub(2));
                self.triangles.extend(run.windows(3).enumerate().map(|(i, corners)| {
                    let [a, b, c] = [corners[0], corners[1], corners[2]];
                    if i % 2 == 0 { [a, b, c] } else { [b, a, c] }
                }));
            }
            Ok(())
        })
    }
}

/// Calls `use_list` with the list of vertices of each row; `index` checks the indices.
fn each_list<V: Values>(
    element: &Element,
    values: &mut V,
    index: impl Fn(usize, i64) -> Result<u32, String>,
    mut use_list: impl FnMut(&[u32], &V) -> Result<(), Error>,
) -> Result<(), Error> {
    let is_list = |property: &Property| {
        let named = matches!(property.name.as_str(), "vertex_indices" | "vertex_index");
        named && matches!(property.shape, Shape::List { .. })
    };
    let Some(chosen) = element.properties.iter().position(is_list) else {
        let reason = format!("element '{}' has no list 'vertex_indices'", element.name);
        return Err(element.error(reason));
    };
    let mut list = Vec::new();
    for row in 0..element.count {
        for (i, property) in element.properties.iter().enumerate() {
            match property.shape {
                Shape::List { length, item } if i == chosen => {
                    let length = values.length(length, item)?;
                    list.clear();
                    make_room(&mut list, length);
                    for _ in 0..length {
                        let number = values.integer(item)?;
                        list.push(index(row, number).map_err(|reason| values.error(reason))?);
                    }
                    use_list(&list, values)?;
                }
                _ => skip_property(property, values)?,
            }
        }
    }
    Ok(())
}

/// Returns the index if there is such a vertex, or else the reason for the error.
fn vertex(what: &str, row: usize, index: i64, count: usize) -> Result<u32, String> {
    match u32::try_from(index) {
        Ok(vertex) if (vertex as usize) < count => Ok(vertex),
        _ => Err(no_such_vertex(format_args!("{what} {row}"), index, count)),
    }
}

fn skip(element: &Element, values: &mut impl Values) -> Result<(), Error> {
    if element.properties.is_empty() {
        return Ok(()); // there may be any number of such elements
    }
    for _ in 0..element.count {
        for property in &element.properties {
            skip_property(property, values)?;
        }
    }
    Ok(())
}

fn skip_property(property: &Property, values: &mut impl Values) -> Result<(), Error> {
    match property.shape {
        Shape::Single(scalar) => values.skip(scalar, 1),
        Shape::List { length, item } => {
            let count = values.length(length, item)?;
            values.skip(item, count)
        }
    }
}

/// Refuses a count for which the rest of the file has no room, before memory is allocated for it.
fn check_room(element: &Element, values: &impl Values) -> Result<(), Error> {
    let needed: usize = element
        .properties
        .iter()
        .map(|property| match property.shape {
            Shape::Single(scalar) | Shape::List { length: scalar, .. } => values.least_size(scalar),
        })
        .sum();
    if element.count.saturating_mul(needed) <= values.remaining() {
        return Ok(());
    }
    Err(element.error(format!(
        "the header announces {} of element '{}', but the {} bytes that are left have room for {}",
        element.count,
        element.name,
        values.remaining(),
        values.remaining() / needed
    )))
}
