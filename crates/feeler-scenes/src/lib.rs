//! Repeatable situations for demos, tests, benchmarks and calibration: shapes, poses, and the
//! experiments of the papers.
//!
//! Everything is computed from a few numbers, nothing is downloaded, and the same numbers give the
//! same scene.
//!
//! - [`Shape`]: closed and open surfaces of any size, by function or by name;
//! - [`Random`]: seeded numbers, directions and rotations;
//! - [`sweep`] and [`random_sweep`]: two objects at a sequence of distances;
//! - [`Concentric`]: a sphere in a sphere;
//! - [`OffsetPoses`], [`at_distances`], [`enclosed`], [`in_cube`], [`around_contact`],
//!   [`StackedPoses`], [`apart`]: poses with a prescribed relation between two meshes;
//! - [`mixture`]: poses for the calibration of guided queries.
//!
//! ```
//! use feeler_scenes::{Shape, normalised, sweep};
//! let pipes = normalised(&Shape::Pipes.mesh(10_000));
//! for placed in sweep(0.4..=2.1, 18, 36) {
//!     let _ = (placed.prescribed, placed.pose); // ask feeler about `pipes` and itself at this pose
//! }
//! ```
//!
//! Long computations report their [`Progress`] to a callback, which may stop them; [`unwatched`]
//! ignores the reports.

mod placing;
mod random;
pub mod shape;
mod spheres;
mod spread;
mod sweep;

pub use feeler_field::{Progress, unwatched};
pub use placing::{
    Axis, OffsetPoses, Placed, Placement, PlacingError, Refusal, Refused, Sampling, StackedPoses,
    apart, around_contact, at_distances, enclosed, in_cube, mixture,
};
pub use random::Random;
pub use shape::{Shape, ShapeError, normalised};
pub use spheres::Concentric;
pub use spread::spread;
pub use sweep::{random_sweep, sweep};

/// The README is compiled as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
