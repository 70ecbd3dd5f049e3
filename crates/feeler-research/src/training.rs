//! The training of weights, from queries whose result is known.

use feeler::inside::{Evidence, WEIGHTS};
use feeler::{Budget, Calibration, Pair, Scratch, Verdict};

/// Collects the evidence that searches have seen on their way, and how the searches ended. From
/// this it finds the weights under which all these ends are most probable.
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

/// The evidence after some steps of a search, and whether the meshes touch.
#[derive(Clone, Copy, Debug)]
struct Observation {
    evidence: Evidence,
    /// The weight of the observation. Every doubling of the number of steps has the same weight in
    /// sum.
    weight: f64,
    touches: bool,
}

/// The largest number of steps at which a search is observed.
const MOST_STEPS: u32 = 1024;

impl Training {
    /// Searches a pair to the end, and adds the observations.
    pub fn add(&mut self, pair: &Pair<'_>) {
        let first = self.rows.len();
        let (mut steps, mut next) = (0, 0);
        let scratch = &mut self.scratch;
        let mut verdict = pair.guided_with(Budget::steps(0), 0.0, scratch);
        while !verdict.is_proof() && steps < MOST_STEPS {
            if steps == next {
                // Every step of the first sixteen, then sixteen steps of every doubling.
                next = steps + 1 + steps / 16;
                let weight = (next - steps) as f64 / (steps + 1) as f64;
                let evidence = scratch.evidence();
                self.rows.push(Observation { evidence, weight, touches: false });
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

    /// The weights with the largest likelihood, by Newton's method. Each weight is drawn a little
    /// towards zero, so that there is a solution for little data and for data of one kind.
    pub fn calibration(&self) -> Calibration {
        let mut weights = [0.0; WEIGHTS];
        for _ in 0..50 {
            let (gradient, curvature) = self.slopes(&weights);
            let step = solved(curvature, gradient);
            for i in 0..WEIGHTS {
                weights[i] += step[i];
            }
            if step.iter().all(|x| x.abs() < 1e-7) {
                break;
            }
        }
        Calibration::from_weights(weights.map(|x| x as f32))
    }

    /// The gradient and the negative matrix of second derivatives of the logarithm of the
    /// likelihood.
    fn slopes(&self, weights: &[f64; WEIGHTS]) -> ([f64; WEIGHTS], [[f64; WEIGHTS]; WEIGHTS]) {
        const RIDGE: f64 = 1e-3;
        let mut gradient = weights.map(|w| -RIDGE * w);
        let mut curvature = [[0.0; WEIGHTS]; WEIGHTS];
        for i in 0..WEIGHTS {
            curvature[i][i] = RIDGE;
        }
        for row in &self.rows {
            let x = row.evidence.terms().map(f64::from);
            let logit: f64 = x.iter().zip(weights).map(|(x, w)| x * w).sum();
            let p = 1.0 / (1.0 + (-logit).exp());
            let off = row.weight * (row.touches as u8 as f64 - p);
            let bend = row.weight * p * (1.0 - p);
            for i in 0..WEIGHTS {
                gradient[i] += off * x[i];
                for j in 0..=i {
                    curvature[i][j] += bend * x[i] * x[j];
                }
            }
        }
        (gradient, curvature)
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

    /// Observations drawn from a model are enough to find the model again.
    #[test]
    fn finds_the_weights_that_made_the_data() {
        let truth =
            Calibration::from_weights([1.0, 0.8, 0.3, -0.2, 0.4, 0.1, 0.05, 0.0, -0.1, 0.02]);
        let mut training = Training::default();
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            (seed >> 40) as f32 / (1 << 24) as f32
        };
        for _ in 0..100_000 {
            let evidence = Evidence {
                sum: (random() * 8.0 - 5.0).exp(),
                waiting: 1 + (random() * 30.0) as u32,
                steps: (random() * 60.0) as u32,
            };
            let touches = (random() as f64) < truth.probability(evidence);
            training.rows.push(Observation { evidence, weight: 1.0, touches });
        }
        let found = training.calibration();
        for row in &training.rows[..1000] {
            let [p, q] = [truth, found].map(|model| model.probability(row.evidence));
            assert!((p - q).abs() < 0.03, "{p} {q} {:?}", row.evidence);
        }
    }

    #[test]
    fn one_kind_of_data_has_an_answer_too() {
        let mut training = Training::default();
        let evidence = Evidence { sum: 0.5, waiting: 3, steps: 4 };
        training.rows.push(Observation { evidence, weight: 1.0, touches: true });
        let p = training.calibration().probability(evidence);
        assert!(p > 0.9 && p < 1.0);
        assert_eq!(Training::default().calibration().probability(evidence), 0.5);
    }
}
