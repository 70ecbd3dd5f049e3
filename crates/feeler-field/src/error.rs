//! The error of this crate.

use std::fmt;

/// The reason why there is no field or no surface.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FieldError {
    /// The mesh has no triangles.
    Empty,
    /// All triangles lie in one plane, within rounding: there is no inside.
    Flat,
    /// No point is inside, so there is no inwards: the mesh is open, and its winding number is
    /// nowhere above one half.
    NoInside,
    /// There is no surface at this level.
    Level {
        /// The requested level.
        level: f64,
        /// The lowest level that has a surface: the largest possible penetration, negative.
        lowest: f64,
    },
    /// The surface exists, but the grid is too coarse to find it.
    Missed {
        /// The requested level.
        level: f64,
        /// The number of cells along the longest side.
        resolution: usize,
    },
    /// An option has an invalid value.
    Option {
        /// The name of the option and its valid values.
        reason: String,
    },
    /// The grid has more points than fit into memory.
    TooLarge {
        /// The number of points that the grid would have along each axis.
        counts: [usize; 3],
    },
    /// The error could not be brought below the bound.
    TooCoarse {
        /// The bound.
        bound: f64,
        /// The smallest error that was reached.
        reached: f64,
        /// The resolution of that grid: the number of cells along the longest side.
        resolution: usize,
    },
    /// The progress callback stopped the work.
    Stopped,
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the mesh has no triangles, so there is no distance to it"),
            Self::Flat => {
                write!(
                    f,
                    "the mesh is flat: all its triangles lie in one plane, and nothing is inside"
                )
            }
            Self::NoInside => write!(
                f,
                "nothing is inside of the mesh: it is open, and encloses no point by more than half; only levels above 0 have a surface"
            ),
            Self::Level { level, lowest } => write!(
                f,
                "there is no surface at {level}: levels go from {lowest} (the largest possible penetration, inwards) to any distance outwards"
            ),
            Self::Missed { level, resolution } => write!(
                f,
                "the surface at {level} is smaller than a cell of the grid; {resolution} cells along the longest side are too few"
            ),
            Self::Option { reason } => f.write_str(reason),
            Self::TooLarge { counts: [x, y, z] } => {
                write!(
                    f,
                    "a grid of {x} x {y} x {z} points is too large; ask for a lower resolution"
                )
            }
            Self::TooCoarse { bound, reached, resolution } => write!(
                f,
                "the error is still {reached:e} with {resolution} cells along the longest side, and finer grids are too large; the bound was {bound:e}"
            ),
            Self::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for FieldError {}
