//! Fields, signs and surfaces against what is known otherwise.
//!
//! - [`distances`]: signed distances against brute force, and signs against shapes that are known;
//! - [`topology`]: surfaces against the trilinear interpolant on a much finer grid ([`fine`]), counted by [`manifold`];
//! - [`offsets`]: offset surfaces, their errors, and what is refused;
//! - [`files`]: those of real meshes and of broken ones.
//!
//! `FEELER_LONG=1` makes all of it ten times longer.

#![allow(unreachable_pub, reason = "nothing is public in a test")]

mod distances;
mod files;
mod fine;
mod manifold;
mod offsets;
mod topology;

/// How many rounds there are, in the longer mode too.
fn rounds(usual: usize) -> usize {
    if std::env::var_os("FEELER_LONG").is_some() { 10 * usual } else { usual }
}
