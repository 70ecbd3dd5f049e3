//! The coordinates of a tree.

use super::packet::{Box3, above, below};
use crate::bounds::Bounds;

/// The coordinates in which a tree has its boxes: f32 numbers, relative to a point, in a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    center: [f64; 3],
    /// One over the unit, a power of two.
    per_unit: f64,
}

impl Default for Frame {
    fn default() -> Self {
        Self { center: [0.0; 3], per_unit: 1.0 }
    }
}

/// The number of boxes that a frame is chosen by.
const SAMPLE: usize = 255;

impl Frame {
    /// A frame for some boxes, none of them empty: its center is among them, and its unit is about
    /// the size of one. Medians are not moved by a few objects that are huge or far away.
    pub(super) fn of(boxes: &[&Bounds]) -> Self {
        let stride = boxes.len().div_ceil(SAMPLE).max(1);
        let median = |value: &dyn Fn(&Bounds) -> f64| {
            let mut values: Vec<f64> = boxes.iter().step_by(stride).map(|b| value(b)).collect();
            let middle = values.len() / 2;
            if values.is_empty() {
                return 0.0;
            }
            *values.select_nth_unstable_by(middle, f64::total_cmp).1
        };
        let center = [0, 1, 2].map(|k| median(&|b| 0.5 * b.low[k] + 0.5 * b.high[k]));
        let size = median(&|b| (0..3).map(|k| b.high[k] - b.low[k]).fold(0.0, f64::max));
        // Objects without size: f32 tells them apart by their distances.
        let apart = median(&|b| (0..3).map(|k| (b.low[k] - center[k]).abs()).fold(0.0, f64::max));
        let size = size.max(1e-6 * apart);
        // The power of two below one over the size, by the exponent alone.
        let per_unit = f64::from_bits((1.0 / size.clamp(1e-290, 1e290)).to_bits() & (0x7ff << 52));
        Self { center, per_unit }
    }

    /// The box in this frame, rounded outwards.
    ///
    /// A difference is rounded by `2^-53` of itself, and a product by a power of two not at all, or
    /// below the smallest f32; the next f32 is further away than that.
    #[inline]
    pub(super) fn boxed(&self, bounds: &Bounds) -> Box3 {
        if bounds.low[0] > bounds.high[0] {
            return Box3::EMPTY;
        }
        let inside = |x: f64, k: usize| ((x - self.center[k]) * self.per_unit) as f32;
        let low = |k: usize| below(inside(bounds.low[k], k));
        let high = |k: usize| above(inside(bounds.high[k], k));
        Box3 { low: [low(0), low(1), low(2)], high: [high(0), high(1), high(2)] }
    }

    /// A length in this frame, rounded up; zero stays zero.
    pub(super) fn length(&self, length: f64) -> f32 {
        if length > 0.0 { ((length * self.per_unit) as f32).next_up() } else { 0.0 }
    }

    /// A length of this frame in the world, rounded down.
    pub(super) fn in_world(&self, length: f64) -> f64 {
        length / self.per_unit * (1.0 - f64::EPSILON)
    }
}
