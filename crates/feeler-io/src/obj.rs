//! Wavefront OBJ.

use feeler::Mesh;

use crate::error::no_such_vertex;
use crate::polygon::Triangulator;
use crate::quota::make_room;
use crate::subset::Subset;
use crate::text::{self, Lines};
use crate::{Error, Part, Scene};

/// Reads vertices first and faces second, because a face may name vertices that come later.
///
/// Faces with fewer than three corners cover no area and are passed over, as are points, lines and
/// curves.
pub(crate) fn parse(bytes: &[u8]) -> Result<Scene, Error> {
    let bytes = text::without_bom(bytes);
    // Unknown lines are passed over, so a page of a website or a compressed file would be an empty mesh.
    if !Lines::new(bytes).any(|(_, line)| words(line).next().is_some_and(is_keyword)) {
        return Err(Error::malformed("there is no line of an OBJ file in it"));
    }
    let vertices = vertices(bytes)?;
    let Faces { triangles, objects, groups } = faces(bytes, &vertices)?;
    let names = if objects.is_empty() { groups } else { objects };
    Scene::of_parts(parts(vertices, triangles, &names)?)
}

/// The words of a line; a `\` at the end of a line joins it with the next.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| byte.is_ascii_whitespace() || byte == b'\\').filter(|word| !word.is_empty())
}

/// The keywords that real files begin with; a file that has none of them is no OBJ.
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

/// All triangles in the order of the file, and where each object and each group begins.
#[derive(Default)]
struct Faces<'a> {
    triangles: Vec<[u32; 3]>,
    objects: Vec<Start<'a>>,
    groups: Vec<Start<'a>>,
}

struct Start<'a> {
    triangle: usize,
    name: &'a [u8],
}

impl<'a> Start<'a> {
    /// Adds a start to a list; one without triangles before it replaces the last.
    fn add(self, starts: &mut Vec<Start<'a>>) {
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
                let start = Start { triangle: faces.triangles.len(), name };
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

/// The vertex of `7`, `7/2`, `7//3`, `7/2/3`, or `-1` for the vertex before this line.
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

/// Cuts the list of triangles where names begin, so that the file's order stays.
fn parts(
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    starts: &[Start],
) -> Result<Vec<Part>, Error> {
    let unnamed = [Start { triangle: 0, name: b"" }];
    let ends = starts.iter().map(|start| start.triangle).chain([triangles.len()]);
    let pieces = unnamed.iter().chain(starts).zip(ends);
    let pieces = pieces.map(|(start, end)| (start.name, start.triangle..end));
    let filled = || pieces.clone().filter(|(_, range)| !range.is_empty());
    let count = filled().count();
    if count <= 1 {
        // Without any triangle, the last name is that of the empty part.
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
