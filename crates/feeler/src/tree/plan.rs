//! A binary tree over triangles, before it has volumes.

use crate::parallel;
use crate::volume::Cloud;
use rayon::prelude::*;

/// The result of every builder: the branches, children behind their parents, and the order of the
/// triangles.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) branches: Vec<Branch>,
    pub(super) order: Vec<u32>,
}

/// A range of the order, with the two branches that divide it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) start: u32,
    pub(super) count: u32,
    /// The two children; `None` for a leaf.
    pub(super) children: Option<[u32; 2]>,
    /// Half the surface of the branch's box: the chance that a query reaches the branch.
    pub(super) area: f32,
    /// The depth of the octree's cell that the branch divides. Branches of one cell belong
    /// together.
    pub(super) cell: u32,
}

/// A triangle while a tree is built: its box in f32. This is accurate enough to choose among trees
/// that are all correct.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// The box. The fourth lane of its lower corner is the triangle number.
    pub(super) bounds: Bounds,
}

impl Item {
    #[inline(always)]
    pub(super) fn triangle(&self) -> u32 {
        self.bounds.low[3].to_bits()
    }
}

/// A box, with a fourth lane for the vector instructions. The fourth lane has a meaning only in an
/// [`Item`], and is never a NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) low: [f32; 4],
    pub(super) high: [f32; 4],
}

impl Bounds {
    pub(super) const EMPTY: Self = Self { low: [f32::INFINITY; 4], high: [f32::NEG_INFINITY; 4] };

    pub(super) fn include(&mut self, other: &Self) {
        for i in 0..4 {
            self.low[i] = if other.low[i] < self.low[i] { other.low[i] } else { self.low[i] };
            self.high[i] = if other.high[i] > self.high[i] { other.high[i] } else { self.high[i] };
        }
    }

    pub(super) fn joined(mut self, other: &Self) -> Self {
        self.include(other);
        self
    }

    pub(super) fn extent(&self) -> [f32; 3] {
        let (low, high) = (&self.low, &self.high);
        [high[0] - low[0], high[1] - low[1], high[2] - low[2]]
    }

    /// Half the surface of the box.
    pub(super) fn area(&self) -> f32 {
        let [x, y, z] = self.extent();
        x * y + y * z + z * x
    }

    /// Twice the centre of the box.
    #[inline(always)]
    pub(super) fn center(&self) -> [f32; 4] {
        let (low, high) = (&self.low, &self.high);
        [low[0] + high[0], low[1] + high[1], low[2] + high[2], 0.0]
    }

    pub(super) fn longest_axis(&self) -> usize {
        let [x, y, z] = self.extent();
        if x >= y && x >= z {
            0
        } else if y >= z {
            1
        } else {
            2
        }
    }
}

/// The boxes of all triangles.
pub(super) fn items(cloud: &Cloud<'_>) -> Vec<Item> {
    let corner = |vertex: u32| {
        let p = cloud.points[vertex as usize];
        point([p[0] as f32, p[1] as f32, p[2] as f32, 0.0])
    };
    let item = |(triangle, &[p, q, r]): (usize, &[u32; 3])| {
        let mut bounds = corner(p).joined(&corner(q)).joined(&corner(r));
        // A mesh has fewer than 2^27 triangles. The bits of such a number are a small float, which
        // can be compared.
        bounds.low[3] = f32::from_bits(triangle as u32);
        Item { bounds }
    };
    parallel::collect(cloud.triangles.par_iter().enumerate().with_min_len(4096).map(item))
}

fn point(p: [f32; 4]) -> Bounds {
    Bounds { low: p, high: p }
}

/// The number of items from which on they are processed in parallel.
pub(super) const PARALLEL_ITEMS: usize = 1 << 16;

/// The box around some items, and the box around their (doubled) centres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) bounds: Bounds,
    pub(super) centers: Bounds,
}

impl Extent {
    const EMPTY: Self = Self { bounds: Bounds::EMPTY, centers: Bounds::EMPTY };

    pub(super) fn of(items: &[Item]) -> Self {
        if items.len() >= PARALLEL_ITEMS {
            let chunks = items.par_chunks(PARALLEL_ITEMS / 4);
            return chunks.map(Self::of).reduce(|| Self::EMPTY, Self::joined);
        }
        let mut extent = Self::EMPTY;
        for item in items {
            extent.bounds.include(&item.bounds);
            extent.centers.include(&point(item.bounds.center()));
        }
        extent
    }

    fn joined(self, other: Self) -> Self {
        Self {
            bounds: self.bounds.joined(&other.bounds),
            centers: self.centers.joined(&other.centers),
        }
    }
}
