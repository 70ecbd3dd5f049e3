//! The objects of a world.

use feeler::{Model, Pose};
use std::sync::Arc;

/// The identity of an object in its world.
///
/// Identities are ordered by the time when objects were added, and that of a removed object is never
/// given again. Identities of different worlds mean nothing to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    /// The number of objects that were added before.
    pub(crate) serial: u64,
    /// The place in the world's table, which removed objects leave to new ones.
    pub(crate) slot: u32,
}

/// A model at a pose, with a name. It is made by [`World::add`](crate::World::add).
#[derive(Clone, Debug)]
pub struct Object {
    pub(crate) name: Arc<str>,
    pub(crate) group: Option<Arc<str>>,
    pub(crate) model: Arc<Model>,
    pub(crate) pose: Pose,
    pub(crate) margin: f64,
}

impl Object {
    /// The name, which no other object of the world has.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The group, for rules; `None` if it belongs to none.
    pub fn group(&self) -> Option<&str> {
        self.group.as_deref()
    }

    /// The model. Objects that were made from clones of one `Arc` share its memory.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The pose in the world.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// The distance that others must keep from this object; see
    /// [`World::set_margin`](crate::World::set_margin).
    pub fn margin(&self) -> f64 {
        self.margin
    }
}
