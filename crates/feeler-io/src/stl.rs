//! The reader of STL, ASCII and binary.

use std::collections::HashMap;

use feeler::Mesh;

use crate::bytes::{Cursor, Endian};
use crate::error::checked_coordinate;
use crate::text::{self, Words, quoted};
use crate::{Error, Part, Scene};

const HEADER_BYTES: usize = 84;
const RECORD_BYTES: usize = 50;

/// Reads a file. Each solid is a part. Vertices at bitwise equal positions are merged.
pub(crate) fn parse(bytes: &[u8]) -> Result<Scene, Error> {
    let text = text::without_bom(bytes);
    let parts = if !is_binary(bytes) && is_ascii(text.trim_ascii_start()) {
        ascii(text)?
    } else {
        vec![binary(bytes)?]
    };
    Scene::of_parts(parts)
}

/// Whether the size of the file agrees with its count of triangles. `solid` at the start proves
/// nothing: many binary files begin with it.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    let count = bytes.get(HEADER_BYTES - 4..HEADER_BYTES).and_then(|count| count.try_into().ok());
    let size = count.map(|count| {
        HEADER_BYTES as u64 + RECORD_BYTES as u64 * u64::from(u32::from_le_bytes(count))
    });
    size == Some(bytes.len() as u64)
}

/// Whether the text begins with a solid, followed by a facet or the solid's end.
pub(crate) fn is_ascii(text: &[u8]) -> bool {
    if !text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"solid")) {
        return false;
    }
    let mut words = Words::new(text);
    words.rest_of_line();
    let second = words.next();
    second.is_none_or(|word| {
        word.eq_ignore_ascii_case(b"facet") || word.eq_ignore_ascii_case(b"endsolid")
    })
}

fn binary(bytes: &[u8]) -> Result<Part, Error> {
    let mut cursor = Cursor::new(bytes, Endian::Little);
    cursor.take(HEADER_BYTES - 4, "the header of a binary STL file")?;
    let count = cursor.u32("the number of triangles")? as usize;
    if count > cursor.remaining() / RECORD_BYTES {
        return Err(cursor.error(format!(
            "the header announces {count} triangles, but there is room for {}",
            cursor.remaining() / RECORD_BYTES
        )));
    }
    let mut solid = Solid::default();
    solid.triangles.reserve_exact(count);
    for triangle in 0..count {
        cursor.take(12, "a normal")?;
        let mut corners = [[0.0; 3]; 3];
        for x in corners.iter_mut().flatten() {
            let start = cursor.position();
            let value = f64::from(cursor.f32("a coordinate")?);
            *x = checked_coordinate(value, || value.to_string()).map_err(|reason| {
                Error::malformed(format!("triangle {triangle}: {reason}")).at_byte(start)
            })?;
        }
        cursor.take(2, "an attribute")?;
        solid.add(corners);
    }
    if cursor.remaining() >= RECORD_BYTES {
        let more = cursor.remaining() / RECORD_BYTES;
        return Err(
            cursor.error(format!("the header announces {count} triangles, but {more} more follow"))
        );
    }
    solid.into_part(String::new())
}

fn ascii(text: &[u8]) -> Result<Vec<Part>, Error> {
    let mut words = Words::new(text);
    let mut parts = Vec::new();
    while let Some(word) = words.next() {
        if !word.eq_ignore_ascii_case(b"solid") {
            return Err(words.error(format!("expected 'solid', found {}", quoted(word))));
        }
        let name = String::from_utf8_lossy(words.rest_of_line()).into_owned();
        parts.push(ascii_solid(&mut words)?.into_part(name)?);
    }
    Ok(parts)
}

/// Reads everything up to `endsolid`, and the name that may follow it.
fn ascii_solid(words: &mut Words) -> Result<Solid, Error> {
    let mut solid = Solid::default();
    loop {
        let word = words.expect("'endsolid'")?;
        if word.eq_ignore_ascii_case(b"endsolid") {
            words.rest_of_line();
            return Ok(solid);
        }
        if !word.eq_ignore_ascii_case(b"facet") {
            return Err(words.error(format!("expected 'facet', found {}", quoted(word))));
        }
        keyword(words, "normal")?;
        for _ in 0..3 {
            words.expect("a normal")?; // a normal is often wrong or not even a number, and is not needed
        }
        keyword(words, "outer")?;
        keyword(words, "loop")?;
        let mut corners = [[0.0; 3]; 3];
        for corner in &mut corners {
            keyword(words, "vertex")?;
            for x in corner {
                *x = words.coordinate()?;
            }
        }
        keyword(words, "endloop")?;
        keyword(words, "endfacet")?;
        solid.add(corners);
    }
}

fn keyword(words: &mut Words, keyword: &str) -> Result<(), Error> {
    match words.next() {
        Some(word) if word.eq_ignore_ascii_case(keyword.as_bytes()) => Ok(()),
        Some(word) => Err(words.error(format!("expected '{keyword}', found {}", quoted(word)))),
        None => Err(words.error(format!("the file ends before '{keyword}'"))),
    }
}

#[derive(Default)]
struct Solid {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    known: HashMap<[u64; 3], u32>,
}

impl Solid {
    fn add(&mut self, corners: [[f64; 3]; 3]) {
        self.triangles.push(corners.map(|corner| {
            *self.known.entry(corner.map(f64::to_bits)).or_insert_with(|| {
                self.vertices.push(corner);
                self.vertices.len() as u32 - 1
            })
        }));
    }

    fn into_part(self, name: String) -> Result<Part, Error> {
        Ok(Part { name, mesh: Mesh::new(self.vertices, self.triangles)? })
    }
}
