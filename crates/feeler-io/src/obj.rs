//! The reader of Wavefront OBJ.

use feeler::Mesh;

use crate::error::no_such_vertex;
use crate::polygon::Triangulator;
use crate::quota::make_room;
use crate::subset::Subset;
use crate::text::{self, Lines};
use crate::{Error, Part, Scene};

/// Reads all vertices first and the faces second, because a face may name vertices that come later.
///
/// Faces with fewer than three corners cover no area and are skipped, and so are points, lines and
/// curves.
pub(crate) fn parse(bytes: &[u8]) -> Result<Scene, Error> {
    let bytes = text::without_bom(bytes);
    // Unknown lines are skipped, so without this test a web page or a compressed file would be an
    // empty mesh.
    if !Lines::new(bytes).any(|(_, line)| words(line).next().is_some_and(is_keyword)) {
        return Err(Error::malformed("there is no line of an OBJ file in it"));
    }
    let vertices = vertices(bytes)?;
    let Faces { triangles, objects, groups } = faces(bytes, &vertices)?;
    let names = if objects.is_empty() { groups } else { objects };
    Scene::of_parts(parts(vertices, triangles, &names)?)
}

/// The words of a line; a `\` at the end of a line joins it to the next line.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| byte.is_ascii_whitespace() || byte == b'\\').filter(|word| !word.is_empty())
}

/// Whether the word is one of the keywords that real files begin with; a file without any of them
/// is not OBJ.
fn is_keyword(word: &[u8]) -> bool {
    matches!(
        word,
        b"v" | b"vt"
            | b"vn"
            | b"f"
            | b"fo"
            | b"o"
            | b"g"
            | b"s"
            | b"l"
            | b"p"
            | b"mtllib"
            | b"usemtl"
    )
}

fn vertices(bytes: &[u8]) -> Result<Vec<[f64; 3]>, Error> {
    let mut vertices = Vec::new();
    for (number, line) in Lines::new(bytes) {
        let mut words = words(line);
        if words.next() != Some(b"v") {
            continue;
        }
        let mut vertex = [0.0; 3];
        for x in &mut vertex {
            let word = words.next().ok_or("a vertex needs three coordinates".to_owned());
            *x = word
                .and_then(text::coordinate)
                .map_err(|reason| Error::malformed(reason).at_line(number))?;
        }
        make_room(&mut vertices, 1);
        vertices.push(vertex);
    }
    Ok(vertices)
}

/// All triangles in the order of the file, and the starts of its objects and groups.
#[derive(Default)]
struct Faces<'a> {
    triangles: Vec<[u32; 3]>,
    objects: Vec<PartStart<'a>>,
    groups: Vec<PartStart<'a>>,
}

struct PartStart<'a> {
    triangle: usize,
    name: &'a [u8],
}

impl<'a> PartStart<'a> {
    /// Adds a start to a list; replaces the last start if no triangle lies between the two.
    fn add(self, starts: &mut Vec<PartStart<'a>>) {
        starts.pop_if(|last| last.triangle == self.triangle);
        make_room(starts, 1);
        starts.push(self);
    }
}

fn faces<'a>(bytes: &'a [u8], vertices: &[[f64; 3]]) -> Result<Faces<'a>, Error> {
    let mut faces = Faces::default();
    let mut triangulator = Triangulator::default();
    let mut ring = Vec::new();
    let mut vertices_before = 0;
    for (number, line) in Lines::new(bytes) {
        let fail = |reason: String| Error::malformed(reason).at_line(number);
        let mut words = words(line);
        match words.next() {
            Some(b"v") => vertices_before += 1,
            Some(b"f" | b"fo") => {
                ring.clear();
                for word in words.take_while(|word| !word.starts_with(b"#")) {
                    let corner = corner(word, vertices_before, vertices.len());
                    make_room(&mut ring, 1);
                    ring.push(corner.map_err(fail)?);
                }
                triangulator
                    .cut(&ring, vertices, &mut faces.triangles)
                    .map_err(|problem| fail(problem.reason(ring.len())))?;
            }
            Some(keyword @ (b"o" | b"g")) => {
                let name = line.trim_ascii_start()[1..].trim_ascii();
                let start = PartStart { triangle: faces.triangles.len(), name };
                match keyword {
                    b"o" => start.add(&mut faces.objects),
                    _ => start.add(&mut faces.groups),
                }
            }
            _ => {}
        }
    }
    Ok(faces)
}

/// The index of the vertex that a word names: `7`, `7/2`, `7//3`, `7/2/3`, or `-1` for the last
/// vertex before this line.
fn corner(word: &[u8], before: usize, count: usize) -> Result<u32, String> {
    let digits = word.split(|&byte| byte == b'/').next().unwrap_or(word);
    let number = text::integer(digits)?;
    let index = match number {
        1.. => number - 1,
        0 => return Err("face names vertex 0, but the first is 1".to_owned()),
        _ => before as i64 + number,
    };
    match u32::try_from(index) {
        Ok(index) if (index as usize) < count => Ok(index),
        _ if number < 0 => Err(no_such_vertex("face", number, before) + " before it"),
        _ => Err(no_such_vertex("face", number, count)),
    }
}

/// Cuts the list of triangles at the starts of names, so that the order of the file stays.
fn parts(
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    starts: &[PartStart],
) -> Result<Vec<Part>, Error> {
    let unnamed = [PartStart { triangle: 0, name: b"" }];
    let ends = starts.iter().map(|start| start.triangle).chain([triangles.len()]);
    let pieces = unnamed.iter().chain(starts).zip(ends);
    let pieces = pieces.map(|(start, end)| (start.name, start.triangle..end));
    let filled = || pieces.clone().filter(|(_, range)| !range.is_empty());
    let count = filled().count();
    if count <= 1 {
        // A file without any triangle is one empty part with the last name.
        let name = filled().next().or(pieces.clone().last()).map_or(&b""[..], |(name, _)| name);
        return Ok(vec![Part { name: owned(name), mesh: Mesh::new(vertices, triangles)? }]);
    }
    let mut subset = Subset::new(vertices);
    let mut parts = Vec::with_capacity(count);
    for (name, range) in filled() {
        let (vertices, triangles) = subset.of(&triangles[range]);
        parts.push(Part { name: owned(name), mesh: Mesh::new(vertices, triangles)? });
    }
    Ok(parts)
}

fn owned(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}
