//! Balls in bins: the probability that two random sets of cells meet.

use std::sync::OnceLock;

/// A number of bins, and how many of them have a blue ball and a red ball (Klein and Zachmann, VRST
/// 2003, definition 6). The bins are the cells in the intersection of two nodes; the balls mark the
/// cells in which the polygons of either node can collide.
///
/// ```
/// use feeler_research::adb::Bins;
/// // Two of four cells on either side: they miss each other in one of six ways.
/// let bins = Bins { cells: 4, a: 2, b: 2 };
/// assert!((bins.at_least(1) - 5.0 / 6.0).abs() < 1e-12);
/// assert!((bins.at_least(2) - 1.0 / 6.0).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bins {
    /// The number of cells, `s`; at most 4096.
    pub cells: u16,
    /// The number of cells of A, `s_A`; more than `cells` count as all cells.
    pub a: u16,
    /// The number of cells of B, `s_B`.
    pub b: u16,
}

/// The largest number of cells of a node: 16 along each side.
pub(super) const MOST_CELLS: usize = 4096;

/// The largest number of collision cells in equation 8, as in the papers.
pub const MOST: usize = 10;

impl Bins {
    /// The probability that at least `x` bins have both balls (equation 6), to 1e-11.
    pub fn at_least(self, x: u32) -> f64 {
        if x == 0 {
            return 1.0;
        }
        let mut below = 0.0;
        self.exactly(|t, p| {
            if t < x {
                below += p;
            }
            t + 1 < x
        });
        if x > self.a.min(self.b) as u32 { 0.0 } else { (1.0 - below).clamp(0.0, 1.0) }
    }

    /// The probabilities of [`at_least`](Self::at_least) for every `x` from 1 to [`MOST`], at once.
    pub fn at_least_each(self) -> [f64; MOST] {
        let mut result = [0.0; MOST];
        let most = self.a.min(self.b).min(self.cells) as usize;
        // At least this number of bins have both balls for certain.
        let least = (self.a as usize + self.b as usize).saturating_sub(self.cells as usize);
        result[..most.min(MOST)].fill(1.0);
        let mut below = 0.0;
        if least < MOST {
            self.exactly(|t, p| {
                below += p;
                let x = t as usize + 1;
                if x <= most.min(MOST) {
                    result[x - 1] = f64::clamp(1.0 - below, 0.0, 1.0);
                }
                x < MOST
            });
        }
        result
    }

    /// Calls with the probability of exactly `t` bins with both balls, in ascending order from the
    /// least possible `t` on, until the callback returns `false`.
    ///
    /// The first probability comes from logarithms of factorials, the others come from their
    /// ratios: `w!` of 4096 is far beyond any float, but none of the quotients is.
    fn exactly(self, mut each: impl FnMut(u32, f64) -> bool) {
        let (u, v, w) =
            (self.cells as usize, self.a.min(self.cells) as usize, self.b.min(self.cells) as usize);
        let u = u.min(MOST_CELLS);
        let (v, w) = (v.min(u), w.min(u));
        let ln = ln_factorials();
        let choose = |n: usize, k: usize| ln[n] - ln[k] - ln[n - k];
        let mut t = (v + w).saturating_sub(u);
        let mut p = (choose(w, t) + choose(u - w, v - t) - choose(u, v)).exp();
        while t <= v.min(w) && each(t as u32, p) {
            // One more bin has both balls, one fewer has none.
            p *= ((w - t) * (v - t)) as f64 / ((t + 1) * (u + t + 1 - v - w)) as f64;
            t += 1;
        }
    }
}

/// `ln(n!)` for all `n` up to [`MOST_CELLS`].
fn ln_factorials() -> &'static [f64] {
    static TABLE: OnceLock<Vec<f64>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let logarithms = (1..=MOST_CELLS).scan(0.0, |sum, n| {
            *sum += (n as f64).ln();
            Some(*sum)
        });
        std::iter::once(0.0).chain(logarithms).collect()
    })
}
