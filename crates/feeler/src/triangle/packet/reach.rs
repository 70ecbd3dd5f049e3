//! The limit of a search for near triangles.

use crate::rounding::MARGIN;
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8};

/// The limit of a search: triangles that are further apart do not matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    tolerance: f32,
    /// The square of the largest gap along a direction for which a distance within the limit is
    /// possible.
    squared: f32,
}

impl Reach {
    #[inline(always)]
    pub(super) fn new(limit: f32, tolerance: f32) -> Self {
        // The inverse of `certain`, with a margin for its own rounding. If the limit is below zero
        // by more than the tolerance, no gap is within reach.
        let gap = (limit + tolerance) * (1.0 + 4.0 * MARGIN);
        Self { tolerance, squared: if gap < 0.0 { -1.0 } else { gap * gap * (1.0 + MARGIN) } }
    }

    /// The lanes whose squared gaps are within reach.
    #[inline(always)]
    pub(super) fn has<S: Simd>(&self, squared: f32x8<S>) -> u32 {
        squared.simd_le(self.squared).to_bitmask() as u32
    }

    /// The certain part of a gap: a lower bound of the distance.
    #[inline(always)]
    pub(super) fn certain<S: Simd>(&self, gap: f32x8<S>) -> f32x8<S> {
        gap * (1.0 - 2.0 * MARGIN) - self.tolerance
    }

    /// An upper bound of the distance, given a way from one triangle to the other whose ends are
    /// within `blur` of the triangles.
    #[inline(always)]
    pub(super) fn at_most<S: Simd>(&self, way: f32x8<S>, blur: f32x8<S>) -> f32x8<S> {
        (way + blur) * (1.0 + 2.0 * MARGIN) + self.tolerance
    }
}
