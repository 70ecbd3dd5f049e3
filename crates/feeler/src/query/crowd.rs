//! Many pairs, one budget.

use super::Verdict;
use crate::{BoundingVolume, Budget, Calibration, Pair, Scratch};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What [`guided_all`] needs while it runs: a [`Scratch`] for each pair. Kept from frame to frame, nothing is allocated any more.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    calibration: Calibration,
    scratches: Vec<Scratch>,
    verdicts: Vec<Verdict>,
    waiting: BinaryHeap<Turn>,
}

impl Crowd {
    /// The same, but probabilities are those of another calibration.
    pub fn calibrated(self, calibration: Calibration) -> Self {
        Self { calibration, scratches: Vec::new(), ..self }
    }
}

/// A pair that is not sure yet.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// How much certainty a step on it may buy.
    worth: f64,
    pair: usize,
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
/// Who is sure, to `eps`, gets nothing more. Of the others the one comes next whose answer is least sure for the steps that it has had: to halve what is
/// left of the doubt takes about as many steps as there were before.
///
/// ```
/// use feeler::{Budget, Crowd, Mesh, Model, Obb, Pair, Pose, guided_all};
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let model = Model::<Obb>::new(mesh);
/// let at = |z: f64| Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, z]));
/// let pairs = [at(0.0), at(0.5), at(9.0)];
/// let mut crowd = Crowd::default();
/// let verdicts = guided_all(&pairs, Budget::micros(1000), 0.01, &mut crowd);
/// assert!(verdicts[0].touches() && !verdicts[2].touches());
/// # Ok::<(), feeler::MeshError>(())
/// ```
///
/// A number of steps as budget is for all of them together.
pub fn guided_all<'c, V: BoundingVolume, const N: usize>(
    pairs: &[Pair<'_, V, N>],
    budget: Budget,
    eps: f64,
    crowd: &'c mut Crowd,
) -> &'c [Verdict] {
    let clock = budget.start();
    let Crowd { calibration, scratches, verdicts, waiting } = crowd;
    while scratches.len() < pairs.len() {
        scratches.push(Scratch::new().calibrated(*calibration));
    }
    verdicts.clear();
    waiting.clear();
    for (pair, (query, scratch)) in pairs.iter().zip(scratches.iter_mut()).enumerate() {
        let verdict = query.guided_with(Budget::steps(0), eps, scratch);
        verdicts.push(verdict);
        waiting.extend(turn(pair, verdict, 0, eps));
    }
    let mut left = budget.steps;
    while let Some(Turn { pair, .. }) = waiting.pop() {
        let time = clock.left();
        if left == 0 || time.is_some_and(|time| time.is_zero()) {
            break;
        }
        let scratch = &mut scratches[pair];
        let before = u64::from(scratch.guided.evidence().steps);
        // A third of what it will have had then: turns cost about as much as a step, so there must not be too many.
        let steps = (before / 2).max(1).min(left);
        let verdict = pairs[pair].resume_with(Budget { steps, time }, eps, scratch);
        let after = u64::from(scratch.guided.evidence().steps);
        left -= (after - before).min(left);
        verdicts[pair] = verdict;
        waiting.extend(turn(pair, verdict, after, eps));
    }
    verdicts
}

/// The next turn of a pair after so many steps; none where it is sure.
fn turn(pair: usize, verdict: Verdict, steps: u64, eps: f64) -> Option<Turn> {
    let Verdict::Likely { p } = verdict else { return None };
    let doubt = p.min(1.0 - p);
    (doubt > eps).then(|| Turn { worth: doubt / (steps + 1) as f64, pair })
}
