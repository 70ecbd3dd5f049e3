//! Descent towards the closest points of two cores. It proposes directions; nothing here needs to
//! be right.

use super::cores::{CoreBounds, Cores, Points};
use crate::simd::{abs, dot, dot_lanes, splat};
use fearless_simd::{Select, Simd, SimdBase, f32x8};

impl<S: Simd, const D: usize> Cores<'_, S, D> {
    /// One round of descent. Raises the bound to what the direction between the points proves, and
    /// returns the square of the distance of the points, which is an upper bound.
    #[inline(always)]
    pub(super) fn descend(
        &self,
        simd: S,
        round: usize,
        points: &mut Points<S, D>,
        bound: &mut CoreBounds<S>,
    ) -> f32x8<S> {
        if round > 0 {
            self.follow(simd, points);
        }
        self.approach(simd, points);
        let direction = self.between(points);
        bound.apart = bound.apart.max(self.gap_along(simd, direction));
        if round > 0 {
            let straight = self.straightened(simd, direction, points);
            bound.apart = bound.apart.max(self.gap_along(simd, straight));
        }
        dot_lanes(direction, direction)
    }

    /// Makes a Newton step along each axis of the other core; the point here follows as far as it
    /// is free.
    ///
    /// Without this step, descent over two coordinates at a time is very slow if nearly parallel
    /// cores are turned against each other.
    #[inline(always)]
    fn follow(&self, simd: S, points: &mut Points<S, D>) {
        let Points { here: x, there: y } = points;
        self.nearest_here(x, y);
        for j in 0..D {
            let (mut slope, mut bend) = (self.there[j] + y[j], splat(simd, 1.0));
            for i in 0..D {
                let r = self.r[i][j];
                slope -= r * x[i];
                let free = abs(x[i]).simd_lt(self.half[i]);
                bend -= free.select(r * r, splat(simd, 0.0));
            }
            let b = self.other.half[j];
            let moved = y[j] - slope / bend.max(splat(simd, PARALLEL_SINE_SQUARED));
            y[j] = moved.max(splat(simd, -b)).min(splat(simd, b));
            self.nearest_here(x, y);
        }
    }

    /// Moves two points towards each other, as far as changes of two coordinates at a time allow.
    #[inline(always)]
    fn approach(&self, simd: S, points: &mut Points<S, D>) {
        let Points { here: x, there: y } = points;
        let b = &self.other.half;
        if D > 1 {
            self.nearest_here(x, y);
            for j in 0..D {
                let mut wanted = -self.there[j];
                for i in 0..D {
                    wanted += self.r[i][j] * x[i];
                }
                y[j] = wanted.max(splat(simd, -b[j])).min(splat(simd, b[j]));
            }
        }
        for i in 0..D {
            for j in 0..D {
                // Two segments: the closest points of the lines, then clamped one after the other,
                // which is exact.
                let r = self.r[i][j];
                let (mut p, mut q) = (self.here[i], -self.there[j]);
                for k in 0..D {
                    if k != j {
                        p += self.r[i][k] * y[k];
                    }
                    if k != i {
                        q += self.r[k][j] * x[k];
                    }
                }
                let sine = (splat(simd, 1.0) - r * r).max(splat(simd, PARALLEL_SINE_SQUARED));
                let s = ((p + r * q) / sine).max(-self.half[i]).min(self.half[i]);
                y[j] = (q + r * s).max(splat(simd, -b[j])).min(splat(simd, b[j]));
                x[i] = (p + r * y[j]).max(-self.half[i]).min(self.half[i]);
            }
        }
    }

    /// The closest points here to the points of the other core. The axes of one core are
    /// orthogonal, so a clamp is enough.
    #[inline(always)]
    fn nearest_here(&self, x: &mut [f32x8<S>; D], y: &[f32x8<S>; D]) {
        for i in 0..D {
            let mut wanted = self.here[i];
            for j in 0..D {
                wanted += self.r[i][j] * y[j];
            }
            x[i] = wanted.max(-self.half[i]).min(self.half[i]);
        }
    }

    /// The direction from the points here to the points of the other core.
    #[inline(always)]
    fn between(&self, points: &Points<S, D>) -> [f32x8<S>; 3] {
        let mut direction = self.offset;
        for k in 0..D {
            for i in 0..3 {
                direction[i] +=
                    points.there[k] * self.other.axes[k][i] - points.here[k] * self.axes[k][i];
            }
        }
        direction
    }

    /// A direction without its component along axes on which a point is free to move.
    ///
    /// Between closest points this component is zero, except for rounding, which matters if the
    /// points are close together: a gap of 1e-4 between lines of length one was underestimated by
    /// up to 5 %.
    #[inline(always)]
    fn straightened(
        &self,
        simd: S,
        mut direction: [f32x8<S>; 3],
        points: &Points<S, D>,
    ) -> [f32x8<S>; 3] {
        let zero = splat(simd, 0.0);
        for k in 0..D {
            let (a, b) = (self.axes[k], self.other.axes[k]);
            let free = abs(points.here[k]).simd_lt(self.half[k]);
            let along = free.select(dot_lanes(direction, a), zero);
            let free = abs(points.there[k]).simd_lt(splat(simd, self.other.half[k]));
            let across = free.select(dot(direction, b), zero);
            for i in 0..3 {
                direction[i] -= along * a[i] + across * b[i];
            }
        }
        direction
    }
}

/// The squared sine below which lines count as parallel.
const PARALLEL_SINE_SQUARED: f32 = 1e-6;
