//! What a file may ask for, whatever its format: the limits of this crate, all of them.
//!
//! **The rule**: to read *n* bytes takes at most [`MEMORY_PER_BYTE`] · *n* + [`MEMORY_FLOOR`] bytes of memory, with the file itself, the
//! scene and its merged mesh, and time in proportion to *n*. Bytes count as they are on the disk, those of a glTF file's buffers
//! too; what an archive inflates to does not count, it takes from the same memory.
//!
//! Two kinds of code keep it. What a file writes out is a small multiple of its bytes by itself, if lists are sized before they
//! are filled or grow by [`make_room`]: OBJ, STL, PLY and OFF. What it refers to has no bound by itself: a few hundred bytes can ask for a
//! billion instances, an archive repeats an object for next to nothing. glTF and 3MF take everything that they hold from a [`Quota`] first.
//! Nothing is given back, so the sum bounds the peak. `tests/hostile` measures both.

use std::mem::size_of;

use feeler::Mesh;

use crate::{Error, ErrorKind};

/// Bytes of memory for each byte read.
pub(crate) const MEMORY_PER_BYTE: usize = 50;

/// Bytes of memory for a file of any size: 64 MB, or two million triangles of small files that place few parts often.
pub(crate) const MEMORY_FLOOR: usize = 64_000_000;

/// How many nodes of a scene's tree may be visited at least; large files may have one for each byte.
pub(crate) const NODES: usize = 1 << 20;

/// How deep a scene's tree may be: deep enough for any honest file, shallow enough for any stack.
pub(crate) const DEEPEST: usize = 256;

/// How many bytes an archive may inflate to, for each of its own and in any case. Models deflate to a tenth, at best to a thirtieth; a
/// bomb to a thousandth.
pub(crate) const INFLATED_PER_BYTE: usize = 32;
pub(crate) const INFLATED_FLOOR: usize = 16 << 20;

/// How many bytes are read of what is no regular file: a pipe may be endless, a device too.
pub(crate) const LONGEST_STREAM: u64 = 1 << 30;

/// How many comparisons it may take to cut polygons into triangles, for each corner and in any case. All corners of a simple polygon are
/// compared with all concave ones at worst, so this is reached by polygons of some ten thousand corners.
pub(crate) const CUTTING_PER_CORNER: u64 = 1 << 8;
pub(crate) const CUTTING_FLOOR: u64 = 1 << 28;

/// What is left of the memory and the time that a file may ask for.
pub(crate) struct Quota {
    bytes: usize,
    memory: Allowance,
    nodes: Allowance,
}

struct Allowance {
    what: &'static str,
    limit: usize,
    left: usize,
}

impl Quota {
    /// For a file of this size, which is held already.
    pub(crate) fn for_file_of(bytes: usize) -> Self {
        let memory = bytes.saturating_mul(MEMORY_PER_BYTE).saturating_add(MEMORY_FLOOR);
        let nodes = bytes.clamp(NODES, Mesh::MAX_TRIANGLES);
        let allow = |what, limit, left| Allowance { what, limit, left };
        Self {
            bytes,
            memory: allow("bytes of memory", memory, memory - bytes),
            nodes: allow("nodes", nodes, nodes),
        }
    }

    /// Takes bytes of memory, before they are allocated.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Error> {
        self.memory.take(bytes, self.bytes)
    }

    /// Takes the memory of a mesh.
    pub(crate) fn take_mesh(&mut self, triangles: usize, vertices: usize) -> Result<(), Error> {
        self.take(list::<[u32; 3]>(triangles).saturating_add(list::<[f64; 3]>(vertices)))
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

/// The bytes of a list that is allocated once.
pub(crate) fn list<T>(count: usize) -> usize {
    count.saturating_mul(size_of::<T>())
}

/// The most bytes that a list holds while it grows by [`make_room`]: the old one beside a new one that is a quarter larger.
pub(crate) fn grown<T>(count: usize) -> usize {
    list::<T>(count).saturating_mul(9) / 4
}

/// Makes room in a list for some more items, and for a quarter of those that it has.
///
/// A vector that doubles holds three times its items while it moves.
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    const FEWEST: usize = 4;
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 4).max(FEWEST));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What users read about limits, in the documentation of the crate, is what the code does.
    #[test]
    fn the_documentation_states_these_limits() {
        let page: Vec<&str> =
            include_str!("lib.rs").lines().filter_map(|line| line.strip_prefix("//! ")).collect();
        let page = page.join(" ");
        for sentence in [
            format!(
                "at most {MEMORY_PER_BYTE} times the bytes read plus {} MB",
                MEMORY_FLOOR / 1_000_000
            ),
            format!("{NODES} nodes, or one for each byte"),
            format!("{DEEPEST} levels"),
            format!("{} MiB and {INFLATED_PER_BYTE} times its size", INFLATED_FLOOR >> 20),
            format!("{} GiB of a pipe", LONGEST_STREAM >> 30),
            format!("{CUTTING_PER_CORNER} comparisons for each corner"),
        ] {
            assert!(page.contains(&sentence), "lib.rs does not say '{sentence}'");
        }
    }

    #[test]
    fn lists_hold_no_more_than_is_taken_for_them() {
        let mut list: Vec<u32> = Vec::new();
        for count in 1..100_000 {
            let before = list.capacity();
            make_room(&mut list, 1);
            list.push(0);
            let moved = if list.capacity() > before { before } else { 0 };
            let held = 4 * (list.capacity() + moved);
            assert!(held <= grown::<u32>(count) + 32, "{held} bytes for {count}");
        }
    }
}
