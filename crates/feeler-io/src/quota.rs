//! All limits on what a file may ask for, in every format.
//!
//! **The rule**: reading *n* bytes takes at most [`MEMORY_PER_BYTE`] · *n* + [`MEMORY_FLOOR`] bytes
//! of memory, including the file itself, the scene and its merged mesh, and time in proportion to
//! *n*. *n* counts the bytes on the disk, including the buffers of a glTF file. The bytes that an
//! archive inflates to are not part of *n*; they take from the same memory.
//!
//! There are two kinds of formats. Data that a file writes out in full is a small multiple of the
//! file's bytes by itself, if lists are sized before they are filled or grow by [`make_room`]: OBJ,
//! STL, PLY and OFF. Data that a file refers to has no bound by itself: a few hundred bytes can ask
//! for a billion instances, and an archive repeats an object at almost no cost. glTF and 3MF
//! therefore take the memory of everything that they hold from a [`Quota`] first. Memory is never
//! given back to the quota, so the sum bounds the peak. `tests/hostile` measures both kinds.

use std::mem::size_of;

use feeler::Mesh;

use crate::{Error, ErrorKind};

/// Bytes of memory for each byte read.
pub(crate) const MEMORY_PER_BYTE: usize = 50;

/// Bytes of memory for a file of any size: 64 MB, or two million triangles of small files that place few parts often.
pub(crate) const MEMORY_FLOOR: usize = 64_000_000;

/// The number of nodes of a scene's tree that any file may visit; a large file may visit one for
/// each of its bytes.
pub(crate) const NODE_FLOOR: usize = 1 << 20;

/// The most levels of a scene's tree: deep enough for any honest file, shallow enough for any
/// stack.
pub(crate) const DEEPEST_TREE: usize = 256;

/// The number of bytes that an archive may inflate to: a number for each byte of the archive, plus
/// a constant. Models deflate to a tenth, at best to a thirtieth; an archive bomb to a thousandth.
pub(crate) const INFLATED_PER_BYTE: usize = 32;
pub(crate) const INFLATED_FLOOR: usize = 16 << 20;

/// The most bytes that are read of anything but a regular file: a pipe or a device may have no end.
pub(crate) const LONGEST_STREAM: u64 = 1 << 30;

/// The number of comparisons that cutting polygons into triangles may take: a number for each
/// corner, plus a constant. At worst, all corners of a simple polygon are compared with all concave
/// ones, so polygons of about ten thousand corners reach this limit.
pub(crate) const CUTTING_PER_CORNER: u64 = 1 << 8;
pub(crate) const CUTTING_FLOOR: u64 = 1 << 28;

/// The rest of the memory and time that a file may ask for.
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
    /// The quota of a file of this size, whose own bytes are already held.
    pub(crate) fn for_file_of(bytes: usize) -> Self {
        let memory = bytes.saturating_mul(MEMORY_PER_BYTE).saturating_add(MEMORY_FLOOR);
        let nodes = bytes.clamp(NODE_FLOOR, Mesh::MAX_TRIANGLES);
        let allow = |what, limit, left| Allowance { what, limit, left };
        Self {
            bytes,
            memory: allow("bytes of memory", memory, memory - bytes),
            nodes: allow("nodes", nodes, nodes),
        }
    }

    /// Takes bytes of memory from the quota, before they are allocated.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Error> {
        self.memory.take(bytes, self.bytes)
    }

    /// Takes the memory of a mesh from the quota.
    pub(crate) fn take_mesh(&mut self, triangles: usize, vertices: usize) -> Result<(), Error> {
        self.take(list::<[u32; 3]>(triangles).saturating_add(list::<[f64; 3]>(vertices)))
    }

    /// Takes one step through the tree of a scene from the quota.
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

/// The bytes of a list that is allocated once, at its final size.
pub(crate) fn list<T>(count: usize) -> usize {
    count.saturating_mul(size_of::<T>())
}

/// The most bytes that a list takes while it grows by [`make_room`]: the old list beside a new one
/// that is a quarter larger.
pub(crate) fn grown<T>(count: usize) -> usize {
    list::<T>(count).saturating_mul(9) / 4
}

/// Makes room in a list for `more` items, and for at least a quarter of its present items.
///
/// A vector that doubles takes the memory of three times its items while it moves.
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    const FEWEST_ITEMS: usize = 4;
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 4).max(FEWEST_ITEMS));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limits that the crate's documentation states are the limits in the code.
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
            format!("{NODE_FLOOR} nodes, or one for each byte"),
            format!("{DEEPEST_TREE} levels"),
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
