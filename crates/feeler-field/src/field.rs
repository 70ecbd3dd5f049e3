//! Signed distances on a grid.

use crate::{FieldError, Grid, Parts, Probe, Progress, Solid, unwatched};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// Values at the points of a grid, most often the signed distance from a mesh: negative inside.
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
/// Values are f64, as the distances are: half the memory would be saved by f32, but points of the grid could no longer be told from those
/// of a level, and blocks of 8³ points without a value of interest take no memory at all.
#[derive(Clone, Debug)]
pub struct Field {
    grid: Grid,
    /// How many blocks along each axis; x runs fastest.
    blocks: [usize; 3],
    values: Vec<Block>,
    /// Whether neighbours may differ by more than their distance, where the sign jumps.
    jumps: bool,
}

/// A cube of points, x fastest; none where all values are of no interest. Those outside of the grid are not used.
type Block = Option<Box<[f64]>>;

/// Points along the side of a block.
pub(crate) const SIDE: usize = 8;

/// How a field is sampled.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampling {
    /// Cells along the longest side of the mesh.
    pub resolution: usize,
    /// How far the grid reaches beyond the mesh, at least; for the levels within `bands` it is always far enough.
    pub padding: f64,
    /// Which distances matter, from one to another; others may be left out. All matter if there are none.
    pub bands: Vec<RangeInclusive<f64>>,
}

impl Default for Sampling {
    /// 128 cells, and everything matters.
    fn default() -> Self {
        Self { resolution: 128, padding: 0.0, bands: Vec::new() }
    }
}

impl Sampling {
    /// For the surface at one level, and nothing else.
    pub fn at_level(level: f64, resolution: usize) -> Self {
        Self { resolution, padding: 0.0, bands: vec![level..=level] }
    }

    /// The grid for a mesh, or why there is none.
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
        // All values take 2 GiB, or the list of empty blocks a fraction of that.
        let most = if self.bands.is_empty() { 1 << 28 } else { 1 << 33 };
        match grid.len() {
            Some(points) if points <= most => Ok(grid),
            _ => Err(FieldError::TooLarge { counts: grid.counts }),
        }
    }
}

impl Field {
    /// The signed distances from a mesh.
    pub fn new(solid: &Solid, sampling: &Sampling) -> Result<Self, FieldError> {
        Self::with_progress(solid, sampling, &unwatched)
    }

    /// The same, with somebody who watches.
    pub fn with_progress(
        solid: &Solid,
        sampling: &Sampling,
        progress: Progress<'_>,
    ) -> Result<Self, FieldError> {
        let grid = sampling.grid(solid)?;
        let blocks = grid.counts.map(|count| count.div_ceil(SIDE));
        let count = blocks.iter().product::<usize>();
        let parts = Parts::new(count, progress);
        let sampler = Sampler { solid, grid, bands: &sampling.bands };
        // Each block starts anew, so that it does not matter who had which one before.
        let values = (0..count)
            .into_par_iter()
            .map(|index| parts.part(|| sampler.block(place(index, blocks).map(|i| i * SIDE))));
        let values = values.collect::<Option<_>>().ok_or(FieldError::Stopped)?;
        Ok(Self { grid, blocks, values, jumps: !solid.is_closed() })
    }

    /// A field of any function, which must not jump.
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
            let start = place(index, blocks).map(|i| i * SIDE);
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

    /// The grid.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The value at a point of the grid; infinite where it is of no interest and was left out.
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

    /// The value between the points of the grid, trilinear; none outside of the grid, and where a corner of the cell is of no interest.
    pub fn sample(&self, point: [f64; 3]) -> Option<f64> {
        let (cell, [x, y, z]) = self.grid.cell(point)?;
        let v = self.corners(cell);
        let mix = |a: f64, b: f64, t: f64| a + t * (b - a);
        let along_x = [0, 2, 4, 6].map(|i| mix(v[i], v[i + 1], x));
        let value = mix(mix(along_x[0], along_x[1], y), mix(along_x[2], along_x[3], y), z);
        value.is_finite().then_some(value)
    }

    /// The values at the corners of a cell: that of corner i is at x + bit 0, y + bit 1, z + bit 2 of i.
    pub(crate) fn corners(&self, [x, y, z]: [usize; 3]) -> [f64; 8] {
        std::array::from_fn(|i| self.value([x + (i & 1), y + (i >> 1 & 1), z + (i >> 2)]))
    }

    /// The smallest and the largest value of interest.
    pub fn range(&self) -> [f64; 2] {
        let finite = self.values.iter().flatten().flatten().filter(|value| value.is_finite());
        finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], &value| {
            [low.min(value), high.max(value)]
        })
    }

    /// How many points have a value.
    pub fn known(&self) -> usize {
        self.values.iter().flatten().flatten().filter(|value| value.is_finite()).count()
    }

    /// Where blocks with values start.
    pub(crate) fn near_blocks(&self) -> Vec<[usize; 3]> {
        let near = self.values.iter().enumerate();
        near.filter(|(_, block)| block.is_some())
            .map(|(index, _)| place(index, self.blocks).map(|i| i * SIDE))
            .collect()
    }

    /// Whether the value jumps between two neighbours: a distance changes by no more than the way.
    #[inline]
    pub(crate) fn jumps_between(&self, a: f64, b: f64) -> bool {
        self.jumps && (a - b).abs() > self.grid.spacing * (1.0 + 1e-9)
    }
}

/// The place of the n-th block.
fn place(index: usize, blocks: [usize; 3]) -> [usize; 3] {
    [index % blocks[0], index / blocks[0] % blocks[1], index / blocks[0] / blocks[1]]
}

/// The points of a block in the order of its values.
fn points_of_block() -> impl Iterator<Item = [usize; 3]> {
    (0..SIDE * SIDE * SIDE).map(|i| [i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE])
}

/// Measures blocks.
struct Sampler<'a> {
    solid: &'a Solid,
    grid: Grid,
    bands: &'a [RangeInclusive<f64>],
}

impl Sampler<'_> {
    fn block(&self, start: [usize; 3]) -> Block {
        let mut filling = Filling {
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

    /// Measures what matters in a cube of a block, by halves.
    fn fill(&self, low: [usize; 3], side: usize, filling: &mut Filling) {
        let outside = (0..3).any(|i| filling.start[i] + low[i] >= self.grid.counts[i]);
        if outside || self.is_beyond(low, side, filling) {
            return;
        }
        if side == SMALLEST {
            return self.measure(low, side, filling);
        }
        for child in 0..8 {
            let half = side / 2;
            self.fill([0, 1, 2].map(|i| low[i] + (child >> i & 1) * half), half, filling);
        }
    }

    /// Measures all points of a cube of a block, to and fro, so that each is a neighbour of the one before.
    fn measure(&self, low: [usize; 3], side: usize, filling: &mut Filling) {
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

    /// Whether a cube of a block is of no interest.
    ///
    /// The distance changes by no more than the way, so that in the middle tells that of all cells with a corner here.
    fn is_beyond(&self, low: [usize; 3], side: usize, filling: &mut Filling) -> bool {
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
struct Filling {
    probe: Probe,
    values: Box<[f64]>,
    start: [usize; 3],
}

/// Points along the side of the smallest cube that is looked at as a whole.
const SMALLEST: usize = 2;
