//! The answers of feeler against exact answers.
//!
//! This is one program, because every program is linked with all of feeler.
//!
//! - [`triangles`]: two triangles, against published answers and an exact oracle;
//! - [`distances`]: the distance of two triangles, against exact squares;
//! - [`meshes`]: random and nasty meshes, every configuration against brute force;
//! - [`proximity`]: the distance of meshes: exact, with allowed errors, interrupted, and from far
//!   away;
//! - [`paths`]: queries along paths, with a scratch that remembers;
//! - [`sweeps`]: how far meshes can move before they touch;
//! - [`robot`]: an arm among obstacles, with published verdicts;
//! - [`files`]: real meshes, against published contacts;
//! - [`trees`]: invariants of trees, beside the answers;
//! - [`oracle`] has the exact answers, [`configuration`] the list of all trees and ways to ask.
//!
//! `FEELER_LONG=1` makes the tests ten times longer.

#![allow(unreachable_pub, reason = "nothing is public in a test")]

mod configuration;
mod distances;
mod files;
mod meshes;
mod oracle;
mod paths;
mod proximity;
mod robot;
mod sweeps;
mod trees;
mod triangles;

/// Whether the longer mode is requested.
fn long() -> bool {
    std::env::var_os("FEELER_LONG").is_some()
}
