//! One question after the other about two meshes.

use crate::guide::Guide;
use crate::setting::{Setting, Written};
use feeler::triangle::Section;
use feeler::{
    Calibration, Closest, Contact, Distance, Effort, FirstContact, Instructions, Mesh, Pose,
    Scratch, Search, Verdict,
};
use feeler_research::Models;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Two models and the memory to ask about them. A clone has memory of its own, and asks about the same models.
#[derive(Clone)]
pub(crate) struct Session {
    models: Arc<Models>,
    scratch: Scratch,
    /// How long it took to build both trees.
    pub(crate) build_time: Duration,
}

/// What to find of all contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Any one.
    Intersects,
    /// Each of them.
    Contacts,
}

/// An answer, and what it cost.
#[derive(Debug)]
pub(crate) struct Measured<T> {
    pub(crate) value: T,
    pub(crate) effort: Effort,
    /// The query alone.
    pub(crate) time: Duration,
}

/// Contacts that were found.
#[derive(Debug)]
pub(crate) struct Contacts {
    /// One of them at most if the question was whether there are any, and none if it was how many.
    pub(crate) list: Vec<Contact>,
    /// How many there are, listed or not.
    pub(crate) count: usize,
}

impl Session {
    pub(crate) fn new(a: Mesh, b: Mesh, setting: Setting, instructions: Instructions) -> Self {
        let start = Instant::now();
        let models = Models::build(a, b, setting).into();
        let build_time = start.elapsed();
        Self { models, scratch: Scratch::with_instructions(instructions), build_time }
    }

    /// The same, with the probabilities of a calibration.
    pub(crate) fn calibrated(self, calibration: Calibration) -> Self {
        Self { scratch: self.scratch.calibrated(calibration), ..self }
    }

    /// Asks once.
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

    /// Counts all contacts and lists none, so that it takes no memory.
    pub(crate) fn count(&mut self, pose: Pose) -> Measured<Contacts> {
        self.measured(|models, scratch| models.at(pose).count_contacts_with(scratch))
            .map(|count| Contacts { list: Vec::new(), count: count as usize })
    }

    /// Counts all contacts, and lists the first few: memory for these only, and the time is that of counting.
    pub(crate) fn ask_first(&mut self, n: usize, pose: Pose) -> Measured<Contacts> {
        let counted = self.count(pose);
        let list = self.models.at(pose).first_contacts_with(n, &mut self.scratch).to_vec();
        counted.map(|Contacts { count, .. }| Contacts { list, count })
    }

    /// The distance, and where it is.
    pub(crate) fn distance(&mut self, search: &Search, pose: Pose) -> Measured<Distance> {
        self.measured(|models, scratch| models.at(pose).distance_with(search, scratch))
    }

    /// Some triangles within a distance.
    pub(crate) fn any_within(&mut self, distance: f64, pose: Pose) -> Measured<Option<Closest>> {
        self.measured(|models, scratch| models.at(pose).any_within_with(distance, scratch))
    }

    /// All triangles within a distance.
    pub(crate) fn all_within(&mut self, distance: f64, pose: Pose) -> Measured<Vec<Closest>> {
        self.listed(|models, scratch| models.at(pose).all_within_with(distance, scratch))
    }

    /// Where B first touches A on its way, up to some time.
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

    /// Whether they touch, as far as that can be found out in time.
    pub(crate) fn guided(&mut self, guide: Guide, pose: Pose) -> Measured<Verdict> {
        let Guide { budget, eps } = guide;
        self.measured(|models, scratch| models.at(pose).guided_with(budget, eps, scratch))
    }

    /// A list that is copied when the time has been taken.
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

impl Contacts {
    fn all(list: Vec<Contact>) -> Self {
        Self { count: list.len(), list }
    }

    pub(crate) fn touching(&self) -> bool {
        self.count > 0
    }
}

impl<T> Measured<T> {
    /// The same with another value.
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Measured<U> {
        Measured { value: f(self.value), effort: self.effort, time: self.time }
    }

    /// The one of several that took the shortest time; every answer is the same, but where there is a deadline.
    pub(crate) fn shortest_of(times: u32, mut ask: impl FnMut() -> Self) -> Self {
        let first = ask();
        (1..times).fold(first, |best, _| {
            let next = ask();
            if next.time < best.time { next } else { best }
        })
    }
}

/// How it was asked, for JSON.
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
