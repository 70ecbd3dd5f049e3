//! Pairs of triangles from anywhere in two packets.

use super::{Corners, Moved, Packet, minus_lanes};
use crate::simd::{load3, splat};
use fearless_simd::Simd;

/// Up to eight pairs of triangles from anywhere: few of a packet are left when it comes to edges.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Gathered {
    here: [[[f32; 8]; 3]; 3],
    there: [[[f32; 8]; 3]; 3],
}

impl Gathered {
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, here: (&Packet, usize), there: (&Moved, usize)) {
        for corner in 0..3 {
            for axis in 0..3 {
                self.here[corner][axis][lane] = here.0.corners[corner][axis][here.1];
                self.there[corner][axis][lane] = there.0.corners[corner][axis][there.1];
            }
        }
    }

    /// Both of all pairs, seen from a corner, so that products are as accurate as the triangles are near.
    #[inline(always)]
    pub(super) fn corners<S: Simd>(&self, simd: S) -> [Corners<S>; 2] {
        let origin = load3(simd, &self.there[0]);
        let zero = splat(simd, 0.0);
        let here = [
            minus_lanes(load3(simd, &self.here[0]), origin),
            minus_lanes(load3(simd, &self.here[1]), origin),
            minus_lanes(load3(simd, &self.here[2]), origin),
        ];
        let there = [
            [zero, zero, zero],
            minus_lanes(load3(simd, &self.there[1]), origin),
            minus_lanes(load3(simd, &self.there[2]), origin),
        ];
        [here, there]
    }
}
