//! The files that a command reads: no output may overwrite them.

use crate::input::Input;
use anyhow::{Result, bail};
use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The path of standard input, for asking the system which file it is.
const STDIN: &str = "/dev/stdin";

/// The files that a command reads.
#[derive(Debug, Default)]
pub(crate) struct Sources(Vec<PathBuf>);

impl Sources {
    /// The files of some meshes.
    pub(crate) fn of_meshes<'a>(names: impl IntoIterator<Item = &'a String>) -> Self {
        let path = |name: &'a String| Input::new(name).source().map(|source| source.path);
        Self::default().and(names.into_iter().filter_map(path))
    }

    /// Adds files; `-` is standard input.
    pub(crate) fn and(mut self, files: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        let path =
            |file: &Path| if file == Path::new("-") { Path::new(STDIN) } else { file }.into();
        self.0.extend(files.into_iter().map(|file| path(file.as_ref())));
        self
    }

    /// All files of a folder and of its subfolders.
    pub(crate) fn of_folder(folder: &Path) -> Self {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let files = entries.flat_map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => Self::of_folder(&entry.path()).0,
            _ => vec![entry.path()],
        });
        Self(files.collect())
    }

    /// Removes the files for which a condition holds.
    pub(crate) fn without(mut self, some: impl Fn(&PathBuf) -> bool) -> Self {
        self.0.retain(|file| !some(file));
        self
    }

    /// Refuses an output that is one of these files, or a file that one of them refers to.
    /// Terminals, pipes and devices can be both input and output.
    pub(crate) fn spare(&self, output: &Path) -> Result<()> {
        if !fs::metadata(output).is_ok_and(|known| known.is_file()) {
            return Ok(()); // no regular file can be lost
        }
        let neighbours = self.0.iter().flat_map(|source| neighbours(source));
        for source in self.0.iter().cloned().chain(neighbours) {
            if is_same(&source, output) {
                let name =
                    if source == Path::new(STDIN) { Path::new("standard input") } else { &source };
                let (name, output) = (name.display().to_string(), output.display().to_string());
                let which = if name == output { String::new() } else { format!(" ({name})") };
                bail!(
                    "{output}: it is read by this command{which}, and would be lost; write to another file"
                );
            }
        }
        Ok(())
    }
}

/// Whether two paths lead to the same file: by links, or on different ways through folders.
#[cfg(unix)]
fn is_same(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |path| fs::metadata(path).map(|known| (known.dev(), known.ino()));
    matches!((id(one), id(other)), (Ok(one), Ok(other)) if one == other)
}

/// Whether two paths lead to the same file: by symbolic links, or on different ways through
/// folders.
#[cfg(not(unix))]
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

/// The files that a glTF file refers to, as far as they can be read: its buffers.
fn neighbours(source: &Path) -> Vec<PathBuf> {
    let extension = source.extension().unwrap_or_default().to_string_lossy();
    let format = feeler_io::Format::from_extension(&extension);
    let Some(format @ feeler_io::Format::Gltf) = format else { return Vec::new() };
    if !fs::metadata(source).is_ok_and(|known| known.is_file()) {
        return Vec::new(); // a pipe can be read only once
    }
    let Ok(bytes) = fs::read(source) else { return Vec::new() };
    let found = RefCell::new(Vec::new());
    let folder = source.parent().unwrap_or(Path::new(""));
    let open = |name: &str| {
        let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if !inside {
            return Err(io::ErrorKind::PermissionDenied.into()); // the reader refuses it, too
        }
        let path = folder.join(name);
        found.borrow_mut().push(path.clone());
        fs::read(path)
    };
    let _ = feeler_io::parse_with(&bytes, format, open); // the same error comes again when the mesh is read
    found.into_inner()
}
