//! The distance of two cores: features propose a direction, and projection proves a bound.
//!
//! The distance of two convex sets is the widest gap between their shadows on any line. So every
//! direction gives a lower bound, however it was found, and the direction between the closest
//! points gives the distance itself. If a direction is proposed badly, because of rounding or
//! because the search stopped early, the bound is less tight, but it is still correct.
//!
//! The shadow of a core on a direction n is `Σ |n·axis| half`. The difference of two cores is a
//! polytope with 2 D directions of edges. Its point closest to the origin is on
//! - a face, which two of the directions span: one of finitely many axes, which the separating-axis
//!   test knows; or
//! - an edge or a corner: found by descent, which solves exactly for two coordinates at a time, one
//!   of each core.

use super::super::Tested;
use super::Rounded;
use crate::rounding::MARGIN;
use crate::simd::{
    abs, cross, cross_lanes, dot, dot_lanes, enlarged, load, load3, offset, splat, splat3,
};
use crate::window::Window;
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x8};

/// A point of each core, given by its coordinates along the axes.
#[derive(Clone, Copy)]
pub(super) struct Points<S: Simd, const D: usize> {
    pub(super) here: [f32x8<S>; D],
    pub(super) there: [f32x8<S>; D],
}

impl<S: Simd, const D: usize> Points<S, D> {
    /// The centres of both cores.
    #[inline(always)]
    pub(super) fn zero(simd: S) -> Self {
        let zero = splat(simd, 0.0);
        Self { here: [zero; D], there: [zero; D] }
    }
}

/// Lower bounds of the distance of cores.
pub(super) struct CoreBounds<S: Simd> {
    /// The proven bound, except for rounding that the radii cover.
    pub(super) apart: f32x8<S>,
    /// The widest gap of the shadows on the axes of the cores themselves; negative if they overlap.
    /// It is an order, not a proof.
    signed: f32x8<S>,
}

/// The cores of a packet against one other core.
pub(in crate::volume) struct Cores<'a, S: Simd, const D: usize> {
    pub(super) axes: [[f32x8<S>; 3]; D],
    pub(super) half: [f32x8<S>; D],
    pub(super) other: &'a Rounded<D>,
    /// The offset from the centres here to the centre of the other core.
    pub(super) offset: [f32x8<S>; 3],
    /// The offset along the axes here, and (`there`) along the axes of the other core. The third
    /// axis of a rectangle is its normal; a line has only one axis.
    pub(super) here: [f32x8<S>; 3],
    pub(super) there: [f32x8<S>; 3],
    /// `r[i][j]` is the scalar product of axis i here and axis j of the other.
    pub(super) r: [[f32x8<S>; 3]; 3],
}

impl<'a, S: Simd, const D: usize> Cores<'a, S, D> {
    /// The cores from the rows of a packet. The packet may have more axes than are needed.
    #[inline(always)]
    pub(in crate::volume) fn new(
        simd: S,
        axis_rows: &[[[f32; 8]; 3]],
        half_rows: &[[f32; 8]],
        center: &[[f32; 8]; 3],
        other: &'a Rounded<D>,
    ) -> Self {
        let zero = splat(simd, 0.0);
        let (mut axes, mut half) = ([[zero; 3]; D], [zero; D]);
        for k in 0..D {
            axes[k] = load3(simd, &axis_rows[k]);
            half[k] = load(simd, &half_rows[k]);
        }
        let offset = offset(simd, other.center, center);
        let (mut here, mut there, mut r) = ([zero; 3], [zero; 3], [[zero; 3]; 3]);
        for i in 0..D {
            here[i] = dot_lanes(axes[i], offset);
            there[i] = dot(offset, other.axes[i]);
            for j in 0..D {
                r[i][j] = dot(axes[i], other.axes[j]);
            }
        }
        if D == 2 {
            let (n, m) = (cross_lanes(axes[0], axes[1]), cross(other.axes[0], other.axes[1]));
            here[2] = dot_lanes(n, offset);
            there[2] = dot(offset, m);
            for k in 0..2 {
                r[k][2] = dot(axes[k], m);
                r[2][k] = dot(n, other.axes[k]);
            }
        }
        Self { axes, half, other, offset, here, there, r }
    }

