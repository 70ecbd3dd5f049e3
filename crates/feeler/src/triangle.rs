//! Two triangles: whether they meet, and where, exactly; and how far apart they are.
//!
//! - `orient`: on which side of a plane or a line a point is, in three stages from a f64 filter to big integers.
//! - `intersect`: whether two triangles meet, the test in the hot loop.
//! - `flat`: the same for those that lie in one plane or have no area.
//! - `section`: the point, segment or polygon that they share, for display.
//! - `clip`: how it is found, in exact homogeneous coordinates and big integers.
//! - `distance`: how far apart they are, and their nearest points.
//! - `sweep`: how far one can move before it meets the other.
//! - `exact`: f64 numbers as integers, for the last stage of `orient`, for `distance` and for `clip`.
//! - `wide`: the integers of the first two, which need no allocation.
//!
//! A triangle is a closed set: touching counts. One without area is the segment or the point that it covers.

mod clip;
mod distance;
mod exact;
mod flat;
mod intersect;
mod orient;
pub(crate) mod packet;
mod section;
mod sweep;
mod wide;

pub(crate) use distance::{Axis, distance_between};
pub use distance::{TriangleDistance, distance, distance_below, distance_counted};
pub use intersect::{intersects, intersects_counted};
pub use orient::Stages;
pub use section::{Polygon, Section, intersection};
pub(crate) use sweep::sweep;

/// The three corners of a triangle, in any order, not necessarily distinct.
pub type Triangle = [[f64; 3]; 3];
