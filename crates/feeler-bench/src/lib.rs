//! Measuring collision queries: feeler's own and those of its rivals, on the same meshes and poses, with every answer checked.
//!
//! - [`peer`]: rivals, each a program of its own that is asked over a pipe;
//! - [`report`]: the run as one HTML file;
//! - [`statistics`]: many numbers in few.

pub mod peer;
pub mod report;
pub mod statistics;
