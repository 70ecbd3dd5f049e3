//! The possible collision cells of a node: which cells count.

use super::{Domain, Regions};

/// The options for counting the possible collision cells of a node.
///
/// The default is definition 2 of Klein and Zachmann (VRST 2003) to the letter, and with it hardly
/// any cell counts, because a flat patch fills too little of a cell. With `tau` between 0.02 and 0.1
/// the method becomes usable. That is within the paper: its definition 3 leaves `MaxArea` to be
/// "suitably chosen", and its experiments do not tell which value was chosen.
///
/// ```
/// use feeler_research::adb::{Cells, Count};
/// let usable = Cells { tau: 0.05, count: Count::Approximate, ..Cells::default() };
/// assert_eq!(usable.number(), 512);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells {
    /// The number of cells along each side of a node's box, 1 to 16; other values are clamped.
    pub per_side: usize,
    /// A cell counts if the area of the polygons in it is at least `tau` times the area of the
    /// largest polygon that fits into it. The product is the "suitably chosen" `MaxArea` of
    /// definition 3.
    pub tau: f32,
    /// The algorithm that counts the cells.
    pub count: Count,
    /// The regions of a node whose cells are counted separately.
    pub regions: Regions,
    /// The part of a node that is divided into cells.
    pub domain: Domain,
}

/// The two algorithms that count cells (Klein and Zachmann, VMV 2003, section 3.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    /// Clips every polygon below a node to the cells of its box.
    #[default]
    Exact,
    /// Takes the nodes below that have the size of a cell as cells (Klein and Zachmann, VMV 2003,
    /// Fig. 5). This is some 20 times as fast. The sum over all nodes is within a factor of 2.5;
    /// the count of a single node need not be.
    Approximate,
}

impl Default for Cells {
    fn default() -> Self {
        Self {
            per_side: 8,
            tau: 1.0,
            count: Count::Exact,
            regions: Regions::Whole,
            domain: Domain::Box,
        }
    }
}

impl Cells {
    /// The number of cells of a node.
    pub fn number(&self) -> usize {
        self.side().pow(3)
    }

    pub(super) fn side(&self) -> usize {
        self.per_side.clamp(1, 16)
    }

    /// The smallest area with which a cell with these sides counts.
    pub(super) fn enough(&self, sides: [f64; 3]) -> f64 {
        self.tau as f64 * largest_section(sides)
    }

    /// The middle of a cell, in coordinates from -1 to 1 in the node. Cells are numbered with x
    /// fastest.
    pub(super) fn middle(&self, cell: usize) -> [f64; 3] {
        let side = self.side();
        [cell % side, cell / side % side, cell / (side * side)]
            .map(|place| (2 * place + 1) as f64 / side as f64 - 1.0)
    }
}

/// The area of the largest flat polygon in a box: a section through the longest edges, `a² √2` for
/// a cube of side a (definition 2).
fn largest_section(mut sides: [f64; 3]) -> f64 {
    sides.sort_by(|a, b| b.total_cmp(a));
    let [a, b, c] = sides;
    a * b.hypot(c)
}
