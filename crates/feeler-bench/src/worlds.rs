//! Worlds of many objects, frame by frame: feeler and its rivals, with every touching pair checked.
//!
//! - [`WorldScene`]: what is measured, a TOML file; [`built_in`]: the scenes that come with feeler;
//! - [`Recording`](crate::Recording): which objects are where, frame by frame;
//! - [`run()`]: plays every contender all frames, in turns, and writes `worlds.json` and `worlds.csv`;
//! - [`WorldsRun`]: the results, as `worlds.json` has them.
//!
//! A frame tells a contender where the objects are that have moved, and asks which of them touch. Its time
//! includes everything that a program must do for that.

mod built_in;
mod feeler_player;
mod results;
mod run;
mod scene;
mod touching;

pub use built_in::built_in;
pub use results::{Standing, WorldResults, WorldsRun};
pub use run::{run, steps};
pub use scene::{WorldScene, WorldSource};
pub use touching::{Misses, touching};
