//! Worlds: objects that come, move and go.

use crate::bounds::Bounds;
use crate::error::WorldError;
use crate::object::{Object, ObjectId};
use crate::rules::{Marks, Rules};
use crate::tree::Tree;
use feeler::{Crowd, Mesh, Model, Pair, Pose, Scratch};
use std::collections::HashMap;
use std::sync::Arc;

/// Objects with poses, and questions about all of them at once.
///
/// ```
/// use feeler::{Mesh, Model, Pose};
/// use feeler_world::World;
/// use std::sync::Arc;
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let plate = Arc::new(Model::new(mesh));
/// let mut world = World::new();
/// let low = world.add("low", plate.clone(), Pose::IDENTITY)?;
/// let high = world.add("high", plate, Pose::translation([0.0, 0.0, 1.0]))?;
/// assert!(world.touching().is_empty());
/// world.place(high, Pose::rotation([1.0, 0.0, 0.0], 1.0))?;
/// assert_eq!(world.touching(), [[low, high]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two objects touch if their meshes do: the answer is that of [`Pair::intersects`] for the object that
/// was added first as A, and the other at [`Pose::relative`]. No pair is missed, whatever the motion or
/// the scale, and there is no update to be forgotten. Pairs come in ascending order of their
/// identities, the same for any history and any number of threads.
///
/// An object's pose is used as [`Pose::then`] makes it: a matrix that is a rotation within 1e-12 stays as
/// it is, any other becomes the nearest rotation.
#[derive(Clone, Debug, Default)]
pub struct World {
    slots: Vec<Slot>,
    /// The slots without an object.
    free: Vec<u32>,
    /// The slot of each name.
    names: HashMap<Arc<str>, u32>,
    /// The number of objects that were ever added.
    serial: u64,
    rules: Rules,
    pub(crate) tree: Tree,
    /// The slots whose box in the tree is out of date.
    moved: Vec<u32>,
    /// A scratch for each thread that may work on a question.
    pub(crate) scratches: Vec<Scratch>,
    pub(crate) crowd: Crowd,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    serial: u64,
    object: Option<Object>,
    /// What the rules need to know of the object. It is empty if all pairs are looked at.
    marks: Marks,
    has_moved: bool,
}

impl World {
    /// A world without objects.
    pub fn new() -> Self {
        Self::default()
    }

    /// A world without objects that has memory for some: it takes less time to add that many.
    ///
    /// ```
    /// assert!(feeler_world::World::with_capacity(10_000).is_empty());
    /// ```
    pub fn with_capacity(objects: usize) -> Self {
        Self {
            slots: Vec::with_capacity(objects),
            names: HashMap::with_capacity(objects),
            moved: Vec::with_capacity(objects),
            tree: Tree::with_capacity(objects),
            ..Self::default()
        }
    }

    /// Adds an object. A model that is given as a clone of an `Arc` is shared, not copied.
    ///
    /// Fails if there is an object of this name.
    pub fn add(
        &mut self,
        name: impl Into<Arc<str>>,
        model: impl Into<Arc<Model>>,
        pose: Pose,
    ) -> Result<ObjectId, WorldError> {
        let name = name.into();
        let slot = self.free.last().copied().unwrap_or(self.slots.len() as u32);
        match self.names.entry(name.clone()) {
            std::collections::hash_map::Entry::Occupied(_) => {
                return Err(WorldError::TwoOfOneName { name: name.to_string() });
            }
            std::collections::hash_map::Entry::Vacant(entry) => entry.insert(slot),
        };
        if self.free.pop().is_none() {
            self.slots.push(Slot::default());
        }
        let id = ObjectId { serial: self.serial, slot };
        self.serial += 1;
        let object =
            Object { name, group: None, model: model.into(), pose: rigid(pose), margin: 0.0 };
        let Slot { serial, object: place, .. } = &mut self.slots[slot as usize];
        (*serial, *place) = (id.serial, Some(object));
        self.mark(slot);
        self.moved(slot);
        Ok(id)
    }

    /// Takes an object out of the world, and returns it.
    pub fn remove(&mut self, id: ObjectId) -> Result<Object, WorldError> {
        self.object(id)?;
        let object = self.slots[id.slot as usize].object.take().ok_or(WorldError::Gone)?;
        self.names.remove(object.name());
        self.free.push(id.slot);
        self.moved(id.slot);
        Ok(object)
    }

