//! The training of weights, from queries whose result is known.

use feeler::inside::{Evidence, WEIGHTS};
use feeler::{Budget, Calibration, Pair, Scratch, Verdict};
use rayon::prelude::*;

/// Collects the evidence that searches have seen on their way, and how the searches ended. From
/// this it finds the weights under which all these ends are most probable: one set that is fitted
/// best where a query is probably free, and one where it is probably touching.
///
/// ```
/// use feeler::{Mesh, Model, Pair, Pose};
/// use feeler_research::Training;
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let model = Model::new(mesh);
/// let upright = Pose::rotation([1.0, 0.0, 0.0], 1.0);
/// let mut training = Training::default();
/// for step in 0..100 {
///     let pose = upright.then(&Pose::translation([0.02 * step as f64, 0.0, 0.0]));
///     training.add(&Pair::new(&model, &model).at(pose));
/// }
/// assert_eq!(training.queries(), 100);
/// let calibration = training.calibration();
/// # let _ = calibration;
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Training {
    rows: Vec<Observation>,
    queries: usize,
    touching: usize,
    scratch: Scratch,
}

/// The evidence after at least one step of a search, and whether the meshes touch.
#[derive(Clone, Copy, Debug)]
struct Observation {
    evidence: Evidence,
    touches: bool,
}

/// The largest number of steps at which a search is observed.
const MOST_STEPS: u32 = 1024;

/// The odds at which a side decides, for an `eps` of 0.05. To fit a side best there, the rows of the
/// rarer outcome count so many times, as if both were equally frequent; the constant weight is set
/// right afterwards.
const DECIDING_ODDS: f64 = 19.0;

/// How many times the logit of `eps` a query must be at to be sure of *free* and of *touching*. Meshes
/// differ, and the promise is for nine meshes of ten; `docs/guided.md` has how these were chosen.
const CAUTION: [f32; 2] = [1.5, 1.4];

impl Observation {
    /// The steps between this observation and the next one: each of the first sixteen steps is
    /// observed, then sixteen steps of every doubling.
    fn stride(steps: u32) -> u32 {
        1 + steps / 16
    }

    /// The weight of the observation. Every doubling of the number of steps has the same weight in
    /// sum.
    fn weight(&self) -> f64 {
        let steps = self.evidence.steps;
        f64::from(Self::stride(steps)) / f64::from(steps + 1)
    }
}

impl Training {
    /// Searches a pair to the end, and adds the observations. There is none before the first step:
    /// what a search starts with is the same for all of them.
    pub fn add(&mut self, pair: &Pair<'_>) {
        let first = self.rows.len();
        let (mut steps, mut next) = (0, 1);
        let scratch = &mut self.scratch;
        let mut verdict = pair.guided_with(Budget::steps(0), 0.0, scratch);
        while !verdict.is_proof() && steps < MOST_STEPS {
            if steps == next {
                next += Observation::stride(steps);
                self.rows.push(Observation { evidence: scratch.evidence(), touches: false });
            }
            verdict = pair.resume_with(Budget::steps(1), 0.0, scratch);
            steps += 1;
        }
        if !verdict.is_proof() {
            verdict = pair.resume_with(Budget::UNLIMITED, 0.0, scratch);
        }
        let touches = matches!(verdict, Verdict::Hit(_));
        self.rows[first..].iter_mut().for_each(|row| row.touches = touches);
        self.queries += 1;
        self.touching += touches as usize;
    }

    /// The number of queries that were added.
    pub fn queries(&self) -> usize {
        self.queries
    }

    /// The number of added queries in which the meshes touch.
    pub fn touching(&self) -> usize {
        self.touching
    }

    /// Adds everything that was added to another training.
    pub fn join(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.queries += other.queries;
        self.touching += other.touching;
    }

