//! Do they touch, probably? An answer in time.

use super::intersects::Any;
use super::leaves::Leaves;
use crate::budget::Clock;
use crate::calibration::{Evidence, probability, sure};
use crate::model::Id;
use crate::motion::Motion;
use crate::traverse::{End, Likeliest, Prospect, Trees};
use crate::{Budget, Contact, Effort, Pair, Pose, Scratch};

/// What a guided query has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// They touch: here. This is a proof.
    Hit(Contact),
    /// They do not touch. This is a proof.
    Free,
    /// Nobody knows: they touch with this probability.
    Likely {
        /// The probability, by the scratch's [`Calibration`](crate::Calibration).
        p: f64,
    },
}

impl Verdict {
    /// The probability that they touch: 1 and 0 where that is proved.
    pub fn p(self) -> f64 {
        match self {
            Self::Hit(_) => 1.0,
            Self::Free => 0.0,
            Self::Likely { p } => p,
        }
    }

    /// The likelier answer.
    pub fn touches(self) -> bool {
        self.p() >= 0.5
    }

    /// Whether the answer is proved.
    pub fn is_proof(self) -> bool {
        !matches!(self, Self::Likely { .. })
    }
}

/// A query that was left, as the [`Scratch`] keeps it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guided {
    /// Whose it is; none where there is nothing to go on with.
    of: Option<([Id; 2], Pose)>,
    pub(super) prospect: Prospect,
}

impl Guided {
    /// What the search that was left has seen.
    pub(crate) fn evidence(&self) -> Evidence {
        self.prospect.evidence()
    }
}

impl Pair<'_> {
    /// Whether any two triangles meet, as far as that can be found out with a budget.
    ///
    /// It looks where triangles are likeliest to meet, and stops with a proof, or when it is sure enough: when the answer is wrong with a
    /// probability of no more than `eps`; or when the budget is used up. With zero only a proof or the budget ends it.
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
    /// A probability is one of many queries like this: see [`Calibration`](crate::Calibration) for which ones.
    pub fn guided(&self, budget: Budget, eps: f64) -> Verdict {
        self.guided_with(budget, eps, &mut Scratch::new())
    }

    /// [`Pair::guided`] without allocation, once the scratch is warm; and it can be [resumed](Pair::resume_with).
    pub fn guided_with(&self, budget: Budget, eps: f64, scratch: &mut Scratch) -> Verdict {
        scratch.guided.of = None;
        self.resume_with(budget, eps, scratch)
    }

    /// Goes on where a guided query of this pair at this pose was left: to the same end as if it had never been interrupted.
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
    /// What is needed for that stays in the scratch: the pairs of volumes that wait. It keeps those of one query. After another guided query, or for
    /// a model that was refitted, this one starts anew; so to leave many queries and come back to them, keep a scratch for each, or ask
    /// [`guided_all`](crate::guided_all).
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
            // Asked again, it must not answer from an empty list.
            scratch.guided.of = None;
        }
        verdict
    }

    /// Goes on with the search that is in the scratch. It must be one of this pair at this pose: that is not checked here.
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
        let sure = sure(eps);
        let mut order = Likeliest { clock, calibration, sure, prospect, visit: &mut leaves };
        let end = trees.traverse(*instructions, &mut order, effort);
        effort.add(&leaves.effort());
        match end {
            End::Left(logit) => Verdict::Likely { p: probability(logit) },
            End::Proved => Verdict::Free,
            End::Found => Verdict::Hit(any.0.expect("who has seen enough has seen a contact")),
        }
    }
}