    /// Tells which volumes may meet.
    #[inline(always)]
    pub(in crate::volume) fn overlaps(&self, simd: S, radii: f32x8<S>, lanes: u32) -> Tested {
        let bound = self.overlap(simd, radii, lanes);
        let lanes = bound.apart.simd_le(radii).to_bitmask() as u32;
        Tested { lanes, values: (bound.signed - radii).into() }
    }

    /// Lower bounds of the distances of the volumes.
    #[inline(always)]
    pub(in crate::volume) fn gaps(&self, simd: S, radii: f32x8<S>, lanes: u32) -> [f32; 8] {
        let gap = (self.distance(simd, radii, lanes) - radii).max(splat(simd, 0.0));
        // The margin covers the rounding of the offset, which here may be far larger than the
        // volumes.
        (gap * (1.0 - 2.0 * MARGIN)).into()
    }

    /// Lower bounds of how far the other volume moves in a direction before it meets these volumes.
    ///
    /// The axes of the bound are the axes of both cores, the direction itself, and two axes across
    /// the direction: round parts have no axes of their own.
    #[inline(always)]
    pub(in crate::volume) fn travels(
        &self,
        simd: S,
        radii: f32x8<S>,
        direction: [f32; 3],
    ) -> [f32; 8] {
        let mut window = Window::new(simd);
        let [p, q] = across(direction);
        for n in [direction, p, q] {
            self.slab(simd, &mut window, splat3(simd, n), radii, direction);
        }
        for k in 0..D {
            self.slab(simd, &mut window, self.axes[k], radii, direction);
            self.slab(simd, &mut window, splat3(simd, self.other.axes[k]), radii, direction);
        }
        if D == 2 {
            let normal = cross_lanes(self.axes[0], self.axes[1]);
            self.slab(simd, &mut window, normal, radii, direction);
            let normal = cross(self.other.axes[0], self.other.axes[1]);
            self.slab(simd, &mut window, splat3(simd, normal), radii, direction);
        }
        window.travels(simd)
    }

    /// Narrows a window by the shadows on an axis of length one.
    #[inline(always)]
    fn slab(
        &self,
        simd: S,
        window: &mut Window<S>,
        n: [f32x8<S>; 3],
        radii: f32x8<S>,
        direction: [f32; 3],
    ) {
        let radius = self.shadows(simd, n) + radii;
        window.slab(simd, dot_lanes(n, self.offset), dot(n, direction), radius);
    }

    /// Bounds that tell which cores are farther apart than their radii.
    #[inline(always)]
    fn overlap(&self, simd: S, radii: f32x8<S>, lanes: u32) -> CoreBounds<S> {
        let mut bound = self.faces(simd);
        let mut open = bound.apart.simd_le(radii);
        if open.to_bitmask() as u32 & lanes == 0 {
            return bound;
        }
        if D > 1 {
            // Cores that no axis separates cross each other.
            let mut crossing = bound.signed.simd_le(0.0);
            self.edges(simd, |edge| {
                crossing &= edge.gap.simd_le(0.0);
                let beyond = edge.gap.simd_gt(radii * edge.squared.sqrt());
                bound.apart = beyond.select(splat(simd, f32::INFINITY), bound.apart);
            });
            open = bound.apart.simd_le(radii) & !crossing;
            if open.to_bitmask() as u32 & lanes == 0 {
                return bound;
            }
        }
        let mut points = Points::zero(simd);
        for round in 0..OVERLAP_ROUNDS {
            let squared = self.descend(simd, round, &mut points, &mut bound);
            open &= bound.apart.simd_le(radii) & squared.simd_gt(radii * radii);
            if open.to_bitmask() as u32 & lanes == 0 {
                break;
            }
        }
        if open.to_bitmask() as u32 & lanes != 0 {
            bound.apart = bound.apart.max(self.distance(simd, radii, lanes));
        }
        if D == 1 {
            bound.signed = bound.apart;
        }
        bound
    }

