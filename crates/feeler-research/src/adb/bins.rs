//! Balls in bins: the probability that two random sets of cells meet.

use std::sync::OnceLock;

/// So many bins, and how many of them have a blue and a red ball (000, definition 6): the cells in the intersection of two nodes, and those
/// in which the polygons of either can collide.
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
    /// The cells, `s`. Up to 4096.
    pub cells: u16,
    /// Those of A, `s_A`; more than there are cells count as all.
    pub a: u16,
    /// Those of B, `s_B`.
    pub b: u16,
}

/// The most cells that a node can have: 16 a side.
pub(super) const MOST_CELLS: usize = 4096;

/// Equation 8 looks at so many collision cells at most, as the papers do.
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

    /// The same for every `x` from 1 to [`MOST`], at once.
    pub fn at_least_each(self) -> [f64; MOST] {
        let mut result = [0.0; MOST];
        let most = self.a.min(self.b).min(self.cells) as usize;
        // Fewer than the smallest possible number are certain.
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

    /// Gives the probability of exactly `t` bins with both balls, from the least possible `t` on, as long as more are wanted.
    ///
    /// The first comes from logarithms of factorials, the others from their ratios: `w!` of 4096 is far beyond any float, but none of the
    /// quotients is.
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
            // One more in common, one fewer outside.
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
