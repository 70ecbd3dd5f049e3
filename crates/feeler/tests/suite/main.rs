//! The answers of feeler against the truth.
//!
//! One program, because every program is linked with all of it.
//!
//! - [`triangles`]: two triangles, against published answers and an exact oracle;
//! - [`distances`]: how far apart two triangles are, against exact squares;
//! - [`meshes`]: random and nasty meshes, every configuration against brute force;
//! - [`proximity`]: how far apart meshes are, exactly, nearly, interrupted, and from far away;
//! - [`paths`]: the same along paths, with a scratch that remembers;
//! - [`sweeps`]: how far meshes can move before they touch;
//! - [`robot`]: an arm among obstacles, with published verdicts;
//! - [`files`]: real meshes, against published contacts;
//! - [`trees`]: what is promised of trees beside the answers;
//! - [`oracle`] is the truth, [`configuration`] the list of all ways to ask for it.
//!
//! `FEELER_LONG=1` makes all of it ten times longer.

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

/// Whether the longer mode is asked for.
fn long() -> bool {
    std::env::var_os("FEELER_LONG").is_some()
}
