//! A field: signed distances on a grid.

use crate::{FieldError, Grid, Parts, Probe, Progress, Solid, unwatched};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// Values at the points of a grid, usually the signed distances from a mesh, negative inside.
///
/// ```
/// use feeler_field::{Field, Sampling, Solid};
/// let ball = Solid::new(feeler_scenes::shape::sphere(2000))?;
/// let field = Field::new(&ball, &Sampling { resolution: 40, ..Sampling::default() })?;
/// assert!((field.sample([0.0, 0.0, 0.5]).unwrap() - -0.5).abs() < 0.05);
/// let smaller = field.surface(-0.5);
/// assert!(smaller.bounds().unwrap()[1][2] < 0.51);
/// # Ok::<(), feeler_field::FieldError>(())
/// ```
///
/// Values are f64, like the distances: f32 would save half the memory, but grid points close to a
/// level could no longer be distinguished from points at the level. Blocks of 8³ points without a
/// relevant value take no memory at all.
#[derive(Clone, Debug)]
pub struct Field {
    grid: Grid,
    /// The number of blocks along each axis; x runs fastest.
    blocks: [usize; 3],
    values: Vec<Block>,
    /// Whether the values of two neighbours may differ by more than their distance, because the
    /// sign jumps.
    jumps: bool,
}

/// A cube of points, x fastest; `None` if no value is relevant. Points outside the grid are not
/// used.
type Block = Option<Box<[f64]>>;

/// The number of points along the side of a block.
pub(crate) const SIDE: usize = 8;

/// Options for the sampling of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampling {
    /// The number of cells along the longest side of the mesh.
    pub resolution: usize,
    /// The least distance that the grid extends beyond the mesh; for the levels within `bands`, the
    /// grid is always large enough.
    pub padding: f64,
    /// The ranges of relevant distances; other values may be left out. Without any range, all
    /// distances are relevant.
    pub bands: Vec<RangeInclusive<f64>>,
}

impl Default for Sampling {
    /// 128 cells, and all distances.
    fn default() -> Self {
        Self { resolution: 128, padding: 0.0, bands: Vec::new() }
    }
}

impl Sampling {
    /// The sampling for the surface at one level, with no other values.
    pub fn at_level(level: f64, resolution: usize) -> Self {
        Self { resolution, padding: 0.0, bands: vec![level..=level] }
    }

    /// The grid for a mesh; an error if the options are invalid or the grid is too large.
    pub(crate) fn grid(&self, solid: &Solid) -> Result<Grid, FieldError> {
        let option = |reason: &str| Err(FieldError::Option { reason: reason.to_owned() });
        if self.resolution == 0 {
            return option("the resolution must be at least 1");
        }
        if !(self.padding.is_finite() && self.padding >= 0.0) {
            return option("the padding must be a finite number, 0 or more");
        }
        if self.bands.iter().any(|band| !band.start().is_finite() || !band.end().is_finite()) {
            return option("the distances that matter must be finite numbers");
        }
        let bounds = solid.bounds();
        let longest = (0..3).map(|i| bounds[1][i] - bounds[0][i]).fold(0.0, f64::max);
        let outwards = self.bands.iter().map(|band| *band.end()).fold(self.padding, f64::max);
        let grid = Grid::around(bounds, longest / self.resolution as f64, outwards);
        // The values of all points take 2 GiB; with bands, the list of empty blocks takes a
        // fraction of that.
        let most: u64 = if self.bands.is_empty() { 1 << 28 } else { 1 << 33 };
        match grid.len() {
            Some(points) if points as u64 <= most => Ok(grid),
            _ => Err(FieldError::TooLarge { counts: grid.counts }),
        }
    }
}

impl Field {
    /// The signed distances from a mesh.
    pub fn new(solid: &Solid, sampling: &Sampling) -> Result<Self, FieldError> {
        Self::with_progress(solid, sampling, &unwatched)
    }

    /// Like [`new`](Self::new), with progress reports.
    pub fn with_progress(
        solid: &Solid,
        sampling: &Sampling,
        progress: Progress<'_>,
    ) -> Result<Self, FieldError> {
        let grid = sampling.grid(solid)?;
        let blocks = grid.counts.map(|count| count.div_ceil(SIDE));
        let count = blocks.iter().product::<usize>();
        let parts = Parts::new(count, progress);
        let sampler = BlockSampler { solid, grid, bands: &sampling.bands };
        // Each block starts with a new probe, so that the result does not depend on which thread
        // had which block before.
        let values = (0..count).into_par_iter().map(|index| {
            parts.part(|| sampler.block(block_position(index, blocks).map(|i| i * SIDE)))
        });
        let values = values.collect::<Option<_>>().ok_or(FieldError::Stopped)?;
        Ok(Self { grid, blocks, values, jumps: !solid.is_closed() })
    }

