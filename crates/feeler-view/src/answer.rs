//! The answers to the page: each is a query of the library, or a few.

use crate::level;
use crate::protocol::{
    Ask, Cost, DepthFound, Looked, MOST_SECTIONS, Nearest, PairAsk, RelationFound, Sections,
    SettingAsk,
};
use crate::shelf::Shelf;
use crate::stage::Stage;
use crate::trace;
use crate::wire::{Answer, Packed};
use feeler::triangle::Section;
use feeler::{Budget, Build, Model, Pair, Pose, Scratch, Search};
use feeler_field::{Body, Boundary, DepthSearch, Relation, Ways};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What all connections share.
#[derive(Debug)]
pub(crate) struct Answerer {
    pub(crate) stage: Stage,
    pub(crate) shelf: Shelf,
    /// The number of the mesh of each part.
    meshes: Vec<usize>,
}

/// The time that a search for the depth may take, in microseconds.
const DEPTH_MICROS: u64 = 2_000_000;

/// Two models at poses that were asked about.
pub(crate) struct Asked {
    models: [Arc<Model>; 2],
    /// The poses in the common frame.
    poses: [Pose; 2],
}

impl Asked {
    pub(crate) fn pair(&self) -> Pair<'_> {
        let [a, b] = &self.models;
        Pair::new(a, b).at(Pose::relative(&self.poses[0], &self.poses[1]))
    }
}

impl Answerer {
    pub(crate) fn new(stage: Stage) -> Self {
        let shelf = Shelf::new(&stage);
        let mesh = |part: &crate::Part| {
            shelf
                .models
                .iter()
                .position(|model| Arc::ptr_eq(model, &part.model))
                .expect("it is there")
        };
        let meshes = stage.parts.iter().map(mesh).collect();
        Self { stage, shelf, meshes }
    }

    /// Answers a question. The error is a sentence for the user.
    pub(crate) fn answer(&self, ask: &Ask, scratch: &mut Scratch) -> Result<Answer, String> {
        match ask {
            Ask::Look { pair } => {
                self.asked(pair).map(|asked| Answer::text(&look(&asked, scratch)))
            }
            Ask::Contacts { pair } => self.asked(pair).map(|asked| contacts(&asked, scratch)),
            Ask::Relation { pair } => self.asked(pair).map(|asked| Answer::text(&relation(&asked))),
            Ask::Depth { pair } => self.asked(pair).map(|asked| Answer::text(&depth(&asked))),
            Ask::Tree { part, setting } => {
                let start = Instant::now();
                let model = self.model(*part, setting)?;
                Ok(Answer::text(&level::tree(&model, start.elapsed())))
            }
            Ask::Level { part, setting, level } => {
                let model = self.model(*part, setting)?;
                level::volumes(&model, *level)
            }
            Ask::Volumes { part, setting, slots } => {
                let model = self.model(*part, setting)?;
                level::at_slots(&model, slots)
            }
            Ask::Trace { pair, question } => {
                let asked = self.asked(pair)?;
                Ok(trace::tests(&asked.pair(), *question, scratch))
            }
        }
    }

    fn model(&self, part: usize, setting: &SettingAsk) -> Result<Arc<Model>, String> {
        self.model_of(part, &setting.build()?)
    }

    fn model_of(&self, part: usize, build: &Build) -> Result<Arc<Model>, String> {
        let mesh = self.meshes.get(part).ok_or_else(|| format!("there is no part {part}"))?;
        Ok(self.shelf.model(*mesh, build))
    }

    pub(crate) fn asked(&self, ask: &PairAsk) -> Result<Asked, String> {
        let build = ask.setting.build()?;
        let [a, b] = ask.parts;
        Ok(Asked {
            models: [self.model_of(a, &build)?, self.model_of(b, &build)?],
            poses: [pose(ask.poses[0])?, pose(ask.poses[1])?],
        })
    }
}

