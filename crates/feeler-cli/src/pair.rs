//! Pairs of models whose volume is known only at run time.

use crate::setting::Setting;
use feeler::triangle::Section;
use feeler::{
    BoundingVolume, Budget, Closest, Contact, Costs, Distance, FirstContact, Mesh, Model, Pair,
    Pose, Question, Schedule, Scratch, Search, Task, TreeStats, Verdict,
};
use feeler_bench::peer::Answer;
use feeler_bench::{Built, Forge, Mode, Subject};
use std::time::Instant;

/// What the commands ask of two models, with any volume; several threads may ask. A virtual call is nothing beside a query.
pub(crate) trait AnyPair: Send + Sync {
    /// Some contact, the first that is found.
    fn any_contact(&self, pose: Pose, scratch: &mut Scratch) -> Option<Contact>;
    /// All contacts.
    fn contacts<'s>(&self, pose: Pose, scratch: &'s mut Scratch) -> &'s [Contact];
    /// How many contacts there are.
    fn count_contacts(&self, pose: Pose, scratch: &mut Scratch) -> u64;
    /// The first n contacts.
    fn first_contacts<'s>(&self, n: usize, pose: Pose, scratch: &'s mut Scratch) -> &'s [Contact];
    /// What the triangles of a contact share.
    fn section(&self, pose: Pose, contact: Contact) -> Option<Section>;
    /// The distance, and where it is.
    fn distance(&self, search: &Search, pose: Pose, scratch: &mut Scratch) -> Distance;
    /// Some triangles within a distance.
    fn any_within(&self, distance: f64, pose: Pose, scratch: &mut Scratch) -> Option<Closest>;
    /// All of them.
    fn all_within<'s>(&self, distance: f64, pose: Pose, scratch: &'s mut Scratch) -> &'s [Closest];
    /// Where B first touches A on its way, up to some time.
    fn first_contact(
        &self,
        direction: [f64; 3],
        until: f64,
        pose: Pose,
        scratch: &mut Scratch,
    ) -> Option<FirstContact>;
    /// Whether they touch, as far as that can be found out with a budget.
    fn guided(&self, budget: Budget, eps: f64, pose: Pose, scratch: &mut Scratch) -> Verdict;
    /// Another order in which volumes are opened, from now on.
    fn schedule(&mut self, schedule: Option<Schedule>);
    /// Asks for the sake of the time.
    fn ask(&self, question: Question, pose: Pose, scratch: &mut Scratch);
    /// What a question costs at some poses.
    fn costs(&self, question: Question, poses: &[Pose], scratch: &mut Scratch) -> Costs;
}

/// Builds both models.
pub(crate) fn build(a: Mesh, b: Mesh, setting: Setting) -> Box<dyn AnyPair> {
    setting.bv.dispatch(BuildPair { a, b, setting })
}

/// Builds one model, for the shape of its tree.
pub(crate) fn stats(mesh: Mesh, setting: Setting) -> TreeStats {
    setting.bv.dispatch(BuildOne { mesh, setting })
}

struct Models<V: BoundingVolume> {
    a: Model<V>,
    b: Model<V>,
    schedule: Option<Schedule>,
    mode: Mode,
}

impl<V: BoundingVolume> Models<V> {
    fn at(&self, pose: Pose) -> Pair<'_, V> {
        let pair = Pair::new(&self.a, &self.b).at(pose);
        self.schedule.map_or(pair, |schedule| pair.scheduled(schedule))
    }
}

impl<V: BoundingVolume> AnyPair for Models<V> {
    fn any_contact(&self, pose: Pose, scratch: &mut Scratch) -> Option<Contact> {
        self.at(pose).any_contact_with(scratch)
    }

