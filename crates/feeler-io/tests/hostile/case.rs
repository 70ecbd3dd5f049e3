//! One kind of hostile file.

use std::path::Path;

/// A kind of hostile file that can be made in any size.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) extension: &'static str,
    /// The largest size in bytes, approximately; for archives, the size of the text before it is
    /// deflated.
    pub(crate) size: usize,
    /// Whether the file unfolds to much more than its own bytes, by instances or in an archive. It
    /// is then refused before it reaches the floor of memory.
    pub(crate) unfolds: bool,
    pub(crate) make: fn(usize) -> Files,
}

/// A file, and the files beside it.
pub(crate) struct Files {
    pub(crate) main: Vec<u8>,
    pub(crate) beside: Vec<(&'static str, Vec<u8>)>,
}

impl Files {
    /// Writes all files and returns their total size.
    pub(crate) fn write(&self, path: &Path) -> usize {
        std::fs::write(path, &self.main).unwrap();
        for (name, bytes) in &self.beside {
            std::fs::write(path.with_file_name(name), bytes).unwrap();
        }
        self.main.len() + self.beside.iter().map(|(_, bytes)| bytes.len()).sum::<usize>()
    }
}

impl<T: Into<Vec<u8>>> From<T> for Files {
    fn from(main: T) -> Self {
        Self { main: main.into(), beside: Vec::new() }
    }
}

/// A text repeated up to about this number of bytes.
pub(crate) fn filled(text: &str, bytes: usize) -> String {
    text.repeat(bytes / text.len())
}

/// The points of a polygon that crosses itself everywhere.
pub(crate) fn scattered(count: usize) -> impl Iterator<Item = [u64; 2]> {
    (0..count as u64)
        .map(|i| [i.wrapping_mul(0x9e37_79b9) % 100_003, i.wrapping_mul(0x85eb_ca6b) % 99_991])
}
