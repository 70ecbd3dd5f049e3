//! Whether a guided query is sure enough, and the probability that it tells.

use super::evidence::ln;
use super::{Calibration, Evidence, Outset, STEP_WEIGHTS};

/// A calibration, prepared for one query and one `eps`.
///
/// Two sums of the same terms decide: one was fitted to tell what is free, the other to tell what
/// touches. What is *told* when the budget ends is their mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    free: [f32; STEP_WEIGHTS],
    touching: [f32; STEP_WEIGHTS],
    /// The logit for *free* up to which a query is probably free.
    free_up_to: f32,
    /// The logit for *touching* from which on a query is probably touching.
    touching_from: f32,
    unseen: f32,
    eps: f64,
}

/// The logits of the probability of a contact, by both sets of weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Odds {
    free: f32,
    touching: f32,
}

impl Judge {
    pub(crate) fn new(calibration: &Calibration, outset: Outset, eps: f64) -> Self {
        let Calibration { free, touching, caution, unseen } = calibration;
        let sure = sure(eps);
        // Whatever the caution is, zero requires a proof.
        let beyond = |caution: f32| if sure.is_infinite() { sure } else { caution * sure };
        Self {
            free: outset.fold(free),
            touching: outset.fold(touching),
            free_up_to: -beyond(caution[0]),
            touching_from: beyond(caution[1]),
            unseen: *unseen,
            eps,
        }
    }

    #[inline(always)]
    pub(crate) fn odds(&self, evidence: Evidence) -> Odds {
        let x = evidence.step_terms();
        let (mut free, mut touching) = (0.0, 0.0);
        for i in 0..STEP_WEIGHTS {
            free += self.free[i] * x[i];
            touching += self.touching[i] * x[i];
        }
        Odds { free, touching }
    }

    /// Whether one of the two answers is wrong with a probability of no more than `eps`.
    #[inline(always)]
    pub(crate) fn is_sure(&self, odds: Odds) -> bool {
        odds.free <= self.free_up_to || odds.touching >= self.touching_from
    }

    /// The probability that a query tells. It is at most `eps`, or at least 1 - `eps`, exactly if
    /// the query is sure enough.
    pub(crate) fn told(&self, odds: Odds, steps: u32) -> f64 {
        if steps == 0 {
            return between(probability(self.unseen), self.eps);
        }
        let p = probability(0.5 * (odds.free + odds.touching));
        let sides = [odds.free <= self.free_up_to, odds.touching >= self.touching_from];
        match sides {
            [false, false] => between(p, self.eps),
            [true, false] => p.min(self.eps),
            [false, true] => p.max((1.0 - self.eps).next_up().min(1.0)),
            [true, true] if p < 0.5 => p.min(self.eps),
            [true, true] => p.max((1.0 - self.eps).next_up().min(1.0)),
        }
    }
}

impl Calibration {
    /// The probability of a query that has seen nothing.
    pub(crate) fn unseen(&self, eps: f64) -> f64 {
        between(probability(self.unseen), eps)
    }
}

/// A probability that is not sure enough: it is moved to between `eps` and 1 - `eps`.
fn between(p: f64, eps: f64) -> f64 {
    if sure(eps).is_infinite() {
        return p;
    }
    // More than the rounding of 1 - p, so that 1 - p is above `eps` too.
    let least = (eps.min(0.5) + 2.0 * f64::EPSILON).min(0.5);
    p.clamp(least, 1.0 - least)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sure_means_what_it_says() {
        assert_eq!(
            [0.5, 0.9, 0.0, -1.0, f64::NAN].map(sure).map(f32::is_infinite),
            [false, false, true, true, true]
        );
        assert_eq!((sure(0.5), sure(1.0)), (0.0, 0.0));
        assert!((probability(sure(0.01)) - 0.99).abs() < 1e-6 && sure(1e-40) > 60.0);
    }

    /// What is told is within `eps` of certainty exactly if the query is sure enough.
    #[test]
    fn nothing_is_promised_by_chance() {
        let calibration = Calibration::default();
        let (mut sure, mut open) = (0, 0);
        for k in 0..20_000_u32 {
            let part = |of: u32, k: u32| (k * 7919 % of) as f32 / of as f32;
            let outset = Outset { density: 4.0 * part(31, k) - 2.0, alignment: part(17, k) };
            let sum = (9.0 * part(1009, k) - 6.0).exp();
            let evidence = Evidence { sum, waiting: 1 + k % 40, steps: k % 29, outset };
            for eps in [1e-9, 0.01, 0.05, 0.1, 0.25, 0.4] {
                let judge = Judge::new(&calibration, outset, eps);
                let odds = judge.odds(evidence);
                let p = judge.told(odds, evidence.steps);
                let promised = p <= eps || 1.0 - p <= eps;
                assert_eq!(
                    promised,
                    evidence.steps > 0 && judge.is_sure(odds),
                    "{eps} {evidence:?}"
                );
                *if promised { &mut sure } else { &mut open } += 1;
            }
            for eps in [0.0, -1.0, f64::NAN, 0.5, 2.0] {
                let judge = Judge::new(&calibration, outset, eps);
                let p = judge.told(judge.odds(evidence), evidence.steps);
                assert!((0.0..=1.0).contains(&p), "{eps}: {p}");
            }
        }
        assert!(sure > 10_000 && open > 10_000, "{sure} {open}");
    }
}
