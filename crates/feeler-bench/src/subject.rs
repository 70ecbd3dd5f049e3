//! The subject of a measurement: feeler in any setting.

use crate::Question;
use crate::peer::Answer;
use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch, Search, Ties, TreeStats};
use feeler_research::{Mode, Setting};
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

/// Builds the models of a setting that asks no published method.
pub(crate) fn build(meshes: [&Mesh; 2], setting: Setting) -> Built {
    let build = setting.build();
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

/// The answer of a pair to a question.
///
/// For distances, any of several equally near pairs of triangles may be found, because no rival
/// promises the first one.
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
        Question::Build => panic!("building is no question about a pose"),
    }
}
