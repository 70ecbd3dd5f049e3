//! One large query on all cores.
//!
//! The trees are opened level by level until enough pairs of volumes wait. These are the same pairs in
//! every run. Each thread takes the nearest pair that is left and opens it to the end. Contacts are
//! sorted at the end. For a distance all threads share a limit that only falls. Every pair of triangles
//! that is no further apart than the smallest distance is measured by one of the threads. So neither
//! the distance nor the first of equally near triangles depends on which thread was faster.

use super::contacts::{Count, First};
use super::leaves::{Found, Leaves};
use super::measure::{Measure, Near};
use super::near::NearLeaves;
use crate::kernel::Test;
use crate::motion::Motion;
use crate::traverse::{Gap, Nearest, Queue, Ranked, Touch, Trees};
use crate::{Budget, Closest, Contact, Effort, Instructions, Pair, Schedule, Scratch, Search};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

impl Pair<'_> {
    /// [`Pair::contacts`] on all cores, for one large query. For many small queries [`Pair::batch`] is
    /// better.
    ///
    /// ```
    /// use feeler::{Mesh, Model, Pair, Pose};
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let pair = Pair::new(&model, &model).at(Pose::translation([0.1, 0.1, 0.0]));
    /// assert_eq!(pair.contacts_parallel(), pair.contacts());
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    #[must_use]
    pub fn contacts_parallel(&self) -> Vec<Contact> {
        let parts = self.traverse_parallel(&|| First::new(Vec::new(), usize::MAX));
        let mut contacts: Vec<Contact> = parts.into_iter().flat_map(|part| part.found).collect();
        contacts.sort_unstable();
        contacts
    }

    /// [`Pair::count_contacts`] on all cores.
    #[must_use]
    pub fn count_contacts_parallel(&self) -> u64 {
        self.traverse_parallel(&|| Count(0)).iter().map(|part| part.0).sum()
    }

    /// [`Pair::distance`] on all cores: for one large query.
    ///
    /// ```
    /// use feeler::{Mesh, Model, Pair, Pose};
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let pair = Pair::new(&model, &model).at(Pose::translation([0.1, 0.1, 0.5]));
    /// assert_eq!(pair.distance_parallel(), pair.distance());
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    #[must_use]
    pub fn distance_parallel(&self) -> Option<Closest> {
        let Some(motion) = Motion::near(self.a().unit(), self.b().unit(), &self.pose()) else {
            return self.distance();
        };
        let mut scratch = Scratch::new();
        if let Some(touching) = self.distance_of_touching(&Search::default(), &mut scratch) {
            return Some(touching);
        }
        let limit = AtomicU64::new(f64::INFINITY.to_bits());
        let schedule = self.schedule().unwrap_or(Schedule::BestFirst);
        let parts = self.divide(&motion, Test::Gap, &|trees, take| {
            let mut nearest = ThreadNearest { limit: &limit, best: None, ties: false };
            let mut measure = Measure::new(self, &mut nearest);
            let (mut queue, mut effort) = (Queue::default(), Effort::default());
            let mut pending = Vec::new();
            let instructions = Instructions::best();
            while limit.load(Ordering::Relaxed) > 0
                && let Some(start) = take()
            {
                // The visitor is new for each pair, so that it begins with the current shared limit.
                let list = Some(&mut pending);
                let clock = Budget::UNLIMITED.start();
                let tools = (instructions, clock);
                let mut leaves = NearLeaves::new(self, &motion, None, tools, &mut measure, list);
                queue.begin(start, schedule);
                queue.expect(motion.gaps());
                let mut order = Nearest::new(Gap, clock, &mut queue, &mut leaves);
                trees.traverse(instructions, &mut order, &mut effort);
                _ = leaves.settle();
            }
            (nearest.best, nearest.ties)
        });
        let nearest = |p: Closest, q: Closest| {
            let key = |c: &Closest| (c.distance.to_bits(), c.triangles);
            if key(&q) < key(&p) { q } else { p }
        };
        let ties = parts.iter().any(|part| part.1);
        let best = parts.into_iter().filter_map(|part| part.0).reduce(nearest)?;
        Some(match best.distance {
            0.0 => {
                let [a, b] = best.triangles;
                self.first_touch(Contact { a, b }, &mut scratch)
            }
            _ if ties => self.first_tie(best, &mut scratch),
            _ => best,
        })
    }

    /// [`Pair::traverse`] on all cores. Each thread has its own collector, and all collectors are
    /// returned.
    fn traverse_parallel<F: Found + Send>(&self, found: &(dyn Fn() -> F + Sync)) -> Vec<F> {
        let Some(motion) = self.touching() else { return Vec::new() };
        self.divide(&motion, Test::Overlap, &|trees, take| {
            let mut part = found();
            let (mut queue, mut effort) = (Queue::default(), Effort::default());
            let instructions = Instructions::best();
            let mut leaves = Leaves::new(self, &motion, instructions, &mut part);
            while let Some(start) = take() {
                queue.begin(start, Schedule::DepthFirst);
                let mut order = Touch::new(&mut queue, u64::MAX, &mut leaves);
                trees.traverse(instructions, &mut order, &mut effort);
            }
            part
        })
    }

    /// Opens the upper levels of both trees, and runs `work` on every thread. The work takes the pairs
    /// that wait there, the nearest first.
    fn divide<T: Send>(
        &self,
        motion: &Motion,
        test: Test,
        work: &(dyn Fn(&Trees<'_>, Take<'_>) -> T + Sync),
    ) -> Vec<T> {
        let trees = || Trees::new(self.a(), self.b(), motion);
        let threads = rayon::current_num_threads();
        let waiting = trees().spread(Instructions::best(), test, 64 * threads);
        let next = AtomicUsize::new(0);
        let take = || waiting.get(next.fetch_add(1, Ordering::Relaxed)).copied();
        let parts = Mutex::new(Vec::new());
        rayon::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| {
                    let part = work(&trees(), &take);
                    parts.lock().expect("no thread has panicked").push(part);
                });
            }
        });
        parts.into_inner().expect("no thread has panicked")
    }
}

/// A function that takes the next waiting pair; `None` if no pair is left.
type Take<'a> = &'a dyn Fn() -> Option<Ranked>;

/// The nearest triangles that one thread has found, and the limit that all threads share.
struct ThreadNearest<'a> {
    /// The bits of the smallest distance so far. Numbers that are not negative have the same order as
    /// their bits.
    limit: &'a AtomicU64,
    best: Option<Closest>,
    /// Whether pairs were left out that may be as near as the nearest pair.
    ties: bool,
}

impl Near for ThreadNearest<'_> {
    fn limit(&self) -> f64 {
        f64::from_bits(self.limit.load(Ordering::Relaxed))
    }

    fn below(&self, triangles: [u32; 2]) -> f64 {
        let limit = self.limit();
        match self.best {
            Some(best) if best.distance <= limit && triangles >= best.triangles => best.distance,
            _ => limit.next_up(),
        }
    }

    fn rules_out(&mut self, least: f64) -> bool {
        let limit = self.limit();
        self.ties |= least == limit;
        least >= limit
    }

    fn found(&mut self, closest: Closest) -> ControlFlow<()> {
        self.best = Some(closest);
        self.limit.fetch_min(closest.distance.to_bits(), Ordering::Relaxed);
        if closest.distance == 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