    /// The field of any function that has no jump.
    ///
    /// ```
    /// use feeler_field::{Field, Grid};
    /// let grid = Grid { origin: [-2.0; 3], spacing: 0.1, counts: [41; 3] };
    /// let egg = Field::of(grid, |[x, y, z]| (x * x + y * y + 0.5 * z * z).sqrt() - 1.0);
    /// assert!(egg.surface(0.0).triangles().len() > 1000);
    /// ```
    pub fn of(grid: Grid, value: impl Fn([f64; 3]) -> f64 + Sync) -> Self {
        let blocks = grid.counts.map(|count| count.div_ceil(SIDE));
        let fill = |index: usize| {
            let start = block_position(index, blocks).map(|i| i * SIDE);
            let each = points_of_block().map(|at| {
                let index = [0, 1, 2].map(|i| start[i] + at[i]);
                let inside = (0..3).all(|i| index[i] < grid.counts[i]);
                if inside { value(grid.point(index)) } else { f64::INFINITY }
            });
            Some(each.collect())
        };
        let values = (0..blocks.iter().product()).into_par_iter().map(fill).collect();
        Self { grid, blocks, values, jumps: false }
    }

    /// The grid of the field.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The value at a point of the grid; infinite if it is not relevant and was left out.
    #[inline]
    pub fn value(&self, [x, y, z]: [usize; 3]) -> f64 {
        match &self.values[self.block_of([x, y, z])] {
            None => f64::INFINITY,
            Some(values) => values[x % SIDE + SIDE * (y % SIDE + SIDE * (z % SIDE))],
        }
    }

    fn block_of(&self, [x, y, z]: [usize; 3]) -> usize {
        x / SIDE + self.blocks[0] * (y / SIDE + self.blocks[1] * (z / SIDE))
    }

    /// The trilinear interpolation at any point; `None` outside the grid, and if a corner of the
    /// cell has no value.
    pub fn sample(&self, point: [f64; 3]) -> Option<f64> {
        let (cell, [x, y, z]) = self.grid.cell(point)?;
        let v = self.corners(cell);
        let mix = |a: f64, b: f64, t: f64| a + t * (b - a);
        let along_x = [0, 2, 4, 6].map(|i| mix(v[i], v[i + 1], x));
        let value = mix(mix(along_x[0], along_x[1], y), mix(along_x[2], along_x[3], y), z);
        value.is_finite().then_some(value)
    }

    /// The values at the corners of a cell; corner i is at x + bit 0, y + bit 1, z + bit 2 of i.
    pub(crate) fn corners(&self, [x, y, z]: [usize; 3]) -> [f64; 8] {
        std::array::from_fn(|i| self.value([x + (i & 1), y + (i >> 1 & 1), z + (i >> 2)]))
    }

    /// The smallest and the largest value that was not left out.
    pub fn range(&self) -> [f64; 2] {
        let finite = self.values.iter().flatten().flatten().filter(|value| value.is_finite());
        finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], &value| {
            [low.min(value), high.max(value)]
        })
    }

    /// The number of points that have a value.
    pub fn known(&self) -> usize {
        self.values.iter().flatten().flatten().filter(|value| value.is_finite()).count()
    }

    /// The start points of the blocks with values.
    pub(crate) fn near_blocks(&self) -> Vec<[usize; 3]> {
        let near = self.values.iter().enumerate();
        near.filter(|(_, block)| block.is_some())
            .map(|(index, _)| block_position(index, self.blocks).map(|i| i * SIDE))
            .collect()
    }

    /// Whether the value jumps between two neighbours. Without a jump, a distance changes by no
    /// more than the spacing.
    #[inline]
    pub(crate) fn jumps_between(&self, a: f64, b: f64) -> bool {
        self.jumps && (a - b).abs() > self.grid.spacing * (1.0 + 1e-9)
    }
}

