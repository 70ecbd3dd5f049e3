//! The expected cost of a shape: `T = Nv Tv + Np Tp` (Kim, Choi and Kim, equation 1) for one
//! volume.

use super::super::rounded::surface;
use super::{Hybrid, HybridFit, Shapes};

/// The shape of least expected cost, in nanoseconds.
///
/// A volume is tested as one of eight in a packet. If it is hit, the nodes below it are opened. A
/// volume with a larger surface is hit more often, as in the surface-area heuristic.
pub(super) fn cheapest(shapes: [Hybrid; 5], triangles: usize, fit: HybridFit) -> Hybrid {
    let surface = |volume: &Hybrid| surface(volume.core.half, volume.radius);
    let least = shapes.iter().map(surface).fold(f32::INFINITY, f32::min).max(1e-30);
    let below = COST_BELOW_HIT * (1.0 + (triangles as f32).log2());
    let cost = |volume: &Hybrid| {
        test_cost(volume.shape, fit) / 8.0 + HIT_RATE * surface(volume) / least * below
    };
    let mut best = shapes[0];
    for volume in &shapes[1..] {
        if cost(volume) < cost(&best) {
            best = *volume;
        }
    }
    best
}

/// Nanoseconds of a packet test, including placing the volume, in a tree that consists mostly of
/// boxes (the dragon against itself, AVX-512).
///
/// The numbers for boxes are measured. The number for a sphere is the mean of two cases: the sphere
/// is placed, so a point is tested against boxes (some 12), or it is one volume in a packet of
/// boxes, which is then tested twice (some 50). Any other shape makes the test that of rounded
/// boxes, which is measured.
fn test_cost(shape: Shapes, fit: HybridFit) -> f32 {
    match (fit, shape) {
        (HybridFit::Overlap, Shapes::BOX) => 34.0,
        (HybridFit::Overlap, Shapes::SPHERE) => 32.0,
        (HybridFit::Overlap, _) => 80.0,
        (HybridFit::Distance, Shapes::BOX) => 37.0,
        (HybridFit::Distance, Shapes::SPHERE) => 36.0,
        (HybridFit::Distance, _) => 520.0,
    }
}

/// The rate of hits of the smallest shape: in the sweep of the dragon, one test of seven is a hit.
const HIT_RATE: f32 = 0.15;
/// Nanoseconds spent below a hit, for each halving of the triangles.
///
/// A hit really costs more than that, but surfaces do not compare a sphere with a box so exactly.
/// With 20, lines and rectangles come to the top of the tree, the number of volume tests does not
/// fall, and sweeps take some 15 % longer; with 1, some 10 % longer.
const COST_BELOW_HIT: f32 = 3.0;
