//! A table of probabilities on few levels.

use super::bins::{Bins, MOST};
use std::sync::OnceLock;

/// The probabilities of [`Bins`] for 45 numbers of cells on each axis, on a logarithmic scale. The
/// table takes 1.8 MB and is made in milliseconds.
///
/// ```
/// use feeler_research::adb::{Bins, SmallTable};
/// let bins = Bins { cells: 500, a: 30, b: 20 };
/// let table = SmallTable::shared();
/// assert!((table.at_least(1, bins) - bins.at_least(1) as f32).abs() < 0.05);
/// ```
#[derive(Clone, Debug)]
pub struct SmallTable {
    /// The level nearest to each number of cells.
    level_of: Vec<u8>,
    /// The probabilities of at least 1, 2, … [`MOST`] collision cells for each triple of levels, in
    /// units of 1 / (2^16 - 1).
    values: Vec<[u16; MOST]>,
}

/// The number of levels on each axis.
const LEVELS: usize = 45;
/// The largest number of cells in the tables.
pub(super) const TABLE_CELLS: usize = 512;

impl SmallTable {
    /// The one table that all queries share, made at the first call.
    pub fn shared() -> &'static Self {
        static TABLE: OnceLock<SmallTable> = OnceLock::new();
        TABLE.get_or_init(Self::new)
    }

    /// Computes a table.
    pub fn new() -> Self {
        let levels = levels();
        let level_of = (0..=TABLE_CELLS).map(|n| nearest(&levels, n) as u8).collect();
        let mut values = Vec::with_capacity(LEVELS.pow(3));
        for &cells in &levels {
            for &a in &levels {
                for &b in &levels {
                    let bins = Bins { cells, a: a.min(cells), b: b.min(cells) };
                    values.push(bins.at_least_each().map(quantised));
                }
            }
        }
        Self { level_of, values }
    }

    /// The probability of at least `x` collision cells, with `x` from 1 to [`MOST`].
    pub fn at_least(&self, x: usize, bins: Bins) -> f32 {
        self.row(bins)[x.clamp(1, MOST) - 1] as f32 / 65535.0
    }

    /// The probabilities for all `x` at the nearest levels. Numbers above 512 cells count as 512.
    #[inline]
    pub(super) fn row(&self, bins: Bins) -> &[u16; MOST] {
        const NONE: &[u16; MOST] = &[0; MOST];
        let level = |n: u16| self.level_of[(n as usize).min(TABLE_CELLS)] as usize;
        if bins.a == 0 || bins.b == 0 {
            return NONE;
        }
        &self.values[(level(bins.cells) * LEVELS + level(bins.a)) * LEVELS + level(bins.b)]
    }

    /// The memory of the table in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.values[..]) + self.level_of.len()
    }
}

impl Default for SmallTable {
    fn default() -> Self {
        Self::new()
    }
}

/// A probability in units of 1 / (2^16 - 1).
pub(super) fn quantised(p: f64) -> u16 {
    (p * 65535.0).round() as u16
}

/// 45 different whole numbers from 1 to 512: the small numbers first, then equal ratios as far as
/// rounding allows.
fn levels() -> [u16; LEVELS] {
    let mut levels = [0; LEVELS];
    let mut last = 0.0_f64;
    for (i, level) in levels.iter_mut().enumerate() {
        let left = (LEVELS - i) as f64;
        let ratio = if i == 0 { 1.0 } else { (TABLE_CELLS as f64 / last).powf(1.0 / left) };
        last = (last * ratio).max(last + 1.0);
        *level = last.round() as u16;
    }
    levels
}

/// The level whose ratio to a number is nearest to 1.
fn nearest(levels: &[u16], n: usize) -> usize {
    let off = |&level: &u16| (level as f64 / n.max(1) as f64).ln().abs();
    (0..levels.len()).min_by(|&i, &j| off(&levels[i]).total_cmp(&off(&levels[j]))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_ascend_from_one_to_all() {
        let levels = levels();
        assert_eq!((levels[0], levels[LEVELS - 1]), (1, TABLE_CELLS as u16));
        assert!(levels.windows(2).all(|pair| pair[0] < pair[1]), "{levels:?}");
    }

    #[test]
    fn is_small_and_near_the_truth() {
        let table = SmallTable::new();
        assert!((1_800_000..1_850_000).contains(&table.bytes()), "{}", table.bytes());
        let (mut sum, mut count, mut worst) = (0.0, 0, 0.0_f64);
        for cells in (1..=512).step_by(13) {
            for a in (1..=cells).step_by(11) {
                for b in (1..=cells).step_by(7) {
                    let bins = Bins { cells, a, b };
                    let error = (table.at_least(1, bins) as f64 - bins.at_least(1)).abs();
                    (sum, count, worst) = (sum + error, count + 1, worst.max(error));
                }
            }
        }
        // If few cells out of many are marked, one cell more or less matters: the worst error is
        // large, the mean error is not.
        assert!(sum / (count as f64) < 0.005, "mean error {}", sum / count as f64);
        assert!(worst < 0.2, "largest error {worst}");
    }

    #[test]
    fn is_the_truth_on_its_levels() {
        let (table, levels) = (SmallTable::new(), levels());
        for &cells in levels.iter().step_by(4) {
            for &a in levels.iter().filter(|&&a| a <= cells) {
                let bins = Bins { cells, a, b: 1.max(cells / 2).min(a) };
                let bins = Bins { b: levels[nearest(&levels, bins.b as usize)].min(cells), ..bins };
                for x in 1..=MOST {
                    let error = table.at_least(x, bins) as f64 - bins.at_least(x as u32);
                    assert!(error.abs() < 1e-5, "{bins:?}, at least {x}: off by {error}");
                }
            }
        }
    }
}
