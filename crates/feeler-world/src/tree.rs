//! A tree of boxes around objects, for the pairs of objects that may meet.
//!
//! It is a packed tree: the objects stand in an order in which neighbours are near each other, eight
//! in a packet; eight packets have their boxes in a packet of the level above, and so on. So the place
//! of an object tells all packets above it, and no links are stored.
//!
//! - [`Tree::set`] gives an object a box; an object that is new gets the next place at the end;
//! - [`refresh`] brings the levels up to date, only above what has changed, and sorts again once the
//!   order has become poor;
//! - [`search`] finds the pairs of boxes that meet.
//!
//! Boxes are f32, relative to a point among the objects and in a unit of about the size of an object,
//! and are rounded outwards. So a world far from its origin, or in nanometres, is no worse than another.

mod frame;
mod packet;
mod refresh;
mod search;
mod sort;

use crate::bounds::Bounds;
use frame::Frame;
use packet::Packet;

/// An unused place, and the place of an object that has none.
const NONE: u32 = u32::MAX;

/// A tree of boxes. Objects are named by small numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    frame: Frame,
    /// The boxes of all objects, by number.
    bounds: Vec<Bounds>,
    /// The place of each object, by number.
    places: Vec<u32>,
    /// The object at each place.
    order: Vec<u32>,
    /// The packets of each level, beginning with those of the objects. The last level has one packet.
    levels: Vec<Vec<Packet>>,
    /// The objects whose boxes have changed since the last refresh.
    changed: Vec<u32>,
    /// Whether an object is among [`Tree::changed`], by number.
    is_changed: Vec<bool>,
    /// The number of objects that have a place.
    count: usize,
    /// The number of places when the objects were last sorted.
    sorted: usize,
    /// The sum of the sizes of the lowest packets, now and when the objects were last sorted.
    looseness: [f64; 2],
}

impl Tree {
    /// A tree without boxes that has memory for some.
    pub(crate) fn with_capacity(objects: usize) -> Self {
        Self {
            bounds: Vec::with_capacity(objects),
            places: Vec::with_capacity(objects),
            order: Vec::with_capacity(objects),
            changed: Vec::with_capacity(objects),
            is_changed: Vec::with_capacity(objects),
            ..Self::default()
        }
    }

    /// Gives an object a box, or none if the box is empty.
    pub(crate) fn set(&mut self, object: u32, bounds: Bounds) {
        let at = object as usize;
        if at >= self.bounds.len() {
            self.bounds.resize(at + 1, Bounds::EMPTY);
            self.places.resize(at + 1, NONE);
            self.is_changed.resize(at + 1, false);
        }
        self.bounds[at] = bounds;
        if !self.is_changed[at] {
            self.is_changed[at] = true;
            self.changed.push(object);
        }
    }

    /// The box of an object.
    pub(crate) fn bounds(&self, object: u32) -> &Bounds {
        &self.bounds[object as usize]
    }
}
