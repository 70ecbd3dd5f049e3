//! One question after the other about two meshes.

use crate::pair::{self, AnyPair};
use crate::setting::{Setting, Written};
use feeler::triangle::Section;
use feeler::{Closest, Contact, Distance, Effort, Instructions, Mesh, Pose, Scratch, Search};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Two models and the memory to ask about them.
pub(crate) struct Session {
    pair: Box<dyn AnyPair>,
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

/// What came out.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The contacts; one of them at most if the question was whether there are any.
    pub(crate) contacts: Vec<Contact>,
    /// How many there are, listed or not.
    pub(crate) count: usize,
    pub(crate) effort: Effort,
    /// The query alone.
    pub(crate) time: Duration,
}

impl Session {
    pub(crate) fn new(a: Mesh, b: Mesh, setting: Setting, instructions: Instructions) -> Self {
        let start = Instant::now();
        let pair = pair::build(a, b, setting);
        let build_time = start.elapsed();
        Self { pair, scratch: Scratch::with_instructions(instructions), build_time }
    }

    /// Asks once, and takes the time.
    pub(crate) fn ask(&mut self, ask: Ask, pose: Pose) -> Answer {
        let Self { pair, scratch, .. } = self;
        let start = Instant::now();
        let (contacts, time) = match ask {
            Ask::Intersects => {
                let contact = pair.any_contact(pose, scratch);
                let time = start.elapsed();
                (contact.into_iter().collect(), time)
            }
            Ask::Contacts => {
                let contacts = pair.contacts(pose, scratch);
                let time = start.elapsed();
                (contacts.to_vec(), time)
            }
        };
        Answer { count: contacts.len(), contacts, effort: scratch.effort(), time }
    }

    /// Counts all contacts and lists none, so that it takes no memory.
    pub(crate) fn count(&mut self, pose: Pose) -> Answer {
        let Self { pair, scratch, .. } = self;
        let start = Instant::now();
        let count = pair.count_contacts(pose, scratch) as usize;
        let time = start.elapsed();
        Answer { contacts: Vec::new(), count, effort: scratch.effort(), time }
    }

    /// Counts all contacts, and lists the first few: memory for these only, and the time is that of counting.
    pub(crate) fn ask_first(&mut self, n: usize, pose: Pose) -> Answer {
        let counted = self.count(pose);
        let contacts = self.pair.first_contacts(n, pose, &mut self.scratch).to_vec();
        Answer { contacts, ..counted }
    }

    /// The distance, and where it is.
    pub(crate) fn distance(&mut self, search: &Search, pose: Pose) -> Measured<Distance> {
        self.measured(|pair, scratch| pair.distance(search, pose, scratch))
    }

    /// Some triangles within a distance.
    pub(crate) fn any_within(&mut self, distance: f64, pose: Pose) -> Measured<Option<Closest>> {
        self.measured(|pair, scratch| pair.any_within(distance, pose, scratch))
    }

    /// All triangles within a distance.
    pub(crate) fn all_within(&mut self, distance: f64, pose: Pose) -> Measured<Vec<Closest>> {
        let Measured { effort, time, .. } =
            self.measured(|pair, scratch| pair.all_within(distance, pose, scratch).len());
        let value = self.pair.all_within(distance, pose, &mut self.scratch).to_vec();
        Measured { value, effort, time }
    }

    fn measured<T>(&mut self, ask: impl FnOnce(&dyn AnyPair, &mut Scratch) -> T) -> Measured<T> {
        let start = Instant::now();
        let value = ask(&*self.pair, &mut self.scratch);
        let time = start.elapsed();
        Measured { value, effort: self.scratch.effort(), time }
    }

    pub(crate) fn section(&self, pose: Pose, contact: Contact) -> Option<Section> {
        self.pair.section(pose, contact)
    }
}

impl Answer {
    /// The answer to a question asked several times, with the shortest time.
    pub(crate) fn quickest(times: u32, mut ask: impl FnMut() -> Self) -> Self {
        let first = ask();
        (1..times).fold(first, |best, _| {
            let next = ask();
            if next.time < best.time { next } else { best }
        })
    }

    pub(crate) fn touching(&self) -> bool {
        self.count > 0
    }
}

/// An answer about distances, and what it cost.
#[derive(Debug)]
pub(crate) struct Measured<T> {
    pub(crate) value: T,
    pub(crate) effort: Effort,
    /// The query alone.
    pub(crate) time: Duration,
}

impl<T> Measured<T> {
    /// The one of several that took the shortest time; every answer is the same.
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
