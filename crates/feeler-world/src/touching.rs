//! The question which objects touch.

use crate::error::WorldError;
use crate::object::{Object, ObjectId};
use crate::world::{World, between};
use feeler::{Model, Pair, Pose, Scratch};
use rayon::prelude::*;

/// Below this number of pairs, a question uses one thread: a pair takes about a microsecond, and it
/// takes some to wake another thread.
const PARALLEL: usize = 64;

/// The number of pairs that a thread takes at a time, at least.
const CHUNK: usize = 16;

impl World {
    /// All pairs of objects that touch.
    ///
    /// ```
    /// # use feeler::{Mesh, Model, Pose};
    /// # use feeler_world::World;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// # let plate = std::sync::Arc::new(Model::new(mesh));
    /// let mut world = World::new();
    /// let [a, b, c] = [("a", 0.0), ("b", 0.75), ("c", 1.5)].map(|(name, x)| {
    ///     world.add(name, plate.clone(), Pose::translation([x, 0.0, 0.0])).expect("three names")
    /// });
    /// assert_eq!(world.touching(), [[a, b], [b, c]]);
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn touching(&mut self) -> Vec<[ObjectId; 2]> {
        let candidates = self.candidates(0.0);
        let mut touching = self.ask_all(&candidates, |world, &slots, scratch| {
            world.touch(slots, scratch).then(|| slots.map(|slot| world.id(slot)))
        });
        touching.sort_unstable();
        touching
    }

    /// The first pair of objects that touch, by their identities; `None` if no objects touch.
    ///
    /// It takes less time than [`World::touching`] if there is such a pair.
    pub fn first_touching(&mut self) -> Option<[ObjectId; 2]> {
        let mut candidates = self.candidates(0.0);
        candidates.sort_unstable_by_key(|&slots| slots.map(|slot| self.id(slot)));
        let mut scratches = self.take_scratches(1);
        let touches = |&&slots: &&[u32; 2]| self.touch(slots, &mut scratches[0]);
        let first = candidates.iter().find(touches).map(|slots| slots.map(|slot| self.id(slot)));
        self.scratches = scratches;
        first
    }

    /// The objects that touch one object.
    pub fn touching_of(&mut self, id: ObjectId) -> Result<Vec<ObjectId>, WorldError> {
        let candidates = self.candidates_of(id, 0.0)?;
        let mut touching = self.ask_all(&candidates, |world, &slots, scratch| {
            let [a, b] = slots.map(|slot| world.id(slot));
            world.touch(slots, scratch).then_some(if a == id { b } else { a })
        });
        touching.sort_unstable();
        Ok(touching)
    }

    /// The objects that would touch a model at a pose. Rules are about objects of the world, so none
    /// is applied; margins of the objects are.
    pub fn touching_model(&mut self, model: &Model, pose: Pose) -> Vec<ObjectId> {
        let candidates = self.candidates_for(model, &pose, 0.0);
        let mut touching = self.ask_all(&candidates, |world, &slot, scratch| {
            let object = world.at(slot);
            let pair = Pair::new(&object.model, model).at(Pose::relative(&object.pose, &pose));
            touch(&pair, object.margin, scratch).then(|| world.id(slot))
        });
        touching.sort_unstable();
        touching
    }

    /// The pairs of an object here and an object of another world that touch, in ascending order.
    /// Rules are about objects of one world, so none is applied.
    pub fn touching_world(&mut self, other: &mut Self) -> Vec<[ObjectId; 2]> {
        other.settle();
        let mut candidates = Vec::new();
        for (id, object) in other.objects() {
            // The other object's margin is added to its box.
            let near = self.candidates_for(&object.model, &object.pose, object.margin);
            candidates.extend(near.into_iter().map(|slot| (slot, id.slot)));
        }
        let other = &*other;
        let mut touching = self.ask_all(&candidates, |world, &(own, slot), scratch| {
            let objects = [world.at(own), other.at(slot)];
            touch_objects(objects, scratch).then(|| [world.id(own), other.id(slot)])
        });
        touching.sort_unstable();
        touching
    }

