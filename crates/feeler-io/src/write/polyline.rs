//! Polylines as OBJ and PLY.

use std::io::Write;

/// A line of straight pieces, for [`WriteFormat::encode_polylines`](crate::WriteFormat::encode_polylines).
///
/// ```
/// use feeler_io::{Polyline, WriteFormat};
/// let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]];
/// let triangle = Polyline { name: "loop".to_owned(), points, is_closed: true };
/// let text = WriteFormat::Obj.encode_polylines(&[triangle])?;
/// assert!(text.ends_with(b"g loop\nl 1 2 3 1\n"));
/// # Ok::<(), feeler_io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polyline {
    /// The name of its group in an OBJ file, without line breaks. PLY has no names.
    pub name: String,
    /// The points, in their order.
    pub points: Vec<[f64; 3]>,
    /// Whether the last point is joined to the first one.
    pub is_closed: bool,
}

impl Polyline {
    /// The numbers of the points along the line, if that of the first point is `first`.
    fn along(&self, first: u64) -> impl Iterator<Item = u64> {
        (first..first + self.points.len() as u64).chain(self.is_closed.then_some(first))
    }
}

/// Encodes lines as OBJ, each in a group of its own.
pub(super) fn encode_obj(lines: &[Polyline]) -> Vec<u8> {
    let mut text = b"s off\n".to_vec();
    let written = "memory takes what is written";
    for [x, y, z] in lines.iter().flat_map(|line| &line.points) {
        writeln!(text, "v {x:?} {y:?} {z:?}").expect(written);
    }
    let mut first = 1;
    for line in lines {
        writeln!(text, "g {}", line.name).expect(written);
        text.push(b'l');
        for number in line.along(first) {
            write!(text, " {number}").expect(written);
        }
        text.push(b'\n');
        first += line.points.len() as u64;
    }
    text
}

/// Encodes lines as binary, little-endian PLY: vertices and edges.
pub(super) fn encode_ply(lines: &[Polyline]) -> Vec<u8> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let mut edges = Vec::new();
    let mut first = 0;
    for line in lines {
        let along: Vec<u64> = line.along(first).collect();
        edges.extend(along.windows(2).map(|pair| [pair[0] as u32, pair[1] as u32]));
        first += line.points.len() as u64;
    }
    let header = format!(
        "ply\nformat binary_little_endian 1.0\n\
         element vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
         element edge {}\nproperty uint vertex1\nproperty uint vertex2\nend_header\n",
        points().count(),
        edges.len()
    );
    let mut bytes = header.into_bytes();
    bytes.extend(points().flatten().flat_map(|x| x.to_le_bytes()));
    bytes.extend(edges.iter().flatten().flat_map(|vertex| vertex.to_le_bytes()));
    bytes
}
