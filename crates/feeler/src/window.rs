//! When two things meet, one of which moves: the separating-axis test with time.
//!
//! Along any axis two shadows overlap from one moment to another, and things can only meet while they overlap along all axes. As with
//! gaps, every axis is a proof of its own: few or bad ones let things meet too early or at all, never too late.

use crate::simd::{abs, splat};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, f32x8, mask32x8};

/// From where to where along its way something may meet those of a packet.
#[derive(Clone, Copy)]
pub(crate) struct Window<S: Simd> {
    enter: f32x8<S>,
    leave: f32x8<S>,
}

/// The slowest speed: slower ones would divide by zero.
///
/// Over a way of `7 (1 + scale)`, as long as any may be, this moves a shadow by `14 u (1 + scale)` where u = 2^-24, which the slack of
/// a moving pair covers (see `Motion::along`).
const SLOW: f32 = 1.0 / (1 << 23) as f32;

impl<S: Simd> Window<S> {
    /// Nothing is known yet.
    #[inline(always)]
    pub(crate) fn new(simd: S) -> Self {
        Self { enter: splat(simd, f32::NEG_INFINITY), leave: splat(simd, f32::INFINITY) }
    }

    /// Shadows along an axis whose middles are `offset` apart, which grows with `speed`, and that overlap within `radius`.
    #[inline(always)]
    pub(crate) fn slab(&mut self, simd: S, offset: f32x8<S>, speed: f32x8<S>, radius: f32x8<S>) {
        let speed = abs(speed).max(splat(simd, SLOW)).copysign(speed);
        let inverse = splat(simd, 1.0) / speed;
        let (middle, half) = (-offset * inverse, radius * abs(inverse));
        self.enter = self.enter.max(middle - half);
        self.leave = self.leave.min(middle + half);
    }

    /// Which of them it may meet from here on.
    #[inline(always)]
    pub(crate) fn meets(&self) -> mask32x8<S> {
        self.enter.simd_le(self.leave) & self.leave.simd_ge(0.0)
    }

    /// How far it moves before they may meet: not positive where that is now, infinite where it is never.
    #[inline(always)]
    pub(crate) fn travels(self, simd: S) -> [f32; 8] {
        let never = splat(simd, f32::INFINITY);
        self.meets().select(self.enter, never).into()
    }
}
