//! Geometry to fit and test volumes.
//!
//! All functions work on plain f64 points, know neither meshes nor trees, are deterministic, and
//! never fail: degenerate point sets have degenerate, documented results.
//!
//! - [`hull`] is the convex hull of a point set;
//! - [`ball`] finds enclosing spheres;
//! - [`covariance`] and [`eigen`] find principal axes;
//! - [`cube`] has the directions of a cube, for k-DOPs;
//! - [`gjk`] separates two convex sets;
//! - [`vector`] has the products of vectors.

pub(crate) mod ball;
pub(crate) mod covariance;
pub(crate) mod cube;
pub(crate) mod eigen;
pub(crate) mod gjk;
pub(crate) mod hull;
pub mod vector;
