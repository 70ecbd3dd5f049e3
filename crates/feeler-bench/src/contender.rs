//! The contenders: feeler in one of its settings, or a rival.

use crate::peer::{Answer, Ask, Case, Limits, Peer, PeerError, Run};
use crate::subject::{self, Built, Subject};
use crate::{Question, Situation, published};
use feeler::{Effort, Instructions, Mesh, Pose, Scratch};
use feeler_research::{Mode, Setting};
use std::time::Instant;

/// The timed answer of a contender at one pose.
pub(crate) struct Timed {
    /// The answer, or `None` if the contender only had to build.
    pub(crate) answer: Option<Answer>,
    pub(crate) ns: u64,
    /// The work done, if the contender tells it.
    pub(crate) effort: Option<Effort>,
}

/// The facts that a contender states about itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Card {
    pub(crate) version: String,
    pub(crate) setting: String,
    pub(crate) precision: String,
    pub(crate) build_ns: Option<[u64; 2]>,
    pub(crate) bytes: Option<u64>,
    pub(crate) nodes: Option<u64>,
    /// The bytes of the inner nodes alone, without the contents of the leaves.
    pub(crate) node_bytes: Option<u64>,
    pub(crate) overhead_ns: Option<u64>,
}

/// A contender that answers a question at all poses of a scene, again and again.
pub(crate) enum Contender<'a> {
    Feeler(Box<Feeler<'a>>),
    Peer(Box<Rival>),
}

impl Contender<'_> {
    pub(crate) fn card(&self) -> &Card {
        match self {
            Self::Feeler(feeler) => &feeler.card,
            Self::Peer(rival) => &rival.card,
        }
    }

    /// Answers the question once at every pose, or builds the models once.
    pub(crate) fn pass(&mut self) -> Result<Vec<Timed>, PeerError> {
        match self {
            Self::Feeler(feeler) => feeler.pass(),
            Self::Peer(rival) => rival.pass(),
        }
    }
}

/// feeler in one setting.
pub(crate) struct Feeler<'a> {
    card: Card,
    question: Question,
    setting: Setting,
    situation: &'a Situation,
    limits: Limits,
    subject: Box<dyn Subject>,
    scratch: Scratch,
}

impl<'a> Feeler<'a> {
    pub(crate) fn new(
        setting: Setting,
        question: Question,
        situation: &'a Situation,
        limits: Limits,
    ) -> Self {
        let Built { subject, ns } = built_alone(&situation.a, &situation.b, setting, question);
        let stats = subject.stats();
        let nodes = stats.iter().map(|tree| tree.nodes as u64).sum();
        let node_bytes = stats.iter().map(|tree| tree.node_bytes as u64).sum();
        let leaf_bytes: u64 = stats.iter().map(|tree| tree.leaf_bytes as u64).sum();
        let card = Card {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            setting: setting.options(),
            precision: setting.mode.precision().to_owned(),
            build_ns: Some(ns),
            bytes: Some(node_bytes + leaf_bytes),
            nodes: Some(nodes),
            node_bytes: Some(node_bytes),
            overhead_ns: (question != Question::Build).then(|| overhead(setting, question)),
        };
        let scratch = Scratch::with_instructions(Instructions::best());
        Self { card, question, setting, situation, limits, subject, scratch }
    }

    fn pass(&mut self) -> Result<Vec<Timed>, PeerError> {
        let Situation { a, b, poses, .. } = self.situation;
        if self.question == Question::Build {
            let Built { ns, .. } = built_alone(a, b, self.setting, self.question);
            return Ok(vec![Timed { answer: None, ns: ns[0] + ns[1], effort: None }]);
        }
        let begin = Instant::now();
        let mut answers = Vec::with_capacity(poses.len());
        for placed in poses {
            if begin.elapsed() > self.limits.pass {
                return Err(PeerError::Slow { done: answers.len(), limit: self.limits.pass });
            }
            let start = Instant::now();
            let answer = self.subject.ask(self.question, placed.pose, &mut self.scratch);
            let ns = start.elapsed().as_nanos() as u64;
            let effort = (!self.question.is_about_solids()).then(|| self.scratch.effort());
            answers.push(Timed { answer: Some(answer), ns, effort });
        }
        Ok(answers)
    }
}

/// Builds the models of a setting.
fn build(meshes: [&Mesh; 2], setting: Setting, question: Question) -> Built {
    match setting.mode {
        Mode::Adb(published) => published::build(published, meshes, &setting),
        Mode::Exact | Mode::Guided(_) => subject::build(meshes, setting, question),
    }
}

/// Builds the models in one thread, as rivals do.
fn built_alone(a: &Mesh, b: &Mesh, setting: Setting, question: Question) -> Built {
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    alone.expect("a thread can be started").install(|| build([a, b], setting, question))
}

/// The time in nanoseconds of a query about meshes that are a thousand sizes apart. Rivals measure
/// the same, see `peers/README.md`.
fn overhead(setting: Setting, question: Question) -> u64 {
    let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    let mesh = Mesh::new(corners, vec![[0, 1, 2], [1, 3, 2]]).expect("two triangles");
    let Built { mut subject, .. } = build([&mesh, &mesh], setting, question);
    let mut scratch = Scratch::new();
    let far = Pose::translation([1000.0, 0.0, 0.0]);
    let mut times = [0; 1000].map(|_: u64| {
        let start = Instant::now();
        std::hint::black_box(subject.ask(question, far, &mut scratch));
        start.elapsed().as_nanos() as u64
    });
    times.sort_unstable();
    times[times.len() / 2]
}

/// A rival at work.
pub(crate) struct Rival {
    card: Card,
    ask: Ask,
    run: Run,
}

impl Rival {
    pub(crate) fn start(
        peer: &Peer,
        ask: Ask,
        case: &Case,
        limits: Limits,
    ) -> Result<Self, PeerError> {
        let mut run = peer.start(case, ask, limits)?;
        let overhead_ns = match ask {
            Ask::Build => None,
            _ => Some(run.overhead()?),
        };
        let ready = run.ready();
        let card = Card {
            version: ready.version.clone(),
            setting: ready.setting.clone(),
            precision: ready.precision.clone(),
            build_ns: Some(ready.build_ns),
            bytes: ready.memory,
            nodes: None,
            node_bytes: None,
            overhead_ns,
        };
        Ok(Self { card, ask, run })
    }

    fn pass(&mut self) -> Result<Vec<Timed>, PeerError> {
        if self.ask == Ask::Build {
            let [a, b] = self.run.build()?;
            return Ok(vec![Timed { answer: None, ns: a + b, effort: None }]);
        }
        let answers = self.run.pass()?.into_iter();
        Ok(answers
            .map(|said| Timed { answer: Some(said.answer), ns: said.ns, effort: None })
            .collect())
    }
}
