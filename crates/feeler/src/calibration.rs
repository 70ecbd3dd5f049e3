//! From what a search has seen to a probability.

use std::fmt;
use std::str::FromStr;

/// How likely two meshes touch, given how far a search for a contact has come: a logistic model with ten weights.
///
/// What it is given is the sum S of the shares (what two boxes have in common, from nothing to one) of all pairs of boxes that wait, their number n, and the number t of
/// steps so far. With l = ln S, r = √S, c = ln n and u = ln (1 + t) the logit of the probability is a weighted sum of
/// 1, l, r, c, u, l u, l c, c u, u² and c².
///
/// A probability like this is one of a *population*: of all queries that look the same after so many steps, this share touches. It holds for
/// meshes and poses like those that it was trained with. [`Calibration::default`] is for trees of [`Volume::OBB`](crate::Volume::OBB) and arity 8 as they are built by
/// default; for poses half of which are spread over all distances up to where the bounding boxes part, and half near the first
/// contact; and for a mixture of compact, long, flat and hollow things. For others, train your own: `feeler-research` has a `Training`, the tool `feeler calibrate`.
///
/// ```
/// use feeler::Calibration;
/// let shipped = Calibration::default();
/// assert_eq!(shipped.to_string().parse::<Calibration>()?, shipped);
/// # Ok::<(), feeler::CalibrationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    weights: [f32; WEIGHTS],
}

/// How many weights a calibration has.
pub const WEIGHTS: usize = 10;

/// What a guided query has seen so far: all that its probability is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// The sum of shares of the pairs that wait.
    pub sum: f32,
    /// How many wait, at least one.
    pub waiting: u32,
    /// How many were opened.
    pub steps: u32,
}

impl Evidence {
    /// The terms of the logistic model, in the order of the weights.
    #[inline(always)]
    pub fn terms(self) -> [f32; WEIGHTS] {
        let sum = self.sum.clamp(1e-9, 1e3);
        let (l, r) = (ln(sum), sum.sqrt());
        let (c, u) = (ln(self.waiting.max(1) as f32), ln(1.0 + self.steps as f32));
        [1.0, l, r, c, u, l * u, l * c, c * u, u * u, c * c]
    }
}

impl Calibration {
    /// A calibration with these weights, in the order of [`Evidence::terms`](crate::inside::Evidence::terms).
    pub fn from_weights(weights: [f32; WEIGHTS]) -> Self {
        Self { weights }
    }

    /// The probability of a contact, given what a search has seen.
    pub fn probability(&self, evidence: Evidence) -> f64 {
        probability(self.logit(evidence))
    }

    /// The logit of that probability.
    #[inline(always)]
    pub(crate) fn logit(&self, evidence: Evidence) -> f32 {
        let (w, x) = (&self.weights, evidence.terms());
        let mut sum = 0.0;
        for i in 0..WEIGHTS {
            sum += w[i] * x[i];
        }
        sum
    }
}

/// The probability that has a logit.
pub(crate) fn probability(logit: f32) -> f64 {
    1.0 / (1.0 + (-logit as f64).exp())
}

/// The logit from which on one is sure enough: infinite for zero.
pub(crate) fn sure(eps: f64) -> f32 {
    // What is not a number asks for nothing less than a proof.
    if eps.is_nan() || eps <= 0.0 {
        return f32::INFINITY;
    }
    let eps = eps.min(0.5);
    ln(((1.0 - eps) / eps).min(1e30) as f32)
}

/// The natural logarithm of a positive number, to 1e-4 and the same on every machine.
///
/// It is asked for three times a step, and the one of the standard library takes as long as a fifth of the volume test.
#[inline(always)]
fn ln(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let m = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000) - 1.0;
    // By least squares on [0, 1], both ends exact.
    let log2 = m + m * (1.0 - m) * (0.441_74 + m * (-0.266_03 + m * (0.146_31 - m * 0.044)));
    (exponent as f32 + log2) * std::f32::consts::LN_2
}

