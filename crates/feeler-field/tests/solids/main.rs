//! Tests of solids, against exact arithmetic and against solids of unit cubes.
//!
//! - [`points`]: whether points are inside, against [`rational`] ray casts;
//! - [`facts`]: what is known of a solid as a whole: closed, oriented, meeting itself, its size;
//! - [`holes`]: how likely relations are if a mesh has holes;
//! - [`relations`]: how two solids lie to each other, against sets of [`cubes`];
//! - [`tetrahedra`]: the same for convex solids, by separating planes.
//!
//! `FEELER_LONG=1` makes all tests ten times longer.

#![allow(unreachable_pub, reason = "nothing is public in a test")]

mod cubes;
mod facts;
mod holes;
mod points;
mod rational;
mod relations;
mod tetrahedra;

/// The number of rounds of a test, larger in the long mode.
fn rounds(usual: usize) -> usize {
    if std::env::var_os("FEELER_LONG").is_some() { 10 * usual } else { usual }
}