/// The position of the n-th block in the grid of blocks.
fn block_position(index: usize, blocks: [usize; 3]) -> [usize; 3] {
    [index % blocks[0], index / blocks[0] % blocks[1], index / blocks[0] / blocks[1]]
}

/// The points of a block, in the order of its values.
fn points_of_block() -> impl Iterator<Item = [usize; 3]> {
    (0..SIDE * SIDE * SIDE).map(|i| [i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE])
}

/// Computes the values of blocks.
struct BlockSampler<'a> {
    solid: &'a Solid,
    grid: Grid,
    bands: &'a [RangeInclusive<f64>],
}

impl BlockSampler<'_> {
    fn block(&self, start: [usize; 3]) -> Block {
        let mut filling = BlockFilling {
            probe: Probe::default(),
            values: vec![f64::INFINITY; SIDE * SIDE * SIDE].into_boxed_slice(),
            start,
        };
        if self.bands.is_empty() {
            self.measure([0; 3], SIDE, &mut filling);
        } else {
            self.fill([0; 3], SIDE, &mut filling);
        }
        filling.values.iter().any(|value| value.is_finite()).then_some(filling.values)
    }

    /// Measures the relevant points in a cube of a block, by recursive halving.
    fn fill(&self, low: [usize; 3], side: usize, filling: &mut BlockFilling) {
        let outside = (0..3).any(|i| filling.start[i] + low[i] >= self.grid.counts[i]);
        if outside || self.is_beyond(low, side, filling) {
            return;
        }
        if side == SMALLEST_CUBE {
            return self.measure(low, side, filling);
        }
        for child in 0..8 {
            let half = side / 2;
            self.fill([0, 1, 2].map(|i| low[i] + (child >> i & 1) * half), half, filling);
        }
    }

    /// Measures all points of a cube of a block, in alternating directions, so that each point is a
    /// neighbour of its predecessor.
    fn measure(&self, low: [usize; 3], side: usize, filling: &mut BlockFilling) {
        for z in 0..side {
            for row in 0..side {
                let y = if z % 2 == 0 { row } else { side - 1 - row };
                for step in 0..side {
                    let x = if row % 2 == 0 { step } else { side - 1 - step };
                    let at = [low[0] + x, low[1] + y, low[2] + z];
                    let index = [0, 1, 2].map(|i| filling.start[i] + at[i]);
                    if (0..3).all(|i| index[i] < self.grid.counts[i]) {
                        let point = self.grid.point(index);
                        let nearest = self.solid.nearest(point, &mut filling.probe);
                        filling.values[at[0] + SIDE * (at[1] + SIDE * at[2])] =
                            nearest.signed_distance;
                    }
                }
            }
        }
    }

    /// Whether no value in a cube of a block is relevant.
    ///
    /// A distance changes by no more than the distance between two points, so the value at the
    /// middle bounds the values of all cells that have a corner in the cube.
    fn is_beyond(&self, low: [usize; 3], side: usize, filling: &mut BlockFilling) -> bool {
        let (half, spacing) = (0.5 * (side - 1) as f64, self.grid.spacing);
        let corner = self.grid.point([0, 1, 2].map(|i| filling.start[i] + low[i]));
        let middle = corner.map(|x| x + half * spacing);
        let reach = (half + 1.0) * 3_f64.sqrt() * spacing * (1.0 + 1e-9);
        let furthest = self
            .bands
            .iter()
            .fold(0.0, |m: f64, band| m.max(band.start().abs()).max(band.end().abs()));
        let probe = &mut filling.probe;
        let Some(nearest) = self.solid.nearest_within(middle, furthest + reach, probe) else {
            return true;
        };
        let signed = nearest.signed_distance;
        let (low, high) = (signed.abs() - reach, signed.abs() + reach);
        let matters = |low: f64, high: f64| {
            self.bands.iter().any(|band| *band.start() <= high && low <= *band.end())
        };
        if low <= 0.0 {
            !matters(-high, high)
        } else if !self.solid.keeps_side(reach, probe) {
            !(matters(low, high) || matters(-high, -low))
        } else if signed < 0.0 {
            !matters(-high, -low)
        } else {
            !matters(low, high)
        }
    }
}

/// A block that is being measured.
struct BlockFilling {
    probe: Probe,
    values: Box<[f64]>,
    start: [usize; 3],
}

/// The number of points along the side of the smallest cube that can be skipped as a whole.
const SMALLEST_CUBE: usize = 2;
