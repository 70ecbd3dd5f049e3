//! Signs that are exact, for questions about solids.
//!
//! - `number`: f64 numbers as big integers, and vectors of them;
//! - `place`: points whose coordinates are fractions: corners, crossings of edges and planes;
//! - `spot`: a place, and how to step away from it by less than any number;
//! - `side`: on which side of a plane or a line a place is;
//! - `facet`: how rays from spots pass a triangle.

mod facet;
mod number;
mod place;
mod side;
mod spot;

pub(crate) use facet::{Facet, Passing};
pub(crate) use number::{
    Vector, cross, dot, is_zero, minus, negated, normal, sign_of, sum, vector_between,
};
pub(crate) use place::Place;
pub(crate) use side::{Plane, component, facing, facing_of, is_degenerate, lies_on, place_side};
pub(crate) use spot::Spot;

/// A sign: -1, 0 or 1.
pub(crate) type Sign = i8;

/// The corners of a triangle.
pub(crate) type Triangle = [[f64; 3]; 3];
