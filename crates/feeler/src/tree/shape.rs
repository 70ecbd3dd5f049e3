//! The shape of a tree as bytes, one for each slot in use.
//!
//! The slots come in depth-first order, which is the order in which [`collapse`](super::collapse)
//! numbers nodes and leaves. So the numbers need not be written: whatever the bytes are, children
//! come behind their parents, and no node or leaf is shared.

use super::arity::Arity;
use super::{Child, Link, PADDING};
use crate::LoadError;
use crate::triangle::packet::Packet;

/// The byte of a slot with an inner child, to which the number of its children is added. The byte
/// of a leaf is its number of triangles.
const INNER: u8 = 32;

/// The largest mean depth of a triangle, in nodes.
///
/// Fitting volumes to a tree takes time, and for volumes that keep points memory, in proportion to
/// this depth, so a deeper tree is refused. Only a forged one is deeper: from the top, a tree is at
/// most three times as deep as a balanced one and 8 more, which is 89 levels for 2^27 triangles; the
/// cells of an octree are cut up to 120 times before it is balanced; up to 16 levels divide a leaf
/// of large triangles. There is no such proof for trees from the bottom, but even triangles that
/// shrink towards a point give none that is deeper than 60 (`feeler-tests`, `scenes/trees.rs`).
const MAX_MEAN_DEPTH: u64 = 256;

/// The bytes of the shape that some links have.
pub(crate) fn encode(arity: Arity, links: &[Link]) -> Vec<u8> {
    let mut shape = Vec::with_capacity(links.len());
    let mut pending: Vec<usize> = Vec::from_iter((!links.is_empty()).then_some(0));
    while let Some(slot) = pending.pop() {
        let child = links[slot].child;
        if child.is_leaf() {
            shape.push(child.range().len() as u8);
            continue;
        }
        shape.push(INNER + child.children() as u8);
        let first = arity.slots(child.node()).start;
        pending.extend((first..first + child.children() as usize).rev());
    }
    shape
}

/// The links and the padded order of a tree, from its shape and from the triangles of its leaves,
/// side by side.
pub(super) fn decode(
    shape: &[u8],
    arity: Arity,
    triangles: impl ExactSizeIterator<Item = u32>,
) -> Result<(Vec<Link>, Vec<u32>), LoadError> {
    let wrong = |slot: usize| LoadError::Shape { slot };
    if shape.is_empty() {
        return if triangles.len() == 0 { Ok((Vec::new(), Vec::new())) } else { Err(wrong(0)) };
    }
    // Each inner child has two children or more, and node 0 holds the root.
    let nodes = 1 + shape.iter().filter(|&&byte| byte >= INNER).count();
    if 2 * nodes > shape.len() + 1 {
        return Err(wrong(0));
    }
    let mut links = vec![Link::NONE; nodes * arity.number()];
    let (mut depths, most_depths) = (0, MAX_MEAN_DEPTH * triangles.len() as u64);
    let mut leaves = Leaves::new(triangles, shape);
    let mut next_node = 1;
    let mut pending = vec![(0, 0)];
    let mut bytes = shape.iter().enumerate();
    while let Some((slot, depth)) = pending.pop() {
        let (place, &byte) = bytes.next().ok_or(wrong(shape.len()))?;
        let count = byte as usize;
        if (1..=Child::MAX_COUNT).contains(&count) {
            if leaves.triangles.len() < count {
                return Err(wrong(place));
            }
            links[slot].child = leaves.append(count)?;
            depths += count as u64 * depth;
            if depths > most_depths {
                return Err(wrong(place));
            }
            continue;
        }
        let children = count.wrapping_sub(INNER as usize);
        if !(2..=arity.number()).contains(&children) {
            return Err(wrong(place));
        }
        links[slot].child = Child::inner(next_node, children);
        let first = arity.slots(next_node).start;
        pending.extend((first..first + children).rev().map(|slot| (slot, depth + 1)));
        next_node += 1;
    }
    match bytes.next() {
        Some((place, _)) => Err(wrong(place)),
        None if leaves.triangles.len() > 0 => Err(wrong(shape.len())),
        None => Ok((links, leaves.order)),
    }
}

/// The leaves that have been read so far.
struct Leaves<I> {
    /// The triangles of the leaves that follow.
    triangles: I,
    seen: Vec<bool>,
    /// The triangles with padding, as a tree has them.
    order: Vec<u32>,
}

impl<I: ExactSizeIterator<Item = u32>> Leaves<I> {
    fn new(triangles: I, shape: &[u8]) -> Self {
        let counts = shape.iter().filter(|&&byte| byte < INNER);
        let places = counts.map(|&byte| (byte as usize).next_multiple_of(Packet::LANES)).sum();
        Self { seen: vec![false; triangles.len()], triangles, order: Vec::with_capacity(places) }
    }

    /// The next leaf, with a number of triangles that are there.
    fn append(&mut self, count: usize) -> Result<Child, LoadError> {
        let first = self.order.len();
        let mut least = 0;
        for _ in 0..count {
            let triangle = self.triangles.next().expect("the caller has counted them");
            let seen = self.seen.get_mut(triangle as usize).filter(|seen| !**seen);
            match seen {
                Some(seen) if triangle >= least => *seen = true,
                _ => {
                    let place = self.seen.len() - self.triangles.len() - 1;
                    return Err(LoadError::Order { place });
                }
            }
            least = triangle;
            self.order.push(triangle);
        }
        self.order.resize(self.order.len().next_multiple_of(Packet::LANES), PADDING);
        Ok(Child::leaf(first / Packet::LANES, count))
    }
}
