//! A packet of boxes compared with one other box, each with axes of its own.

use crate::rounding::MARGIN;
use crate::simd::{abs, dot, dot_lanes, splat};
use crate::window::Window;
use fearless_simd::{Simd, SimdBase, SimdFloat, f32x8};

/// The boxes of a packet and another box, projected on the axes of both.
pub(super) struct Boxes<S: Simd> {
    /// Half the sides of the boxes here, and (`other`) of the other box.
    pub(super) half: [f32x8<S>; 3],
    pub(super) other: [f32; 3],
    /// The offset of the centres along the axes here, and (`across`) along the axes of the other
    /// box.
    pub(super) t: [f32x8<S>; 3],
    pub(super) across: [f32x8<S>; 3],
    /// `r[i][j]` is the scalar product of axis i here and axis j of the other box.
    pub(super) r: [[f32x8<S>; 3]; 3],
    /// The signed gaps along the axes here, and (`there`) along the axes of the other box.
    pub(super) here: [f32x8<S>; 3],
    pub(super) there: [f32x8<S>; 3],
}

impl<S: Simd> Boxes<S> {
    /// A lower bound of the distance; negative if the boxes overlap.
    ///
    /// The gap along any direction is a bound. Three directions are tried: the direction from
    /// centre to centre, and the diagonals of the gaps along the axes of either box. These are
    /// better bounds than the lengths of the diagonals: 30 % fewer volume tests near contact, 60 %
    /// fewer at ten times the size apart.
    #[inline(always)]
    pub(super) fn gap(&self, simd: S) -> f32x8<S> {
        let Self { half, other, t, across, r, here, there } = self;
        let (zero, tiny) = (splat(simd, 0.0), splat(simd, 1e-30));

        let sides = [here[0].max(zero), here[1].max(zero), here[2].max(zero)];
        let way = signed(sides, t);
        let reach = abs(dot_lanes(way, [r[0][0], r[1][0], r[2][0]])) * other[0]
            + abs(dot_lanes(way, [r[0][1], r[1][1], r[2][1]])) * other[1]
            + abs(dot_lanes(way, [r[0][2], r[1][2], r[2][2]])) * other[2];
        let from_here = (dot_lanes(way, *t) - dot_lanes(sides, *half) - reach)
            / dot_lanes(sides, sides).max(tiny).sqrt();

        let sides = [there[0].max(zero), there[1].max(zero), there[2].max(zero)];
        let way = signed(sides, across);
        let reach = abs(dot_lanes(way, r[0])) * half[0]
            + abs(dot_lanes(way, r[1])) * half[1]
            + abs(dot_lanes(way, r[2])) * half[2];
        let from_there = (dot_lanes(way, *across) - dot(sides, *other) - reach)
            / dot_lanes(sides, sides).max(tiny).sqrt();

        let length = dot_lanes(*t, *t).max(tiny).sqrt();
        let reach = dot_lanes([abs(t[0]), abs(t[1]), abs(t[2])], *half)
            + dot([abs(across[0]), abs(across[1]), abs(across[2])], *other);
        let from_center = length - reach / length;

        // The margin covers the length of the axes and the rounding of the offset, which here may
        // be far larger than the boxes.
        let gap = from_here.max(from_there).max(from_center).max(zero) * (1.0 - 2.0 * MARGIN);
        gap + largest(*here).max(largest(*there)).min(zero)
    }

    /// The share of the boxes that overlaps, as defined at [`Cuboid::share`](super::Cuboid::share).
    #[inline(always)]
    pub(super) fn share(&self, simd: S) -> f32x8<S> {
        let Self { half, other, t, across, here, there, .. } = self;
        let (zero, tiny) = (splat(simd, 0.0), splat(simd, f32::MIN_POSITIVE));
        let mut share = splat(simd, 1.0);
        for (own, offset, gap) in [
            ([half[0], half[1], half[2]], t, here),
            ([splat(simd, other[0]), splat(simd, other[1]), splat(simd, other[2])], across, there),
        ] {
            let (mut common, mut smaller) = (share, splat(simd, 1.0));
            for i in 0..3 {
                let radii = abs(offset[i]) - gap[i];
                let lesser = own[i].min(radii - own[i]) * 2.0;
                common *= (zero - gap[i]).min(lesser).max(zero);
                smaller *= lesser;
            }
            share = common / smaller.max(tiny);
        }
        let surface = half[0] * half[1] + half[1] * half[2] + half[2] * half[0];
        let its = splat(simd, other[0] * other[1] + other[1] * other[2] + other[2] * other[0]);
        share * (surface.min(its) / surface.max(its).max(tiny)).sqrt()
    }

    /// Lower bounds of how far the other box moves before it meets these boxes, given its direction
    /// along the axes here and along its own axes.
    ///
    /// Only the six face normals are used. The nine products of edges do not change when boxes meet
    /// face to face, and change little in other cases.
    #[inline(always)]
    pub(super) fn travels(
        &self,
        simd: S,
        direction_here: [f32x8<S>; 3],
        direction_there: [f32; 3],
    ) -> [f32; 8] {
        let mut window = Window::new(simd);
        for i in 0..3 {
            let (t, across) = (self.t[i], self.across[i]);
            window.slab(simd, t, direction_here[i], abs(t) - self.here[i]);
            let speed = splat(simd, direction_there[i]);
            window.slab(simd, across, speed, abs(across) - self.there[i]);
        }
        window.travels(simd)
    }
}

/// The largest of three gaps.
#[inline(always)]
pub(super) fn largest<S: Simd>(gaps: [f32x8<S>; 3]) -> f32x8<S> {
    gaps[0].max(gaps[1]).max(gaps[2])
}

/// The three lengths with the signs of three other numbers.
#[inline(always)]
fn signed<S: Simd>(sides: [f32x8<S>; 3], like: &[f32x8<S>; 3]) -> [f32x8<S>; 3] {
    [sides[0].copysign(like[0]), sides[1].copysign(like[1]), sides[2].copysign(like[2])]
}
