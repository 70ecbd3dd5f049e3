//! A packet that others come to.

use super::{Corners, One, Packet, Span, boxes, normals, shadow, shadow_of_one, shadow_on_one};
use crate::simd::splat;
use fearless_simd::{Simd, SimdBase, f32x8};

/// A packet with what is needed of it for every triangle that it meets.
pub(super) struct Facing<S: Simd> {
    pub(super) corners: Corners<S>,
    low: [f32x8<S>; 3],
    high: [f32x8<S>; 3],
    normals: [f32x8<S>; 3],
    /// The shadows of the triangles on their own normals: nearly nothing, but rounded.
    own: Span<S>,
}

impl<S: Simd> Facing<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, packet: &Packet) -> Self {
        let corners = packet.corners(simd);
        let ([low, high], normals) = (boxes(&corners), normals(simd, &corners));
        let own = shadow(normals, &corners);
        Self { corners, low, high, normals, own }
    }

    /// The signed gaps to the box of a triangle along the coordinate axes.
    #[inline(always)]
    pub(super) fn beside(&self, simd: S, one: &One) -> [f32x8<S>; 3] {
        let (low, high) = (self.low, self.high);
        [
            (low[0] - one.high[0]).max(splat(simd, one.low[0]) - high[0]),
            (low[1] - one.high[1]).max(splat(simd, one.low[1]) - high[1]),
            (low[2] - one.high[2]).max(splat(simd, one.low[2]) - high[2]),
        ]
    }

    /// The signed gap to a triangle along its normal.
    #[inline(always)]
    pub(super) fn along(&self, simd: S, one: &One) -> f32x8<S> {
        let (low, high) = shadow_on_one(one.normal, &self.corners);
        (low - one.own[1]).max(splat(simd, one.own[0]) - high)
    }

    /// The signed gaps to a triangle along the normals here.
    #[inline(always)]
    pub(super) fn across(&self, one: &One) -> f32x8<S> {
        let (low, high) = shadow_of_one(self.normals, &one.corners);
        (self.own.0 - high).max(low - self.own.1)
    }
}
