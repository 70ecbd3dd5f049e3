//! How far a file may unfold.

use feeler::Mesh;

use crate::{Error, ErrorKind};

/// What is still allowed to come out of a file of a given size.
///
/// References are cheap to write: a few hundred bytes can ask for a billion instances.
/// The floor leaves room for small files that honestly repeat a part many times.
pub(crate) struct Quota {
    triangles: usize,
    vertices: usize,
    visits: usize,
}

impl Quota {
    const FLOOR: usize = 1 << 20;
    const PER_BYTE: usize = 2;

    pub(crate) fn for_file_of(bytes: usize) -> Self {
        let triangles = Self::FLOOR.saturating_add(bytes.saturating_mul(Self::PER_BYTE));
        let triangles = triangles.min(Mesh::MAX_TRIANGLES);
        Self { triangles, vertices: 3 * triangles, visits: triangles }
    }

    /// Takes what a part needs, before it is allocated.
    pub(crate) fn take(&mut self, triangles: usize, vertices: usize) -> Result<(), Error> {
        match (self.triangles.checked_sub(triangles), self.vertices.checked_sub(vertices)) {
            (Some(triangles), Some(vertices)) => {
                (self.triangles, self.vertices) = (triangles, vertices);
                Ok(())
            }
            _ => Err(Error::new(
                ErrorKind::TooLarge,
                format!(
                    "the scene unfolds to more triangles than a file of this size may have \
                     (2^20 + 2 for each byte, at most {})",
                    Mesh::MAX_TRIANGLES
                ),
            )),
        }
    }

    /// Takes one step through the tree of a scene.
    pub(crate) fn visit(&mut self) -> Result<(), Error> {
        self.visits = self.visits.checked_sub(1).ok_or_else(|| {
            Error::new(
                ErrorKind::TooLarge,
                "the scene unfolds to more nodes than a file of this size may have \
                 (2^20 + 2 for each byte)",
            )
        })?;
        Ok(())
    }
}
