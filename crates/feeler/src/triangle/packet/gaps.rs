//! How far apart triangles are at least.

use super::{Corners, Facing, Gathered, One, Span, TINY, minus_lanes, shadow};
use crate::bv::MARGIN;
use crate::simd::{dot_lanes, splat};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x8};

/// Triangles that are further apart do not matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    tolerance: f32,
    /// The square of the largest gap along a direction that leaves a distance within the limit possible.
    squared: f32,
}

impl Reach {
    #[inline(always)]
    pub(super) fn new(limit: f32, tolerance: f32) -> Self {
        // The inverse of `certain`, with a margin for its own rounding; a limit below zero is out of reach of all.
        let gap = (limit + tolerance) * (1.0 + 4.0 * MARGIN);
        Self { tolerance, squared: if gap < 0.0 { -1.0 } else { gap * gap * (1.0 + MARGIN) } }
    }

    /// The lanes of squared gaps that are within it.
    #[inline(always)]
    pub(super) fn has<S: Simd>(&self, squared: f32x8<S>) -> u32 {
        squared.simd_le(self.squared).to_bitmask() as u32
    }

    /// What of a gap is sure.
    #[inline(always)]
    fn certain<S: Simd>(&self, gap: f32x8<S>) -> f32x8<S> {
        gap * (1.0 - 2.0 * MARGIN) - self.tolerance
    }
}

/// The squared distance of boxes from their signed gaps along three axes.
#[inline(always)]
pub(super) fn diagonal<S: Simd>(simd: S, [x, y, z]: [f32x8<S>; 3]) -> f32x8<S> {
    let zero = splat(simd, 0.0);
    let (x, y, z) = (x.max(zero), y.max(zero), z.max(zero));
    x * x + y * y + z * z
}

impl<S: Simd> Facing<S> {
    /// Lower bounds of the distances to a triangle that was moved here, and which lanes are within reach.
    ///
    /// The gap along any direction is a bound, less the tolerance. Triangles that are apart are nearest at a corner and a face, along a
    /// normal, or at two edges. The boxes and the normals are tried here, the edges by [`Gathered::gaps`].
    #[inline(always)]
    pub(super) fn gaps(&self, simd: S, one: &One, reach: &Reach) -> (u32, [f32; 8]) {
        let zero = splat(simd, 0.0);
        let squared = diagonal(simd, self.beside(simd, one));
        let across = self.along(simd, one).max(self.across(one)).max(zero);
        let squared = squared.max(across * across);
        match reach.has(squared) {
            0 => (0, [0.0; 8]),
            lanes => (lanes, reach.certain(squared.sqrt()).into()),
        }
    }
}

impl<S: Simd> Gathered<S> {
    /// Lower bounds of the distances where two edges are nearest.
    #[inline(always)]
    pub(super) fn gaps(&self, simd: S, reach: &Reach) -> [f32; 8] {
        let Self { here, there } = self;
        let way = between_edges(simd, here, there);
        reach.certain(between(simd, way, shadow(way, here), shadow(way, there))).into()
    }
}

/// The gap between shadows on directions of any length.
#[inline(always)]
fn between<S: Simd>(simd: S, direction: [f32x8<S>; 3], here: Span<S>, there: Span<S>) -> f32x8<S> {
    // Where there is hardly any direction, a length that is too long makes the bound smaller.
    let length = dot_lanes(direction, direction).sqrt().max(splat(simd, 1e-15));
    (here.0 - there.1).max(there.0 - here.1) / length
}

/// From edge to edge where they are nearest, up to rounding (Ericson, *Real-Time Collision Detection*, 5.1.9).
#[inline(always)]
fn between_edges<S: Simd>(simd: S, here: &Corners<S>, there: &Corners<S>) -> [f32x8<S>; 3] {
    let (zero, one, tiny) = (splat(simd, 0.0), splat(simd, 1.0), splat(simd, TINY));
    let mut shortest = splat(simd, f32::INFINITY);
    let mut between = [zero, zero, zero];
    for i in 0..3 {
        let start = here[i];
        let u = minus_lanes(here[(i + 1) % 3], start);
        let uu = dot_lanes(u, u).max(tiny);
        for j in 0..3 {
            let v = minus_lanes(there[(j + 1) % 3], there[j]);
            let vv = dot_lanes(v, v).max(tiny);
            let from = minus_lanes(start, there[j]);
            let (uv, uf, vf) = (dot_lanes(u, v), dot_lanes(u, from), dot_lanes(from, v));
            let cross = (uu * vv - uv * uv).max(tiny);
            let s = ((uv * vf - uf * vv) / cross).max(zero).min(one);
            let t = ((uv * s + vf) / vv).max(zero).min(one);
            let s = ((uv * t - uf) / uu).max(zero).min(one);
            let way = [
                from[0] + u[0] * s - t * v[0],
                from[1] + u[1] * s - t * v[1],
                from[2] + u[2] * s - t * v[2],
            ];
            let length = dot_lanes(way, way);
            let nearer = length.simd_lt(shortest);
            shortest = nearer.select(length, shortest);
            between = [
                nearer.select(way[0], between[0]),
                nearer.select(way[1], between[1]),
                nearer.select(way[2], between[2]),
            ];
        }
    }
    between
}
