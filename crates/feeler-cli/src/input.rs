//! The meshes that are named on the command line.

use crate::interrupt::Interrupt;
use crate::{lengths, voice};
use anyhow::{Context, Result, bail, ensure};
use feeler::Mesh;
use feeler_io::{Format, Scene, Source};
use feeler_scenes::Shape;
use std::io::{self, Read};

/// The prefix of the names of built-in shapes.
const SHAPE_PREFIX: &str = "shape:";

/// The name of standard input.
const STREAM_NAME: &str = "-";

/// A mesh argument: a file, a part of a file, a built-in shape, or standard input.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The text that was typed.
    pub(crate) text: String,
    format: Option<Format>,
}

impl Input {
    /// An input for commands that do not read meshes from standard input.
    pub(crate) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), format: None }
    }

    /// The inputs for some texts. One of them may be standard input, in the given format.
    pub(crate) fn all<'a>(
        texts: impl IntoIterator<Item = &'a String>,
        format: Option<Format>,
    ) -> Result<Vec<Self>> {
        let input = |text: &String| Self { text: text.clone(), format };
        let inputs: Vec<Self> = texts.into_iter().map(input).collect();
        match inputs.iter().filter(|input| input.is_stream()).count() {
            0 => {
                ensure!(format.is_none(), "--format is that of standard input, and no mesh is '-'")
            }
            1 => {}
            _ => bail!("standard input can be one mesh, not two: '-' is there more than once"),
        }
        Ok(inputs)
    }

    /// Whether a text names a built-in shape, not a file.
    pub(crate) fn is_shape(text: &str) -> bool {
        text.starts_with(SHAPE_PREFIX)
    }

    fn is_stream(&self) -> bool {
        self.text == STREAM_NAME
    }

    /// The mesh, with all its parts in their places, in the unit of all files.
    pub(crate) fn mesh(&self) -> Result<Mesh> {
        if let Some(name) = self.text.strip_prefix(SHAPE_PREFIX) {
            return Ok(Shape::by_name(name)?);
        }
        if self.is_stream() {
            return Ok(lengths::bring(self.stream()?, &self.name())?.merged());
        }
        let Source { path, part } = Source::new(&self.text);
        let scene = lengths::bring(feeler_io::read_scene(&path)?, &path.display().to_string())?;
        match part {
            None => Ok(scene.merged()),
            Some(part) => scene.part(&part).with_context(|| path.display().to_string()),
        }
    }

    /// Reads the mesh; Ctrl-C ends the reading.
    pub(crate) fn mesh_or(&self, interrupt: &Interrupt) -> Result<Mesh> {
        let input = self.clone();
        interrupt.or(move || input.mesh())?
    }

    /// The parts and their places in the unit of all files, if the input is a whole file or standard input.
    pub(crate) fn scene(&self) -> Result<Option<Scene>> {
        self.scene_as_written()?.map(|scene| lengths::bring(scene, &self.text)).transpose()
    }

    /// The parts and their places in the file's own unit, if the input is a whole file or standard input.
    pub(crate) fn scene_as_written(&self) -> Result<Option<Scene>> {
        match self.source() {
            Some(Source { path, part: None }) if !self.is_stream() => {
                Ok(Some(feeler_io::read_scene(path)?))
            }
            _ if self.is_stream() => self.stream().map(Some),
            _ => Ok(None),
        }
    }

    fn stream(&self) -> Result<Scene> {
        /// The largest number of bytes that are read, because a pipe may be endless.
        const MOST_STREAM_BYTES: u64 = 1 << 30;
        let format = self.format.context(
            "the format of standard input ('-') is not known; 'check', 'info' and 'offset' take it from \
             --format: obj, stl, ply, off, glb, gltf, 3mf or dae",
        )?;
        let read = || -> Result<Scene> {
            let mut bytes = Vec::new();
            io::stdin().lock().take(MOST_STREAM_BYTES + 1).read_to_end(&mut bytes)?;
            ensure!(bytes.len() as u64 <= MOST_STREAM_BYTES, "it gives more than 1 GiB");
            Ok(feeler_io::parse(&bytes, format)?)
        };
        read().context("standard input")
    }

    /// Writes a note if a mesh has no triangles: this gives an honest answer, but is seldom what
    /// the user meant.
    pub(crate) fn note_empty(&self, mesh: &Mesh) {
        if mesh.triangles().is_empty() {
            voice::note(&format!(
                "{}: there are no triangles in it; it is apart from everything",
                self.text
            ));
        }
    }

    /// The file or the part of a file; `None` for a built-in shape.
    pub(crate) fn source(&self) -> Option<Source> {
        (!Self::is_shape(&self.text)).then(|| Source::new(&self.text))
    }

    /// The name of the input in a sentence: the part, the file without folder and extension, or the
    /// shape.
    pub(crate) fn name(&self) -> String {
        if self.is_stream() {
            return "standard input".to_owned();
        }
        if let Some(shape) = self.text.strip_prefix(SHAPE_PREFIX) {
            return shape.split(':').next().unwrap_or(shape).to_owned();
        }
        let Source { path, part } = Source::new(&self.text);
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        part.or_else(stem).unwrap_or_else(|| self.text.clone())
    }
}
