//! The subject of a measurement: feeler in any setting.

use crate::Question;
use crate::peer::Answer;
use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch, Search, Ties, TreeStats};
use feeler_field::{Body, Depth, Relation, Ways};
use feeler_research::{Mode, Setting};
use self_cell::self_cell;
use std::time::Instant;

/// Two models that are built and can answer questions.
pub(crate) trait Subject: Send {
    /// Answers a question at one pose.
    fn ask(&mut self, question: Question, pose: Pose, scratch: &mut Scratch) -> Answer;
    /// The trees of A and B.
    fn stats(&self) -> [TreeStats; 2];
}

/// Two models that were built, and the time that it took.
pub(crate) struct Built {
    /// The two models.
    pub(crate) subject: Box<dyn Subject>,
    /// The times to build A and B, in nanoseconds.
    pub(crate) ns: [u64; 2],
}

impl Built {
    /// Builds A, then B, even if they are equal, and makes a subject of both.
    pub(crate) fn timed<T, S: Subject + 'static>(
        [a, b]: [&Mesh; 2],
        build: impl Fn(Mesh) -> T,
        subject: impl FnOnce(T, T) -> S,
    ) -> Self {
        let timed = |mesh: &Mesh| {
            let mesh = mesh.clone();
            let start = Instant::now();
            (build(mesh), start.elapsed().as_nanos() as u64)
        };
        let ((a, first), (b, second)) = (timed(a), timed(b));
        Self { subject: Box::new(subject(a, b)), ns: [first, second] }
    }
}

/// Builds the models of a setting that asks no published method. For a question about solids, it also
/// finds out their insides.
pub(crate) fn build(meshes: [&Mesh; 2], setting: Setting, question: Question) -> Built {
    let build = setting.build();
    if question.is_about_solids() {
        let solid = |mesh| BuiltSolid::new(Model::build(mesh, &build), prepared);
        return Built::timed(meshes, solid, |a, b| BuiltSolids { a, b });
    }
    let subject = |a, b| BuiltModels { a, b, setting };
    Built::timed(meshes, |mesh| Model::build(mesh, &build), subject)
}

/// Two models, and the setting of their queries.
struct BuiltModels {
    a: Model,
    b: Model,
    setting: Setting,
}

impl Subject for BuiltModels {
    fn ask(&mut self, question: Question, pose: Pose, scratch: &mut Scratch) -> Answer {
        let pair = Pair::new(&self.a, &self.b).at(pose);
        let pair = self.setting.schedule.map_or(pair, |schedule| pair.scheduled(schedule));
        match (self.setting.mode, question) {
            (Mode::Exact, _) => answer(&pair, question, scratch),
            (Mode::Guided(eps), Question::Intersects) => {
                Answer::Intersects(pair.guided_with(Budget::UNLIMITED, eps, scratch).touches())
            }
            (mode, _) => unreachable!("'{question}' is nothing to ask{mode}"),
        }
    }

    fn stats(&self) -> [TreeStats; 2] {
        [self.a.stats(), self.b.stats()]
    }
}

self_cell!(
    /// A solid with the model that it borrows.
    struct BuiltSolid {
        owner: Model,
        #[not_covariant]
        dependent: Body,
    }
);

/// A solid of which everything is known that does not depend on a pose.
fn prepared(model: &Model) -> Body<'_> {
    let body = Body::of(model);
    let _ = (body.is_convex(), body.boundary().self_contact());
    body
}

/// Two solids.
struct BuiltSolids {
    a: BuiltSolid,
    b: BuiltSolid,
}

impl Subject for BuiltSolids {
    fn ask(&mut self, question: Question, pose: Pose, _: &mut Scratch) -> Answer {
        self.a.with_dependent(|_, a| {
            self.b.with_dependent(|_, b| match question {
                Question::Relation => {
                    Answer::Relation(Relation::between(a.boundary(), b.boundary(), pose).relation)
                }
                Question::Depth => Answer::Depth(Depth::of(a, b, pose, Ways::Anywhere).upper),
                _ => unreachable!("'{question}' is no question about solids"),
            })
        })
    }

    fn stats(&self) -> [TreeStats; 2] {
        [&self.a, &self.b].map(|solid| solid.borrow_owner().stats())
    }
}

/// The answer of a pair to a question.
///
/// For distances, any of several equally near pairs of triangles may be found, because no rival
/// promises the first one. For questions about solids the insides of both meshes are found out anew each
/// time.
///
/// # Panics
/// If the question is about building.
pub fn answer(pair: &Pair<'_>, question: Question, scratch: &mut Scratch) -> Answer {
    match question {
        Question::Intersects => Answer::Intersects(pair.intersects_with(scratch)),
        Question::Contacts => Answer::Contacts(pair.contacts_with(scratch).len() as u64),
        Question::Distance => {
            let any = Search { ties: Ties::Any, ..Search::default() };
            Answer::Distance(pair.distance_with(&any, scratch).upper())
        }
        Question::Within(distance) => Answer::Intersects(pair.within_with(distance, scratch)),
        Question::Relation => Answer::Relation(Relation::of(pair).relation),
        Question::Depth => {
            let (a, b) = (Body::of(pair.a()), Body::of(pair.b()));
            Answer::Depth(Depth::of(&a, &b, pair.pose(), Ways::Anywhere).upper)
        }
        Question::Build => panic!("building is no question about a pose"),
    }
}
