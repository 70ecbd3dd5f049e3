//! The open edges of a mesh.

use feeler::inside::vector::{length, sub};
use std::f64::consts::PI;

/// The edges that are passed more often in one direction than in the other: the border of the
/// surface. The list is empty if and only if the surface is closed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rim {
    edges: Vec<RimEdge>,
}

#[derive(Clone, Copy, Debug)]
struct RimEdge {
    middle: [f64; 3],
    half: f64,
    /// The difference between the numbers of passes in the two directions.
    times: f64,
}

/// The most edges for which the change is computed; with more edges it is faster to compute the
/// winding number again.
const MOST_EDGES: usize = 2048;

impl Rim {
    pub(crate) fn add(&mut self, [p, q]: [[f64; 3]; 2], times: u32) {
        let middle = [0, 1, 2].map(|i| 0.5 * p[i] + 0.5 * q[i]);
        self.edges.push(RimEdge { middle, half: length(sub(p, middle)), times: f64::from(times) });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// An upper bound of the change of the winding number along a path of length `way` that does
    /// not cross the surface.
    ///
    /// The gradient of the winding number is the magnetic field of a current along the rim (Biot,
    /// Savart): at most the sum of length over squared distance, divided by 4π.
    pub(crate) fn change(&self, from: [f64; 3], way: f64) -> f64 {
        if self.edges.len() > MOST_EDGES {
            return f64::INFINITY;
        }
        let slope = |edge: &RimEdge| {
            let gap = length(sub(edge.middle, from)) - edge.half - way;
            if gap > 0.0 { edge.times * (2.0 * edge.half / gap) / gap } else { f64::INFINITY }
        };
        way * self.edges.iter().map(slope).sum::<f64>() / (4.0 * PI)
    }
}
