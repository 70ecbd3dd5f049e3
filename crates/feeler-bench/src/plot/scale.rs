//! The scale of an axis: from numbers to places.

use super::number::Unit;

/// A scale: it maps a value to the share of the axis, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    law: Law,
    low: f64,
    high: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Law {
    Linear,
    /// A logarithmic scale. Its limits are powers of ten, stored as exponents.
    Log,
}

/// The largest ratio of values for a linear axis. With more, it would show only the largest values.
const MOST_LINEAR_RATIO: f64 = 20.0;

impl Scale {
    /// A linear scale from the smallest to the largest value. It does not begin at zero on purpose.
    pub fn linear(values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = limits(values.into_iter().filter(|v| v.is_finite()));
        // A single value is shown in the middle. Halves are used because the difference of two
        // numbers may be infinite.
        let room = if high > low { 0.0 } else { (low.abs() * 0.5).max(0.5) };
        Self { law: Law::Linear, low: (low - room).max(-1e300), high: (high + room).min(1e300) }
    }

    /// A linear scale whose ends are given.
    pub fn between([low, high]: [f64; 2]) -> Self {
        Self { law: Law::Linear, low, high }
    }

    /// A linear scale from zero to the next tick above the largest value.
    pub fn from_zero(values: impl IntoIterator<Item = f64>) -> Self {
        let (_, high) = limits(values.into_iter().filter(|v| v.is_finite()));
        let high = if high > 0.0 { high.min(1e300) } else { 1.0 };
        let step = nice(high / 5.0);
        Self { law: Law::Linear, low: 0.0, high: (high / step).ceil() * step }
    }

    /// A logarithmic scale of half decades around all positive values. Other values are drawn at
    /// the lower end.
    pub fn log(values: impl IntoIterator<Item = f64>) -> Self {
        let positive = values.into_iter().filter(|v| v.is_finite() && *v > 0.0);
        let (low, high) = limits(positive.map(f64::log10));
        // Limits at half decades save room.
        let half = |x: f64| (2.0 * x).floor() / 2.0;
        let (low, high) = (half(low + 1e-9), -half(-high + 1e-9));
        let high = if high > low { high } else { low + 1.0 };
        Self { law: Law::Log, low, high }
    }

    /// A logarithmic scale if the values are all positive and of different size, else a linear
    /// scale.
    pub fn suited(values: &[f64]) -> Self {
        let (low, high) = limits(values.iter().copied());
        if low > 0.0 && high / low > MOST_LINEAR_RATIO {
            Self::log(values.iter().copied())
        } else {
            Self::linear(values.iter().copied())
        }
    }

    /// A scale for sizes: logarithmic if the positive values are of different size, else linear
    /// from zero.
    pub fn suited_from_zero(values: &[f64]) -> Self {
        let positive: Vec<f64> = values.iter().copied().filter(|v| *v > 0.0).collect();
        match Self::suited(&positive) {
            log if log.is_log() => log,
            _ => Self::from_zero(values.iter().copied()),
        }
    }

    pub(crate) fn is_log(self) -> bool {
        self.law == Law::Log
    }

    /// The place of a value, from 0 to 1. Values beyond the ends are placed at the ends.
    pub(crate) fn place(self, value: f64) -> f64 {
        let value = match self.law {
            Law::Linear => value,
            Law::Log if value > 0.0 => value.log10(),
            Law::Log => self.low,
        };
        let place = (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) }
    }

    /// At most `most` round numbers along the axis, with their texts.
    pub(crate) fn ticks(self, most: usize, unit: Unit) -> Vec<(f64, String)> {
        let values = match self.law {
            Law::Linear => self.round_numbers(most),
            Law::Log => self.round_powers(most),
        };
        values.into_iter().map(|value| (self.place(value), unit.show(value))).collect()
    }

    fn round_numbers(self, most: usize) -> Vec<f64> {
        let step = nice((self.high - self.low) / most.max(2) as f64);
        let first = (self.low / step - 1e-9).ceil();
        let all = (0..most + 1).map(|i| (first + i as f64) * step);
        // Zero must be exactly zero, without a rounding error.
        let exact = all.map(|v| if v.abs() < step * 1e-6 { 0.0 } else { v });
        exact.take_while(|v| *v <= self.high + step * 1e-6).collect()
    }

    fn round_powers(self, most: usize) -> Vec<f64> {
        let decades = self.high - self.low;
        let factors: &[f64] = match decades {
            _ if decades * 3.0 <= most as f64 => &[1.0, 2.0, 5.0],
            _ if decades * 2.0 <= most as f64 => &[1.0, 3.0],
            _ => &[1.0],
        };
        let step = (decades / most as f64).ceil().max(1.0) as i32;
        let (first, last) = (self.low.floor() as i32, self.high.floor() as i32);
        let powers = (first..=last).filter(|e| e.rem_euclid(step) == 0);
        let all = powers.flat_map(|e| factors.iter().map(move |f| (e, f * 10f64.powi(e))));
        let inside = |v: &f64| (self.low - 1e-9..=self.high + 1e-9).contains(&v.log10());
        all.map(|(_, v)| v).filter(inside).collect()
    }
}