    /// The weights with the largest likelihood. Each weight is drawn a little towards that without
    /// data, so that there is a solution for little data and for data of one kind.
    pub fn calibration(&self) -> Calibration {
        let [free, touching] = [DECIDING_ODDS, 1.0 / DECIDING_ODDS].map(|odds| {
            let mut weights = self.weights(odds);
            weights[0] -= odds.ln();
            weights.map(|x| x as f32)
        });
        // One query more of each kind, so that nothing is impossible.
        let unseen = (self.touching + 1) as f64 / (self.queries + 2) as f64;
        Calibration::from_weights(free, touching, unseen).cautious(CAUTION)
    }

    /// The weights with the largest likelihood if rows that touch count so many times: by Newton's
    /// method, with shorter steps where a whole one is no improvement.
    fn weights(&self, touching: f64) -> [f64; WEIGHTS] {
        // Without data both outcomes are equally probable, so that many of one kind count more.
        let mut center = [0.0; WEIGHTS];
        center[0] = touching.ln();
        let mut weights = [0.0; WEIGHTS];
        let mut here = self.slopes(&weights, &center, touching);
        for _ in 0..50 {
            let mut step = solved(here.curvature, here.gradient);
            let next = loop {
                let next: [f64; WEIGHTS] = std::array::from_fn(|i| weights[i] + step[i]);
                let there = self.slopes(&next, &center, touching);
                if there.likelihood > here.likelihood {
                    break Some((next, there));
                }
                if step.iter().all(|x| x.abs() < 1e-7) {
                    break None;
                }
                step = step.map(|x| 0.5 * x);
            };
            let Some((next, there)) = next else { break };
            (weights, here) = (next, there);
            if step.iter().all(|x| x.abs() < 1e-6) {
                break;
            }
        }
        weights
    }

    /// The likelihood and its slopes. The rows are added up in chunks, in an order
    /// that does not depend on the number of threads.
    fn slopes(&self, weights: &[f64; WEIGHTS], center: &[f64; WEIGHTS], touching: f64) -> Slopes {
        const RIDGE: f64 = 1e-3;
        const CHUNK: usize = 1 << 14;
        let of_chunk = |rows: &[Observation]| {
            let mut slopes = Slopes::default();
            rows.iter().for_each(|row| slopes.add(row, weights, touching));
            slopes
        };
        let chunks: Vec<Slopes> = self.rows.par_chunks(CHUNK).map(of_chunk).collect();
        let mut all = Slopes::default();
        for i in 0..WEIGHTS {
            let off = weights[i] - center[i];
            all.likelihood -= 0.5 * RIDGE * off * off;
            all.gradient[i] = -RIDGE * off;
            all.curvature[i][i] = RIDGE;
        }
        for chunk in chunks {
            all.likelihood += chunk.likelihood;
            for i in 0..WEIGHTS {
                all.gradient[i] += chunk.gradient[i];
                for j in 0..=i {
                    all.curvature[i][j] += chunk.curvature[i][j];
                }
            }
        }
        all
    }
}

/// The logarithm of the likelihood, its gradient, and the lower half of the negative matrix of its
/// second derivatives.
#[derive(Default)]
struct Slopes {
    likelihood: f64,
    gradient: [f64; WEIGHTS],
    curvature: [[f64; WEIGHTS]; WEIGHTS],
}

impl Slopes {
    fn add(&mut self, row: &Observation, weights: &[f64; WEIGHTS], touching: f64) {
        let x = row.evidence.terms().map(f64::from);
        let logit: f64 = x.iter().zip(weights).map(|(x, w)| x * w).sum();
        let p = 1.0 / (1.0 + (-logit).exp());
        let weight = row.weight() * if row.touches { touching } else { 1.0 };
        // ln p or ln (1 - p), without a number that is too large on the way.
        let against = if row.touches { -logit } else { logit };
        self.likelihood -= weight * (against.max(0.0) + (-against.abs()).exp().ln_1p());
        let off = weight * (f64::from(u8::from(row.touches)) - p);
        let bend = weight * p * (1.0 - p);
        for i in 0..WEIGHTS {
            self.gradient[i] += off * x[i];
            for j in 0..=i {
                self.curvature[i][j] += bend * x[i] * x[j];
            }
        }
    }
}

