//! The library in double precision.

pub use parry3d_f64 as parry;

pub const PRECISION: &str = "f64";

#[path = "model.rs"]
pub mod model;

#[path = "world.rs"]
pub mod world;
