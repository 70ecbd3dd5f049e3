//! The answers of feeler against exact answers.
//!
//! This is one program, because every program is linked with all of feeler.
//!
//! - [`triangles`]: two triangles, against published answers and an exact oracle;
//! - [`distances`]: the distance of two triangles, against exact squares;
//! - [`meshes`]: random and nasty meshes, every configuration against brute force;
//! - [`oracle`] has the exact answers, [`configuration`] the list of all trees and ways to ask.
//!
//! It needs nothing but `feeler`, so that the published crate can test itself. Tests with shapes and files are in `crates/feeler-tests`, which uses the
//! oracle from here.
//!
//! `FEELER_LONG=1` makes the tests ten times longer.

#![allow(unreachable_pub, reason = "nothing is public in a test")]

mod configuration;
mod distances;
mod meshes;
mod oracle;
mod triangles;

/// Whether the longer mode is requested.
fn long() -> bool {
    std::env::var_os("FEELER_LONG").is_some()
}
