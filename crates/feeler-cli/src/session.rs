//! A session: a series of queries about two meshes.

use crate::args::DepthArgs;
use crate::guide::Guide;
use crate::setting::{Setting, Written};
use crate::voice;
use feeler::triangle::Section;
use feeler::{
    Build, Calibration, Closest, Contact, Distance, Effort, FirstContact, Instructions, Mesh,
    Model, Pose, Scratch, Search, Suspect, Verdict,
};
use feeler_field::{Body, Boundary, Curve, Depth, DepthSearch, Related, Relation};
use feeler_io::{Cache, Cached, Origin};
use feeler_research::Models;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Two models and the memory for queries. A clone has its own memory and shares the models.
#[derive(Clone)]
pub(crate) struct Session {
    models: Arc<Models>,
    scratch: Scratch,
    /// The time that it took to build both trees, or to read them.
    pub(crate) build_time: Duration,
}

/// The contacts that a query should find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Any one contact.
    Intersects,
    /// All contacts.
    Contacts,
}

/// An answer with its cost.
#[derive(Debug)]
pub(crate) struct Measured<T> {
    pub(crate) value: T,
    pub(crate) effort: Effort,
    /// The time of the query alone.
    pub(crate) time: Duration,
}

/// The contacts that were found.
#[derive(Debug)]
pub(crate) struct Contacts {
    /// The listed contacts: at most one for the question whether there are any, none for the
    /// question how many there are.
    pub(crate) list: Vec<Contact>,
    /// The number of contacts, listed or not.
    pub(crate) count: usize,
}

impl Session {
    pub(crate) fn new(
        a: Mesh,
        b: Mesh,
        setting: Setting,
        instructions: Instructions,
        cache: Option<&Cache>,
    ) -> Self {
        let start = Instant::now();
        let models = match cache {
            None => Models::build(a, b, setting),
            Some(cache) => {
                Models::made(a, b, setting.schedule, |mesh| kept(cache, mesh, &setting.build()))
            }
        };
        let models = models.into();
        let build_time = start.elapsed();
        let scratch = Scratch::with_instructions(instructions);
        Self { models, scratch, build_time }
    }

    /// The session with the probabilities of a calibration.
    pub(crate) fn calibrated(self, calibration: Calibration) -> Self {
        Self { scratch: self.scratch.calibrated(calibration), ..self }
    }

    /// Finds any contact, or all contacts.
    pub(crate) fn ask(&mut self, ask: Ask, pose: Pose) -> Measured<Contacts> {
        match ask {
            Ask::Intersects => self
                .measured(|models, scratch| models.at(pose).any_contact_with(scratch))
                .map(|contact| Contacts::all(contact.into_iter().collect())),
            Ask::Contacts => self
                .listed(|models, scratch| models.at(pose).contacts_with(scratch))
                .map(Contacts::all),
        }
    }

    /// Counts all contacts without listing them, so it takes no memory.
    pub(crate) fn count(&mut self, pose: Pose) -> Measured<Contacts> {
        self.measured(|models, scratch| models.at(pose).count_contacts_with(scratch))
            .map(|count| Contacts { list: Vec::new(), count: count as usize })
    }

    /// Counts all contacts, and lists the first few. It takes memory for these only, and the
    /// measured time is the time of counting.
    pub(crate) fn ask_first(&mut self, n: usize, pose: Pose) -> Measured<Contacts> {
        let counted = self.count(pose);
        let list = self.models.at(pose).first_contacts_with(n, &mut self.scratch).to_vec();
        counted.map(|Contacts { count, .. }| Contacts { list, count })
    }

    /// The distance, and the nearest points.
    pub(crate) fn distance(&mut self, search: &Search, pose: Pose) -> Measured<Distance> {
        self.measured(|models, scratch| models.at(pose).distance_with(search, scratch))
    }

    /// Any pair of triangles within a distance.
    pub(crate) fn any_within(&mut self, distance: f64, pose: Pose) -> Measured<Option<Closest>> {
        self.measured(|models, scratch| models.at(pose).any_within_with(distance, scratch))
    }

    /// All pairs of triangles within a distance.
    pub(crate) fn all_within(&mut self, distance: f64, pose: Pose) -> Measured<Vec<Closest>> {
        self.listed(|models, scratch| models.at(pose).all_within_with(distance, scratch))
    }

