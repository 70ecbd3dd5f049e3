//! The open edges of a mesh.

use crate::vector::{length, sub};
use std::f64::consts::PI;

/// Edges that are passed more often in one direction than in the other: where the surface ends. It has none if and only if it is closed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rim {
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    middle: [f64; 3],
    half: f64,
    /// How much more often.
    times: f64,
}

/// With more edges it is faster to ask for the winding number than for how much it may change.
const MOST: usize = 2048;

impl Rim {
    pub(crate) fn add(&mut self, [p, q]: [[f64; 3]; 2], times: u32) {
        let middle = [0, 1, 2].map(|i| 0.5 * p[i] + 0.5 * q[i]);
        self.edges.push(Edge { middle, half: length(sub(p, middle)), times: f64::from(times) });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// How much the winding number can change on a way of some length that does not pass the surface.
    ///
    /// Its gradient is the magnetic field of a current along the rim (Biot, Savart): the sum of length over squared distance, at most, over 4π.
    pub(crate) fn change(&self, from: [f64; 3], way: f64) -> f64 {
        if self.edges.len() > MOST {
            return f64::INFINITY;
        }
        let slope = |edge: &Edge| {
            let gap = length(sub(edge.middle, from)) - edge.half - way;
            if gap > 0.0 { edge.times * (2.0 * edge.half / gap) / gap } else { f64::INFINITY }
        };
        way * self.edges.iter().map(slope).sum::<f64>() / (4.0 * PI)
    }
}
