//! The reader of Geomview OFF and its variants.

use feeler::Mesh;

use crate::bytes::{Cursor, Endian};
use crate::error::{checked_coordinate, no_such_vertex};
use crate::polygon::Triangulator;
use crate::quota::make_room;
use crate::text::{self, Words, quoted};
use crate::{Error, Part, Scene};

/// Reads positions and faces; normals, colours and texture coordinates are ignored.
///
/// ASCII files have each vertex and each face on a line of its own, as all programs write them; the
/// rest of the line may hold anything. Binary files are big-endian, or little-endian if only that
/// order fits the size of the file.
pub(crate) fn parse(bytes: &[u8]) -> Result<Scene, Error> {
    let bytes = text::without_bom(bytes);
    let mut words = Words::new(bytes).with_comments(b'#');
    let first = words.expect("the header 'OFF'")?;
    let (head, glued) = Head::parse(first).unwrap_or((Head::default(), first));
    if head.any_dimension {
        let reason = "nOFF, with its own number of dimensions, is not supported";
        return Err(Error::unsupported(reason).at_line(words.line()));
    }
    let counts = words.position() - glued.len();
    let mut ascii =
        Words::new(&bytes[counts..]).with_comments(b'#').counting_from_line(words.line());
    let soup = if glued.is_empty() && words.rest_of_line() == b"BINARY" {
        let line_end = if bytes[words.position()..].starts_with(b"\r\n") { 2 } else { 1 };
        let start = words.position() + line_end;
        let endian = head.byte_order(bytes, start);
        head.binary(Cursor::new(bytes, endian).starting_at(start))?
    } else {
        head.ascii(&mut ascii)?
    };
    let mesh = Mesh::new(soup.vertices, soup.triangles)?;
    Scene::of_parts(vec![Part { name: String::new(), mesh }])
}

/// Whether the text begins with the name of an OFF format.
pub(crate) fn fits(text: &[u8]) -> bool {
    let first = Words::new(text).with_comments(b'#').next();
    first.and_then(Head::parse).is_some_and(|(_, glued)| glued.iter().all(u8::is_ascii_digit))
}

/// The data of each vertex, as the letters before `OFF` declare it.
#[derive(Default)]
struct Head {
    homogeneous: bool,
    any_dimension: bool,
    /// The number of values after the position in a binary file.
    extras: usize,
}

#[derive(Default)]
struct Soup {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    triangulator: Triangulator,
}

impl Head {
    /// Parses `[ST][C][N][4][n]OFF`, and returns the rest of the word too: some programs put the
    /// first count there.
    fn parse(word: &[u8]) -> Option<(Self, &[u8])> {
        let (texture, rest) = letters(word, b"ST");
        let (colour, rest) = letters(rest, b"C");
        let (normal, rest) = letters(rest, b"N");
        let (homogeneous, rest) = letters(rest, b"4");
        let (any_dimension, rest) = letters(rest, b"n");
        let glued = rest.strip_prefix(b"OFF")?;
        let extras = [(texture, 2), (colour, 4), (normal, 3)];
        let extras = extras.iter().filter(|(has, _)| *has).map(|(_, numbers)| numbers).sum();
        Some((Self { homogeneous, any_dimension, extras }, glued))
    }

    fn dimensions(&self) -> usize {
        if self.homogeneous { 4 } else { 3 }
    }

    fn ascii(&self, words: &mut Words) -> Result<Soup, Error> {
        let vertices = count(words)?;
        let line = words.line();
        let faces = count(words)?;
        if words.line() == line {
            words.rest_of_line(); // the number of edges, which some programs leave out
        } else {
            count(words)?;
        }
        let (line, room) = (words.line(), words.remaining());
        check_room(vertices, 2 * self.dimensions(), faces, 2, room)
            .map_err(|reason| Error::malformed(reason).at_line(line))?;

        let mut soup = Soup::default();
        soup.vertices.reserve_exact(vertices);
        for _ in 0..vertices {
            let mut position = [0.0, 0.0, 0.0, 1.0];
            for x in &mut position[..self.dimensions()] {
                *x = words.coordinate()?;
            }
            words.rest_of_line();
            soup.vertices.push(dehomogenise(position).map_err(|reason| words.error(reason))?);
        }
        let mut ring = Vec::new();
        for face in 0..faces {
            let corners = words.integer("a face")?;
            if corners < 0 {
                return Err(words.error(format!("face {face} has {corners} corners")));
            }
            ring.clear();
            for _ in 0..corners {
                let index = words.integer("a corner of a face")?;
                make_room(&mut ring, 1);
                ring.push(soup.index(face, index).map_err(|reason| words.error(reason))?);
            }
            words.rest_of_line();
            soup.add_face(&ring).map_err(|reason| words.error(reason))?;
        }
        Ok(soup)
    }

