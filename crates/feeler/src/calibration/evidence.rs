//! What a probability is computed from.

use super::{STEP_WEIGHTS, WEIGHTS};

/// The progress of a guided query, and what is known of it from the start: the input of its
/// probability.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// The sum of the shares of the pairs that wait.
    pub sum: f32,
    /// The number of pairs that wait, at least one.
    pub waiting: u32,
    /// The number of pairs that were opened.
    pub steps: u32,
    /// What does not change from step to step.
    pub outset: Outset,
}

/// What a guided query knows before its first step. It tells much of what makes one mesh behave
/// unlike another, and costs nothing a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outset {
    /// The sum of the logarithms of both densities. The density of a mesh is twice its surface
    /// divided by the surface of its root volume: how often a line through the box meets the mesh.
    pub density: f32,
    /// How parallel the root volumes are: the largest cosine between an axis of A's box and the axes
    /// of B's, averaged over the axes of A's.
    pub alignment: f32,
}

impl Evidence {
    /// The terms of the logistic model, in the order of the weights.
    pub fn terms(self) -> [f32; WEIGHTS] {
        let [_, l, _, _, u, ..] = self.step_terms();
        let Outset { density: v, alignment: a } = self.outset;
        let mut terms = [0.0; WEIGHTS];
        terms[..STEP_WEIGHTS].copy_from_slice(&self.step_terms());
        terms[STEP_WEIGHTS..].copy_from_slice(&[v, v * u, v * l, a, a * u, a * l]);
        terms
    }

    /// The terms that change from step to step.
    #[inline(always)]
    pub(crate) fn step_terms(self) -> [f32; STEP_WEIGHTS] {
        let sum = self.sum.clamp(1e-9, 1e3);
        let (l, r) = (ln(sum), sum.sqrt());
        let (c, u) = (ln(self.waiting.max(1) as f32), ln(1.0 + self.steps as f32));
        [1.0, l, r, c, u, l * u, l * c, c * u, u * u, c * c]
    }
}

impl Outset {
    /// Weights for the terms that change, with the terms that do not change folded into them.
    pub(super) fn fold(self, weights: &[f32; WEIGHTS]) -> [f32; STEP_WEIGHTS] {
        let Self { density: v, alignment: a } = self;
        let [.., of_v, of_vu, of_vl, of_a, of_au, of_al] = *weights;
        let mut folded: [f32; STEP_WEIGHTS] = std::array::from_fn(|i| weights[i]);
        folded[0] += v * of_v + a * of_a;
        folded[1] += v * of_vl + a * of_al;
        folded[4] += v * of_vu + a * of_au;
        folded
    }
}

/// The natural logarithm of a positive number, accurate to 1e-4 and the same on every machine.
///
/// It is computed three times per step. The logarithm of the standard library takes a fifth of the
/// time of the volume test.
#[inline(always)]
pub(crate) fn ln(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let m = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000) - 1.0;
    // The polynomial is fitted by least squares on [0, 1], with both ends exact.
    let log2 = m + m * (1.0 - m) * (0.441_74 + m * (-0.266_03 + m * (0.146_31 - m * 0.044)));
    (exponent as f32 + log2) * std::f32::consts::LN_2
}

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
    fn folded_weights_give_the_same_sum() {
        let weights: [f32; WEIGHTS] = std::array::from_fn(|i| 0.3 * i as f32 - 2.0);
        let outset = Outset { density: -0.7, alignment: 0.8 };
        let evidence = Evidence { sum: 0.2, waiting: 7, steps: 12, outset };
        let dot = |w: &[f32], x: &[f32]| w.iter().zip(x).map(|(w, x)| w * x).sum::<f32>();
        let whole = dot(&weights, &evidence.terms());
        let folded = dot(&outset.fold(&weights), &evidence.step_terms());
        assert!((whole - folded).abs() < 1e-4, "{whole} {folded}");
    }
}
