//! Statistics: a few numbers about many. All functions are pure. None of them panics on an empty
//! list, and for finite numbers all results are finite.

/// The value below which the share `p` of all values lies, interpolated between neighbours; 0 for
/// an empty list.
///
/// The values must be sorted. A `p` outside 0 to 1 is clamped.
///
/// ```
/// use feeler_bench::statistics::percentile;
/// assert_eq!(percentile(&[1.0, 2.0, 4.0], 0.5), 2.0);
/// assert_eq!(percentile(&[1.0, 2.0, 4.0], 0.75), 3.0);
/// ```
pub fn percentile(sorted: &[f64], p: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = p.clamp(0.0, 1.0) * last as f64;
    let below = place as usize;
    let (low, high) = (sorted[below], sorted[(below + 1).min(last)]);
    low + (high - low) * (place - below as f64)
}

/// The values in ascending order, as [`percentile`] needs them.
///
/// ```
/// assert_eq!(feeler_bench::statistics::sorted([2.0, 1.0]), [1.0, 2.0]);
/// ```
pub fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The median of values in any order; 0 for an empty list.
///
/// ```
/// assert_eq!(feeler_bench::statistics::median(&[5.0, 1.0, 3.0]), 3.0);
/// ```
pub fn median(values: &[f64]) -> f64 {
    percentile(&sorted(values.iter().copied()), 0.5)
}

/// The arithmetic mean; 0 for an empty list.
///
/// ```
/// assert_eq!(feeler_bench::statistics::mean(&[5.0, 1.0]), 3.0);
/// ```
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The geometric mean, which is the mean for ratios: twice as much and half as much are 1 together.
/// Only positive values count; `None` if there is none.
///
/// ```
/// use feeler_bench::statistics::geometric_mean;
/// assert_eq!(geometric_mean(&[2.0, 0.5]), Some(1.0));
/// assert_eq!(geometric_mean(&[0.0]), None);
/// ```
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logs: Vec<f64> = values.iter().filter(|v| **v > 0.0).map(|v| v.ln()).collect();
    (!logs.is_empty()).then(|| mean(&logs).exp())
}

/// A straight line through points in a plot with logarithmic axes: y = c * x^slope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// The exponent.
    pub slope: f64,
    /// The share of the variance of log y that the line explains, 0 to 1.
    pub fit: f64,
}

/// The line with the least squares in logarithms. Points without a logarithm are ignored. `None`
/// for fewer than two different x.
///
/// ```
/// use feeler_bench::statistics::slope;
/// let law = slope(&[(1.0, 5.0), (10.0, 0.5), (100.0, 0.05), (0.0, 7.0)]).unwrap();
/// assert!((law.slope + 1.0).abs() < 1e-12 && law.fit > 0.999_999);
/// ```
pub fn slope(points: &[(f64, f64)]) -> Option<Slope> {
    let usable = points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0);
    let logs: Vec<(f64, f64)> = usable.map(|(x, y)| (x.ln(), y.ln())).collect();
    let middle_x = mean(&logs.iter().map(|p| p.0).collect::<Vec<_>>());
    let middle_y = mean(&logs.iter().map(|p| p.1).collect::<Vec<_>>());
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in &logs {
        xx += (x - middle_x) * (x - middle_x);
        xy += (x - middle_x) * (y - middle_y);
        yy += (y - middle_y) * (y - middle_y);
    }
    // Equal x differ only by the rounding of their mean.
    if xx <= 1e-20 * logs.len() as f64 {
        return None;
    }
    let fit = if yy > 0.0 { (xy * xy / (xx * yy)).min(1.0) } else { 1.0 };
    Some(Slope { slope: xy / xx, fit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_reach_from_the_smallest_to_the_largest() {
        let values = sorted([9.0, 1.0, 4.0, 7.0]);
        assert_eq!(percentile(&values, 0.0), 1.0);
        assert_eq!(percentile(&values, 1.0), 9.0);
        assert_eq!(percentile(&values, -3.0), 1.0);
        assert_eq!(percentile(&values, 0.5), 5.5);
        assert_eq!(percentile(&[3.0], 0.99), 3.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }

    #[test]
    fn slopes_of_powers_are_their_exponents() {
        for exponent in [-1.58, -1.26, 0.0, 0.5, 2.0] {
            let power = |i| (f64::from(i), 3.0 * f64::from(i).powf(exponent));
            let found = slope(&(1..20).map(power).collect::<Vec<_>>()).unwrap();
            assert!((found.slope - exponent).abs() < 1e-12, "{found:?}");
        }
    }

    #[test]
    fn a_slope_needs_two_places() {
        assert_eq!(slope(&[]), None);
        assert_eq!(slope(&[(0.1, 1.0)]), None);
        assert_eq!(slope(&[(0.1, 1.0), (0.1, 2.0), (0.1, 7.0)]), None);
        assert_eq!(slope(&[(-1.0, 1.0), (0.1, 2.0), (0.0, 7.0)]), None);
    }

    #[test]
    fn noise_lowers_the_fit() {
        let points = [(1.0, 1.0), (2.0, 9.0), (4.0, 1.0), (8.0, 9.0)];
        assert!(slope(&points).unwrap().fit < 0.5);
    }
}
