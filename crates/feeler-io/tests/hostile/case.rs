//! One kind of hostile file.

use std::path::Path;

/// A kind of hostile file, in any size.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) extension: &'static str,
    /// The largest of its sizes, about in bytes, of text before it is deflated.
    pub(crate) size: usize,
    /// Whether it holds much more than it has bytes, by instances or in an archive: it is refused somewhere on the way to the floor.
    pub(crate) unfolds: bool,
    pub(crate) make: fn(usize) -> Files,
}

/// A file, and those beside it.
pub(crate) struct Files {
    pub(crate) main: Vec<u8>,
    pub(crate) beside: Vec<(&'static str, Vec<u8>)>,
}

impl Files {
    /// Writes all of them and gives their size.
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

/// A text over and over, about so many bytes in all.
pub(crate) fn filled(text: &str, bytes: usize) -> String {
    text.repeat(bytes / text.len())
}

/// Points of a polygon that crosses itself everywhere.
pub(crate) fn scattered(count: usize) -> impl Iterator<Item = [u64; 2]> {
    (0..count as u64)
        .map(|i| [i.wrapping_mul(0x9e37_79b9) % 100_003, i.wrapping_mul(0x85eb_ca6b) % 99_991])
}
