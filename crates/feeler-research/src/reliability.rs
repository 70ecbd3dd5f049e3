//! A test whether predicted probabilities come true.

/// The predicted probabilities of contacts, and how often the meshes did touch, in ten bins.
///
/// ```
/// use feeler_research::Reliability;
/// let mut forecast = Reliability::default();
/// for touches in [true, true, true, false] {
///     forecast.add(0.75, touches);
/// }
/// assert_eq!(forecast.error(), 0.0);
/// forecast.add(0.0, true); // said to be impossible
/// assert_eq!(forecast.error(), 0.2);
/// ```
///
/// The error of n perfect probabilities is not zero but about 1/√n, by chance. So compare only
/// reliabilities with equal counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reliability {
    bins: [Bin; BINS],
    /// The sum of the squared differences between each probability and the truth, 0 or 1.
    squares: f64,
}

const BINS: usize = 10;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bin {
    count: usize,
    touching: usize,
    sum: f64,
}

impl Reliability {
    /// Adds a probability of a contact, from 0 to 1, and whether there is a contact.
    pub fn add(&mut self, p: f64, touches: bool) {
        debug_assert!((0.0..=1.0).contains(&p), "{p} is no probability");
        let truth = touches as u8 as f64;
        self.squares += (p - truth).powi(2);
        let bin = &mut self.bins[((p * BINS as f64) as usize).min(BINS - 1)];
        bin.count += 1;
        bin.touching += touches as usize;
        bin.sum += p;
    }

    /// Adds everything that was added to another reliability.
    pub fn join(&mut self, other: &Self) {
        self.squares += other.squares;
        for (bin, other) in self.bins.iter_mut().zip(&other.bins) {
            bin.count += other.count;
            bin.touching += other.touching;
            bin.sum += other.sum;
        }
    }

    /// The number of probabilities that were added.
    pub fn count(&self) -> usize {
        self.bins.iter().map(|bin| bin.count).sum()
    }

    /// The share of queries in which the meshes touch; zero without data.
    pub fn share(&self) -> f64 {
        self.mean(self.bins.iter().map(|bin| bin.touching as f64).sum())
    }

    /// The expected calibration error: the difference between the mean probability of a bin and the
    /// share of touching meshes in it, averaged over all bins with their counts as weights. Zero
    /// without data.
    pub fn error(&self) -> f64 {
        self.mean(self.bins.iter().map(|bin| (bin.sum - bin.touching as f64).abs()).sum())
    }

    /// The score of Brier (1950): the mean squared difference between a probability and the truth,
    /// 0 or 1. A constant probability of 0.5 has a score of 0.25. Unlike the error, the score is
    /// also better for a predictor that knows more.
    pub fn brier(&self) -> f64 {
        self.mean(self.squares)
    }

    /// The mean probability, the share of touching meshes and the count of each bin that is not
    /// empty, in ascending order of the probability.
    pub fn bins(&self) -> impl Iterator<Item = (f64, f64, usize)> {
        self.bins.iter().filter(|bin| bin.count > 0).map(|&Bin { count, touching, sum }| {
            (sum / count as f64, touching as f64 / count as f64, count)
        })
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.count().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler_scenes::Random;

    #[test]
    fn bins_are_weighted_by_their_counts() {
        let mut all = Reliability::default();
        assert_eq!((all.error(), all.brier(), all.share(), all.count()), (0.0, 0.0, 0.0, 0));
        for (p, touches) in [(0.0, false), (0.05, true), (0.95, true), (1.0, true)] {
            all.add(p, touches);
        }
        let mut halves = Reliability::default();
        halves.add(0.5, true);
        halves.add(0.5, true);
        all.join(&halves);
        let bins: Vec<_> = all.bins().collect();
        assert_eq!(bins, [(0.025, 0.5, 2), (0.5, 1.0, 2), (0.975, 1.0, 2)]);
        // (0.475 + 0.5 + 0.025) / 3, and (0.95² + 0.05² + 2 · 0.5²) / 6
        assert!((all.error() - 1.0 / 3.0).abs() < 1e-12);
        assert!((all.brier() - 1.405 / 6.0).abs() < 1e-12);
        assert_eq!((all.share(), all.count()), (5.0 / 6.0, 6));
    }

    #[test]
    fn what_is_off_has_an_error_and_what_is_right_has_little() {
        let mut random = Random::new(1);
        let (mut right, mut bold) = (Reliability::default(), Reliability::default());
        for _ in 0..20_000 {
            let p = random.unit();
            let touches = random.unit() < p;
            right.add(p, touches);
            bold.add(if p < 0.5 { 0.0 } else { 1.0 }, touches);
        }
        assert!(right.error() < 0.02 && (bold.error() - 0.25).abs() < 0.02);
        assert!((right.brier() - 1.0 / 6.0).abs() < 0.01 && bold.brier() > right.brier());
    }
}