    /// The byte order in which the file has room for the counts of its header.
    ///
    /// Geomview writes big-endian, and nothing in the file states the order. The file is taken as
    /// little-endian only if it has room for the counts in that order alone.
    fn byte_order(&self, bytes: &[u8], start: usize) -> Endian {
        let fits = |endian| self.counts(&mut Cursor::new(bytes, endian).starting_at(start)).is_ok();
        if !fits(Endian::Big) && fits(Endian::Little) { Endian::Little } else { Endian::Big }
    }

    /// The numbers of vertices and faces in a binary file.
    fn counts(&self, cursor: &mut Cursor) -> Result<(usize, usize), Error> {
        let start = cursor.position();
        let vertices = cursor.u32("the number of vertices")? as usize;
        let faces = cursor.u32("the number of faces")? as usize;
        cursor.u32("the number of edges")?;
        let vertex_size = 4 * (self.dimensions() + self.extras);
        check_room(vertices, vertex_size, faces, 8, cursor.remaining())
            .map_err(|reason| Error::malformed(reason).at_byte(start))?;
        Ok((vertices, faces))
    }

    /// Reads a binary file: counts are 32-bit integers, coordinates and colours 32-bit floats.
    fn binary(&self, mut cursor: Cursor) -> Result<Soup, Error> {
        let (vertices, faces) = self.counts(&mut cursor)?;
        let mut soup = Soup::default();
        soup.vertices.reserve_exact(vertices);
        for _ in 0..vertices {
            let start = cursor.position();
            let mut position = [0.0, 0.0, 0.0, 1.0];
            for x in &mut position[..self.dimensions()] {
                *x = f64::from(cursor.f32("a coordinate")?);
            }
            cursor.take(4 * self.extras, "a vertex")?;
            let vertex = dehomogenise(position);
            soup.vertices.push(vertex.map_err(|reason| Error::malformed(reason).at_byte(start))?);
        }
        let mut ring = Vec::new();
        for face in 0..faces {
            let corners = cursor.u32("a face")? as usize;
            if corners > cursor.remaining() / 4 {
                let room = cursor.remaining() / 4;
                let reason =
                    format!("face {face} has {corners} corners, but there is room for {room}");
                return Err(cursor.error(reason));
            }
            ring.clear();
            make_room(&mut ring, corners);
            for _ in 0..corners {
                let start = cursor.position();
                let index = i64::from(cursor.u32("a corner of a face")?);
                let index = soup.index(face, index);
                ring.push(index.map_err(|reason| Error::malformed(reason).at_byte(start))?);
            }
            let colours = cursor.u32("the number of a face's colours")? as usize;
            cursor.take(colours.saturating_mul(4), "a face's colours")?;
            soup.add_face(&ring).map_err(|reason| cursor.error(reason))?;
        }
        Ok(soup)
    }
}

impl Soup {
    fn index(&self, face: usize, index: i64) -> Result<u32, String> {
        match u32::try_from(index) {
            Ok(vertex) if (vertex as usize) < self.vertices.len() => Ok(vertex),
            _ => Err(no_such_vertex(format_args!("face {face}"), index, self.vertices.len())),
        }
    }

    fn add_face(&mut self, ring: &[u32]) -> Result<(), String> {
        let cut = self.triangulator.cut(ring, &self.vertices, &mut self.triangles);
        cut.map_err(|problem| problem.reason(ring.len()))
    }
}

fn letters<'a>(word: &'a [u8], prefix: &[u8]) -> (bool, &'a [u8]) {
    word.strip_prefix(prefix).map_or((false, word), |rest| (true, rest))
}

fn count(words: &mut Words) -> Result<usize, Error> {
    let word = words.expect("the counts of vertices, faces and edges")?;
    let count = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
    count.ok_or_else(|| words.error(format!("{} is not a count", quoted(word))))
}

/// Refuses counts that the rest of the file cannot hold, before anything is allocated for them.
fn check_room(
    vertices: usize,
    vertex_size: usize,
    faces: usize,
    face_size: usize,
    room: usize,
) -> Result<(), String> {
    let vertex_bytes = vertices.saturating_mul(vertex_size);
    let needed = vertex_bytes.saturating_add(faces.saturating_mul(face_size));
    // The last number of a text needs no separator.
    if needed <= room.saturating_add(1) {
        return Ok(());
    }
    Err(format!(
        "the header announces {vertices} vertices and {faces} faces, at least {needed} bytes, \
         but {room} are left"
    ))
}

fn dehomogenise([x, y, z, w]: [f64; 4]) -> Result<[f64; 3], String> {
    let mut position = [x / w, y / w, z / w];
    for x in &mut position {
        *x = checked_coordinate(*x, || x.to_string())?;
    }
    Ok(position)
}
