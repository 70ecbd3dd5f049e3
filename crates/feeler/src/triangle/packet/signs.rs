//! Proofs in f32 that pairs of triangles meet, or that they do not.

use super::{Gathered, TINY_PRODUCT, minus_lanes};
use crate::simd::{cross_lanes, dot_lanes, splat};
use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x8, mask32x8};

/// The result for eight pairs: one bit for each pair that provably meets, and one for each that
/// provably does not. The remaining pairs are left to exact arithmetic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proven {
    pub(super) meet: u32,
    pub(super) apart: u32,
}

impl<S: Simd> Gathered<S> {
    /// What the signs of 15 determinants prove. The signs tell on which side of a triangle the
    /// corners of the other triangle are, and on which side of each other their edges pass.
    ///
    /// Two triangles meet if and only if an edge of one meets the other triangle. An edge meets the
    /// triangle if its ends are on different sides and it passes all three edges of the triangle on
    /// one side. It does not meet the triangle if both ends are on one side, or if it passes two
    /// edges on different sides. A determinant whose sign is not certain proves neither.
    #[inline(always)]
    pub(super) fn proven(&self, simd: S, tolerance: f32) -> Proven {
        let Self { here: [p, q, r], there: [_, a, b] } = *self;
        let [u, v, w] = [minus_lanes(q, p), minus_lanes(r, q), minus_lanes(p, r)];
        let error = self.error(simd, [u, v, w], tolerance);
        let signs = SignTest { error, below: splat(simd, 0.0) - error };

        let normal_there = cross_lanes(a, b);
        let here =
            [dot_lanes(normal_there, p), dot_lanes(normal_there, q), dot_lanes(normal_there, r)];
        let normal_here = cross_lanes(u, v);
        let zero = dot_lanes(normal_here, p);
        let there = [
            splat(simd, 0.0) - zero,
            dot_lanes(normal_here, minus_lanes(a, p)),
            dot_lanes(normal_here, minus_lanes(b, p)),
        ];

        // Edges are taken as Plücker coordinates, direction and moment. Relative to a corner there,
        // the moments of the edges there are zero, zero, and the normal. The product of this normal
        // with an edge here is the difference of the sides of its ends.
        let moments = [cross_lanes(p, q), cross_lanes(q, r), cross_lanes(r, p)];
        let mut passes = [here; 3];
        for i in 0..3 {
            let (to_a, to_b) = (dot_lanes(moments[i], a), dot_lanes(moments[i], b));
            let middle = (here[(i + 1) % 3] - here[i]) + (to_b - to_a);
            passes[i] = [to_a, middle, splat(simd, 0.0) - to_b];
        }

        // No pair meets yet, because no error is zero or less.
        let (mut meet, mut apart) = (error.simd_le(0.0), error.simd_lt(LARGEST_ERROR));
        for i in 0..3 {
            let next = (i + 1) % 3;
            let (ends, edges) = (signs.of_two(here[i], here[next]), signs.of(passes[i]));
            meet |= ends.differ & edges.agree;
            apart &= ends.agree | edges.differ;
            let across = [passes[0][i], passes[1][i], passes[2][i]];
            let (ends, edges) = (signs.of_two(there[i], there[next]), signs.of(across));
            meet |= ends.differ & edges.agree;
            apart &= ends.agree | edges.differ;
        }
        meet &= error.simd_lt(LARGEST_ERROR);
        Proven { meet: meet.to_bitmask() as u32, apart: apart.to_bitmask() as u32 }
    }

    /// The largest error of the determinants.
    ///
    /// Each determinant is of three vectors, no longer than e, e and d, where e is the longest edge
    /// and d the largest distance of two corners. A corner is off by half the tolerance, and a
    /// vector by all of it. So the determinant is off by `tolerance (e e + 2 e d)`, if the
    /// tolerance is included in e and d. Rounding: the terms of the determinants are products of e,
    /// d and one of both, in length, and there are at most 30 roundings of their sums.
    #[inline(always)]
    fn error(&self, simd: S, edges: [[f32x8<S>; 3]; 3], tolerance: f32) -> f32x8<S> {
        let Self { here: [p, q, r], there: [_, a, b] } = *self;
        let [u, v, w] = edges;
        let c = minus_lanes(b, a);
        let edges_here = dot_lanes(u, u).max(dot_lanes(v, v)).max(dot_lanes(w, w));
        let edges_there = dot_lanes(a, a).max(dot_lanes(b, b)).max(dot_lanes(c, c));
        let edge = edges_here.max(edges_there).sqrt();
        let corner = dot_lanes(p, p).max(dot_lanes(q, q)).max(dot_lanes(r, r)).sqrt();
        let (e, d) = (edge + tolerance, (edge + corner) + tolerance);
        let moved = e * (e + d + d) * tolerance;
        let rounded = e * d * d * SUM_ROUNDING;
        ((moved + rounded) * 1.0001).max(splat(simd, TINY_PRODUCT))
    }
}

/// The largest error that is trusted; below it, no product overflows.
const LARGEST_ERROR: f32 = 1e30;

/// More than twice 30 roundings.
const SUM_ROUNDING: f32 = 64.0 / (1 << 24) as f32;

/// A test of the signs of determinants, within an error.
#[derive(Clone, Copy)]
struct SignTest<S: Simd> {
    error: f32x8<S>,
    below: f32x8<S>,
}

/// The lanes in which all determinants certainly have the same sign, and the lanes in which two
/// certainly have different signs.
struct SignMasks<S: Simd> {
    agree: mask32x8<S>,
    differ: mask32x8<S>,
}

impl<S: Simd> SignTest<S> {
    #[inline(always)]
    fn of(self, [x, y, z]: [f32x8<S>; 3]) -> SignMasks<S> {
        self.masks(x.min(y).min(z), x.max(y).max(z))
    }

    #[inline(always)]
    fn of_two(self, x: f32x8<S>, y: f32x8<S>) -> SignMasks<S> {
        self.masks(x.min(y), x.max(y))
    }

    #[inline(always)]
    fn masks(self, lowest: f32x8<S>, highest: f32x8<S>) -> SignMasks<S> {
        let Self { error, below } = self;
        SignMasks {
            agree: lowest.simd_gt(error) | highest.simd_lt(below),
            differ: lowest.simd_lt(below) & highest.simd_gt(error),
        }
    }
}
