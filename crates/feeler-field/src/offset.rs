//! Offset surfaces: sampling, extraction, polishing and measurement in one call.

use crate::{Deviation, Field, FieldError, Progress, Sampling, Solid};
use feeler::Mesh;

/// Options for making offset surfaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offsets {
    /// The fineness of the grid.
    pub fineness: Fineness,
    /// Whether vertices are moved to the exact distance, see [`Solid::polished`].
    pub polish: bool,
    /// The number of points of each surface that are measured, besides its vertices.
    pub samples: usize,
    /// The seed that chooses these points.
    pub seed: u64,
}

/// The fineness of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fineness {
    /// A number of cells along the longest side of the mesh.
    Resolution(usize),
    /// An upper bound of the measured errors; the grid is refined until it holds.
    Error(f64),
}

/// An offset surface and its errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Offset {
    /// The distance from the mesh; negative is inwards.
    pub level: f64,
    /// The surface, oriented outwards.
    pub surface: Mesh,
    /// The true errors of the surface.
    pub deviation: Deviation,
    /// The number of cells along the longest side of the mesh.
    pub resolution: usize,
    /// The side of a cell.
    pub spacing: f64,
}

/// The finest resolution that is tried, for any error bound.
const FINEST_RESOLUTION: usize = 2048;

/// The share of the total time at the end of three stages: sampling of the field, extraction of the
/// surface, polishing. The fourth stage is the measurement.
///
/// These are means of six surfaces of a knot and a gear of 5000 triangles, with 64 and 128 cells.
/// The values vary: sampling took 0.66 to 0.92.
const STAGE_ENDS: [f64; 3] = [0.79, 0.81, 0.92];
/// The same shares without polishing; sampling took 0.78 to 0.98.
const STAGE_ENDS_UNPOLISHED: [f64; 3] = [0.9, 0.91, 0.91];

impl Default for Offsets {
    /// 128 cells, no polishing, 20 000 samples.
    fn default() -> Self {
        Self { fineness: Fineness::Resolution(128), polish: false, samples: 20_000, seed: 1 }
    }
}

impl Offsets {
    /// The surface at a distance from a mesh: outwards, or inwards if the level is negative.
    ///
    /// ```
    /// use feeler_field::{Fineness, Offsets, Solid, unwatched};
    /// let knot = Solid::new(feeler_scenes::shape::torus_knot(2, 3, 2000))?;
    /// let options = Offsets { fineness: Fineness::Resolution(50), ..Offsets::default() };
    /// let outer = options.at(&knot, 0.1, &unwatched)?;
    /// assert!(outer.deviation.triangles.mean < 0.01);
    /// # Ok::<(), feeler_field::FieldError>(())
    /// ```
    ///
    /// Fails for a level below the largest possible penetration ([`Solid::deepest`]), and if the
    /// grid is too coarse to find the surface.
    pub fn at(
        &self,
        solid: &Solid,
        level: f64,
        progress: Progress<'_>,
    ) -> Result<Offset, FieldError> {
        if !level.is_finite() {
            let reason = format!("the level must be a finite number, not {level}");
            return Err(FieldError::Option { reason });
        }
        match self.fineness {
            Fineness::Resolution(resolution) => self.coarse(solid, level, resolution, progress),
            Fineness::Error(bound) => self.fine(solid, level, bound, progress),
        }
    }

    /// Makes the surface with one grid.
    fn coarse(
        &self,
        solid: &Solid,
        level: f64,
        resolution: usize,
        progress: Progress<'_>,
    ) -> Result<Offset, FieldError> {
        let stage = |from: f64, to: f64| move |part: f64| progress(from + part * (to - from));
        let [sampled, joined, polished] =
            if self.polish { STAGE_ENDS } else { STAGE_ENDS_UNPOLISHED };
        let sampling = Sampling::at_level(level, resolution);
        let field = Field::with_progress(solid, &sampling, &stage(0.0, sampled))?;
        let spacing = field.grid().spacing;
        let surface = field.watched_surface(level, &stage(sampled, joined));
        let mut surface = surface.ok_or(FieldError::Stopped)?;
        drop(field);
        if surface.triangles().is_empty() {
            return Err(self.missed(solid, level, resolution, progress));
        }
        if self.polish {
            surface = solid.polished(&surface, level, spacing, &stage(joined, polished))?;
        }
        let Self { samples, seed, .. } = *self;
        let watch = stage(polished, 1.0);
        let deviation = Deviation::measure(solid, &surface, level, samples, seed, &watch)?;
        Ok(Offset { level, surface, deviation, resolution, spacing })
    }

    /// Finds the reason why there is no surface.
    fn missed(
        &self,
        solid: &Solid,
        level: f64,
        resolution: usize,
        progress: Progress<'_>,
    ) -> FieldError {
        match solid.deepest_with_progress(&|_| progress(1.0)) {
            Err(error) => error,
            Ok(deepest) if -level > deepest.depth => {
                FieldError::Level { level, lowest: -deepest.depth }
            }
            Ok(_) => FieldError::Missed { level, resolution },
        }
    }

    /// Makes the surface with finer and finer grids until the error is small enough.
    fn fine(
        &self,
        solid: &Solid,
        level: f64,
        bound: f64,
        progress: Progress<'_>,
    ) -> Result<Offset, FieldError> {
        if !(bound.is_finite() && bound > 0.0) {
            let reason = format!("the error bound must be a positive number, not {bound}");
            return Err(FieldError::Option { reason });
        }
        let [low, high] = solid.bounds();
        let longest = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
        // At a crease, the error is proportional to the spacing.
        let mut resolution = (longest / (2.0 * bound)).ceil().clamp(16.0, 64.0) as usize;
        // The work grows with the number of cells at the surface. The resolution of the last grid
        // can be estimated only from errors, so it is unknown before the first.
        let work = |resolution: f64| resolution * resolution;
        let (mut done, mut last) = (0.0, f64::INFINITY);
        loop {
            let this = work(resolution as f64);
            let later = if last > 1.01 * resolution as f64 { work(last) } else { 0.0 };
            let watch = |part: f64| progress((done + part * this) / (done + this + later));
            let reached = match self.coarse(solid, level, resolution, &watch) {
                Ok(offset) if offset.deviation.max() <= bound => return Ok(offset),
                Ok(offset) => offset.deviation.max(),
                Err(FieldError::Missed { .. }) => f64::INFINITY,
                Err(error) => return Err(error),
            };
            if resolution >= FINEST_RESOLUTION {
                return Err(FieldError::TooCoarse { bound, reached, resolution });
            }
            done += this;
            last = (resolution as f64 * 1.1 * reached / bound).min(FINEST_RESOLUTION as f64);
            let times = (1.1 * reached / bound).clamp(1.25, 2.5);
            resolution = ((resolution as f64 * times).ceil() as usize).min(FINEST_RESOLUTION);
        }
    }
}
