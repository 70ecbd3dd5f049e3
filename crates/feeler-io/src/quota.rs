//! How far a file may unfold.

use feeler::Mesh;

use crate::{Error, ErrorKind};

/// What is still allowed to come out of a file of a given size.
///
/// References are cheap to write: a few hundred bytes can ask for a billion instances, while an honest assembly has a screw in ten
/// thousand places. So the bound is one triangle, three vertices and one node for each byte, and a few millions for small files. No format
/// has more than a triangle a byte without instances (a glTF strip with indices of one byte just so, an archive only if its triangles repeat),
/// hence nothing is refused for what it writes out. A triangle of a merged mesh takes 84 bytes of memory at most, and typically 24.
pub(crate) struct Quota {
    bytes: usize,
    triangles: Allowance,
    vertices: Allowance,
    nodes: Allowance,
}

struct Allowance {
    what: &'static str,
    limit: usize,
    left: usize,
}

impl Quota {
    /// A hundred thousand bolts of forty triangles.
    const TRIANGLES: usize = 4 << 20;
    const NODES: usize = 1 << 20;

    pub(crate) fn for_file_of(bytes: usize) -> Self {
        let triangles = bytes.clamp(Self::TRIANGLES, Mesh::MAX_TRIANGLES);
        let nodes = bytes.clamp(Self::NODES, Mesh::MAX_TRIANGLES);
        let allow = |what, limit| Allowance { what, limit, left: limit };
        Self {
            bytes,
            triangles: allow("triangles", triangles),
            vertices: allow("vertices", 3 * triangles),
            nodes: allow("nodes", nodes),
        }
    }

    /// Takes what a part needs, before it is allocated.
    pub(crate) fn take(&mut self, triangles: usize, vertices: usize) -> Result<(), Error> {
        self.triangles.take(triangles, self.bytes)?;
        self.vertices.take(vertices, self.bytes)
    }

    /// Takes one step through the tree of a scene.
    pub(crate) fn visit(&mut self) -> Result<(), Error> {
        self.nodes.take(1, self.bytes)
    }
}

impl Allowance {
    fn take(&mut self, count: usize, bytes: usize) -> Result<(), Error> {
        let Self { what, limit, left } = self;
        *left = left.checked_sub(count).ok_or_else(|| {
            let reason = format!(
                "the scene unfolds to more than {limit} {what}, the most that {bytes} bytes may ask for"
            );
            Error::new(ErrorKind::TooLarge, reason)
        })?;
        Ok(())
    }
}
