//! Guided queries of many pairs that share one budget.

use super::Verdict;
use crate::budget::Clock;
use crate::calibration::sure;
use crate::traverse::{Left, Parked};
use crate::{Budget, Calibration, Pair, Scratch};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The working memory of [`guided_all`]. If it is kept from frame to frame, nothing is allocated any
/// more.
///
/// ```
/// use feeler::{Budget, Crowd, Mesh, Model, Pair, Pose, guided_all};
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let model = Model::new(mesh);
/// let mut crowd = Crowd::default();
/// for frame in 0..10 {
///     let at = |z: i32| Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, 0.1 * f64::from(z)]));
///     let pairs = [at(frame), at(frame - 5)];
///     let verdicts = guided_all(&pairs, Budget::steps(10), 0.0, &mut crowd);
///     assert_eq!([verdicts[0].touches(), verdicts[1].touches()], [frame == 0, frame == 5]);
/// }
/// # Ok::<(), feeler::MeshError>(())
/// ```
///
/// Only pairs that are not decided take memory here, beside their verdict. No verdict depends on the
/// calls before, with one exception: if the time was too short to look at all pairs, the next call
/// begins with the first pair that was left out.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    scratch: Scratch,
    parked: Parked,
    verdicts: Vec<Verdict>,
    waiting: BinaryHeap<Turn>,
    /// The number of the first pair for which there was no time.
    overlooked: usize,
}

impl Crowd {
    /// The same crowd with another calibration, which gives the probabilities.
    pub fn calibrated(self, calibration: Calibration) -> Self {
        Self { scratch: self.scratch.calibrated(calibration), ..self }
    }

    /// The verdict on a pair before anything is known of it.
    fn unseen(&self, eps: f64) -> Verdict {
        Verdict::Likely { p: self.scratch.calibration.unseen(eps) }
    }

    /// Compares the balls around the meshes of each pair, until the time is over. The pairs that may
    /// touch wait for their turn.
    fn look(&mut self, pairs: &[Pair<'_>], clock: Clock, eps: f64) {
        let unseen = self.unseen(eps);
        let worth = worth(unseen, 0, eps);
        self.verdicts.clear();
        self.verdicts.resize(pairs.len(), unseen);
        self.waiting.clear();
        self.parked.clear();
        let first = self.overlooked.min(pairs.len());
        self.overlooked = 0;
        for (looks, pair) in (first..pairs.len()).chain(0..first).enumerate() {
            if looks.is_multiple_of(LOOKS_PER_CLOCK) && clock.is_over() {
                self.overlooked = pair;
                return;
            }
            if pairs[pair].touching().is_none() {
                self.verdicts[pair] = Verdict::Free;
            } else if let Some(worth) = worth {
                self.waiting.push(Turn { worth, pair, left: Left::UNBEGUN });
            }
        }
    }

    /// Gives turns to the waiting pairs, until no pair waits or the budget is used up.
    fn search(&mut self, pairs: &[Pair<'_>], clock: Clock, mut steps_left: u64, eps: f64) {
        while let Some(Turn { pair, left, .. }) = self.waiting.pop() {
            if steps_left == 0 || clock.is_over() {
                return;
            }
            let before = left.steps();
            // The turn has half as many steps as the pair had before, which is a third of the new sum.
            // A turn costs about as much as a step, so there must not be too many turns.
            let clock = clock.with_steps((before / 2).max(1).min(steps_left));
            self.parked.resume(left, &mut self.scratch.guided.prospect);
            let verdict = match pairs[pair].touching() {
                Some(motion) => pairs[pair].explore(&motion, clock, eps, &mut self.scratch),
                None => Verdict::Free,
            };
            self.verdicts[pair] = verdict;
            let after = u64::from(self.scratch.guided.evidence().steps);
            steps_left -= (after - before).min(steps_left);
            // A turn without a step shows that the pair was sure enough already, except for rounding.
            // It would be the same in every later turn, so the pair does not wait again.
            if let (true, Some(worth)) = (after > before, worth(verdict, after, eps)) {
                let left = self.parked.park(&mut self.scratch.guided.prospect);
                self.waiting.push(Turn { worth, pair, left });
            }
        }
    }
}

/// The number of pairs that are looked at between two looks at the clock. A look at a pair takes 40 to
/// 90 ns, a look at the clock about 25 ns.
const LOOKS_PER_CLOCK: usize = 16;

/// The next turn of a pair that is not sure yet.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// The certainty that a step may bring: the turn with the largest worth comes first.
    worth: f64,
    /// The number of the pair.
    pair: usize,
    /// The search of the pair, as it was interrupted.
    left: Left,
}

impl PartialEq for Turn {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Turn {}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Turn {
    /// By worth; among equal turns, the pair with the lowest number is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        self.worth.total_cmp(&other.worth).then(other.pair.cmp(&self.pair))
    }
}

/// [`Pair::guided`] for many pairs that share one budget, which is spent where it brings the most
/// certainty. The verdicts are in the order of the pairs.
///
/// A pair that is sure, to `eps`, gets no more steps. Of the other pairs, the next is the pair whose
/// answer is least sure for the number of its steps so far: to halve the doubt that is left takes about
/// as many steps as there were before.
///
/// ```
/// use feeler::{Budget, Crowd, Mesh, Model, Pair, Pose, guided_all};
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let model = Model::new(mesh);
/// let at = |z: f64| Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, z]));
/// let pairs = [at(0.0), at(0.5), at(9.0)];
/// let mut crowd = Crowd::default();
/// let verdicts = guided_all(&pairs, Budget::micros(1000), 0.01, &mut crowd);
/// assert!(verdicts[0].touches() && !verdicts[2].touches());
/// # Ok::<(), feeler::MeshError>(())
/// ```
///
/// A budget of steps is for all pairs together, and gives the same verdicts on every machine. The
/// comparison of the balls around two meshes is no step.
///
/// A budget of time is kept up to one step, from the first call on and for any number of pairs. It does
/// not limit the time to write one verdict for each pair: one or two nanoseconds. If there was no time
/// for a pair, its verdict is [`Verdict::Likely`], with the probability that the calibration gives to a
/// query that has seen nothing. That is nearly one half, although in a large scene very few pairs
/// touch. The next call with the same crowd begins with these pairs.
pub fn guided_all<'c>(
    pairs: &[Pair<'_>],
    budget: Budget,
    eps: f64,
    crowd: &'c mut Crowd,
) -> &'c [Verdict] {
    let clock = budget.start();
    crowd.look(pairs, clock, eps);
    crowd.search(pairs, clock, budget.steps, eps);
    &crowd.verdicts
}

/// The certainty that one more step on a pair may bring, after a number of steps; `None` if the pair is
/// sure enough.
fn worth(verdict: Verdict, steps: u64, eps: f64) -> Option<f64> {
    let Verdict::Likely { p } = verdict else { return None };
    let doubt = p.min(1.0 - p);
    // If only a proof is sure enough, a probability that is rounded to one is not a proof.
    let open = doubt > eps || sure(eps).is_infinite();
    open.then(|| doubt / (steps + 1) as f64)
}
