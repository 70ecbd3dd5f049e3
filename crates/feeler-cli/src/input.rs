//! Meshes as they are named on the command line.

use crate::output;
use anyhow::Result;
use feeler::Mesh;
use feeler_io::Source;
use feeler_scenes::Shape;

/// What the name of a built-in shape starts with.
const SHAPE: &str = "shape:";

/// A mesh argument: a file, a part of a file, or a built-in shape.
#[derive(Debug)]
pub(crate) struct Input<'a>(pub(crate) &'a str);

impl Input<'_> {
    /// The mesh, all of it in its place.
    pub(crate) fn mesh(&self) -> Result<Mesh> {
        Ok(match self.0.strip_prefix(SHAPE) {
            Some(name) => Shape::by_name(name)?,
            None => feeler_io::read_source(self.0)?,
        })
    }

    /// Tells that a mesh has no triangles: an honest answer, but seldom what was meant.
    pub(crate) fn note_empty(&self, mesh: &Mesh) {
        if mesh.triangles().is_empty() {
            output::note(&format!(
                "{}: there are no triangles in it; it is apart from everything",
                self.0
            ));
        }
    }

    /// The file to look into, where it is a whole file.
    pub(crate) fn file(&self) -> Option<Source> {
        let is_file = !self.0.starts_with(SHAPE);
        is_file.then(|| Source::new(self.0)).filter(|source| source.part.is_none())
    }

    /// What to call it in a sentence: the part, the file without folder and extension, or the shape.
    pub(crate) fn name(&self) -> String {
        if let Some(shape) = self.0.strip_prefix(SHAPE) {
            return shape.split(':').next().unwrap_or(shape).to_owned();
        }
        let Source { path, part } = Source::new(self.0);
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        part.or_else(stem).unwrap_or_else(|| self.0.to_owned())
    }
}