    /// Bounds that are, up to rounding, the distances themselves if these exceed the radii.
    #[inline(always)]
    fn distance(&self, simd: S, radii: f32x8<S>, lanes: u32) -> f32x8<S> {
        let mut bound = self.faces(simd);
        let mut widest = Widest { gap: splat(simd, f32::NEG_INFINITY), points: Points::zero(simd) };
        if D == 1 {
            widest.gap = self.gap_along(simd, self.line_normal(simd));
        } else {
            self.edges(simd, |edge| {
                let gap = edge.gap / edge.squared.max(splat(simd, TINY_SQUARE)).sqrt();
                widest.consider(gap, &edge.points);
            });
            for i in 0..3 {
                self.face(simd, i, &mut widest);
            }
        }
        bound.apart = bound.apart.max(widest.gap);
        // Cores that no axis separates cross each other. This does not hold for two lines, which
        // may lie in one plane.
        let apart = widest.gap.simd_gt(if D == 1 { f32::NEG_INFINITY } else { 0.0 });
        let mut sizes = splat(simd, 0.0);
        for k in 0..D {
            sizes += self.half[k] + self.other.half[k];
        }
        let mut points = Points::zero(simd);
        for round in 0..DISTANCE_ROUNDS {
            let squared = self.descend(simd, round, &mut points, &mut bound);
            let enough = (bound.apart * (1.0 + TOLERANCE) + sizes * NOISE).max(radii);
            let open = apart & squared.simd_gt(enough * enough);
            if open.to_bitmask() as u32 & lanes == 0 {
                break;
            }
            if round == 0 && D > 1 {
                points = widest.points;
            }
        }
        bound.apart
    }

    /// Considers the gaps along axis i of each core, with the corners that face each other along
    /// these axes.
    #[inline(always)]
    fn face(&self, simd: S, i: usize, widest: &mut Widest<S, D>) {
        let (a, b, r) = (&self.half, &self.other.half, &self.r);
        let (mut here, mut there) = (abs(self.here[i]), abs(self.there[i]));
        let (mut points_here, mut points_there) = (Points::zero(simd), Points::zero(simd));
        if i < D {
            here -= a[i];
            points_here.here[i] = a[i].copysign(self.here[i]);
            there -= b[i];
            points_there.there[i] = splat(simd, b[i]).copysign(-self.there[i]);
        }
        for j in 0..D {
            here -= abs(r[i][j]) * b[j];
            points_here.there[j] = splat(simd, b[j]).copysign(-self.here[i] * r[i][j]);
            there -= abs(r[j][i]) * a[j];
            points_there.here[j] = a[j].copysign(self.there[i] * r[j][i]);
        }
        widest.consider(here, &points_here);
        widest.consider(there, &points_there);
    }

    /// Bounds from the gaps along the axes of both cores.
    ///
    /// The gaps along three orthogonal axes are the sides of a box that lies between the cores, so
    /// the diagonal of this box is a bound.
    #[inline(always)]
    fn faces(&self, simd: S) -> CoreBounds<S> {
        let zero = splat(simd, 0.0);
        let (a, b, mut signed) = (&self.half, &self.other.half, splat(simd, f32::NEG_INFINITY));
        let (mut squared_here, mut squared_there) = (zero, zero);
        for i in 0..if D == 1 { 1 } else { 3 } {
            let (mut here, mut there) = (abs(self.here[i]), abs(self.there[i]));
            if i < D {
                here -= a[i];
                there -= b[i];
            }
            for j in 0..D {
                here -= abs(self.r[i][j]) * b[j];
                there -= abs(self.r[j][i]) * a[j];
            }
            signed = signed.max(here.max(there));
            let (x, y) = (here.max(zero), there.max(zero));
            squared_here += x * x;
            squared_there += y * y;
        }
        CoreBounds { apart: squared_here.max(squared_there).sqrt(), signed }
    }

    /// The gaps along the products of two axes, one axis of each core.
    ///
    /// If axes are nearly parallel, their product is noise. The largest possible effect is covered
    /// in the same way as for boxes, by entries that are enlarged by the [`MARGIN`]. With a normal
    /// that is itself a product, 52 of its 64 roundings are needed.
    #[inline(always)]
    fn edges(&self, simd: S, mut visit: impl FnMut(EdgeAxis<S, D>)) {
        let (a, b, r) = (&self.half, &self.other.half, &self.r);
        let reach = [enlarged(r[0], MARGIN), enlarged(r[1], MARGIN), enlarged(r[2], MARGIN)];
        for i in 0..D {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..D {
                let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
                let along = self.here[i2] * r[i1][j] - self.here[i1] * r[i2][j];
                let mut gap = abs(along);
                let mut points = Points::zero(simd);
                if i1 < D {
                    gap -= a[i1] * reach[i2][j];
                    points.here[i1] = a[i1].copysign(-r[i2][j] * along);
                }
                if i2 < D {
                    gap -= a[i2] * reach[i1][j];
                    points.here[i2] = a[i2].copysign(r[i1][j] * along);
                }
                if j1 < D {
                    gap -= reach[i][j2] * b[j1];
                    points.there[j1] = splat(simd, b[j1]).copysign(-r[i][j2] * along);
                }
                if j2 < D {
                    gap -= reach[i][j1] * b[j2];
                    points.there[j2] = splat(simd, b[j2]).copysign(r[i][j1] * along);
                }
                let squared = reach[i1][j] * reach[i1][j] + reach[i2][j] * reach[i2][j];
                visit(EdgeAxis { gap, squared, points });
            }
        }
    }

