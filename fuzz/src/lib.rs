//! What fuzzers do with random bytes, used by cargo-fuzz and by a plain loop.
//!
//! - [`readers`]: a file of every format, which must give a sound scene or an error;
//! - [`saved`]: a saved model, which must give right answers or an error;
//! - [`triangles`]: two triangles, against exact arithmetic;
//! - [`meshes`]: two small meshes at a pose, in many trees, against brute force;
//! - [`target`] lists all of these with the bytes to begin with; [`damage`] changes bytes at random.
//!
//! A body panics if something is wrong. What a fuzzer finds becomes a named test of the crate at fault.

pub mod damage;
pub mod meshes;
mod numbers;
pub mod readers;
pub mod saved;
pub mod target;
pub mod triangles;

// The modules below belong to the tests of feeler and of feeler-io.

#[allow(dead_code, reason = "the tests of feeler-io use the rest")]
#[path = "../../crates/feeler-io/tests/files/samples.rs"]
mod samples;

#[allow(dead_code, reason = "the tests of feeler use the rest")]
#[path = "../../crates/feeler/tests/suite"]
mod suite {
    pub mod configuration;
    pub mod oracle;
}

use suite::{configuration, oracle};