    fn contacts<'s>(&self, pose: Pose, scratch: &'s mut Scratch) -> &'s [Contact] {
        self.at(pose).contacts_with(scratch)
    }

    fn count_contacts(&self, pose: Pose, scratch: &mut Scratch) -> u64 {
        self.at(pose).count_contacts_with(scratch)
    }

    fn first_contacts<'s>(&self, n: usize, pose: Pose, scratch: &'s mut Scratch) -> &'s [Contact] {
        self.at(pose).first_contacts_with(n, scratch)
    }

    fn section(&self, pose: Pose, contact: Contact) -> Option<Section> {
        self.at(pose).section(contact)
    }

    fn distance(&self, search: &Search, pose: Pose, scratch: &mut Scratch) -> Distance {
        self.at(pose).distance_with(search, scratch)
    }

    fn any_within(&self, distance: f64, pose: Pose, scratch: &mut Scratch) -> Option<Closest> {
        self.at(pose).any_within_with(distance, scratch)
    }

    fn all_within<'s>(&self, distance: f64, pose: Pose, scratch: &'s mut Scratch) -> &'s [Closest] {
        self.at(pose).all_within_with(distance, scratch)
    }

    fn first_contact(
        &self,
        direction: [f64; 3],
        until: f64,
        pose: Pose,
        scratch: &mut Scratch,
    ) -> Option<FirstContact> {
        self.at(pose).first_contact_with(direction, until, scratch)
    }

    fn guided(&self, budget: Budget, eps: f64, pose: Pose, scratch: &mut Scratch) -> Verdict {
        self.at(pose).guided_with(budget, eps, scratch)
    }

    fn schedule(&mut self, schedule: Option<Schedule>) {
        self.schedule = schedule;
    }

    fn ask(&self, question: Question, pose: Pose, scratch: &mut Scratch) {
        question.ask(&self.at(pose), scratch);
    }

    fn costs(&self, question: Question, poses: &[Pose], scratch: &mut Scratch) -> Costs {
        self.at(Pose::IDENTITY).costs(question, poses, scratch)
    }
}

impl<V: BoundingVolume> Subject for Models<V> {
    fn ask(&self, question: feeler_bench::Question, pose: Pose, scratch: &mut Scratch) -> Answer {
        self.mode.answer(&self.at(pose), question, scratch)
    }

    fn stats(&self) -> [TreeStats; 2] {
        [self.a.stats(), self.b.stats()]
    }
}

/// Every volume, for benchmarks: the queries are compiled here anyway.
pub(crate) struct AllVolumes;

impl Forge for AllVolumes {
    fn build(&self, a: &Mesh, b: &Mesh, setting: Setting) -> Built {
        setting.bv.dispatch(BuildBoth { a, b, setting })
    }
}

struct BuildBoth<'a> {
    a: &'a Mesh,
    b: &'a Mesh,
    setting: Setting,
}

impl Task for BuildBoth<'_> {
    type Output = Built;

    fn run<V: BoundingVolume>(self, fit: V::Fit) -> Built {
        let Self { a, b, setting } = self;
        let build = |mesh: &Mesh| {
            let mesh = mesh.clone();
            let start = Instant::now();
            let model = Model::<V>::build(mesh, &setting.build(fit));
            (model, start.elapsed().as_nanos() as u64)
        };
        let ((a, first), (b, second)) = (build(a), build(b));
        let subject = Box::new(Models { a, b, schedule: setting.schedule, mode: setting.mode });
        Built { subject, ns: [first, second] }
    }
}

struct BuildPair {
    a: Mesh,
    b: Mesh,
    setting: Setting,
}

impl Task for BuildPair {
    type Output = Box<dyn AnyPair>;

    fn run<V: BoundingVolume>(self, fit: V::Fit) -> Self::Output {
        let Self { a, b, setting } = self;
        let build = |mesh: Mesh| Model::<V>::build(mesh, &setting.build(fit));
        let models = if a == b { vec![build(a); 2] } else { vec![build(a), build(b)] };
        let [a, b] = models.try_into().expect("two models");
        Box::new(Models { a, b, schedule: setting.schedule, mode: setting.mode })
    }
}

struct BuildOne {
    mesh: Mesh,
    setting: Setting,
}

impl Task for BuildOne {
    type Output = TreeStats;

    fn run<V: BoundingVolume>(self, fit: V::Fit) -> TreeStats {
        Model::<V>::build(self.mesh, &self.setting.build(fit)).stats()
    }
}
