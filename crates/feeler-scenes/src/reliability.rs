//! Whether probabilities are what they say.

/// Probabilities, and how often what they speak of came true: the reliability diagram.
///
/// ```
/// use feeler_scenes::Reliability;
/// let mut reliability = Reliability::default();
/// for k in 0..100 {
///     reliability.add(0.3, k % 10 < 4);
/// }
/// assert!((reliability.error() - 0.1).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reliability {
    bins: [Bin; 10],
    /// The sum of the squared differences.
    squares: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bin {
    sum: f64,
    came_true: usize,
    count: usize,
}

impl Reliability {
    /// One probability, from 0 to 1, and what came.
    pub fn add(&mut self, p: f64, came_true: bool) {
        let bin = &mut self.bins[((10.0 * p) as usize).min(9)];
        bin.sum += p;
        bin.came_true += usize::from(came_true);
        bin.count += 1;
        self.squares += (p - f64::from(u8::from(came_true))).powi(2);
    }

    /// How many were added.
    pub fn count(&self) -> usize {
        self.bins.iter().map(|bin| bin.count).sum()
    }

    /// The expected calibration error: by how much the mean of a bin is off, as a mean over all that was added. Zero where nothing was.
    pub fn error(&self) -> f64 {
        let off: f64 = self.bins.iter().map(|bin| (bin.sum - bin.came_true as f64).abs()).sum();
        off / self.count().max(1) as f64
    }

    /// The Brier score: the mean square of the differences.
    pub fn brier(&self) -> f64 {
        self.squares / self.count().max(1) as f64
    }

    /// The mean probability of each bin that has any, how often it came true, and how many there are.
    pub fn bins(&self) -> impl Iterator<Item = (f64, f64, usize)> + '_ {
        self.bins.iter().filter(|bin| bin.count > 0).map(|&Bin { sum, came_true, count }| {
            (sum / count as f64, came_true as f64 / count as f64, count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sure_and_right_is_perfect() {
        let mut reliability = Reliability::default();
        assert_eq!((reliability.error(), reliability.brier(), reliability.count()), (0.0, 0.0, 0));
        reliability.add(0.0, false);
        reliability.add(1.0, true);
        assert_eq!((reliability.error(), reliability.brier(), reliability.count()), (0.0, 0.0, 2));
        assert!(reliability.bins().eq([(0.0, 0.0, 1), (1.0, 1.0, 1)]));
    }

    #[test]
    fn errors_of_bins_do_not_cancel() {
        let mut reliability = Reliability::default();
        reliability.add(0.05, true);
        reliability.add(0.95, false);
        assert!((reliability.error() - 0.95).abs() < 1e-12);
        assert!((reliability.brier() - 0.95 * 0.95).abs() < 1e-12);
    }
}
