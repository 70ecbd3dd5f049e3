//! Which triangles may meet.

use super::{Facing, Gathered, One, TINY, minus_lanes, shadow};
use crate::simd::{abs, cross_lanes, splat};
use fearless_simd::{Simd, SimdBase, SimdMask};

impl<S: Simd> Facing<S> {
    /// Which lanes may meet a triangle that was moved here; a lane that is left out does not, by proof.
    ///
    /// Each corner is within `tolerance / 2` of its true place (see [`tolerance`](super::tolerance)). The axes are the three coordinate
    /// axes, the normal of the one and the normals of the eight; these leave two pairs for every one that meets.
    #[inline(always)]
    pub(super) fn candidates(&self, simd: S, one: &One, tolerance: f32) -> u32 {
        let [x, y, z] = self.beside(simd, one);
        let gap = x.max(y).max(z);
        if gap.simd_le(tolerance).to_bitmask() == 0 {
            return 0;
        }
        gap.max(self.along(simd, one)).max(self.across(one)).simd_le(tolerance).to_bitmask() as u32
    }
}

impl Gathered {
    /// Which pairs may meet: along the products of their edges, the last nine axes that can tell triangles apart.
    #[inline(always)]
    pub(super) fn touching<S: Simd>(&self, simd: S, tolerance: f32) -> u32 {
        let [here, there] = self.corners(simd);
        let mut alive = !0;
        for i in 0..3 {
            let u = minus_lanes(here[(i + 1) % 3], here[i]);
            for j in 0..3 {
                let axis = cross_lanes(u, minus_lanes(there[(j + 1) % 3], there[j]));
                let (p, q) = (shadow(axis, &here), shadow(axis, &there));
                let length = abs(axis[0]) + abs(axis[1]) + abs(axis[2]);
                let reach = (length * tolerance).max(splat(simd, TINY));
                alive &= (p.0 - q.1).max(q.0 - p.1).simd_le(reach).to_bitmask() as u32;
            }
        }
        alive
    }
}