/// The pose of 12 numbers; those of a browser may be rounded.
fn pose(numbers: [f64; 12]) -> Result<Pose, String> {
    let n = numbers;
    let nearest = || {
        Pose::nearest(
            [[n[0], n[1], n[2]], [n[3], n[4], n[5]], [n[6], n[7], n[8]]],
            [n[9], n[10], n[11]],
        )
    };
    Pose::from_numbers(n).or_else(|_| nearest()).map_err(|error| error.to_string())
}

/// A value with the time that it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}

pub(crate) fn look(asked: &Asked, scratch: &mut Scratch) -> Looked {
    let pair = asked.pair();
    let (contact, time) = timed(|| pair.any_contact_with(scratch));
    let cost = Cost::new(scratch.effort(), time);
    let (distance, time) = timed(|| pair.distance_with(&Search::default(), scratch));
    let distance_cost = Cost::new(scratch.effort(), time);
    Looked {
        pose: pair.pose().to_numbers(),
        touching: contact.is_some(),
        contact: contact.map(|contact| [contact.a, contact.b]),
        cost,
        nearest: distance.closest.map(|closest| Nearest::of(&closest, &asked.poses[0])),
        distance_cost,
    }
}

fn contacts(asked: &Asked, scratch: &mut Scratch) -> Answer {
    let pair = asked.pair();
    let (count, time) = timed(|| pair.count_contacts_with(scratch));
    let cost = Cost::new(scratch.effort(), time);
    let list = pair.first_contacts_with(MOST_SECTIONS, scratch).to_vec();
    let place = &asked.poses[0];
    let mut origin = None;
    let mut ends: Vec<f64> = Vec::new();
    for contact in &list {
        let Some(section) = pair.section(*contact) else { continue };
        let mut line = |from: [f64; 3], to: [f64; 3]| {
            let [from, to] = [from, to].map(|p| place.apply(p));
            let origin = *origin.get_or_insert(from);
            ends.extend([from, to].into_iter().flat_map(|p| [0, 1, 2].map(|k| p[k] - origin[k])));
        };
        match section {
            Section::Point(point) => line(point, point),
            Section::Segment([from, to]) => line(from, to),
            Section::Polygon(polygon) => {
                let corners = polygon.corners();
                (0..corners.len()).for_each(|i| line(corners[i], corners[(i + 1) % corners.len()]));
            }
        }
    }
    let mut packed = Packed::new();
    packed.floats(ends);
    let origin = origin.unwrap_or_default();
    Answer::numbers(&Sections { contacts: count, drawn: list.len(), origin, cost }, packed)
}

fn relation(asked: &Asked) -> RelationFound {
    let [a, b] = &asked.models;
    let pose = asked.pair().pose();
    let (related, time) = timed(|| Relation::between(&Boundary::of(a), &Boundary::of(b), pose));
    RelationFound {
        relation: related.relation.name(),
        confidence: related.confidence,
        ns: time.as_nanos() as u64,
    }
}

fn depth(asked: &Asked) -> DepthFound {
    let [a, b] = &asked.models;
    let pose = asked.pair().pose();
    let (depth, time) = timed(|| {
        let [a, b] = [Body::of(a), Body::of(b)];
        DepthSearch::new(&a, &b, pose, Ways::Anywhere).run(1.0, Budget::micros(DEPTH_MICROS))
    });
    let place = &asked.poses[0];
    let [from, to] = [[0.0; 3], depth.translation].map(|p| place.apply(p));
    DepthFound {
        upper: depth.upper.is_finite().then_some(depth.upper),
        lower: depth.lower,
        proof: depth.proof.name(),
        way: [0, 1, 2].map(|k| to[k] - from[k]),
        freed: depth.pose.then(place).to_numbers(),
        stop: depth.contact.map(|closest| Nearest::of(&closest, place)),
        ns: time.as_nanos() as u64,
    }
}
