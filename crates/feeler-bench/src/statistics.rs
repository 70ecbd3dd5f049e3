//! Plain statistics of numbers.

/// The number below which a share of sorted numbers lies, interpolated between neighbours; none where there are no numbers.
///
/// ```
/// use feeler_bench::statistics::percentile;
/// assert_eq!(percentile(&[1.0, 2.0, 4.0], 0.5), Some(2.0));
/// assert_eq!(percentile(&[1.0, 2.0, 4.0], 0.75), Some(3.0));
/// ```
pub fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(below + (above - below) * place.fract())
}

/// Numbers from the smallest to the largest.
pub fn sorted(numbers: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.into_iter().collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// The middle of some numbers.
pub fn median(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    percentile(&sorted(numbers), 0.5)
}

/// The mean; none where there are no numbers.
pub fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// The exponent `k` of the law `y = c * x^k` that fits points best, by least squares of the logarithms.
///
/// Points that have no logarithm are left out; none where fewer than two different `x` remain.
///
/// ```
/// let cubes = [[1.0, 2.0], [2.0, 16.0], [4.0, 128.0]];
/// assert!((feeler_bench::statistics::slope(&cubes).unwrap() - 3.0).abs() < 1e-12);
/// ```
pub fn slope(points: &[[f64; 2]]) -> Option<f64> {
    let usable = |point: &&[f64; 2]| point.iter().all(|x| *x > 0.0 && x.is_finite());
    let logs: Vec<[f64; 2]> = points.iter().filter(usable).map(|p| p.map(f64::ln)).collect();
    let center = [0, 1].map(|i| mean(&logs.iter().map(|p| p[i]).collect::<Vec<f64>>()));
    let [Some(x), Some(y)] = center else { return None };
    let spread: f64 = logs.iter().map(|p| (p[0] - x).powi(2)).sum();
    let together: f64 = logs.iter().map(|p| (p[0] - x) * (p[1] - y)).sum();
    // Equal x have a mean that may be off by a rounding.
    (spread > 1e-24).then(|| together / spread)
}

/// How many numbers lie in each of some bins of equal width in the logarithm, from the smallest to the largest number.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The borders of the bins, one more than there are bins.
    pub borders: Vec<f64>,
    /// The numbers in each; the last bin has its upper border too.
    pub counts: Vec<usize>,
}

impl Histogram {
    /// Counts positive numbers; none where there are none. Equal numbers are one bin.
    ///
    /// ```
    /// use feeler_bench::statistics::Histogram;
    /// let histogram = Histogram::new(&[1.0, 2.0, 50.0, 100.0], 2).unwrap();
    /// assert_eq!(histogram.counts, [2, 2]);
    /// ```
    pub fn new(numbers: &[f64], bins: usize) -> Option<Self> {
        let numbers = sorted(numbers.iter().copied().filter(|x| *x > 0.0 && x.is_finite()));
        let (first, last) = (*numbers.first()?, *numbers.last()?);
        let bins = if first == last { 1 } else { bins.max(1) };
        let width = (last / first).ln() / bins as f64;
        let border = |i: usize| if i == bins { last } else { first * (width * i as f64).exp() };
        let borders: Vec<f64> = (0..=bins).map(border).collect();
        let mut counts = vec![0; bins];
        for x in numbers {
            let bin = borders[1..bins].iter().take_while(|border| x >= **border).count();
            counts[bin] += 1;
        }
        Some(Self { borders, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_of_few_numbers() {
        assert_eq!(percentile(&[], 0.5), None);
        assert_eq!(percentile(&[7.0], 0.99), Some(7.0));
        let ten = sorted((1..=11).rev().map(f64::from));
        let all = [0.0, 0.1, 0.5, 0.9, 1.0, 2.0].map(|share| percentile(&ten, share).unwrap());
        assert_eq!(all, [1.0, 2.0, 6.0, 10.0, 11.0, 11.0]);
        assert_eq!(median([3.0, 1.0]), Some(2.0));
        assert_eq!((mean(&[]), mean(&[1.0, 4.0])), (None, Some(2.5)));
    }

    #[test]
    fn slopes_need_two_places() {
        assert_eq!(slope(&[]), None);
        assert_eq!(slope(&[[0.1, 2.0], [0.1, 3.0], [0.1, 9.0]]), None);
        assert_eq!(slope(&[[0.0, 1.0], [-1.0, 1.0], [1.0, f64::NAN], [2.0, 1.0]]), None);
        let falling: Vec<[f64; 2]> =
            [0.001, 0.01, 0.1].map(|x: f64| [x, 5.0 * x.powf(-1.26)]).to_vec();
        assert!((slope(&falling).unwrap() + 1.26).abs() < 1e-12);
    }

    #[test]
    fn every_number_is_in_one_bin() {
        assert_eq!(Histogram::new(&[0.0, -1.0, f64::NAN], 4), None);
        let equal = Histogram::new(&[3.0, 3.0], 4).unwrap();
        assert_eq!((equal.counts, equal.borders), (vec![2], vec![3.0, 3.0]));
        let numbers: Vec<f64> = (1..=1000).map(f64::from).collect();
        let histogram = Histogram::new(&numbers, 3).unwrap();
        // A power of ten a bin; rounding may put 10 or 100 on either side.
        assert_eq!(histogram.counts.iter().sum::<usize>(), 1000);
        for (count, expected) in histogram.counts.iter().zip([9, 90, 901]) {
            assert!(count.abs_diff(expected) <= 1, "{histogram:?}");
        }
    }
}
