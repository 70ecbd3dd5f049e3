//! The probability of a contact, computed from the progress of a search.

use std::fmt;
use std::str::FromStr;

/// The probability that two meshes touch, given how far a search for a contact has come: a logistic
/// model with ten weights.
///
/// The input of the model is the sum S of the shares of all pairs of boxes that wait, their number
/// n, and the number t of steps so far. A share tells how much two boxes have in common, from zero
/// to one. With l = ln S, r = √S, c = ln n and u = ln (1 + t), the logit of the probability is a
/// weighted sum of 1, l, r, c, u, l u, l c, c u, u² and c².
///
/// The probability is that of a *population*: of all queries that look the same after the same
/// number of steps, this share touches. It holds for meshes and poses like those that the model was
/// trained with. [`Calibration::default`] is for trees of [`Volume::OBB`](crate::Volume::OBB) and
/// arity 8, built with the default settings; for poses half of which are spread over all distances
/// up to where the bounding boxes part, and half near the first contact; and for a mixture of
/// compact, long, flat and hollow objects. For other cases, train your own: `feeler-research` has a
/// `Training`, the tool has `feeler calibrate`.
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

/// The number of weights of a calibration.
pub const WEIGHTS: usize = 10;

/// The progress of a guided query: the input of its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// The sum of the shares of the pairs that wait.
    pub sum: f32,
    /// The number of pairs that wait, at least one.
    pub waiting: u32,
    /// The number of pairs that were opened.
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

    /// The probability of a contact, given the progress of a search.
    pub fn probability(&self, evidence: Evidence) -> f64 {
        probability(self.logit(evidence))
    }

    /// The logit of the probability of a contact.
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

/// The probability with a given logit.
pub(crate) fn probability(logit: f32) -> f64 {
    1.0 / (1.0 + (-logit as f64).exp())
}

/// The logit from which on a probability is within `eps` of certainty; infinite if `eps` is zero.
pub(crate) fn sure(eps: f64) -> f32 {
    // An `eps` that is not a number requires a proof, like zero.
    if eps.is_nan() || eps <= 0.0 {
        return f32::INFINITY;
    }
    let eps = eps.min(0.5);
    ln(((1.0 - eps) / eps).min(1e30) as f32)
}

/// The natural logarithm of a positive number, accurate to 1e-4 and the same on every machine.
///
/// It is computed three times per step. The logarithm of the standard library takes a fifth of the
/// time of the volume test.
#[inline(always)]
fn ln(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let m = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000) - 1.0;
    // The polynomial is fitted by least squares on [0, 1], with both ends exact.
    let log2 = m + m * (1.0 - m) * (0.441_74 + m * (-0.266_03 + m * (0.146_31 - m * 0.044)));
    (exponent as f32 + log2) * std::f32::consts::LN_2
}

impl Default for Calibration {
    /// The calibration that ships with feeler.
    fn default() -> Self {
        Self { weights: SHIPPED }
    }
}

/// The weights that `feeler calibrate` finds with its own shapes: 160 meshes, each with itself and
/// with others, 1200 poses each.
#[rustfmt::skip]
const SHIPPED: [f32; WEIGHTS] = [
    -2.694_961_5, -0.335_503_52, 2.544_058_8, 1.333_430_5, 1.273_190_1,
    0.280_280_6, 0.167_965_46, -0.570_526_2, -0.220_161_41, -0.100_570_47,
];

/// The first line of a calibration file: its format and version.
const HEADER: &str = "feeler-calibration 1";

impl fmt::Display for Calibration {
    /// Writes a header, and a line for each weight with the name of its term.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for (term, weight) in TERMS.iter().zip(self.weights) {
            writeln!(f, "{term} {weight}")?;
        }
        Ok(())
    }
}

/// The names of the terms in a calibration file, in the order of the weights.
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

/// The reason why a text is not a calibration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalibrationError {
    /// The number of the line, from one.
    pub line: usize,
    /// The expectation that the line did not meet.
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
