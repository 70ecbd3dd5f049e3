//! Guided queries put to the test.

use crate::Reliability;
use feeler::{Budget, Calibration, Pair, Scratch, Verdict};

/// What guided queries have said after some numbers of steps, beside what is true.
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
/// ```
#[derive(Clone, Debug)]
pub struct Trial {
    rows: [After; Trial::STEPS.len()],
    scratch: Scratch,
}

/// What was said after some steps.
#[derive(Clone, Debug, Default)]
pub struct After {
    /// So many.
    pub steps: u64,
    /// How many queries had no proof.
    pub open: usize,
    /// The probabilities, 0 and 1 where there was a proof: they count like the others.
    pub said: Reliability,
}

impl Trial {
    /// When it is listened to what they say.
    pub const STEPS: [u64; 4] = [8, 32, 128, 512];

    /// None yet.
    pub fn new(calibration: Calibration) -> Self {
        let rows = Self::STEPS.map(|steps| After { steps, ..After::default() });
        Self { rows, scratch: Scratch::new().calibrated(calibration) }
    }

    /// Asks, and searches to the end; nothing but a proof ends it earlier.
    pub fn add(&mut self, pair: &Pair<'_>) {
        let scratch = &mut self.scratch;
        let mut verdict = pair.guided_with(Budget::steps(0), 0.0, scratch);
        let mut taken = 0;
        let said = Self::STEPS.map(|steps| {
            if !verdict.is_proof() {
                verdict = pair.resume_with(Budget::steps(steps - taken), 0.0, scratch);
                taken = steps;
            }
            verdict
        });
        if !verdict.is_proof() {
            verdict = pair.resume_with(Budget::UNLIMITED, 0.0, scratch);
        }
        let touches = matches!(verdict, Verdict::Hit(_));
        for (row, said) in self.rows.iter_mut().zip(said) {
            row.open += !said.is_proof() as usize;
            row.said.add(said.p(), touches);
        }
    }

    /// All of another one, as if it had been added here.
    pub fn join(&mut self, other: &Self) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            row.open += other.open;
            row.said.join(&other.said);
        }
    }

    /// What was said, after the fewest steps first.
    pub fn rows(&self) -> &[After] {
        &self.rows
    }

    /// How many queries were added.
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
