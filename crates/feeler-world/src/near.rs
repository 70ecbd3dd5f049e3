//! The questions which objects are near each other, and which are the nearest.

use crate::error::WorldError;
use crate::object::ObjectId;
use crate::world::{World, between};
use feeler::{Closest, Scratch, Search};

/// Two objects and their distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// The objects, the one that was added first as A.
    pub objects: [ObjectId; 2],
    /// The distance of the meshes, and the points where they are nearest, in A's frame; use
    /// [`Closest::seen`] with A's pose for the world's frame. Margins are not subtracted.
    pub closest: Closest,
}

impl World {
    /// All pairs of objects that are no further apart than a clearance, with their distances, in
    /// ascending order of identities. Margins do not count.
    ///
    /// Fails if the clearance is negative or not a number. It may be infinite: then all pairs are measured.
    ///
    /// ```
    /// # use feeler::{Mesh, Model, Pose};
    /// # use feeler_world::World;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// # let plate = std::sync::Arc::new(Model::new(mesh));
    /// let mut world = World::new();
    /// world.add("low", plate.clone(), Pose::IDENTITY)?;
    /// world.add("high", plate.clone(), Pose::translation([0.0, 0.0, 0.25]))?;
    /// world.add("far", plate, Pose::translation([0.0, 0.0, 9.0]))?;
    /// let near = world.within(0.5)?;
    /// assert_eq!((near.len(), near[0].closest.distance), (1, 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(&mut self, clearance: f64) -> Result<Vec<Near>, WorldError> {
        let clearance = proper(clearance)?;
        let candidates = self.candidates(clearance);
        Ok(self.measure_all(&candidates, clearance))
    }

    /// [`World::within`] of one object and all others.
    pub fn within_of(&mut self, id: ObjectId, clearance: f64) -> Result<Vec<Near>, WorldError> {
        let clearance = proper(clearance)?;
        let candidates = self.candidates_of(id, clearance)?;
        Ok(self.measure_all(&candidates, clearance))
    }

    /// The two objects that are the nearest; of equally near ones, the first pair by identities. `None`
    /// if no two objects have triangles and are looked at.
    pub fn nearest(&mut self) -> Option<Near> {
        self.settle();
        self.search(None)
    }

    /// The object that is the nearest to one object.
    pub fn nearest_of(&mut self, id: ObjectId) -> Result<Option<Near>, WorldError> {
        self.object(id)?;
        self.settle();
        Ok(self.search(Some(id.slot)))
    }

    /// The nearest pair, or the nearest pair with one slot.
    fn search(&mut self, of: Option<u32>) -> Option<Near> {
        let mut scratch = self.scratches.pop().unwrap_or_default();
        let mut nearest: Option<Near> = None;
        self.tree.approach(of, f64::INFINITY, |slots| {
            let limit = nearest.map_or(f64::INFINITY, |near| near.closest.distance);
            let slots = self.ordered(slots);
            if !self.checks(slots) {
                return limit;
            }
            if let Some(near) = self.measure(slots, limit, &mut scratch) {
                let key = |near: &Near| (near.closest.distance, near.objects);
                if nearest.is_none_or(|best| key(&near) < key(&best)) {
                    nearest = Some(near);
                }
            }
            nearest.map_or(f64::INFINITY, |near| near.closest.distance)
        });
        self.scratches.push(scratch);
        nearest
    }

    /// The distances of those candidates that are no further apart than a limit.
    fn measure_all(&mut self, candidates: &[[u32; 2]], limit: f64) -> Vec<Near> {
        let mut near =
            self.ask_all(candidates, |world, &slots, scratch| world.measure(slots, limit, scratch));
        near.sort_unstable_by_key(|near| near.objects);
        near
    }

    /// The distance of two slots, if it is no larger than a limit.
    fn measure(&self, slots: [u32; 2], limit: f64, scratch: &mut Scratch) -> Option<Near> {
        let pair = between(self.at(slots[0]), self.at(slots[1]));
        let search = Search { beyond: limit, ..Search::default() };
        let closest = pair.distance_with(&search, scratch).closest?;
        let objects = slots.map(|slot| self.id(slot));
        (closest.distance <= limit).then_some(Near { objects, closest })
    }
}

/// The clearance, if it is one.
fn proper(clearance: f64) -> Result<f64, WorldError> {
    if clearance >= 0.0 { Ok(clearance) } else { Err(WorldError::Clearance { clearance }) }
}
