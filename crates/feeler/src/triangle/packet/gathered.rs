//! Pairs of triangles, gathered from any lanes of two packets.

use super::{Corners, MovedTriangles, Packet, minus_lanes};
use crate::simd::{pick3, splat};
use fearless_simd::Simd;

/// Eight pairs of triangles from any lanes. When edges are tested, few triangles of a packet
/// remain.
///
/// All corners are relative to the first corner there, so that products are as accurate as the
/// triangles are near.
pub(super) struct Gathered<S: Simd> {
    pub(super) here: Corners<S>,
    pub(super) there: Corners<S>,
}

impl<S: Simd> Gathered<S> {
    /// The pairs of lanes that words pick (see [`pick_of`](crate::simd::pick_of)).
    #[inline(always)]
    pub(super) fn new(
        simd: S,
        (packet, here): (&Packet, &[u32; 8]),
        (triangles, there): (&MovedTriangles, &[u32; 8]),
    ) -> Self {
        let origin = pick3(simd, &triangles.corners[0], there);
        let zero = splat(simd, 0.0);
        Self {
            here: [
                minus_lanes(pick3(simd, &packet.corners[0], here), origin),
                minus_lanes(pick3(simd, &packet.corners[1], here), origin),
                minus_lanes(pick3(simd, &packet.corners[2], here), origin),
            ],
            there: [
                [zero, zero, zero],
                minus_lanes(pick3(simd, &triangles.corners[1], there), origin),
                minus_lanes(pick3(simd, &triangles.corners[2], there), origin),
            ],
        }
    }
}