    /// The direction across two lines.
    #[inline(always)]
    fn line_normal(&self, simd: S) -> [f32x8<S>; 3] {
        cross_lanes(self.axes[0], splat3(simd, self.other.axes[0]))
    }

    /// The gap between the shadows on a direction. The direction need not have length one.
    ///
    /// The direction is exact by definition. With u = 2^-24 and Σ the sum of all half extents,
    /// products and sums are off by at most 11u (|offset| + Σ), and the axes of the other core by
    /// 7u Σ. Cores whose volumes meet have |offset| <= Σ + radii. So 29u (Σ + radii) are needed,
    /// and fitting adds 64u (Σ + radii) to the radii.
    #[inline(always)]
    pub(super) fn gap_along(&self, simd: S, n: [f32x8<S>; 3]) -> f32x8<S> {
        let gap = abs(dot_lanes(n, self.offset)) - self.shadows(simd, n);
        // If a direction is too short to have a length, the gap only becomes smaller.
        gap / dot_lanes(n, n).max(splat(simd, TINY_SQUARE)).sqrt()
    }

    /// Half the shadows of both cores on a direction, times the length of the direction.
    #[inline(always)]
    fn shadows(&self, simd: S, n: [f32x8<S>; 3]) -> f32x8<S> {
        let mut shadows = splat(simd, 0.0);
        for k in 0..D {
            shadows += abs(dot_lanes(n, self.axes[k])) * self.half[k];
            shadows += abs(dot(n, self.other.axes[k])) * self.other.half[k];
        }
        shadows
    }
}

/// Two directions across a direction of length one (Duff et al. 2017).
#[inline(always)]
fn across([x, y, z]: [f32; 3]) -> [[f32; 3]; 2] {
    let sign = 1f32.copysign(z);
    let a = -1.0 / (sign + z);
    let b = x * y * a;
    [[1.0 + sign * x * x * a, sign * b, -sign * x], [b, sign + y * y * a, -y]]
}

/// A separating axis that is the product of two axes, one of each core.
struct EdgeAxis<S: Simd, const D: usize> {
    /// The gap along the axis, times the length of the axis.
    gap: f32x8<S>,
    /// The squared length of the axis, never too small.
    squared: f32x8<S>,
    /// The corners that face each other along the axis; their coordinates on the two factors of the
    /// product are zero.
    points: Points<S, D>,
}

/// The widest of several gaps, and the points that proposed it.
struct Widest<S: Simd, const D: usize> {
    gap: f32x8<S>,
    points: Points<S, D>,
}

impl<S: Simd, const D: usize> Widest<S, D> {
    /// Replaces the gap if another gap is wider.
    #[inline(always)]
    fn consider(&mut self, gap: f32x8<S>, points: &Points<S, D>) {
        let wider = gap.simd_gt(self.gap);
        self.gap = self.gap.max(gap);
        for k in 0..D {
            self.points.here[k] = wider.select(points.here[k], self.points.here[k]);
            self.points.there[k] = wider.select(points.there[k], self.points.there[k]);
        }
    }
}

/// The share of a distance that may be missing from its bound.
const TOLERANCE: f32 = 2e-5;
/// The rounding error of a bound, in sizes of the cores.
const NOISE: f32 = 1.0 / (1 << 22) as f32;
/// Rounds of descent before the distance itself is computed. Most volumes are told apart, or known
/// to meet, after the first round.
const OVERLAP_ROUNDS: usize = 2;
/// Rounds of descent for a distance. With 2 rounds, 3 of 145 000 pairs of rectangles miss more than
/// 1 % of their distance; with 6 rounds all bounds are as close as rounding allows.
const DISTANCE_ROUNDS: usize = 6;
/// A squared length so small that the direction means nothing.
const TINY_SQUARE: f32 = 1e-30;
