//! Numbers of 106 bits: unevaluated sums of two f64.
//!
//! The method is that of Dekker 1971; the error-free sums are those of Knuth. Sums are off by at
//! most `2^-104` of the magnitudes of their operands, products and quotients by at most the same
//! share of themselves. Products are split rather than fused: without instructions for it, which a
//! plain build does not assume, a fused product is a slow call.

use std::ops::{Add, Div, Mul, Sub};

/// The numbers of the search for nearest points: f64 to find the points, [`Double`] to measure
/// them.
pub(super) trait Scalar:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
}

impl Scalar for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
}

/// The sum of two numbers, the second at most half a unit in the last place of the first.
///
/// Values are ordered by the first number, then by the second.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Double {
    pub(super) high: f64,
    pub(super) low: f64,
}

impl Scalar for Double {
    const ZERO: Self = Self { high: 0.0, low: 0.0 };
    const ONE: Self = Self { high: 1.0, low: 0.0 };
}

impl Double {
    /// `x + y`, exactly.
    #[inline]
    pub(super) fn sum(x: f64, y: f64) -> Self {
        let high = x + y;
        let part = high - x;
        Self { high, low: (x - (high - part)) + (y - part) }
    }

    /// The sum `x + y`, exactly, if `x` is zero or the larger of the two.
    #[inline]
    fn ordered_sum(x: f64, y: f64) -> Self {
        let high = x + y;
        Self { high, low: y - (high - x) }
    }

    /// `x * y`, exactly, unless it over- or underflows.
    #[inline]
    pub(super) fn product(x: f64, y: f64) -> Self {
        let high = x * y;
        let ((x, dx), (y, dy)) = (split(x), split(y));
        Self { high, low: ((x * y - high) + x * dy + dx * y) + dx * dy }
    }

    /// The square root, rounded to f64; the root of a negative number is zero.
    pub(super) fn sqrt(self) -> f64 {
        if self.high <= 0.0 {
            return 0.0;
        }
        let root = self.high.sqrt();
        // One step of Newton's method; f64 is accurate enough for the correction.
        root + (self - Self::product(root, root)).high / (2.0 * root)
    }
}

/// A number as the sum of two numbers with at most 26 bits each.
#[inline]
fn split(x: f64) -> (f64, f64) {
    /// `2^27 + 1`, the factor of Dekker's splitting.
    const FACTOR: f64 = (1u64 << 27) as f64 + 1.0;
    let scaled = FACTOR * x;
    let high = scaled - (scaled - x);
    (high, x - high)
}

impl Add for Double {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let sum = Self::sum(self.high, other.high);
        Self::ordered_sum(sum.high, sum.low + (self.low + other.low))
    }
}

impl Sub for Double {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self + Self { high: -other.high, low: -other.low }
    }
}

impl Mul for Double {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        let rest = self.high * other.low + self.low * other.high;
        Self::ordered_sum(product.high, product.low + rest)
    }
}

impl Div for Double {
    type Output = Self;

    #[inline]
    fn div(self, other: Self) -> Self {
        let quotient = self.high / other.high;
        let rest = self - other * Self { high: quotient, low: 0.0 };
        Self::ordered_sum(quotient, rest.high / other.high)
    }
}
