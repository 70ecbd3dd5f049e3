//! The same source in single precision.

pub use parry3d as parry;

pub const PRECISION: &str = "f32";

#[path = "model.rs"]
pub mod model;

#[path = "world.rs"]
pub mod world;
