//! The number of cells that two nodes have in common, and how many of them are possible collision
//! cells.

use super::Overlap;
use super::chance::Parameters;
use super::tree::Adb;
use feeler::inside::{Cuboid, Probe, Tree};

/// How to treat two nodes of different size, whose cells differ in size as well (Klein and
/// Zachmann, VRST 2003, section 3.4.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sizes {
    /// Goes down from the larger node to nodes that are at most this many times as large as the
    /// smaller node, and sums up their cells (equations 3 to 5). As published, the ratio is 1.
    Descend {
        /// The largest ratio of volumes that counts as the same size, at least 1.
        similar: f32,
    },
    /// Takes the larger node as a flat piece: equation 5 does this for leaves, `Flat` does it for
    /// all nodes. Cheap.
    Flat,
    /// Counts cells as if they were of one size. This is the cheapest variant; it counts too few
    /// cells.
    Equal,
}

impl Default for Sizes {
    fn default() -> Self {
        Self::Descend { similar: 1.0 }
    }
}

/// How to treat less than one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Few {
    /// Less than half a cell counts as none, and the pair has no chance. This is the published
    /// rule, as far as the papers tell; it causes most wrong answers "no collision".
    #[default]
    Prune,
    /// A node with any possible collision cell has at least one in the intersection.
    ///
    /// With `tau` = 0, [`Pretest::Volumes`](super::Pretest::Volumes) and `p_min` = 0 no pair of
    /// nodes that touch is left out: an exhaustive query (`k_min` = `usize::MAX`) then finds a pair
    /// of leaves around every contact.
    Keep,
}

/// Both trees, in A's coordinates.
pub(super) struct PlacedTrees<'a> {
    pub(super) a: PlacedTree<'a>,
    pub(super) b: PlacedTree<'a>,
    pub(super) overlap: Overlap,
    pub(super) sizes: Sizes,
    pub(super) few: Few,
}

/// A tree, and the way to get its boxes into A's coordinates.
pub(super) struct PlacedTree<'a> {
    pub(super) adb: &'a Adb<'a>,
    /// The tree, looked up once and not at every node.
    pub(super) tree: &'a Tree,
    /// The probe that moves boxes, or `None` for A.
    probe: Option<&'a Probe<'a>>,
    /// The length of this tree's unit in A's coordinates.
    unit: f32,
    /// The number of cells of a node.
    cells: f32,
}

/// A node and its box in A's coordinates.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub(super) slot: u32,
    pub(super) cuboid: Cuboid,
}

impl<'a> PlacedTree<'a> {
    pub(super) fn of_a(adb: &'a Adb<'a>) -> Self {
        let cells = adb.cells().number() as f32;
        Self { adb, tree: adb.model().tree(), probe: None, unit: 1.0, cells }
    }

    pub(super) fn of_b(adb: &'a Adb<'a>, probe: &'a Probe<'a>) -> Self {
        Self { probe: Some(probe), unit: probe.scale(), ..Self::of_a(adb) }
    }

    #[inline(always)]
    pub(super) fn place(&self, slot: u32) -> Placed {
        let cuboid = self.tree.cuboid(slot);
        let cuboid = self.probe.map_or(cuboid, |probe| probe.moved(&cuboid));
        Placed { slot, cuboid }
    }

    /// The side of a cube with the volume of a node's box.
    #[inline(always)]
    fn side(&self, slot: u32) -> f32 {
        (self.adb.entry(slot).side * self.unit).max(SMALLEST_SIDE)
    }

    /// The number of possible collision cells of a node that lie in another box, given the volume
    /// that both boxes share.
    #[inline(always)]
    fn count(&self, overlap: Overlap, node: &Placed, other: &Cuboid, common: f32) -> f32 {
        match self.adb.parts(node.slot) {
            [] => self.adb.entry(node.slot).count * common / cubed(self.side(node.slot)),
            parts => self.sum(parts, overlap, node, other),
        }
    }

