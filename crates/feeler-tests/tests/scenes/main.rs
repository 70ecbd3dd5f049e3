//! The answers of feeler about shapes and files, against exact answers.
//!
//! This is one program, because every program is linked with all of feeler.
//!
//! - [`proximity`]: the distance of meshes: exact, with allowed errors, interrupted, and from far
//!   away;
//! - [`paths`]: queries along paths, with a scratch that remembers;
//! - [`sweeps`]: how far meshes can move before they touch;
//! - [`robot`]: an arm among obstacles, with published verdicts;
//! - [`files`]: real meshes, against published contacts;
//! - [`saved`]: models as bytes, damaged and forged;
//! - [`trees`]: invariants of trees, beside the answers;
//! - [`answers`]: all answers of one tree;
//! - [`suite`]: the oracle and the list of all trees and ways to ask, from the tests of `feeler`.
//!
//! `FEELER_LONG=1` makes the tests ten times longer.

#![allow(unreachable_pub, reason = "nothing is public in a test")]

mod answers;
mod files;
mod paths;
mod proximity;
mod robot;
mod saved;
mod sweeps;
mod trees;

#[allow(dead_code, reason = "the tests of `feeler` use the rest")]
#[path = "../../../feeler/tests/suite"]
mod suite {
    pub mod configuration;
    pub mod oracle;
}

use suite::{configuration, oracle};

/// Whether the longer mode is requested.
fn long() -> bool {
    std::env::var_os("FEELER_LONG").is_some()
}