/// The smallest of 1, 2, 5, 10, ... that is not below a number.
fn nice(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= least * (1.0 - 1e-9));
    let step = step.unwrap_or(10.0) * power;
    if step.is_finite() && step > 0.0 { step } else { 1.0 }
}

/// The smallest and the largest value; 0 and 1 if there is none.
fn limits(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let wider = |(low, high): (f64, f64), v: f64| (low.min(v), high.max(v));
    let found = values.fold((f64::INFINITY, f64::NEG_INFINITY), wider);
    if found.0 <= found.1 { found } else { (0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, most: usize, unit: Unit) -> Vec<String> {
        scale.ticks(most, unit).into_iter().map(|(_, text)| text.replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn ticks_are_round_and_in_order() {
        assert_eq!(
            labels(Scale::linear([-25.0, 25.0]), 6, Unit::Plain),
            ["−20", "−10", "0", "10", "20"]
        );
        assert_eq!(labels(Scale::linear([0.4, 2.1]), 6, Unit::Plain), ["0.5", "1", "1.5", "2"]);
        assert_eq!(
            labels(Scale::log([400.0, 2e6]), 5, Unit::Time),
            ["1 µs", "10 µs", "100 µs", "1 ms"]
        );
        assert_eq!(labels(Scale::log([1100.0, 2900.0]), 6, Unit::Time), ["1 µs", "2 µs"]);
        assert_eq!(
            labels(Scale::from_zero([0.83]), 6, Unit::Share),
            ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]
        );
    }

    #[test]
    fn every_value_has_a_place() {
        let nasty = [0.0, -1.0, 1.0, 5e-324, 1e300, -1e300, f64::MAX, f64::MIN, f64::NAN, 1e-9];
        for some in 0..nasty.len() {
            for end in some..=nasty.len() {
                let values = &nasty[some..end];
                let all = |v: &[f64]| v.to_vec();
                for scale in [
                    Scale::linear(all(values)),
                    Scale::log(all(values)),
                    Scale::from_zero(all(values)),
                    Scale::suited(values),
                    Scale::suited_from_zero(values),
                ] {
                    for value in nasty {
                        assert!((0.0..=1.0).contains(&scale.place(value)), "{scale:?} {value}");
                    }
                    let ticks = scale.ticks(5, Unit::Plain);
                    assert!(ticks.len() < 12, "{scale:?}");
                    assert!(ticks.windows(2).all(|t| t[0].0 <= t[1].0), "{scale:?} {ticks:?}");
                    assert!(!format!("{ticks:?}").contains("inf"), "{scale:?} {ticks:?}");
                }
            }
        }
    }

    #[test]
    fn sizes_choose_their_law() {
        assert!(Scale::suited(&[1.0, 100.0]).is_log());
        assert!(!Scale::suited(&[1.0, 4.0]).is_log());
        assert!(!Scale::suited(&[-1.0, 400.0]).is_log());
        assert!(Scale::suited_from_zero(&[0.0, 1.0, 400.0]).is_log());
        assert_eq!(Scale::suited_from_zero(&[3.0, 4.0]).place(0.0), 0.0);
    }
}
