//! Planes that divide a set of triangles, chosen between bins on the three axes.

use super::plan::{Bounds, Extent, Item, PARALLEL_ITEMS};
use rayon::prelude::*;

/// The items on one side of a plane: their box and their number.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaneSide {
    bounds: Bounds,
    count: u32,
}

impl PlaneSide {
    const EMPTY: Self = Self { bounds: Bounds::EMPTY, count: 0 };

    fn add(&mut self, bounds: &Bounds, count: u32) {
        self.bounds.include(bounds);
        self.count += count;
    }

    /// The cost by the surface-area heuristic: the chance that a query reaches this side, times the
    /// work there.
    pub(super) fn work(&self) -> f32 {
        self.bounds.area() * self.count as f32
    }

    /// The volume of the box. A little of the surface is added, so that flat boxes can be compared
    /// as well.
    pub(super) fn volume(&self) -> f32 {
        let [x, y, z] = self.bounds.extent();
        x * y * z + 1e-3 * (x * y + y * z + z * x) * (x + y + z)
    }
}

/// A plane that divides items: the items whose bin is at most `last` are on its left.
#[derive(Clone, Copy, Debug)]
pub(super) struct SplitPlane {
    grid: BinGrid,
    axis: usize,
    last: u32,
}

impl SplitPlane {
    /// The cheapest plane, whose two sides have the least sum of costs. `None` if all centres are
    /// in one bin, or so close to each other that they cannot be put into bins.
    pub(super) fn best(
        items: &[Item],
        extent: &Extent,
        cost: impl Fn(&PlaneSide) -> f32,
    ) -> Option<Self> {
        // A small set does not need many planes: eight bins for small sets save a tenth of the
        // build time.
        if items.len() < 64 {
            Self::best_of::<8>(items, extent, cost)
        } else {
            Self::best_of::<16>(items, extent, cost)
        }
    }

    fn best_of<const BINS: usize>(
        items: &[Item],
        extent: &Extent,
        cost: impl Fn(&PlaneSide) -> f32,
    ) -> Option<Self> {
        let grid = BinGrid::new(&extent.centers, BINS)?;
        let mut counted = Bins::<BINS>::EMPTY;
        if items.len() < PARALLEL_ITEMS {
            counted.add(items, &grid);
        } else {
            let count = |mut bins: Bins<BINS>, items: &[Item]| {
                bins.add(items, &grid);
                bins
            };
            counted = items
                .par_chunks(PARALLEL_ITEMS / 4)
                .fold(|| Bins::EMPTY, count)
                .reduce(|| Bins::EMPTY, Bins::joined);
        }
        let mut best = (f32::INFINITY, None);
        for axis in (0..3).filter(|&axis| grid.scale[axis] > 0.0) {
            let (bounds, counts) = (&counted.bounds[axis], &counted.counts[axis]);
            let mut rest = [f32::INFINITY; BINS];
            let mut right = PlaneSide::EMPTY;
            for k in (1..BINS).rev() {
                right.add(&bounds[k], counts[k]);
                if right.count > 0 {
                    rest[k - 1] = cost(&right);
                }
            }
            let mut left = PlaneSide::EMPTY;
            for k in 0..BINS - 1 {
                left.add(&bounds[k], counts[k]);
                if left.count > 0 {
                    let cost = cost(&left) + rest[k];
                    if cost < best.0 {
                        best = (cost, Some(Self { grid, axis, last: k as u32 }));
                    }
                }
            }
        }
        best.1
    }

    #[inline(always)]
    pub(super) fn is_left(&self, item: &Item) -> bool {
        let BinGrid { low, scale } = &self.grid;
        let Bounds { low: from, high: to } = &item.bounds;
        let axis = self.axis;
        bin(from[axis] + to[axis], low[axis], scale[axis]) <= self.last
    }
}

/// The bins along three axes: finds the bin of a (doubled) centre.
#[derive(Clone, Copy, Debug)]
struct BinGrid {
    low: [f32; 4],
    scale: [f32; 4],
}

impl BinGrid {
    fn new(centers: &Bounds, bins: usize) -> Option<Self> {
        let [x, y, z] = centers
            .extent()
            .map(|extent| if extent > 0.0 { (bins as f32 - 0.02) / extent } else { 0.0 });
        let finite = x.is_finite() && y.is_finite() && z.is_finite();
        finite.then_some(Self { low: centers.low, scale: [x, y, z, 0.0] })
    }

    #[inline(always)]
    fn bins(&self, center: [f32; 4]) -> [usize; 3] {
        let mut bins = [0; 4];
        for i in 0..4 {
            bins[i] = bin(center[i], self.low[i], self.scale[i]);
        }
        [bins[0] as usize, bins[1] as usize, bins[2] as usize]
    }
}

/// The bin of a coordinate. The position, from 0 to 15.98, is reduced by nearly one half and
/// rounded to an integer.
///
/// The last bits of the sum of the position and a large number *are* that integer, and the whole
/// computation is vector code for four numbers at once. Conversions to integers took a quarter of
/// the time of dividing.
#[inline(always)]
fn bin(center: f32, low: f32, scale: f32) -> u32 {
    /// The large number: the last bit of floats near it is worth one.
    const INTEGER_OFFSET: f32 = 1.5 * (1 << 23) as f32;
    ((center - low) * scale - 0.49 + INTEGER_OFFSET).to_bits() & 15
}

/// The boxes and counts of the bins of each axis.
///
/// Two variants were tried without gain: counting one of four items in large sets (the plane is as
/// good, but all memory is still read), and boxes as eight numbers that are compared at once by
/// AVX.
struct Bins<const BINS: usize> {
    bounds: [[Bounds; BINS]; 3],
    counts: [[u32; BINS]; 3],
}

impl<const BINS: usize> Bins<BINS> {
    const EMPTY: Self = Self { bounds: [[Bounds::EMPTY; BINS]; 3], counts: [[0; BINS]; 3] };

    #[inline(always)]
    fn add(&mut self, items: &[Item], grid: &BinGrid) {
        for item in items {
            let bins = grid.bins(item.bounds.center());
            for axis in 0..3 {
                // The mask saves a bounds check: no bin is beyond the last.
                let bin = bins[axis] & (BINS - 1);
                self.bounds[axis][bin].include(&item.bounds);
                self.counts[axis][bin] += 1;
            }
        }
    }

    fn joined(mut self, other: Self) -> Self {
        for axis in 0..3 {
            for k in 0..BINS {
                self.bounds[axis][k].include(&other.bounds[axis][k]);
                self.counts[axis][k] += other.counts[axis][k];
            }
        }
        self
    }
}
