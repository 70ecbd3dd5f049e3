//! Exact collision and proximity between triangle meshes.
mod mesh;
mod pose;
pub mod triangle;

pub use mesh::{Mesh, MeshError};
pub use pose::{Pose, PoseError};
