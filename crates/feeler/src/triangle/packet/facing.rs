//! A packet that triangles of the other mesh are tested against.

use super::{
    Corners, MovedTriangle, Packet, Span, boxes, normals, shadow, shadow_of_one, shadow_on_one,
};
use crate::simd::splat;
use fearless_simd::{Simd, SimdBase, f32x8};

/// A packet, with the data that the test of every triangle against it needs.
pub(super) struct Facing<S: Simd> {
    pub(super) corners: Corners<S>,
    low: [f32x8<S>; 3],
    high: [f32x8<S>; 3],
    normals: [f32x8<S>; 3],
    /// The shadows of the triangles on their own normals. Their width is zero except for rounding.
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
    pub(super) fn beside(&self, simd: S, other: &MovedTriangle) -> [f32x8<S>; 3] {
        let (low, high) = (self.low, self.high);
        [
            (low[0] - other.high[0]).max(splat(simd, other.low[0]) - high[0]),
            (low[1] - other.high[1]).max(splat(simd, other.low[1]) - high[1]),
            (low[2] - other.high[2]).max(splat(simd, other.low[2]) - high[2]),
        ]
    }

    /// The signed gap to a triangle along its normal.
    #[inline(always)]
    pub(super) fn along(&self, simd: S, other: &MovedTriangle) -> f32x8<S> {
        let (low, high) = shadow_on_one(other.normal, &self.corners);
        (low - other.own[1]).max(splat(simd, other.own[0]) - high)
    }

    /// The signed gaps to a triangle along the normals here.
    #[inline(always)]
    pub(super) fn across(&self, other: &MovedTriangle) -> f32x8<S> {
        let (low, high) = shadow_of_one(self.normals, &other.corners);
        (self.own.0 - high).max(low - self.own.1)
    }
}
