//! Which triangles may meet.

use super::{Facing, One};
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
