//! From numbers of cells to the probability of a collision.

use super::bins::{Bins, MOST};
use super::full_table::FullTable;
use super::small_table::{SmallTable, TABLE_CELLS};

/// The way to compute the probability that the polygons of two nodes collide, from numbers of
/// cells.
///
/// ```
/// use feeler_research::adb::{Chance, Parameters};
/// let parameters = Parameters { s: 300.0, s_a: 40.0, s_b: 30.0 };
/// let exact = Chance::Direct.probability(parameters, 0.5);
/// assert!((Chance::Small.probability(parameters, 0.5) - exact).abs() < 0.02);
/// assert!((Chance::Closed.probability(parameters, 0.5) - exact).abs() < 0.2);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub enum Chance<'a> {
    /// Equation 8 over equation 6, evaluated each time: some hundred nanoseconds.
    Direct,
    /// Equation 8 over a table of equation 6, as published.
    Full(&'a FullTable),
    /// Equation 8 over the [`SmallTable`] that all queries share.
    #[default]
    Small,
    /// `1 - (1 - LB s_A / s)^s_B`: each cell of B meets a cell of A by chance, as if two balls of
    /// one colour could share a bin.
    ///
    /// This is not a bound of the collisions in the best number of cells but their expectation, so
    /// it is above equation 8.
    Closed,
}

/// The three numbers that describe two nodes (Klein and Zachmann, VRST 2003, section 3.4). They are
/// estimates, so they are not whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parameters {
    /// The number of cells in the intersection.
    pub s: f32,
    /// The number of possible collision cells of A among these cells.
    pub s_a: f32,
    /// The number of possible collision cells of B among these cells.
    pub s_b: f32,
}

impl Parameters {
    /// The parameters with `s_a` and `s_b` at most `s`.
    #[inline]
    fn clamped(self) -> Self {
        Self { s_a: self.s_a.min(self.s), s_b: self.s_b.min(self.s), ..self }
    }

    /// The parameters as whole numbers, rounded to the nearest.
    #[inline]
    fn bins(self) -> Bins {
        let Self { s, s_a, s_b } = self;
        let whole = |x: f32| (x + 0.5) as u16;
        Bins { cells: whole(s), a: whole(s_a), b: whole(s_b) }
    }
}

impl Chance<'_> {
    /// Equation 8: the best lower bound over the number of collision cells. `lb` is the probability
    /// of a collision in one of these cells.
    ///
    /// Counts are clamped to `s` and rounded to the nearest whole number. Less than half a cell of
    /// either node gives zero.
    #[inline(always)]
    pub fn probability(self, parameters: Parameters, lb: f32) -> f32 {
        let parameters = parameters.clamped();
        if !(parameters.s_a >= 0.5 && parameters.s_b >= 0.5) {
            return 0.0;
        }
        match self {
            Self::Closed => {
                let Parameters { s, s_a, s_b } = parameters;
                1.0 - (1.0 - (lb * s_a / s).min(1.0)).powf(s_b)
            }
            Self::Small if parameters.s < TABLE_CELLS as f32 + 0.5 => {
                let row = SmallTable::shared().row(parameters.bins());
                best(lb, row.map(f32::from)) * (1.0 / 65535.0)
            }
            Self::Full(table) if parameters.s < TABLE_CELLS as f32 + 0.5 => {
                let bins = parameters.bins();
                best(lb, std::array::from_fn(|x| table.at_least(x + 1, bins)))
            }
            _ => {
                let each = parameters.bins().at_least_each();
                best(lb, each.map(|p| p as f32))
            }
        }
    }
}

/// The largest value of `Pr[at least x] * (1 - (1 - LB)^x)` over all `x`. It has no branches, so it
/// can be computed for several `x` at once.
#[inline(always)]
fn best(lb: f32, at_least: [f32; MOST]) -> f32 {
    let w1 = 1.0 - lb;
    let (w2, w4) = (w1 * w1, w1 * w1 * w1 * w1);
    let (w3, w8) = (w2 * w1, w4 * w4);
    let none = [w1, w2, w3, w4, w4 * w1, w4 * w2, w4 * w3, w8, w8 * w1, w8 * w2];
    let mut best = 0.0;
    for x in 0..MOST {
        let p = at_least[x] * (1.0 - none[x]);
        best = if p > best { p } else { best };
    }
    best
}