    /// Moves an object to a pose in the world.
    pub fn place(&mut self, id: ObjectId, pose: Pose) -> Result<(), WorldError> {
        self.object_mut(id)?.pose = rigid(pose);
        self.moved(id.slot);
        Ok(())
    }

    /// Gives an object another model.
    pub fn exchange(
        &mut self,
        id: ObjectId,
        model: impl Into<Arc<Model>>,
    ) -> Result<(), WorldError> {
        self.object_mut(id)?.model = model.into();
        self.moved(id.slot);
        Ok(())
    }

    /// Deforms an object: [`Model::refit`] of its model. A model that others share is copied first,
    /// so that they keep their shape.
    pub fn refit(&mut self, id: ObjectId, vertices: Vec<[f64; 3]>) -> Result<(), WorldError> {
        let model = &mut self.object_mut(id)?.model;
        Arc::make_mut(model).refit(vertices).map_err(WorldError::Vertices)?;
        self.moved(id.slot);
        Ok(())
    }

    /// Puts an object into a group, for rules, or with `None` into no group.
    pub fn set_group(&mut self, id: ObjectId, group: Option<&str>) -> Result<(), WorldError> {
        self.object_mut(id)?.group = group.map(Arc::from);
        self.mark(id.slot);
        Ok(())
    }

    /// Sets the distance that others must keep from an object: two objects count as touching if they
    /// are no further apart than both margins together. It is zero at first.
    ///
    /// Fails if the margin is negative, not a number, or beyond [`Mesh::LIMIT`].
    pub fn set_margin(&mut self, id: ObjectId, margin: f64) -> Result<(), WorldError> {
        if !(0.0..=Mesh::LIMIT).contains(&margin) {
            return Err(WorldError::Margin { margin });
        }
        self.object_mut(id)?.margin = margin;
        self.moved(id.slot);
        Ok(())
    }

    /// Sets the rules about which pairs of objects are looked at.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        (0..self.slots.len() as u32).for_each(|slot| self.mark(slot));
    }

    /// The rules that speak of no pair of objects, as they were written: probably a mistake.
    ///
    /// ```
    /// use feeler_world::World;
    /// let mut world = World::new();
    /// world.set_rules(r#"rule = [{ ignore = ["screw-*", "plate"] }]"#.parse()?);
    /// assert_eq!(world.idle_rules(), [r#"ignore = ["screw-*", "plate"]"#]);
    /// # Ok::<(), feeler_world::RulesError>(())
    /// ```
    pub fn idle_rules(&self) -> Vec<&str> {
        let objects = self.slots.iter().filter(|slot| slot.object.is_some());
        self.rules.idle(&objects.map(|slot| &slot.marks).collect::<Vec<_>>())
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An object.
    pub fn object(&self, id: ObjectId) -> Result<&Object, WorldError> {
        let slot = self.slots.get(id.slot as usize).filter(|slot| slot.serial == id.serial);
        slot.and_then(|slot| slot.object.as_ref()).ok_or(WorldError::Gone)
    }

    /// The object of a name; the error names objects of similar names.
    pub fn find(&self, name: &str) -> Result<ObjectId, WorldError> {
        match self.names.get(name) {
            Some(&slot) => Ok(self.id(slot)),
            None => Err(WorldError::UnknownName { name: name.to_string(), near: self.near(name) }),
        }
    }

    /// All objects, in ascending order of their identities.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        let objects = self.slots.iter().zip(0_u32..).filter_map(|(slot, at)| {
            let object = slot.object.as_ref()?;
            Some((ObjectId { serial: slot.serial, slot: at }, object))
        });
        let mut objects: Vec<_> = objects.collect();
        objects.sort_unstable_by_key(|(id, _)| *id);
        objects.into_iter()
    }

    /// The pair of two objects, with the first as A. Its answers are in the first object's frame.
    pub fn pair(&self, ids: [ObjectId; 2]) -> Result<Pair<'_>, WorldError> {
        Ok(between(self.object(ids[0])?, self.object(ids[1])?))
    }

    /// The names that are most like a name.
    fn near(&self, name: &str) -> Vec<String> {
        let mut near: Vec<(f64, &str)> = self
            .names
            .keys()
            .map(|known| (strsim::jaro_winkler(known, name), &**known))
            .filter(|(likeness, _)| *likeness > 0.7)
            .collect();
        near.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(y.1)));
        near.into_iter().take(3).map(|(_, name)| name.to_string()).collect()
    }

    fn object_mut(&mut self, id: ObjectId) -> Result<&mut Object, WorldError> {
        let slot = self.slots.get_mut(id.slot as usize).filter(|slot| slot.serial == id.serial);
        slot.and_then(|slot| slot.object.as_mut()).ok_or(WorldError::Gone)
    }

    /// The identity of the object in a slot.
    pub(crate) fn id(&self, slot: u32) -> ObjectId {
        ObjectId { serial: self.slots[slot as usize].serial, slot }
    }

    /// The object in a slot.
    ///
    /// # Panics
    /// If the slot has none. The tree knows only slots with an object.
    pub(crate) fn at(&self, slot: u32) -> &Object {
        self.slots[slot as usize].object.as_ref().expect("the tree has only objects that exist")
    }

    /// Whether the rules want a pair of slots to be looked at.
    pub(crate) fn checks(&self, [a, b]: [u32; 2]) -> bool {
        self.rules.check_all()
            || self.rules.checks(&self.slots[a as usize].marks, &self.slots[b as usize].marks)
    }

    /// Two slots, with the object that was added first as the first.
    pub(crate) fn ordered(&self, [a, b]: [u32; 2]) -> [u32; 2] {
        if self.id(a) < self.id(b) { [a, b] } else { [b, a] }
    }

    /// Brings the tree up to date. Every question begins with this.
    pub(crate) fn settle(&mut self) {
        for &slot in &self.moved {
            let Slot { object, has_moved, .. } = &mut self.slots[slot as usize];
            *has_moved = false;
            let bounds = object.as_ref().map_or(Bounds::EMPTY, |object| {
                Bounds::of(&object.model, &object.pose, object.margin)
            });
            self.tree.set(slot, bounds);
        }
        self.moved.clear();
        self.tree.refresh();
    }

    /// Notes that the box of a slot is out of date.
    fn moved(&mut self, slot: u32) {
        if !std::mem::replace(&mut self.slots[slot as usize].has_moved, true) {
            self.moved.push(slot);
        }
    }

    /// Notes what the rules need to know of the object in a slot.
    fn mark(&mut self, slot: u32) {
        let Slot { object, marks, .. } = &mut self.slots[slot as usize];
        if let Some(object) = object {
            *marks =
                if self.rules.check_all() { Marks::default() } else { self.rules.marks(object) };
        }
    }
}

