//! Bringing a tree up to date.

use super::frame::Frame;
use super::packet::{Box3, Packet, WIDTH};
use super::sort::{Center, sort};
use super::{NONE, Tree};
use crate::bounds::Bounds;

/// The order is poor once its lowest packets are larger than they were by this factor. A sort costs
/// about as much as three searches for pairs, whose cost grows with this size.
const POOR: f64 = 1.5;

/// A tree of fewer packets is not sorted again where the order is poor: to compare all its packets takes less time.
const SMALL: usize = 8;

/// One place in this number may be unsorted or empty.
const UNSORTED: usize = 8;

/// The number of places that may be unsorted or empty even in a small tree.
const FEW: usize = 32;

impl Tree {
    /// Brings all levels up to date with the boxes that were set.
    pub(crate) fn refresh(&mut self) {
        if self.changed.is_empty() {
            return;
        }
        let changed = std::mem::take(&mut self.changed);
        for &object in &changed {
            self.is_changed[object as usize] = false;
            self.enrol(object);
        }
        let unsorted = self.order.len() - self.sorted + (self.order.len() - self.count);
        if unsorted * UNSORTED > self.sorted + FEW * UNSORTED || self.sorted == 0 {
            self.sort();
        } else {
            if changed.len() * UNSORTED > self.order.len() {
                self.refit();
            } else {
                changed.iter().for_each(|&object| self.lift(object));
            }
            let is_poor = self.looseness[0] > POOR * self.looseness[1];
            if is_poor && self.levels.first().is_some_and(|lowest| lowest.len() >= SMALL) {
                self.sort();
            }
        }
        self.changed = changed;
        self.changed.clear();
    }

    /// Gives a new object the next place, and takes the place of a removed one away.
    fn enrol(&mut self, object: u32) {
        let place = self.places[object as usize];
        let is_empty = self.bounds[object as usize] == Bounds::EMPTY;
        if is_empty && place != NONE {
            self.order[place as usize] = NONE;
            self.places[object as usize] = NONE;
            self.count -= 1;
            self.put(place as usize, &Box3::EMPTY);
        } else if !is_empty && place == NONE {
            self.places[object as usize] = self.order.len() as u32;
            self.order.push(object);
            self.count += 1;
        }
    }

    /// Writes the box of an object into its place, and the boxes around it above.
    fn lift(&mut self, object: u32) {
        let place = self.places[object as usize];
        if place != NONE {
            self.put(place as usize, &self.frame.boxed(&self.bounds[object as usize]));
        }
    }

    /// Writes a box into a place, and the boxes around it into the levels above.
    fn put(&mut self, place: usize, one: &Box3) {
        let (mut at, mut one) = (place, *one);
        for level in 0.. {
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            let (packets, packet) = (&mut self.levels[level], at / WIDTH);
            if packet >= packets.len() {
                packets.resize(packet + 1, Packet::EMPTY);
            }
            let before = if level == 0 { packets[packet].all().size() } else { 0.0 };
            packets[packet].set(at % WIDTH, &one);
            one = packets[packet].all();
            if level == 0 {
                self.looseness[0] += one.size() - before;
            }
            // A level that has grown beyond one packet gets a level above it, around all its packets.
            if packets.len() > 1 && level + 1 == self.levels.len() {
                let above = pack(self.levels[level].iter().map(Packet::all));
                self.levels.push(above);
            }
            if level + 1 == self.levels.len() {
                return;
            }
            at = packet;
        }
    }

    /// Writes all boxes and all levels again, in the same order.
    fn refit(&mut self) {
        let Self { order, bounds, frame, levels, .. } = self;
        let one = |&object: &u32| match object {
            NONE => Box3::EMPTY,
            object => frame.boxed(&bounds[object as usize]),
        };
        // The memory of the levels is used again.
        if levels.is_empty() && !order.is_empty() {
            levels.push(Vec::new());
        }
        if let Some(lowest) = levels.first_mut() {
            pack_into(lowest, order.iter().map(one));
        }
        let mut top = 0;
        while levels.get(top).is_some_and(|level| level.len() > 1) {
            if top + 1 == levels.len() {
                levels.push(Vec::new());
            }
            let (below, above) = levels.split_at_mut(top + 1);
            pack_into(&mut above[0], below[top].iter().map(Packet::all));
            top += 1;
        }
        levels.truncate(if order.is_empty() { 0 } else { top + 1 });
        let lowest = levels.first().into_iter().flatten();
        self.looseness[0] = lowest.map(|packet| packet.all().size()).sum();
    }

    /// Sorts the objects anew, in a new frame.
    fn sort(&mut self) {
        let objects = || self.order.iter().copied().filter(|&object| object != NONE);
        let boxes: Vec<&Bounds> = objects().map(|object| &self.bounds[object as usize]).collect();
        self.frame = Frame::of(&boxes);
        let mut centers: Vec<Center> = objects()
            .map(|object| {
                let Box3 { low, high } = self.frame.boxed(&self.bounds[object as usize]);
                // The halves are added, so that a sum of two large corners does not overflow.
                Center::new([0, 1, 2].map(|k| 0.5 * low[k] + 0.5 * high[k]), object)
            })
            .collect();
        // The order of equal centers must not depend on the order before.
        centers.sort_unstable_by_key(|center| center.object);
        sort(&mut centers);
        self.order.clear();
        self.order.extend(centers.iter().map(|center| center.object));
        for (place, &object) in self.order.iter().enumerate() {
            self.places[object as usize] = place as u32;
        }
        self.sorted = self.order.len();
        self.refit();
        self.looseness[1] = self.looseness[0];
    }
}

/// Packets of boxes; the last one may have empty lanes.
fn pack(boxes: impl Iterator<Item = Box3>) -> Vec<Packet> {
    let mut packets = Vec::new();
    pack_into(&mut packets, boxes);
    packets
}

/// Packets of boxes in the place of others.
fn pack_into(packets: &mut Vec<Packet>, boxes: impl Iterator<Item = Box3>) {
    packets.clear();
    packets.reserve(boxes.size_hint().0.div_ceil(WIDTH));
    for (place, one) in boxes.enumerate() {
        if place % WIDTH == 0 {
            packets.push(Packet::EMPTY);
        }
        packets.last_mut().expect("a packet was pushed").set(place % WIDTH, &one);
    }
}
