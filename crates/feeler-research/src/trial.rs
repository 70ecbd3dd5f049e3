//! A test of guided queries.

use crate::{Reliability, Sides};
use feeler::{Budget, Calibration, Pair, Scratch};

/// The answers of guided queries, compared with the truth: after some numbers of steps, and with
/// each of some `eps`.
///
/// ```
/// use feeler::{Calibration, Model, Pair};
/// use feeler_research::Trial;
/// use feeler_scenes::{Shape, sweep};
/// let gear = Model::new(Shape::Gear.mesh(1_000));
/// let mut trial = Trial::new(Calibration::default());
/// for placed in sweep(0.5..=2.0, 4, 10) {
///     trial.add(&Pair::new(&gear, &gear).at(placed.pose));
/// }
/// for after in trial.rows() {
///     println!("{} steps: {} of 40 open, error {:.3}", after.steps, after.open, after.said.error());
/// }
/// for said in trial.sides() {
///     println!("eps {}: 'probably free' is wrong {} times of {}", said.eps, said.free.wrong, said.free.said);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Trial {
    rows: [After; Trial::STEPS.len()],
    sides: [Sides; Sides::EPS.len()],
    scratch: Scratch,
}

/// The answers after one number of steps.
#[derive(Clone, Debug, Default)]
pub struct After {
    /// The number of steps.
    pub steps: u64,
    /// The number of queries without a proof.
    pub open: usize,
    /// The stated probabilities. A proof counts as a probability of 0 or 1.
    pub said: Reliability,
}

impl Trial {
    /// The numbers of steps after which the answers are recorded.
    pub const STEPS: [u64; 7] = [8, 16, 32, 64, 128, 256, 512];

    /// A trial without queries.
    pub fn new(calibration: Calibration) -> Self {
        let rows = Self::STEPS.map(|steps| After { steps, ..After::default() });
        Self { rows, sides: Sides::none(), scratch: Scratch::new().calibrated(calibration) }
    }

    /// Runs queries and continues them until there is a proof, so that the truth is known.
    pub fn add(&mut self, pair: &Pair<'_>) {
        let scratch = &mut self.scratch;
        let touches = Sides::ask(&mut self.sides, pair, scratch);
        let mut verdict = pair.guided_with(Budget::steps(0), 0.0, scratch);
        let mut taken = 0;
        let said = Self::STEPS.map(|steps| {
            if !verdict.is_proof() {
                verdict = pair.resume_with(Budget::steps(steps - taken), 0.0, scratch);
                taken = steps;
            }
            verdict
        });
        for (row, said) in self.rows.iter_mut().zip(said) {
            row.open += !said.is_proof() as usize;
            row.said.add(said.p(), touches);
        }
    }

    /// Adds everything that was added to another trial.
    pub fn join(&mut self, other: &Self) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            row.open += other.open;
            row.said.join(&other.said);
        }
        for (row, other) in self.sides.iter_mut().zip(&other.sides) {
            row.join(other);
        }
    }

    /// The answers, in ascending order of the number of steps.
    pub fn rows(&self) -> &[After] {
        &self.rows
    }

    /// The answers without a proof, in ascending order of `eps`.
    pub fn sides(&self) -> &[Sides] {
        &self.sides
    }

    /// The number of queries that were added.
    pub fn queries(&self) -> usize {
        self.rows[0].said.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler::Model;
    use feeler_scenes::{Shape, mixture, unwatched};

    #[test]
    fn what_is_said_is_what_a_query_says() {
        let a = Model::new(Shape::Knot.mesh(3_000));
        let b = Model::new(Shape::Gear.mesh(3_000));
        let poses = mixture(&a, &b, 48, 1, &unwatched).unwrap();
        let mut trial = Trial::new(Calibration::default());
        let mut expected = Trial::STEPS.map(|_| (0, Reliability::default()));
        for placed in &poses {
            let pair = Pair::new(&a, &b).at(placed.pose);
            trial.add(&pair);
            for ((open, said), steps) in expected.iter_mut().zip(Trial::STEPS) {
                let verdict = pair.guided(Budget::steps(steps), 0.0);
                *open += !verdict.is_proof() as usize;
                said.add(verdict.p(), pair.intersects());
            }
        }
        assert_eq!(trial.queries(), 48);
        for (row, (open, said)) in trial.rows().iter().zip(expected) {
            assert_eq!((row.open, &row.said), (open, &said), "{} steps", row.steps);
        }
        let open: Vec<usize> = trial.rows().iter().map(|row| row.open).collect();
        assert!(open[0] > 0 && open.is_sorted_by(|a, b| a >= b), "{open:?}");

        let mut twice = trial.clone();
        twice.join(&trial);
        assert_eq!((twice.queries(), twice.rows()[0].open), (96, 2 * open[0]));
    }
}