/// The pair of two objects, with the first as A.
pub(crate) fn between<'w>(a: &'w Object, b: &'w Object) -> Pair<'w> {
    Pair::new(&a.model, &b.model).at(Pose::relative(&a.pose, &b.pose))
}

/// The same pose, or the nearest rotation if it is off by more than 1e-12.
pub(crate) fn rigid(pose: Pose) -> Pose {
    // A product with the identity has the same numbers, and takes several times as long as to see that it is not needed.
    if is_surely_rigid(&pose.matrix()) { pose } else { pose.then(&Pose::IDENTITY) }
}

/// Whether no entry of `RᵀR` is off by 1e-12; half of that is left for rounding.
fn is_surely_rigid(r: &[[f64; 3]; 3]) -> bool {
    let dot = |i: usize, j: usize| r[0][i] * r[0][j] + r[1][i] * r[1][j] + r[2][i] * r[2][j];
    let lengths = [dot(0, 0) - 1.0, dot(1, 1) - 1.0, dot(2, 2) - 1.0];
    let angles = [dot(0, 1), dot(0, 2), dot(1, 2)];
    lengths.iter().chain(&angles).fold(0.0, |most: f64, off| most.max(off.abs())) < 5e-13
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_are_as_a_product_makes_them() {
        let mut kept = 0;
        for round in 0..2000_u32 {
            let number =
                |k: u32| f64::from((round * 31 + k).wrapping_mul(2_654_435_761)) / 2e9 - 1.0;
            let turn = Pose::rotation([1.0, number(1), number(2)], 3.0 * number(3));
            let off = 10f64.powi(-(round as i32 % 8) - 9);
            let matrix = turn.matrix().map(|row| row.map(|x| x * (1.0 + off * number(4))));
            let pose = Pose::new(matrix, [number(5), -0.0, 1e9]).expect("rigid within 1e-6");
            assert_eq!(rigid(pose), pose.then(&Pose::IDENTITY), "{off}");
            kept += usize::from(rigid(pose) == pose);
        }
        assert!((500..1500).contains(&kept), "{kept}");
    }
}
