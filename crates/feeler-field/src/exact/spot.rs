//! A place, and how to step away from it by less than any number.

use super::{Place, Vector};

/// The point `place + ε toward[0] + ε² toward[1] + …` for all small enough ε > 0.
///
/// With the directions into a wedge between some triangles, a spot is *in* the wedge, however thin
/// it is, where every point of rounded coordinates might miss it. Rays start at spots: after the
/// given directions they step aside by a still smaller step along y, and one along z. So no ray
/// meets an edge, and no ray runs within a triangle (simulation of simplicity, Edelsbrunner and
/// Mücke 1990).
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) place: Place,
    pub(crate) toward: Vec<Vector>,
}

impl Spot {
    /// A point of f64 coordinates.
    pub(crate) fn at(point: [f64; 3]) -> Self {
        Self { place: Place::corner(point), toward: Vec::new() }
    }

    pub(crate) fn beside(place: Place, toward: Vec<Vector>) -> Self {
        Self { place, toward }
    }
}
