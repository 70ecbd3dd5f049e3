//! Tests of fields, signs and surfaces against independent results.
//!
//! - [`distances`]: signed distances against brute force, and signs against known shapes;
//! - [`topology`]: surfaces against the trilinear interpolant on a much finer grid ([`fine`]),
//!   counted by [`manifold`];
//! - [`offsets`]: offset surfaces, their errors, and refused options;
//! - [`files`]: offset surfaces of real and broken mesh files.
//!
//! `FEELER_LONG=1` makes all tests ten times longer.

#![allow(unreachable_pub, reason = "nothing is public in a test")]

mod distances;
mod files;
mod fine;
mod manifold;
mod offsets;
mod topology;

/// The number of rounds of a test, larger in the long mode.
fn rounds(usual: usize) -> usize {
    if std::env::var_os("FEELER_LONG").is_some() { 10 * usual } else { usual }
}