    /// The sum of the counts of all regions that lie in the other box.
    fn sum(&self, parts: &[f32], overlap: Overlap, node: &Placed, other: &Cuboid) -> f32 {
        let regions = self.adb.cells().regions;
        let count = |(index, &count): (usize, &f32)| {
            let region = regions.region(index, &node.cuboid);
            if count > 0.0 { count * overlap.share(&node.cuboid, region, other) } else { 0.0 }
        };
        parts.iter().enumerate().map(count).sum()
    }
}

impl PlacedTrees<'_> {
    /// The three numbers of a pair.
    #[inline(always)]
    pub(super) fn parameters(&self, a: &Placed, b: &Placed) -> Parameters {
        let common = self.overlap.volume(&a.cuboid, &b.cuboid);
        if self.few == Few::Prune && (common.is_nan() || common <= 0.0) {
            return Parameters::default();
        }
        // The cells are those of the smaller node.
        let (side_a, side_b) = (self.a.side(a.slot), self.b.side(b.slot));
        let swapped = side_a > side_b;
        let (small, node, size) = if swapped { (&self.b, b, side_b) } else { (&self.a, a, side_a) };
        let (large, other, ratio) =
            if swapped { (&self.a, a, side_a / side_b) } else { (&self.b, b, side_b / side_a) };
        let s = common / cubed(size) * small.cells;
        let of_small = small.count(self.overlap, node, &other.cuboid, common);
        let of_large = match self.sizes {
            Sizes::Equal => large.count(self.overlap, other, &node.cuboid, common),
            Sizes::Flat => large.count(self.overlap, other, &node.cuboid, common) * ratio * ratio,
            Sizes::Descend { similar } => {
                let limit = size * similar.max(1.0).cbrt();
                self.descend(
                    large,
                    other,
                    &SmallerNode { cuboid: &node.cuboid, size, limit },
                    common,
                )
            }
        };
        // Of the shared volume of the boxes, both DOPs have their shares, as if independently.
        let [share_a, share_b] = [self.a.adb.share(a.slot), self.b.adb.share(b.slot)];
        let parameters = Parameters {
            s: s * share_a * share_b,
            s_a: share_b * if swapped { of_large } else { of_small },
            s_b: share_a * if swapped { of_small } else { of_large },
        };
        match self.few {
            Few::Prune => parameters,
            Few::Keep => {
                let any = |count: f32, x: f32| if count > 0.0 { x.max(1.0) } else { 0.0 };
                Parameters {
                    s: parameters.s.max(1.0),
                    s_a: any(self.a.adb.entry(a.slot).count, parameters.s_a),
                    s_b: any(self.b.adb.entry(b.slot).count, parameters.s_b),
                }
            }
        }
    }

    /// Equations 3 to 5: the cells of the nodes below that are no larger than the small node.
    fn descend(
        &self,
        side: &PlacedTree<'_>,
        node: &Placed,
        small: &SmallerNode<'_>,
        common: f32,
    ) -> f32 {
        let size = side.side(node.slot);
        let count = || side.count(self.overlap, node, small.cuboid, common);
        if size <= small.limit {
            return count();
        }
        let child = side.tree.child(node.slot);
        if child.is_leaf() {
            // The number of cells that a flat piece goes through grows with the square of the ratio
            // of the sizes (equation 5).
            return count() * (size / small.size) * (size / small.size);
        }
        let mut sum = 0.0;
        for slot in side.tree.children(child) {
            let below = side.place(slot);
            let common = self.overlap.volume(&below.cuboid, small.cuboid);
            if common > 0.0 {
                sum += self.descend(side, &below, small, common);
            }
        }
        sum
    }
}

/// The smaller node of a pair, with the smaller cells.
struct SmallerNode<'a> {
    cuboid: &'a Cuboid,
    size: f32,
    /// The size up to which other nodes count as equal.
    limit: f32,
}

/// The smallest size. The third power of a smaller number would not be a normal number.
const SMALLEST_SIDE: f32 = 1e-12;

#[inline(always)]
fn cubed(x: f32) -> f32 {
    x * x * x
}
