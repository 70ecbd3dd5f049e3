//! What the volumes are fitted with: convex hulls, smallest enclosing spheres, principal axes, the directions of a cube.
//!
//! Everything here works on bare f64 points, knows neither meshes nor trees, is deterministic, and never fails: degenerate
//! point sets have degenerate, documented answers.

pub(crate) mod ball;
pub(crate) mod covariance;
pub(crate) mod cube;
pub(crate) mod eigen;
pub(crate) mod gjk;
pub(crate) mod hull;
pub mod vector;
