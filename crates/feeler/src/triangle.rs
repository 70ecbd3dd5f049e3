//! Two triangles: whether and where they meet, exactly, and how far apart they are.
//!
//! - `orient`: the side of a plane or a line on which a point is, in three stages from a f64 filter
//!   to big integers.
//! - `intersect`: the test whether two triangles meet, which is in the hot loop.
//! - `flat`: the same test for triangles that lie in one plane or have no area.
//! - `section`: the point, segment or polygon that two triangles share, for display.
//! - `clip`: the computation of this section, in exact homogeneous coordinates and big integers.
//! - `distance`: the distance of two triangles, and their nearest points.
//! - `ahead`: whether a moving triangle meets another triangle at all, exactly.
//! - `barrier`: the planes that hold two triangles apart, and the one that stops a motion.
//! - `sweep`: how far a triangle can move before it meets another triangle.
//! - `double`: numbers of 106 bits, for `distance` and `ahead`.
//! - `exact`: f64 numbers as integers, for the last stage of `orient`, for `distance` and for
//!   `clip`.
//! - `wide`: the integers for `orient` and `distance`, which need no allocation.
//! - `packet`: eight triangles at once, in f32.
//!
//! A triangle is a closed set: touching counts. A triangle without area is the segment or the point
//! that it covers.

mod ahead;
mod barrier;
mod clip;
mod distance;
mod double;
mod exact;
mod flat;
mod intersect;
mod orient;
pub(crate) mod packet;
mod section;
mod sweep;
mod wide;

pub(crate) use ahead::meets_ahead;
pub(crate) use barrier::stopping_normal;
pub(crate) use distance::{Axis, distance_between};
pub use distance::{TriangleDistance, distance, distance_below, distance_counted};
pub use intersect::{intersects, intersects_counted};
pub use orient::Stages;
pub use section::{Polygon, Section, intersection};
pub(crate) use sweep::{Heading, sweep};

/// A sign: -1, 0 or 1.
type Sign = i8;

/// The three corners of a triangle, in any order, not necessarily distinct.
pub type Triangle = [[f64; 3]; 3];
