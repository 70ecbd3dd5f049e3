//! Many objects at once: which of them touch, which are near, and which are the nearest.
//!
//! A [`World`] has named objects: a [`Model`](feeler::Model), which many objects may share, at a
//! [`Pose`](feeler::Pose). Objects are added, moved, deformed and removed at any time.
//!
//! | question | method of [`World`] | answer |
//! |---|---|---|
//! | Which objects touch? | [`touching`](World::touching), [`first_touching`](World::first_touching) | all pairs, the first pair |
//! | Which are closer than a clearance? | [`within`](World::within) | every [`Near`] pair, with its distance |
//! | Which two are the nearest? | [`nearest`](World::nearest) | a [`Near`] pair |
//! | The same for one object? | [`touching_of`](World::touching_of), [`within_of`](World::within_of), [`nearest_of`](World::nearest_of) | its neighbours |
//! | Which would a model touch, or another world? | [`touching_model`](World::touching_model), [`touching_world`](World::touching_world) | objects, pairs |
//! | Which touch, as far as can be told in a millisecond? | [`guided`](World::guided) | a [`Verdict`](feeler::Verdict) for each pair that may |
//! | What do the objects do to each other as solids: cross, touch, contain? | [`clashes`](World::clashes) | every [`Clash`] |
//! | What do two objects do to each other? | [`pair`](World::pair) | a [`Pair`](feeler::Pair), for all its questions |
//!
//! Every answer is that of the pairs of objects asked one by one, and none is missed. [`Rules`] tell
//! which pairs matter.

mod bounds;
mod clash;
mod error;
mod guided;
mod near;
mod object;
mod rules;
mod touching;
mod tree;
mod world;

pub use clash::{Clash, ClashKind, Clashes, Detail, Limits};
pub use error::WorldError;
pub use near::Near;
pub use object::{Object, ObjectId};
pub use rules::{Rules, RulesError};
pub use world::World;

/// The README is compiled as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
