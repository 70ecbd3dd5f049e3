//! Building an octree: space is cut, not the set of triangles.

use super::plan::{Branch, Extent, Item, Plan};

/// Divides items by the cells of an octree around them.
///
/// A triangle belongs to the cell of its centre, so no triangle is stored twice. Each cell is cut
/// in x, y and z in turn, which gives three levels of a binary plan. `Branch::cell` keeps the
/// levels of a cell together, so that arity 8 gives the octree itself.
pub(super) fn divide(mut items: Vec<Item>, leaf_size: usize) -> Plan {
    let centers = Extent::of(&items).centers;
    let side = centers.extent().into_iter().fold(0.0, f32::max);
    let cell = OctreeCell {
        low: [centers.low[0], centers.low[1], centers.low[2]],
        size: [side; 3],
        cuts: 0,
    };
    let mut branches = Vec::new();
    append(&mut items, 0, leaf_size, cell, &mut branches);
    Plan { branches, order: items.iter().map(Item::triangle).collect() }
}

/// A cell, or half or a quarter of a cell, in doubled coordinates.
#[derive(Clone, Copy)]
struct OctreeCell {
    low: [f32; 3],
    size: [f32; 3],
    /// The number of cuts that led to this cell; x, y and z take turns.
    cuts: u32,
}

impl OctreeCell {
    /// The number of cuts beyond which f32 cannot tell positions apart. The items of such a cell
    /// are divided by count.
    const MAX_CUTS: u32 = 3 * 40;

    fn axis(&self) -> usize {
        self.cuts as usize % 3
    }

    fn plane(&self) -> f32 {
        self.low[self.axis()] + 0.5 * self.size[self.axis()]
    }

    fn lower(mut self) -> Self {
        self.size[self.axis()] *= 0.5;
        self.cuts += 1;
        self
    }

    fn upper(mut self) -> Self {
        self.low[self.axis()] = self.plane();
        self.lower()
    }
}

/// Appends the branches of some items; the first branch is their root.
fn append(
    items: &mut [Item],
    start: usize,
    leaf_size: usize,
    cell: OctreeCell,
    branches: &mut Vec<Branch>,
) {
    let mut cell = cell;
    let middle = loop {
        if items.len() <= leaf_size {
            break None;
        }
        if cell.cuts >= OctreeCell::MAX_CUTS {
            break Some(items.len() / 2);
        }
        let (axis, plane) = (cell.axis(), cell.plane());
        let left = partition(items, |item| item.bounds.center()[axis] < plane);
        // A cut that divides nothing leaves no trace in the tree.
        match left {
            0 => cell = cell.upper(),
            _ if left == items.len() => cell = cell.lower(),
            _ => break Some(left),
        }
    };
    let root = branches.len();
    let (count, area) = (items.len() as u32, Extent::of(items).bounds.area());
    branches.push(Branch { start: start as u32, count, children: None, area, cell: cell.cuts / 3 });
    if let Some(middle) = middle {
        let (left, right) = items.split_at_mut(middle);
        let first = branches.len() as u32;
        append(left, start, leaf_size, cell.lower(), branches);
        let second = branches.len() as u32;
        append(right, start + middle, leaf_size, cell.upper(), branches);
        branches[root].children = Some([first, second]);
    }
}

/// Moves the items that pass to the front, and returns how many passed.
fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let (mut low, mut high) = (0, items.len());
    loop {
        while low < high && is_left(&items[low]) {
            low += 1;
        }
        while low < high && !is_left(&items[high - 1]) {
            high -= 1;
        }
        if low >= high {
            return low;
        }
        items.swap(low, high - 1);
    }
}
