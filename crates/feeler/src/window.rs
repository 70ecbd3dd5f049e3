//! The separating-axis test with time: when a moving volume or triangle meets others.
//!
//! Along any axis, two shadows overlap from one moment to another, and the two objects can only
//! meet while their shadows overlap along all axes. As with gaps, every axis gives a proof of its
//! own. With few or bad axes, objects seem to meet too early, or to meet at all; they never seem to
//! meet too late.

use crate::simd::{abs, splat};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, f32x8, mask32x8};

/// The intervals of the way on which a moving object may meet the objects of a packet.
#[derive(Clone, Copy)]
pub(crate) struct Window<S: Simd> {
    enter: f32x8<S>,
    leave: f32x8<S>,
}

/// The slowest speed that is used, because slower speeds would divide by zero.
///
/// Over a way of `7 (1 + scale)`, the longest possible, this moves a shadow by `14 u (1 + scale)`
/// with u = 2^-24. The slack of a moving pair covers that (see `Motion::along`).
const MIN_SPEED: f32 = 1.0 / (1 << 23) as f32;

impl<S: Simd> Window<S> {
    /// A window without limits, before any axis is known.
    #[inline(always)]
    pub(crate) fn new(simd: S) -> Self {
        Self { enter: splat(simd, f32::NEG_INFINITY), leave: splat(simd, f32::INFINITY) }
    }

    /// Narrows the window by the shadows along an axis. Their middles are `offset` apart, which
    /// grows with `speed`, and they overlap if the middles are within `radius`.
    #[inline(always)]
    pub(crate) fn slab(&mut self, simd: S, offset: f32x8<S>, speed: f32x8<S>, radius: f32x8<S>) {
        let speed = abs(speed).max(splat(simd, MIN_SPEED)).copysign(speed);
        let inverse = splat(simd, 1.0) / speed;
        let (middle, half) = (-offset * inverse, radius * abs(inverse));
        self.enter = self.enter.max(middle - half);
        self.leave = self.leave.min(middle + half);
    }

    /// The lanes that the moving object may meet from here on.
    #[inline(always)]
    pub(crate) fn meets(&self) -> mask32x8<S> {
        self.enter.simd_le(self.leave) & self.leave.simd_ge(0.0)
    }

    /// Lower bounds of how far the object moves before it may meet those of the packet: not
    /// positive if it may meet them now, infinite if it never does.
    #[inline(always)]
    pub(crate) fn travels(self, simd: S) -> [f32; 8] {
        let never = splat(simd, f32::INFINITY);
        self.meets().select(self.enter, never).into()
    }
}
