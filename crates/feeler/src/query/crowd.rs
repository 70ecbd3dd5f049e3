//! Many pairs, one budget.

use super::Verdict;
use crate::budget::Clock;
use crate::calibration::{probability, sure};
use crate::traverse::{Left, Parked, Prospect};
use crate::{Budget, Calibration, Pair, Scratch};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What [`guided_all`] needs while it runs. Kept from frame to frame, nothing is allocated any more.
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
/// Only pairs that are not decided take memory here, beside their verdict. No verdict depends on the calls before, with one exception: if the time was too
/// short to look at all pairs, the next call begins with the first that was left out.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    scratch: Scratch,
    parked: Parked,
    verdicts: Vec<Verdict>,
    waiting: BinaryHeap<Turn>,
    /// The first pair that there was no time to look at.
    overlooked: usize,
}

impl Crowd {
    /// The same, but probabilities are those of another calibration.
    pub fn calibrated(self, calibration: Calibration) -> Self {
        Self { scratch: self.scratch.calibrated(calibration), ..self }
    }

    /// A pair of which nothing is known but that it is a pair.
    fn unseen(&self) -> Verdict {
        Verdict::Likely { p: probability(self.scratch.calibration.logit(Prospect::NOTHING_SEEN)) }
    }

    /// Looks at the balls around each pair of meshes, until the time is over. What may touch waits for its turn.
    fn look(&mut self, pairs: &[Pair<'_>], clock: Clock, eps: f64) {
        let unseen = self.unseen();
        let worth = worth(unseen, 0, eps);
        self.verdicts.clear();
        self.verdicts.resize(pairs.len(), unseen);
        self.waiting.clear();
        self.parked.clear();
        let first = self.overlooked.min(pairs.len());
        self.overlooked = 0;
        for (looks, pair) in (first..pairs.len()).chain(0..first).enumerate() {
            if looks.is_multiple_of(LOOKS) && clock.is_over() {
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

    /// Gives turns, until none waits or the budget is used up.
    fn search(&mut self, pairs: &[Pair<'_>], clock: Clock, mut steps_left: u64, eps: f64) {
        while let Some(Turn { pair, left, .. }) = self.waiting.pop() {
            if steps_left == 0 || clock.is_over() {
                return;
            }
            let before = left.steps();
            // A third of what it will have had then: turns cost about as much as a step, so there must not be too many.
            let clock = clock.with_steps((before / 2).max(1).min(steps_left));
            self.parked.resume(left, &mut self.scratch.guided.prospect);
            let verdict = match pairs[pair].touching() {
                Some(motion) => pairs[pair].explore(&motion, clock, eps, &mut self.scratch),
                None => Verdict::Free,
            };
            self.verdicts[pair] = verdict;
            let after = u64::from(self.scratch.guided.evidence().steps);
            steps_left -= (after - before).min(steps_left);
            // Without a step it was sure enough already, but for rounding, and would be so for ever.
            if let (true, Some(worth)) = (after > before, worth(verdict, after, eps)) {
                let left = self.parked.park(&mut self.scratch.guided.prospect);
                self.waiting.push(Turn { worth, pair, left });
            }
        }
    }
}

/// After so many looks at a pair the next is at the clock. One at a pair takes 40 to 90 ns, one at the clock about 25.
const LOOKS: usize = 16;

/// A pair that is not sure yet.
#[derive(Clone, Copy, Debug)]
struct Turn {
    worth: f64,
    pair: usize,
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
    /// Of pairs that are worth the same, the first.
    fn cmp(&self, other: &Self) -> Ordering {
        self.worth.total_cmp(&other.worth).then(other.pair.cmp(&self.pair))
    }
}

/// [`Pair::guided`] for many pairs that share one budget: it is spent where it buys the most certainty. The verdicts are in the order of the pairs.
///
/// A pair that is sure, to `eps`, gets nothing more. Of the others, the next is the one whose answer is least sure for the steps that it has had: to halve
/// what is left of the doubt takes about as many steps as there were before.
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
/// A number of steps as budget is for all of them together, and gives the same verdicts on every machine. To see that the balls around two meshes do not
/// meet is no step.
///
/// A time is kept up to one step, from the first call on and for any number of pairs. All that it does not limit is to write one verdict for each pair:
/// one or two nanoseconds. A pair that there was no time to look at is [`Verdict::Likely`], with the probability that the calibration gives to a query that has
/// seen nothing. That is nearly one half, though in a large scene very few pairs touch. The next call with the same crowd begins with these pairs.
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

/// How much certainty a step on a pair may buy after so many of them; none where it is sure enough.
fn worth(verdict: Verdict, steps: u64, eps: f64) -> Option<f64> {
    let Verdict::Likely { p } = verdict else { return None };
    let doubt = p.min(1.0 - p);
    // Where only a proof will do, a probability that is rounded to one is none.
    let open = doubt > eps || sure(eps).is_infinite();
    open.then(|| doubt / (steps + 1) as f64)
}
