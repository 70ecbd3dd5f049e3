//! What a shape costs: the paper's `T = Nv Tv + Np Tp` (equation 1) for one volume.

use super::super::rounded::surface;
use super::{Hybrid, HybridFit, Shapes};

/// The shape of least expected cost, in nanoseconds.
///
/// A volume is tested as one of eight in a packet; and where it is hit, what is below it is opened. It is hit the more often the
/// larger its surface, as in the surface-area heuristic.
pub(super) fn cheapest(shapes: [Hybrid; 5], triangles: usize, fit: HybridFit) -> Hybrid {
    let surface = |volume: &Hybrid| surface(volume.core.half, volume.radius);
    let least = shapes.iter().map(surface).fold(f32::INFINITY, f32::min).max(1e-30);
    let below = BELOW * (1.0 + (triangles as f32).log2());
    let cost = |volume: &Hybrid| {
        test_cost(volume.shape, fit) / 8.0 + HIT * surface(volume) / least * below
    };
    let mut best = shapes[0];
    for volume in &shapes[1..] {
        if cost(volume) < cost(&best) {
            best = *volume;
        }
    }
    best
}

/// Nanoseconds of a packet test with the placing, in a tree of boxes for the most part (the dragon against itself, AVX-512).
///
/// Boxes are measured. A sphere is taken for the mean of being placed, a point against boxes (some 12), and of being one in a packet of
/// boxes, which is then tested twice (some 50). Any other shape makes the test that of rounded boxes, which is measured.
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

/// How often a volume is hit that is as small as can be: in the sweep of the dragon one test of seven.
const HIT: f32 = 0.15;
/// Nanoseconds below a hit, for each halving of the triangles.
///
/// A hit costs more than that in truth, but surfaces do not compare a sphere with a box so exactly: with 20, lines and rectangles
/// come to the top of the tree, volume tests do not become fewer, and sweeps take some 15 % longer; with 1 some 10 %.
const BELOW: f32 = 3.0;
