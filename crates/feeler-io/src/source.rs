//! The sources of meshes: files, parts of files, memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use feeler::Mesh;

use crate::quota::LONGEST_STREAM;
use crate::{Error, Format, Scene, neighbour, obj, off, ply, stl};

/// A file, or a part of one.
///
/// ```
/// let source = feeler_io::Source::new("gearbox.glb#Shaft");
/// assert_eq!(source.path, std::path::Path::new("gearbox.glb"));
/// assert_eq!(source.part.as_deref(), Some("Shaft"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// The name of the part, as in [`Scene::part`]; `None` for the whole file.
    pub part: Option<String>,
}

impl Source {
    /// Parses a path, or a path, `#` and the name of a part.
    ///
    /// The name of the file may contain a `#` too: the longest path that exists is taken.
    pub fn new(text: &str) -> Self {
        let whole = Self { path: text.into(), part: None };
        if whole.path.is_file() {
            return whole;
        }
        let split =
            |(at, _)| Self { path: text[..at].into(), part: Some(text[at + 1..].to_owned()) };
        let existing = text.rmatch_indices('#').map(split).find(|source| source.path.is_file());
        existing.or_else(|| text.match_indices('#').map(split).next()).unwrap_or(whole)
    }

    /// Reads the mesh, placed as in the file.
    pub fn read(&self) -> Result<Mesh, Error> {
        let scene = read_scene(&self.path)?;
        match &self.part {
            None => Ok(scene.into_merged()),
            Some(part) => scene.part(part).map_err(|error| error.in_file(&self.path)),
        }
    }
}

/// Reads a whole file as one mesh, with every instance placed.
///
/// ```no_run
/// let mesh = feeler_io::read("ring.ply")?;
/// # Ok::<(), feeler_io::Error>(())
/// ```
pub fn read(path: impl AsRef<Path>) -> Result<Mesh, Error> {
    read_scene(path).map(Scene::into_merged)
}

/// Reads `path` or `path#part`; see [`Source::new`].
pub fn read_source(text: &str) -> Result<Mesh, Error> {
    Source::new(text).read()
}

/// Reads a file with its parts and their placements.
///
/// If the extension is unknown or contradicts the content, the format is that of the content.
/// Buffers of a glTF file are read from its folder and the folders below it, and from nowhere else:
/// only regular files, and no file behind a symbolic link.
pub fn read_scene(path: impl AsRef<Path>) -> Result<Scene, Error> {
    let path = path.as_ref();
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = || {
        let bytes = read_bytes(path).map_err(|error| Error::unreadable(&error))?;
        let format = Format::of_file(path, &bytes)?;
        parse_with(&bytes, format, |name| neighbour::read(folder, name))
    };
    read().map_err(|error: Error| error.in_file(path))
}

/// Reads all bytes of a file that the user named, which may be a pipe.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() {
        return neighbour::read_whole(file, metadata.len());
    }
    let mut bytes = Vec::new();
    file.take(LONGEST_STREAM).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == LONGEST_STREAM {
        let reason = format!(
            "it is no regular file and gives more than {} GiB: save it first",
            LONGEST_STREAM >> 30
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// Reads a file from memory; a file that refers to other files is refused, see [`parse_with`].
///
/// ```
/// let file = b"OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
/// let scene = feeler_io::parse(file, feeler_io::Format::Off)?;
/// assert_eq!(scene.merged().triangles(), [[0, 1, 2]]);
/// # Ok::<(), feeler_io::Error>(())
/// ```
pub fn parse(bytes: &[u8], format: Format) -> Result<Scene, Error> {
    parse_with(bytes, format, |_| {
        let reason = "files outside are not read from memory";
        Err(io::Error::new(io::ErrorKind::Unsupported, reason))
    })
}

/// Reads a file from memory; `open` returns the content of the files that it refers to (glTF
/// buffers).
///
/// `open` is called once for each file, with the path relative to the folder of the glTF file:
/// `a.bin` for `./a.bin`, `x/../a.bin` and `a%2Ebin` too. It must not follow links out of that
/// folder if the file is not trusted.
pub fn parse_with(
    bytes: &[u8],
    format: Format,
    mut open: impl FnMut(&str) -> io::Result<Vec<u8>>,
) -> Result<Scene, Error> {
    match format {
        Format::Obj => obj::parse(bytes),
        Format::Stl => stl::parse(bytes),
        Format::Ply => ply::parse(bytes),
        Format::Off => off::parse(bytes),
        #[cfg(feature = "gltf")]
        Format::Gltf => crate::gltf::parse(bytes, &mut open),
        #[cfg(feature = "3mf")]
        Format::ThreeMf => crate::threemf::parse(bytes),
        #[cfg(feature = "collada")]
        Format::Collada => crate::collada::parse(bytes),
        #[cfg(not(feature = "gltf"))]
        Format::Gltf => {
            let _ = &mut open;
            Err(Error::left_out("glTF", "gltf"))
        }
        #[cfg(not(feature = "3mf"))]
        Format::ThreeMf => Err(Error::left_out("3MF", "3mf")),
        #[cfg(not(feature = "collada"))]
        Format::Collada => Err(Error::left_out("COLLADA", "collada")),
    }
}