    /// The first contact of B with A on its way, up to some time.
    pub(crate) fn first_contact(
        &mut self,
        direction: [f64; 3],
        until: f64,
        pose: Pose,
    ) -> Measured<Option<FirstContact>> {
        self.measured(|models, scratch| {
            models.at(pose).first_contact_with(direction, until, scratch)
        })
    }

    /// Whether the meshes touch, as far as a limited search can find out.
    pub(crate) fn guided(&mut self, guide: Guide, pose: Pose) -> Measured<Verdict> {
        let Guide { budget, eps } = guide;
        self.measured(|models, scratch| models.at(pose).guided_with(budget, eps, scratch))
    }

    /// Where the meshes probably touch, if the last query was a guided one without a proof.
    pub(crate) fn suspect(&self, pose: Pose) -> Option<Suspect> {
        self.models.at(pose).suspect(&self.scratch)
    }

    /// What the solids are to each other.
    pub(crate) fn relation(&mut self, [a, b]: &[Boundary<'_>; 2], pose: Pose) -> Measured<Related> {
        self.measured(|_, _| Relation::between(a, b, pose))
    }

    /// How far B must move to be free of A. The time is that of the whole search.
    pub(crate) fn depth([a, b]: &[Body<'_>; 2], pose: Pose, args: &DepthArgs) -> Measured<Depth> {
        let start = Instant::now();
        let mut search = DepthSearch::new(a, b, pose, args.ways());
        let value = search.run(args.gap(), args.budget());
        Measured { value, effort: Effort::default(), time: start.elapsed() }
    }

    /// The curves along which the surfaces cross.
    pub(crate) fn curves(&mut self, pose: Pose) -> Measured<Vec<Curve>> {
        self.measured(|models, scratch| Curve::all_with(&models.at(pose), scratch))
    }

    /// The models of this session.
    pub(crate) fn models(&self) -> Arc<Models> {
        Arc::clone(&self.models)
    }

    /// Measures a query that returns a list. The list is copied after the time is taken.
    fn listed<T: Clone>(
        &mut self,
        ask: impl for<'s> FnOnce(&Models, &'s mut Scratch) -> &'s [T],
    ) -> Measured<Vec<T>> {
        let start = Instant::now();
        let list = ask(&self.models, &mut self.scratch);
        let time = start.elapsed();
        let value = list.to_vec();
        Measured { value, effort: self.scratch.effort(), time }
    }

    fn measured<T>(&mut self, ask: impl FnOnce(&Models, &mut Scratch) -> T) -> Measured<T> {
        let start = Instant::now();
        let value = ask(&self.models, &mut self.scratch);
        let time = start.elapsed();
        Measured { value, effort: self.scratch.effort(), time }
    }

    pub(crate) fn section(&self, pose: Pose, contact: Contact) -> Option<Section> {
        self.models.at(pose).section(contact)
    }
}

/// The model from a cache, with a note if something is wrong there.
fn kept(cache: &Cache, mesh: Mesh, build: &Build) -> Model {
    let Cached { model, origin } = cache.model(mesh, build);
    let folder = cache.folder().display();
    match origin {
        Origin::Mended(damage) => {
            voice::note(&format!("{folder}: {damage}; the tree was built and saved again"))
        }
        Origin::Unsaved(error) => voice::note(&format!("{folder}: the tree is not kept: {error}")),
        _ => {}
    }
    model
}

impl Contacts {
    fn all(list: Vec<Contact>) -> Self {
        Self { count: list.len(), list }
    }

    pub(crate) fn touching(&self) -> bool {
        self.count > 0
    }
}

impl<T> Measured<T> {
    /// The measurement with another value.
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Measured<U> {
        Measured { value: f(self.value), effort: self.effort, time: self.time }
    }

    /// The fastest of several measurements. All have the same value, unless there is a deadline.
    pub(crate) fn shortest_of(times: u32, mut ask: impl FnMut() -> Self) -> Self {
        let first = ask();
        (1..times).fold(first, |best, _| {
            let next = ask();
            if next.time < best.time { next } else { best }
        })
    }
}

/// The settings of a query, for JSON.
#[derive(Debug, Serialize)]
pub(crate) struct Settings {
    #[serde(flatten)]
    setting: Written,
    simd: &'static str,
}

impl Settings {
    pub(crate) fn new(setting: Setting, instructions: Instructions) -> Self {
        Self { setting: setting.into(), simd: instructions.name() }
    }
}