    /// Whether the objects of two slots touch.
    fn touch(&self, slots: [u32; 2], scratch: &mut Scratch) -> bool {
        touch_objects(slots.map(|slot| self.at(slot)), scratch)
    }

    /// The pairs that the rules want and whose boxes are no further apart than a distance, as slots,
    /// the object that was added first as the first.
    pub(crate) fn candidates(&mut self, within: f64) -> Vec<[u32; 2]> {
        self.settle();
        let mut candidates = self.tree.pairs(within);
        candidates.retain_mut(|slots| {
            *slots = self.ordered(*slots);
            self.checks(*slots)
        });
        candidates
    }

    /// The candidates of one object.
    pub(crate) fn candidates_of(
        &mut self,
        id: ObjectId,
        within: f64,
    ) -> Result<Vec<[u32; 2]>, WorldError> {
        self.object(id)?;
        self.settle();
        let mut near = Vec::new();
        self.tree.meeting(self.tree.bounds(id.slot), within, &mut near);
        let others = near.into_iter().filter(|&slot| slot != id.slot);
        let pairs = others.map(|slot| self.ordered([id.slot, slot]));
        Ok(pairs.filter(|&slots| self.checks(slots)).collect())
    }

    /// The slots whose boxes are no further from a model at a pose than a distance.
    pub(crate) fn candidates_for(&mut self, model: &Model, pose: &Pose, within: f64) -> Vec<u32> {
        self.settle();
        let pose = crate::world::rigid(*pose);
        let bounds = crate::bounds::Bounds::of(model, &pose, 0.0);
        let mut near = Vec::new();
        self.tree.meeting(&bounds, within, &mut near);
        near
    }

    /// Asks a question about each candidate, on all cores, and keeps the answers in the order of the
    /// candidates.
    pub(crate) fn ask_all<C: Sync, T: Send>(
        &mut self,
        candidates: &[C],
        ask: impl Fn(&Self, &C, &mut Scratch) -> Option<T> + Sync,
    ) -> Vec<T> {
        let threads = rayon::current_num_threads();
        if candidates.len() < PARALLEL || threads == 1 {
            let mut scratches = self.take_scratches(1);
            let one = |candidate| ask(self, candidate, &mut scratches[0]);
            let answers = candidates.iter().filter_map(one).collect();
            self.scratches = scratches;
            return answers;
        }
        // Some pairs take much longer than others, so a thread takes several small parts.
        let parts = (candidates.len() / CHUNK).min(8 * threads);
        let length = candidates.len().div_ceil(parts);
        let mut scratches = self.take_scratches(parts);
        let world = &*self;
        let answers =
            candidates.par_chunks(length).zip(scratches.par_iter_mut()).map(|(chunk, scratch)| {
                let one = |candidate| ask(world, candidate, &mut *scratch);
                chunk.iter().filter_map(one).collect::<Vec<T>>()
            });
        let answers = answers.collect::<Vec<_>>().into_iter().flatten().collect();
        self.scratches = scratches;
        answers
    }

    /// The world's scratches, as many as are needed. They are given back after the question.
    fn take_scratches(&mut self, count: usize) -> Vec<Scratch> {
        let mut scratches = std::mem::take(&mut self.scratches);
        while scratches.len() < count {
            scratches.push(Scratch::new());
        }
        scratches
    }
}

/// Whether two objects touch, the first as A.
fn touch_objects([a, b]: [&Object; 2], scratch: &mut Scratch) -> bool {
    touch(&between(a, b), a.margin + b.margin, scratch)
}

/// Whether a pair is no further apart than a margin.
fn touch(pair: &Pair<'_>, margin: f64, scratch: &mut Scratch) -> bool {
    if margin > 0.0 { pair.within_with(margin, scratch) } else { pair.intersects_with(scratch) }
}