impl Default for Calibration {
    /// The one that ships.
    fn default() -> Self {
        Self { weights: SHIPPED }
    }
}

/// What `feeler calibrate` finds on its own shapes: 160 meshes with themselves and with each other, 1200 poses each.
#[rustfmt::skip]
const SHIPPED: [f32; WEIGHTS] = [
    -2.694_961_5, -0.335_503_52, 2.544_058_8, 1.333_430_5, 1.273_190_1,
    0.280_280_6, 0.167_965_46, -0.570_526_2, -0.220_161_41, -0.100_570_47,
];

/// The first word of a calibration file, and the version of the format.
const HEADER: &str = "feeler-calibration 1";

impl fmt::Display for Calibration {
    /// A header, and a line for each weight with the name of its term.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for (term, weight) in TERMS.iter().zip(self.weights) {
            writeln!(f, "{term} {weight}")?;
        }
        Ok(())
    }
}

const TERMS: [&str; WEIGHTS] = ["1", "l", "r", "c", "u", "lu", "lc", "cu", "uu", "cc"];

impl FromStr for Calibration {
    type Err = CalibrationError;

    fn from_str(text: &str) -> Result<Self, CalibrationError> {
        let mut lines =
            text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#'));
        let error = |line: usize, reason: String| CalibrationError { line: line + 1, reason };
        match lines.next() {
            Some((_, line)) if line.trim() == HEADER => {}
            first => {
                let line = first.map_or(0, |(line, _)| line);
                return Err(error(line, format!("expected {HEADER:?}")));
            }
        }
        let mut weights = [0.0; WEIGHTS];
        for (term, weight) in TERMS.iter().zip(&mut weights) {
            let (at, line) = lines.next().ok_or_else(|| {
                error(text.lines().count(), format!("the weight of {term:?} is missing"))
            })?;
            let value = line
                .split_once(' ')
                .filter(|(name, _)| name == term)
                .map(|(_, value)| value.trim());
            *weight = value
                .and_then(|value| value.parse::<f32>().ok())
                .filter(|weight| weight.is_finite())
                .ok_or_else(|| {
                    error(at, format!("expected {term:?} and a finite number, not {line:?}"))
                })?;
        }
        match lines.find(|(_, line)| !line.trim().is_empty()) {
            Some((at, line)) => Err(error(at, format!("expected the end, not {line:?}"))),
            None => Ok(Self { weights }),
        }
    }
}

/// Why a text is not a calibration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalibrationError {
    /// The line, from one.
    pub line: usize,
    /// What was expected there.
    pub reason: String,
}

impl fmt::Display for CalibrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for CalibrationError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close_enough() {
        for k in 0..100_000 {
            let x = (1e-9 * 1.000_3_f64.powi(k)) as f32;
            assert!((ln(x) as f64 - (x as f64).ln()).abs() < 1e-4, "{x}: {}", ln(x));
        }
    }

    #[test]
    fn sure_means_what_it_says() {
        assert_eq!(
            [0.5, 0.9, 0.0, -1.0, f64::NAN].map(sure).map(f32::is_infinite),
            [false, false, true, true, true]
        );
        assert_eq!((sure(0.5), sure(1.0)), (0.0, 0.0));
        assert!((probability(sure(0.01)) - 0.99).abs() < 1e-6 && sure(1e-40) > 60.0);
    }

    #[test]
    fn errors_name_the_line() {
        let read = |text: &str| text.parse::<Calibration>().unwrap_err();
        assert_eq!(read("").line, 1);
        assert_eq!(read("# mine\nfeeler-calibration 2\n").line, 2);
        assert_eq!(read("feeler-calibration 1\n1 0.5\nl x\n").line, 3);
        assert_eq!(read("feeler-calibration 1\n1 NaN\n").line, 2);
        let whole = Calibration::default().to_string();
        let short = whole.lines().take(10).collect::<Vec<_>>().join("\n");
        assert_eq!(read(&short).line, 11);
        assert_eq!(read(&format!("{whole}more\n")).line, 12);
    }
}
