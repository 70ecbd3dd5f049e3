//! The exact answers of a scene, and the judgement of other answers.

use crate::form::Solved;
use crate::peer::Answer;
use crate::{Error, Form, Question, Situation, subject};
use feeler::{Mesh, Model, Pair, Scratch};
use feeler_scenes::Progress;

/// The largest error of a distance or a depth that counts as right, in sizes of the larger mesh. Computations
/// in f64 are far more precise; computations in f32 are not precise enough.
pub const TOLERANCE: f64 = 1e-9;

/// The exact answers at all poses.
#[derive(Clone, Debug)]
pub struct Truth {
    answers: Vec<Answer>,
    slack: f64,
}

/// The judgement of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Whether the answer is right.
    pub right: bool,
    /// The error of a distance or a depth.
    pub error: Option<f64>,
}

impl Truth {
    /// Computes the answers by the closed form, if there is one, or else by feeler with its default
    /// volume, whose answers are exact. This feeler takes no part in the race. It fails if `progress` asks to stop, or
    /// if the meshes or a pose do not have the form.
    pub fn of(
        situation: &Situation,
        question: Question,
        form: Option<Form>,
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let Situation { a, b, poses, .. } = situation;
        let slack = TOLERANCE * diagonal(a).max(diagonal(b));
        if question == Question::Build {
            return Ok(Self { answers: Vec::new(), slack });
        }
        let formed = form.map(|form| form.of(a, b)).transpose()?;
        let (a, b) = (Model::new(a.clone()), Model::new(b.clone()));
        let mut scratch = Scratch::new();
        let mut answers = Vec::with_capacity(poses.len());
        for placed in poses {
            if progress(answers.len() as f64 / poses.len() as f64).is_break() {
                return Err(Error::stopped());
            }
            answers.push(match &formed {
                Some(formed) => {
                    let Solved { relation, depth } = formed.at(&placed.pose)?;
                    match question {
                        Question::Depth => Answer::Depth(depth),
                        _ => Answer::Relation(relation),
                    }
                }
                None => {
                    let pair = Pair::new(&a, &b).at(placed.pose);
                    subject::answer(&pair, question, &mut scratch)
                }
            });
        }
        Ok(Self { answers, slack })
    }

    /// The exact answers, one for each pose.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Judges an answer at a pose.
    pub fn verdict(&self, pose: usize, answer: &Answer) -> Verdict {
        match (answer, &self.answers[pose]) {
            (Answer::Distance(said), Answer::Distance(exact))
            | (Answer::Depth(said), Answer::Depth(exact)) => {
                let error = (said - exact).abs();
                Verdict { right: error <= self.slack, error: Some(error) }
            }
            (said, exact) => Verdict { right: said == exact, error: None },
        }
    }
}

/// The length of the diagonal of a mesh's bounding box.
fn diagonal(mesh: &Mesh) -> f64 {
    let Some([low, high]) = mesh.bounds() else { return 0.0 };
    (0..3).map(|i| (high[i] - low[i]).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Files, Generator};
    use feeler::triangle::{distance, intersects};
    use feeler_scenes::{Shape, unwatched};

    fn situation() -> Situation {
        let (a, b) = (Shape::Knot.mesh(200), Shape::Ring.mesh(200));
        let sweep = Generator::RandomSweep { from: 0.5, to: 2.0, steps: 4, turns: 3, seed: None };
        sweep.place(a, b, 1, &Files::default(), &unwatched).unwrap()
    }

    #[test]
    fn brute_force_says_the_same() {
        let situation = situation();
        let truth = |question| Truth::of(&situation, question, None, &unwatched).unwrap();
        let touching = truth(Question::Intersects);
        let counts = truth(Question::Contacts);
        let distances = truth(Question::Distance);
        let within = truth(Question::Within(0.2));
        let Situation { a, b, poses, .. } = &situation;
        let all = |mesh: &Mesh| (0..mesh.triangles().len() as u32).collect::<Vec<u32>>();
        let mut seen = [false; 2];
        for (i, placed) in poses.iter().enumerate() {
            let (mut count, mut least) = (0, f64::INFINITY);
            for &x in &all(a) {
                for &y in &all(b) {
                    let moved = b.triangle(y).map(|p| placed.pose.apply(p));
                    count += u64::from(intersects(&a.triangle(x), &moved));
                    least = distance(&a.triangle(x), &moved).distance.min(least);
                }
            }
            assert_eq!(touching.answers()[i], Answer::Intersects(count > 0));
            assert_eq!(counts.answers()[i], Answer::Contacts(count));
            assert_eq!(distances.answers()[i], Answer::Distance(least));
            assert_eq!(within.answers()[i], Answer::Intersects(least <= 0.2));
            seen[usize::from(count > 0)] = true;
        }
        assert_eq!(seen, [true; 2], "the poses have to be of both kinds");
    }

    #[test]
    fn what_is_off_is_wrong() {
        let truth = Truth { answers: vec![Answer::Distance(0.5)], slack: 1e-9 };
        let judged = |distance: f64| truth.verdict(0, &Answer::Distance(distance));
        assert_eq!(judged(0.5), Verdict { right: true, error: Some(0.0) });
        assert!(judged(0.5 + 1e-10).right && !judged(0.5 + 1e-8).right);
        assert!(!judged(f64::NAN).right && !judged(f64::INFINITY).right && !judged(-0.5).right);
        let truth_of_depth = Truth { answers: vec![Answer::Depth(0.5)], slack: 1e-9 };
        assert!(truth_of_depth.verdict(0, &Answer::Depth(0.5 + 1e-10)).right);
        assert!(!truth_of_depth.verdict(0, &Answer::Depth(0.01)).right);
        let refused = truth.verdict(0, &Answer::Error("not_converged".into()));
        assert_eq!(refused, Verdict { right: false, error: None });
        let truth = Truth { answers: vec![Answer::Contacts(3)], slack: 1e-9 };
        assert!(truth.verdict(0, &Answer::Contacts(3)).right);
        assert!(!truth.verdict(0, &Answer::Contacts(2)).right);
    }
}
