//! A test of the promise that `eps` is.

use feeler::{Budget, Pair, Scratch, Verdict};

/// The answers without a proof of guided queries with one `eps`, by side.
///
/// The promise: of the answers *probably free* at most a share of `eps` touch, and of the answers
/// *probably touching* at most a share of `eps` are free.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sides {
    /// The `eps` of the queries.
    pub eps: f64,
    /// The answers *probably free*.
    pub free: Tally,
    /// The answers *probably touching*.
    pub touching: Tally,
}

/// A number of answers, and how many of them are wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of answers.
    pub said: usize,
    /// The number of those that are wrong.
    pub wrong: usize,
}

impl Tally {
    /// The share of wrong answers; zero without answers.
    pub fn share(self) -> f64 {
        self.wrong as f64 / self.said.max(1) as f64
    }

    /// Whether at most a share of `eps` is wrong.
    pub fn keeps(self, eps: f64) -> bool {
        self.wrong as f64 <= eps * self.said as f64
    }

    fn join(&mut self, other: Self) {
        self.said += other.said;
        self.wrong += other.wrong;
    }
}

impl Sides {
    /// The values of `eps` that are tested.
    pub const EPS: [f64; 4] = [0.01, 0.05, 0.1, 0.25];

    /// No answers, for each `eps`.
    pub fn none() -> [Self; Self::EPS.len()] {
        Self::EPS.map(|eps| Self { eps, ..Self::default() })
    }

    /// Adds other answers with the same `eps`.
    pub fn join(&mut self, other: &Self) {
        self.free.join(other.free);
        self.touching.join(other.touching);
    }

    /// Asks with each `eps`, and adds the answers without a proof. Returns whether the meshes
    /// touch.
    pub(crate) fn ask(rows: &mut [Self], pair: &Pair<'_>, scratch: &mut Scratch) -> bool {
        // A query with a small `eps` goes on where one with a larger `eps` has ended.
        let mut verdict = pair.guided_with(Budget::steps(0), 0.0, scratch);
        let mut said = Self::EPS.map(|_| verdict);
        for (said, eps) in said.iter_mut().zip(Self::EPS).rev() {
            if !verdict.is_proof() {
                verdict = pair.resume_with(Budget::UNLIMITED, eps, scratch);
            }
            *said = verdict;
        }
        if !verdict.is_proof() {
            verdict = pair.resume_with(Budget::UNLIMITED, 0.0, scratch);
        }
        let touches = matches!(verdict, Verdict::Hit(_));
        for (row, said) in rows.iter_mut().zip(said).filter(|(_, said)| !said.is_proof()) {
            let side = if said.touches() { &mut row.touching } else { &mut row.free };
            side.said += 1;
            side.wrong += usize::from(said.touches() != touches);
        }
        touches
    }
}

/// How many of several meshes keep the promise on one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    /// The meshes with [enough](Kept::ENOUGH) answers to tell.
    pub meshes: usize,
    /// The number of those that keep the promise.
    pub kept: usize,
    /// The one with the largest share of wrong answers, by its place, with that share; `None`
    /// without meshes.
    pub worst: Option<(usize, f64)>,
}

impl Kept {
    /// The least number of answers by which a mesh is judged.
    pub const ENOUGH: usize = 10;

    /// Counts the meshes that keep the promise, given the answers of each mesh.
    ///
    /// ```
    /// use feeler_research::{Kept, Tally};
    /// let meshes = [(100, 4), (100, 6), (5, 1)].map(|(said, wrong)| Tally { said, wrong });
    /// let kept = Kept::of(0.05, meshes);
    /// assert_eq!((kept.kept, kept.meshes, kept.worst), (1, 2, Some((1, 0.06))));
    /// ```
    pub fn of(eps: f64, meshes: impl IntoIterator<Item = Tally>) -> Self {
        let mut all = Self { meshes: 0, kept: 0, worst: None };
        for (place, tally) in meshes.into_iter().enumerate() {
            if tally.said < Self::ENOUGH {
                continue;
            }
            all.meshes += 1;
            all.kept += usize::from(tally.keeps(eps));
            if all.worst.is_none_or(|(_, share)| tally.share() > share) {
                all.worst = Some((place, tally.share()));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PoseSet;
    use feeler::{Calibration, Model};
    use feeler_scenes::{Shape, unwatched};

    #[test]
    fn one_search_has_the_answers_of_many() {
        let [a, b] = [Shape::Knot, Shape::Gear].map(|shape| Model::new(shape.mesh(3_000)));
        let poses = PoseSet::Other.poses(&a, &b, 64, 1, &unwatched).unwrap();
        let mut scratch = Scratch::new();
        let (mut rows, mut expected) = (Sides::none(), Sides::none());
        for pose in poses {
            let pair = Pair::new(&a, &b).at(pose);
            let touches = Sides::ask(&mut rows, &pair, &mut scratch);
            assert_eq!(touches, pair.intersects());
            for row in &mut expected {
                let verdict = pair.guided(Budget::UNLIMITED, row.eps);
                let side = if verdict.touches() { &mut row.touching } else { &mut row.free };
                side.said += usize::from(!verdict.is_proof());
                side.wrong += usize::from(!verdict.is_proof() && verdict.touches() != touches);
            }
        }
        assert_eq!(rows, expected);
        assert!(rows.iter().all(|row| row.free.said + row.touching.said > 0), "{rows:?}");
    }

    #[test]
    fn bold_words_are_counted_as_wrong() {
        // Whatever it has seen, this calibration says that the meshes touch.
        let always = std::array::from_fn(|i| if i == 0 { 9.0 } else { 0.0 });
        let bold = Calibration::from_weights(always, always, 0.9);
        let knot = Model::new(Shape::Knot.mesh(3_000));
        let mut scratch = Scratch::new().calibrated(bold);
        let mut rows = Sides::none();
        let mut free = 0;
        for pose in PoseSet::Near.poses(&knot, &knot, 80, 1, &unwatched).unwrap() {
            let pair = Pair::new(&knot, &knot).at(pose);
            free += usize::from(!Sides::ask(&mut rows, &pair, &mut scratch));
        }
        assert!(free > 20);
        for row in rows {
            // The balls around the meshes prove some poses free before the first step.
            let Tally { said, wrong } = row.touching;
            assert!(wrong > 20 && wrong <= free && said > wrong, "{row:?}");
            assert_eq!(row.free.said, 0);
        }
    }
}