/// The solution of a system of linear equations whose matrix is positive definite, given by its
/// lower half: by Cholesky's decomposition.
fn solved(mut a: [[f64; WEIGHTS]; WEIGHTS], mut b: [f64; WEIGHTS]) -> [f64; WEIGHTS] {
    for i in 0..WEIGHTS {
        for j in 0..=i {
            let rest = a[i][j] - (0..j).map(|k| a[i][k] * a[j][k]).sum::<f64>();
            a[i][j] = if i == j { rest.max(1e-300).sqrt() } else { rest / a[j][j] };
        }
    }
    for i in 0..WEIGHTS {
        let sum: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    for i in (0..WEIGHTS).rev() {
        let sum: f64 = (i + 1..WEIGHTS).map(|k| a[k][i] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler::inside::Outset;
    use feeler_scenes::Random;

    fn probability(logit: f64) -> f64 {
        1.0 / (1.0 + (-logit).exp())
    }

    /// Observations drawn from a model are enough to find the model again, by either side.
    #[test]
    fn finds_the_weights_that_made_the_data() {
        let truth =
            [1.0, 0.8, 0.3, -0.2, 0.4, 0.1, 0.05, 0.0, -0.1, 0.02, 0.5, -0.2, 0.1, 0.6, 0.2, -0.1];
        let truth = Calibration::from_weights(truth, truth, 0.5);
        let mut training = Training::default();
        let mut random = Random::new(1);
        for _ in 0..200_000 {
            let evidence = Evidence {
                sum: (random.between(-5.0, 3.0)).exp() as f32,
                waiting: 1 + random.between(0.0, 30.0) as u32,
                steps: 1 + random.between(0.0, 60.0) as u32,
                outset: Outset {
                    density: random.between(-1.0, 2.0) as f32,
                    alignment: random.between(0.6, 1.0) as f32,
                },
            };
            let touches = random.unit() < probability(truth.logits(evidence)[0]);
            training.rows.push(Observation { evidence, touches });
        }
        let found = training.calibration();
        for row in &training.rows[..1000] {
            let p = probability(truth.logits(row.evidence)[0]);
            for q in found.logits(row.evidence).map(probability) {
                assert!((p - q).abs() < 0.04, "{p} {q} {:?}", row.evidence);
            }
        }
    }

    /// Where one set of weights cannot fit both sides, each set is right on its own.
    #[test]
    fn each_side_is_fitted_where_it_decides() {
        let mut training = Training::default();
        let mut random = Random::new(2);
        // The probability is 0.03 for small sums, 0.97 for large ones, and no logistic curve between.
        for _ in 0..100_000 {
            let sum = random.between(0.1, 2.0) as f32;
            let evidence = Evidence { sum, waiting: 3, steps: 4, ..Evidence::default() };
            let p = if sum < 0.7 {
                0.03
            } else if sum < 1.4 {
                0.9
            } else {
                0.97
            };
            training.rows.push(Observation { evidence, touches: random.unit() < p });
        }
        let found = training.calibration();
        // The loss where rows that touch count so many times.
        let loss = |side: usize, odds: f64| -> f64 {
            let of_row = |row: &Observation| {
                let p = probability(found.logits(row.evidence)[side] + odds.ln());
                if row.touches { -odds * p.ln() } else { -(1.0 - p).ln() }
            };
            training.rows.iter().map(of_row).sum()
        };
        assert!(loss(0, DECIDING_ODDS) < 0.999 * loss(1, DECIDING_ODDS));
        assert!(loss(1, 1.0 / DECIDING_ODDS) < 0.999 * loss(0, 1.0 / DECIDING_ODDS));
    }

    #[test]
    fn one_kind_of_data_has_an_answer_too() {
        let mut training = Training::default();
        let evidence = Evidence { sum: 0.5, waiting: 3, steps: 4, ..Evidence::default() };
        training.rows.push(Observation { evidence, touches: true });
        let p = |training: &Training| training.calibration().logits(evidence).map(probability);
        assert!(p(&training).iter().all(|&p| p > 0.5 && p < 1.0), "{:?}", p(&training));
        assert!(p(&Training::default()).iter().all(|p| (p - 0.5).abs() < 1e-6));
    }
}
