//! Pairs of triangles from anywhere in two packets.

use super::{Corners, Ones, Packet, minus_lanes};
use crate::simd::{pick3, splat};
use fearless_simd::Simd;

/// Eight pairs of triangles from anywhere: few of a packet are left when it comes to edges.
///
/// All are seen from the first corner there, so that products are as accurate as the triangles are near.
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
        (ones, there): (&Ones, &[u32; 8]),
    ) -> Self {
        let origin = pick3(simd, &ones.corners[0], there);
        let zero = splat(simd, 0.0);
        Self {
            here: [
                minus_lanes(pick3(simd, &packet.corners[0], here), origin),
                minus_lanes(pick3(simd, &packet.corners[1], here), origin),
                minus_lanes(pick3(simd, &packet.corners[2], here), origin),
            ],
            there: [
                [zero, zero, zero],
                minus_lanes(pick3(simd, &ones.corners[1], there), origin),
                minus_lanes(pick3(simd, &ones.corners[2], there), origin),
            ],
        }
    }
}
