//! The test which triangles may meet.

use super::{Facing, MovedTriangle};
use fearless_simd::{Simd, SimdBase, SimdMask};

impl<S: Simd> Facing<S> {
    /// The lanes that may meet a triangle of the other mesh. A lane that is left out provably does
    /// not meet it.
    ///
    /// Each corner is within `tolerance / 2` of its true place (see
    /// [`tolerance`](super::tolerance)). The axes are the three coordinate axes, the normal of the
    /// one triangle and the normals of the eight. These leave two pairs for every pair that meets.
    #[inline(always)]
    pub(super) fn candidates(&self, simd: S, other: &MovedTriangle, tolerance: f32) -> u32 {
        let [x, y, z] = self.beside(simd, other);
        let gap = x.max(y).max(z);
        if gap.simd_le(tolerance).to_bitmask() == 0 {
            return 0;
        }
        gap.max(self.along(simd, other)).max(self.across(other)).simd_le(tolerance).to_bitmask()
            as u32
    }
}
