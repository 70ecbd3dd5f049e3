//! Counting by the tree: nodes below that are as large as a cell stand for cells (Klein and
//! Zachmann, VMV 2003, Fig. 5).

use super::Cells;
use feeler::inside::{Child, Cuboid, Tree};

/// The areas of polygons below each node, summed up from the leaves to the root.
pub(super) struct Gathered<'a> {
    tree: &'a Tree,
    cells: Cells,
    /// The area below each slot.
    areas: Vec<f64>,
}

impl<'a> Gathered<'a> {
    /// Sums up the areas of the leaves. `area` gives the area of a leaf by its slot.
    pub(super) fn new(tree: &'a Tree, cells: Cells, area: impl Fn(u32) -> f64) -> Self {
        let mut areas = vec![0.0; tree.slots().len()];
        // Children come after their parents.
        for slot in tree.slots().rev() {
            areas[slot as usize] = match tree.child(slot) {
                Child::NONE => 0.0,
                leaf if leaf.is_leaf() => area(slot),
                inner => tree.children(inner).map(|child| areas[child as usize]).sum(),
            };
        }
        Self { tree, cells, areas }
    }

    /// Counts the cells of a slot. Calls `add` with the middle of each node found, from -1 to 1 in
    /// the slot's box, and with the number of cells that this node stands for.
    pub(super) fn count(&self, slot: u32, mut add: impl FnMut([f64; 3], f32)) {
        let top = self.tree.cuboid(slot);
        let sides = top.half.map(|h| 2.0 * h as f64 / self.cells.side() as f64);
        let cell = CellSize {
            volume: top.volume() as f64 / self.cells.number() as f64,
            enough: self.cells.enough(sides),
        };
        self.descend(&top, &cell, slot, &mut add);
    }

    fn descend(
        &self,
        top: &Cuboid,
        cell: &CellSize,
        slot: u32,
        add: &mut impl FnMut([f64; 3], f32),
    ) {
        let cuboid = self.tree.cuboid(slot);
        let (volume, area) = (cuboid.volume() as f64, self.areas[slot as usize]);
        let child = self.tree.child(slot);
        let found = if volume <= cell.volume {
            if area >= cell.enough { 1.0 } else { 0.0 }
        } else if child.is_leaf() {
            // A flat piece of n times the volume of a cell goes through n / n^(1/3) cells.
            let times = volume / cell.volume;
            let enough = self.cells.enough(cuboid.half.map(|h| 2.0 * h as f64));
            if area >= enough { times / times.cbrt() } else { 0.0 }
        } else {
            for below in self.tree.children(child) {
                self.descend(top, cell, below, add);
            }
            return;
        };
        if found > 0.0 {
            let at = top.coordinates(cuboid.center.map(f64::from));
            let middle =
                [0, 1, 2].map(|i| if top.half[i] > 0.0 { at[i] / top.half[i] as f64 } else { 0.0 });
            add(middle, found as f32);
        }
    }
}

/// The size of a cell of the node whose cells are counted.
struct CellSize {
    volume: f64,
    enough: f64,
}
