//! Evenly spaced numbers.

use std::ops::RangeInclusive;

/// `steps` evenly spaced numbers from one end to the other, both included; a single number is the
/// first end.
///
/// ```
/// assert!(feeler_scenes::spread(-10.0..=10.0, 5).eq([-10.0, -5.0, 0.0, 5.0, 10.0]));
/// ```
pub fn spread(range: RangeInclusive<f64>, steps: usize) -> impl Iterator<Item = f64> {
    let (first, last) = range.into_inner();
    (0..steps).map(move |i| {
        let t = i as f64 / (steps.max(2) - 1) as f64;
        first * (1.0 - t) + last * t
    })
}
