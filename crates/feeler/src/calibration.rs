//! The probability of a contact, computed from the progress of a search.
//!
//! - [`evidence`]: what it is computed from;
//! - [`judge`]: whether that is sure enough, and the probability that is told;
//! - [`shipped`]: the weights that ship with feeler;
//! - [`text`]: the file of a calibration.

mod evidence;
mod judge;
mod shipped;
mod text;

pub use evidence::{Evidence, Outset};
pub(crate) use judge::{Judge, Odds, sure};
pub use text::CalibrationError;

/// The probability that two meshes touch, given how far a search for a contact has come: a logistic
/// model with sixteen weights for each side.
///
/// The input of the model is the sum S of the shares of all pairs of boxes that wait, their number
/// n, and the number t of steps so far. A share tells how much two boxes have in common, from zero
/// to one. Two numbers are constant for a query: v, the sum of the logarithms of both meshes'
/// densities, where the density is twice the surface of a mesh over that of its box; and a, how
/// parallel both boxes are. With l = ln S, r = √S, c = ln n and u = ln (1 + t), the logit of the
/// probability is a weighted sum of 1, l, r, c, u, l u, l c, c u, u², c², v, v u, v l, a, a u and
/// a l.
///
/// One set of weights decides whether two meshes are *probably free*, the other whether they are
/// *probably touching*; each is fitted best where it decides. A query is sure if the logit of a side
/// is beyond that of `eps` times the caution of this side.
///
/// The probability is that of a *population*: of all queries that look the same after the same
/// number of steps, this share touches. It holds for meshes and poses like those that the model was
/// trained with. [`Calibration::default`] is for trees of [`Volume::OBB`](crate::Volume::OBB) and
/// arity 8, built with the default settings; for poses at all distances up to where the bounding
/// boxes part and poses near the first contact, turned in any way or along axes; and for a mixture
/// of compact, long, flat and hollow objects. For other cases, train your own: `feeler-research`
/// has a `Training`, the tool has `feeler calibrate`.
///
/// ```
/// use feeler::Calibration;
/// let shipped = Calibration::default();
/// assert_eq!(shipped.to_string().parse::<Calibration>()?, shipped);
/// # Ok::<(), feeler::CalibrationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    free: [f32; WEIGHTS],
    touching: [f32; WEIGHTS],
    /// How many times the logit of `eps` the logit must be, to be sure of *free* and of *touching*.
    caution: [f32; 2],
    /// The logit of the probability of a query that has seen nothing.
    unseen: f32,
}

/// The number of weights of each side of a calibration.
pub const WEIGHTS: usize = 16;

/// The number of weights of terms that change from step to step; they are the first.
const STEP_WEIGHTS: usize = 10;

impl Calibration {
    /// A calibration with weights in the order of [`Evidence::terms`](crate::inside::Evidence::terms)
    /// that decide what is probably free, and what is probably touching. `unseen` is the probability
    /// of a contact for a query that has seen nothing.
    pub fn from_weights(free: [f32; WEIGHTS], touching: [f32; WEIGHTS], unseen: f64) -> Self {
        let unseen = unseen.clamp(1e-6, 1.0 - 1e-6);
        let unseen = (unseen / (1.0 - unseen)).ln() as f32;
        Self { free, touching, caution: [1.0; 2], unseen }
    }

    /// The same calibration, which is sure of *free* and of *touching* only if the logit is so many
    /// times that of `eps`.
    #[must_use]
    pub fn cautious(self, caution: [f32; 2]) -> Self {
        Self { caution, ..self }
    }

    /// The logits of the probability of a contact after at least one step, by the weights for
    /// *free* and by those for *touching*.
    pub fn logits(&self, evidence: Evidence) -> [f64; 2] {
        let x = evidence.terms();
        [&self.free, &self.touching]
            .map(|weights| weights.iter().zip(x).map(|(w, x)| f64::from(w * x)).sum())
    }
}

impl Default for Calibration {
    /// The calibration that ships with feeler.
    fn default() -> Self {
        shipped::CALIBRATION
    }
}
