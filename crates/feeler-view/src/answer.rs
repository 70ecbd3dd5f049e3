//! The answers to the page: each is a query of the library, or a few.

use crate::asked::{Asked, pose, timed};
use crate::protocol::{
    Ask, Cost, DepthFound, Looked, MOST_SECTIONS, Nearest, PairAsk, RelationFound, Sections,
    SettingAsk,
};
use crate::shelf::Shelf;
use crate::stage::Stage;
use crate::trace;
use crate::wire::{Answer, Packed};
use crate::{assembly, level, motion, offset};
use feeler::triangle::Section;
use feeler::{Budget, Build, Model, Pose, Scratch, Search};
use feeler_field::Curve;
use feeler_field::{Body, Boundary, Depth, DepthSearch, Relation, Ways};
use std::sync::Arc;
use std::time::Duration;

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
                let build = setting.build()?;
                let model = self.model_of(*part, &build)?;
                Ok(Answer::text(&level::tree(&model, self.shelf.time(self.meshes[*part], &build))))
            }
            Ask::Level { part, setting, level } => {
                let model = self.model(*part, setting)?;
                level::volumes(&model, *level)
            }
            Ask::Volumes { part, setting, slots } => {
                let model = self.model(*part, setting)?;
                level::at_slots(&model, slots)
            }
            Ask::Guided { pair, steps, eps } => {
                self.asked(pair).map(|asked| motion::guided(&asked, *steps, *eps, scratch))
            }
            Ask::FirstContact { pair, direction } => {
                let asked = self.asked(pair)?;
                motion::first_contact(&asked, *direction, scratch).map(|found| Answer::text(&found))
            }
            Ask::Path { pair, from } => {
                let asked = self.asked(pair)?;
                Ok(Answer::text(&motion::path(&asked, pair.parts, &self.stage, *from, scratch)))
            }
            Ask::Nearest { from, moved } => {
                motion::nearest(&self.stage, *from, moved).map(|found| Answer::text(&found))
            }
            Ask::Clashes { clearance, moved } => assembly::clashes(&self.stage, *clearance, moved)
                .map(|found| Answer::text(&found.listed())),
            Ask::Offset { part, by, resolution } => {
                let model = self.model_of(*part, &Build::default())?;
                offset::surface(&model, *by, *resolution)
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
    let (contacts, time) = timed(|| pair.count_contacts_with(scratch));
    let cost = Cost::new(scratch.effort(), time);
    let curves = match contacts <= MOST_SECTIONS as u64 {
        true => Curve::all_with(&pair, scratch),
        false => Vec::new(),
    };
    let mut lines = Lines { place: asked.poses[0], origin: None, ends: Vec::new() };
    for curve in &curves {
        curve.points.windows(2).for_each(|ends| lines.draw(ends[0], ends[1]));
        if let (true, [first, .., last]) = (curve.is_closed, &curve.points[..]) {
            lines.draw(*last, *first);
        }
    }
    let mut drawn = contacts as usize;
    if curves.is_empty() {
        let list = pair.first_contacts_with(MOST_SECTIONS, scratch);
        drawn = list.len();
        list.iter()
            .filter_map(|&contact| pair.section(contact))
            .for_each(|section| lines.section(&section));
    }
    let mut packed = Packed::new();
    packed.floats(lines.ends);
    let origin = lines.origin.unwrap_or_default();
    Answer::numbers(&Sections { contacts, drawn, origin, curves: curves.len(), cost }, packed)
}

/// Segments in the common frame, measured from the first point.
struct Lines {
    /// The pose of the frame that points are given in.
    place: Pose,
    origin: Option<[f64; 3]>,
    ends: Vec<f64>,
}

impl Lines {
    fn draw(&mut self, from: [f64; 3], to: [f64; 3]) {
        let [from, to] = [from, to].map(|p| self.place.apply(p));
        let origin = *self.origin.get_or_insert(from);
        self.ends.extend([from, to].into_iter().flat_map(|p| [0, 1, 2].map(|k| p[k] - origin[k])));
    }

    fn section(&mut self, section: &Section) {
        match section {
            Section::Point(point) => self.draw(*point, *point),
            Section::Segment([from, to]) => self.draw(*from, *to),
            Section::Polygon(polygon) => {
                let corners = polygon.corners();
                (0..corners.len())
                    .for_each(|i| self.draw(corners[i], corners[(i + 1) % corners.len()]));
            }
        }
    }
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
    DepthFound::of(&depth, &asked.poses[0], Some(time))
}

impl DepthFound {
    /// A depth, in the common frame, in which A has a pose.
    pub(crate) fn of(depth: &Depth, place: &Pose, time: Option<Duration>) -> Self {
        let [from, to] = [[0.0; 3], depth.translation].map(|p| place.apply(p));
        Self {
            upper: depth.upper.is_finite().then_some(depth.upper),
            lower: depth.lower,
            proof: depth.proof.name(),
            way: [0, 1, 2].map(|k| to[k] - from[k]),
            freed: depth.pose.then(place).to_numbers(),
            stop: depth.contact.map(|closest| Nearest::of(&closest, place)),
            ns: time.map(|time| time.as_nanos() as u64),
        }
    }
}
