//! Whether two meshes touch, by a proof or with a probability: an answer in time.

use super::intersects::Any;
use super::leaves::Leaves;
use super::memory::Guided;
use crate::budget::Clock;
use crate::calibration::{Judge, Outset};
use crate::motion::Motion;
use crate::traverse::{End, Likeliest, Trees};
use crate::{Budget, Contact, Effort, Pair, Scratch};
use std::fmt;

/// The result of a guided query.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Verdict {
    /// The meshes touch, and this contact proves it.
    Hit(Contact),
    /// The meshes do not touch. This is proved.
    Free,
    /// Nothing is proved: the meshes touch with some probability.
    Likely {
        /// The probability of a contact, by the [`Calibration`](crate::Calibration) of the scratch. It
        /// is at most `eps`, or at least 1 - `eps`, only if the query is sure enough.
        p: f64,
    },
}

impl Verdict {
    /// The probability that the meshes touch: 1 or 0 if the answer is proved.
    pub fn p(self) -> f64 {
        match self {
            Self::Hit(_) => 1.0,
            Self::Free => 0.0,
            Self::Likely { p } => p,
        }
    }

    /// The likelier answer: whether the meshes touch.
    pub fn touches(self) -> bool {
        self.p() >= 0.5
    }

    /// Whether the answer is proved.
    pub fn is_proof(self) -> bool {
        !matches!(self, Self::Likely { .. })
    }
}

/// `touching: triangle 3 of A and triangle 5 of B`, or `apart`, or `touching with a probability of 0.9`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hit(contact) => write!(f, "touching: {contact}"),
            Self::Free => write!(f, "apart"),
            Self::Likely { p } => {
                write!(f, "touching with a probability of ")?;
                p.fmt(f)
            }
        }
    }
}

impl Pair<'_> {
    /// Whether any two triangles meet, as far as that can be found out with a budget.
    ///
    /// The search looks where triangles are likeliest to meet. It stops with a proof, or if the answer
    /// is sure enough, or if the budget is used up. If `eps` is zero, only a proof or the budget ends
    /// the search.
    ///
    /// `eps` is a promise for each answer: of the answers *probably free* (`p` is at most `eps`) no more
    /// than a share of `eps` touch, and of the answers *probably touching* (`p` is at least 1 - `eps`)
    /// no more than a share of `eps` are free.
    ///
    /// ```
    /// use feeler::{Budget, Mesh, Model, Pair, Pose, Verdict};
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let pair = Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, 0.1]));
    /// match pair.guided(Budget::micros(100), 0.01) {
    ///     Verdict::Hit(contact) => println!("triangle {} touches {}", contact.a, contact.b),
    ///     Verdict::Free => println!("apart"),
    ///     Verdict::Likely { p } => println!("they touch with a probability of {p:.3}"),
    /// }
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    ///
    /// The promise and the probability are frequencies among many queries like this one: see
    /// [`Calibration`](crate::Calibration) for these queries.
    #[must_use]
    pub fn guided(&self, budget: Budget, eps: f64) -> Verdict {
        self.guided_with(budget, eps, &mut Scratch::new())
    }

    /// [`Pair::guided`] without allocation, once the scratch is warm. The query can be
    /// [resumed](Pair::resume_with).
    pub fn guided_with(&self, budget: Budget, eps: f64, scratch: &mut Scratch) -> Verdict {
        scratch.guided.of = None;
        self.resume_with(budget, eps, scratch)
    }

    /// Continues an interrupted guided query of this pair at this pose. The result is the same as if the
    /// query had never been interrupted.
    ///
    /// ```
    /// use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch, Verdict};
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let pair = Pair::new(&model, &model);
    /// let mut scratch = Scratch::new();
    /// let mut verdict = pair.guided_with(Budget::steps(0), 0.0, &mut scratch);
    /// while !verdict.is_proof() {
    ///     verdict = pair.resume_with(Budget::steps(1), 0.0, &mut scratch);
    /// }
    /// assert!(matches!(verdict, Verdict::Hit(_)));
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    ///
    /// The scratch keeps the pairs of volumes that wait, but of one query only. After another guided
    /// query, or for a model that was refitted, the query starts anew. To interrupt and resume many
    /// queries, keep a scratch for each, or use [`guided_all`](crate::guided_all).
    pub fn resume_with(&self, budget: Budget, eps: f64, scratch: &mut Scratch) -> Verdict {
        let clock = budget.start();
        scratch.effort = Effort::default();
        let Guided { of, prospect } = &mut scratch.guided;
        let Some(motion) = self.touching() else {
            *of = None;
            return Verdict::Free;
        };
        let this = Some(([self.a().id(), self.b().id()], self.pose()));
        if *of != this {
            prospect.start();
            *of = this;
        }
        let verdict = self.explore(&motion, clock, eps, scratch);
        if verdict.is_proof() {
            // If the query is asked again, it must start anew: after a contact the queue may be empty,
            // which would look like a proof that nothing touches.
            scratch.guided.of = None;
        }
        verdict
    }

    /// What is known of the pair before the first step.
    fn outset(&self, motion: &Motion) -> Outset {
        let [a, b] = [self.a().whole(), self.b().whole()];
        let turned = b.axes.map(|axis| motion.into_a.turn(axis));
        let cosine = |p: [f32; 3], q: [f32; 3]| (p[0] * q[0] + p[1] * q[1] + p[2] * q[2]).abs();
        let largest = |axis| turned.iter().map(|&other| cosine(axis, other)).fold(0.0, f32::max);
        let alignment = a.axes.iter().map(|&axis| largest(axis)).sum::<f32>() / 3.0;
        Outset { density: a.density + b.density, alignment }
    }

    /// Continues the search in the scratch. It must be a search of this pair at this pose, which is not
    /// checked here.
    pub(super) fn explore(
        &self,
        motion: &Motion,
        clock: Clock,
        eps: f64,
        scratch: &mut Scratch,
    ) -> Verdict {
        let Scratch { guided: Guided { prospect, .. }, instructions, effort, calibration, .. } =
            scratch;
        let trees = Trees::new(self.a(), self.b(), motion);
        let mut any = Any(None);
        let mut leaves = Leaves::new(self, motion, *instructions, &mut any);
        prospect.outset = self.outset(motion);
        let judge = Judge::new(calibration, prospect.outset, eps);
        let mut order = Likeliest { clock, judge: &judge, prospect, visit: &mut leaves };
        let end = trees.traverse(*instructions, &mut order, effort);
        effort.add(&leaves.effort());
        match end {
            End::Left(odds, steps) => Verdict::Likely { p: judge.told(odds, steps) },
            End::Proved => Verdict::Free,
            End::Found => Verdict::Hit(any.0.expect("a search that found a contact keeps it")),
        }
    }
}
