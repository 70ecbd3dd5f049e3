//! Which pairs of triangles meet, and which do not, as far as f32 can prove it.

use super::{Gathered, TINY, minus_lanes};
use crate::simd::{cross_lanes, dot_lanes, splat};
use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x8, mask32x8};

/// What is proven of eight pairs: a bit for each that meets, and for each that does not. The others are for exact arithmetic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proven {
    pub(super) meet: u32,
    pub(super) apart: u32,
}

impl<S: Simd> Gathered<S> {
    /// What the signs of 15 determinants prove: on which side of a triangle the corners of the other are, and on which side of each other
    /// their edges pass.
    ///
    /// Two triangles meet if and only if an edge of one meets the other triangle. It does where its ends are on different sides and it
    /// passes all three edges of the triangle on one side; it does not where both ends are on one side, or where it passes two edges on
    /// different sides. A determinant that is not certain proves neither.
    #[inline(always)]
    pub(super) fn proven(&self, simd: S, tolerance: f32) -> Proven {
        let Self { here: [p, q, r], there: [_, a, b] } = *self;
        let [u, v, w] = [minus_lanes(q, p), minus_lanes(r, q), minus_lanes(p, r)];
        let error = self.error(simd, [u, v, w], tolerance);
        let signs = Signs { error, below: splat(simd, 0.0) - error };

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

        // Edges as Plücker coordinates, direction and moment: seen from a corner there, the moments of its edges are zero, zero, and the normal,
        // and the product of that with an edge here is the difference of its ends' sides.
        let moments = [cross_lanes(p, q), cross_lanes(q, r), cross_lanes(r, p)];
        let mut passes = [here; 3];
        for i in 0..3 {
            let (to_a, to_b) = (dot_lanes(moments[i], a), dot_lanes(moments[i], b));
            let middle = (here[(i + 1) % 3] - here[i]) + (to_b - to_a);
            passes[i] = [to_a, middle, splat(simd, 0.0) - to_b];
        }

        // No pair meets yet, as no error is zero.
        let (mut meet, mut apart) = (error.simd_le(0.0), error.simd_lt(HUGE));
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
        meet &= error.simd_lt(HUGE);
        Proven { meet: meet.to_bitmask() as u32, apart: apart.to_bitmask() as u32 }
    }

    /// By how much determinants are off at most.
    ///
    /// Each is of three vectors, no longer than e, e and d, where e is the longest edge and d the largest distance of two corners. A corner is off
    /// by half the tolerance, a vector by all of it: the determinant by `tolerance (e e + 2 e d)`, if e and d are lengths with it. Rounding:
    /// their terms are products of e, d and one of both, in length, and there are at most 30 roundings of their sums.
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
        let rounded = e * d * d * ROUNDING;
        ((moved + rounded) * 1.0001).max(splat(simd, TINY))
    }
}

/// Errors beyond this are not trusted; below it, no product overflows.
const HUGE: f32 = 1e30;

/// More than twice of 30 roundings.
const ROUNDING: f32 = 64.0 / (1 << 24) as f32;

/// Tells signs of determinants, within an error.
#[derive(Clone, Copy)]
struct Signs<S: Simd> {
    error: f32x8<S>,
    below: f32x8<S>,
}

/// Where all have the same sign for certain, and where two have different ones.
struct Told<S: Simd> {
    agree: mask32x8<S>,
    differ: mask32x8<S>,
}

impl<S: Simd> Signs<S> {
    #[inline(always)]
    fn of(self, [x, y, z]: [f32x8<S>; 3]) -> Told<S> {
        self.told(x.min(y).min(z), x.max(y).max(z))
    }

    #[inline(always)]
    fn of_two(self, x: f32x8<S>, y: f32x8<S>) -> Told<S> {
        self.told(x.min(y), x.max(y))
    }

    #[inline(always)]
    fn told(self, lowest: f32x8<S>, highest: f32x8<S>) -> Told<S> {
        let Self { error, below } = self;
        Told {
            agree: lowest.simd_gt(error) | highest.simd_lt(below),
            differ: lowest.simd_lt(below) & highest.simd_gt(error),
        }
    }
}
