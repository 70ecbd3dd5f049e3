//! Searches for boxes that meet, and for the nearest.

use super::Tree;
use super::packet::{Box3, Packet, WIDTH, lanes};
use crate::bounds::{Bounds, reach_of};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Below this number of packets, a search for pairs uses one thread.
const PARALLEL: usize = 256;

impl Tree {
    /// All pairs of objects whose boxes are no further apart than a distance, each pair once and the
    /// lower number first, in no particular order. The tree must be [refreshed](Tree::refresh).
    pub(crate) fn pairs(&self, within: f64) -> Vec<[u32; 2]> {
        let Some(top) = self.top() else { return Vec::new() };
        let search = Search::new(self, within);
        if self.levels[0].len() < PARALLEL || rayon::current_num_threads() == 1 {
            let mut found = Vec::with_capacity(self.count);
            search.inside(top, 0, &mut found);
            return found;
        }
        // A packet of the level below the top is a task, with all pairs of its own and those with a
        // later packet.
        let tasks = search.tasks(top);
        let found = tasks.par_iter().fold(Vec::new, |mut found, task| {
            match *task {
                [at, other] if at == other => search.inside(top - 2, at, &mut found),
                [at, other] => search.between(top - 2, at, other, &mut found),
            }
            found
        });
        found.reduce(Vec::new, |mut all, mut more| {
            all.append(&mut more);
            all
        })
    }

    /// The objects whose boxes are no further from a box than a distance, in no particular order.
    pub(crate) fn meeting(&self, bounds: &Bounds, within: f64, found: &mut Vec<u32>) {
        let Some(top) = self.top() else { return };
        let search = Search::new(self, within);
        let one = self.frame.boxed(bounds).grown(search.grown).probe();
        let mut waiting = vec![(top, 0)];
        while let Some((level, at)) = waiting.pop() {
            for lane in lanes(self.levels[level][at].meeting(&one)) {
                let below = at * WIDTH + lane;
                if level > 0 {
                    waiting.push((level - 1, below));
                } else if self.bounds(self.order[below]).meets(bounds, search.within) {
                    found.push(self.order[below]);
                }
            }
        }
    }

    /// Shows pairs of objects to `measure`, in ascending order of a lower bound of their distance, until
    /// no other pair can be as near as the limit that `measure` returns. With an object, only pairs
    /// of this object.
    ///
    /// A pair is shown with the lower number first.
    pub(crate) fn approach(
        &self,
        of: Option<u32>,
        limit: f64,
        mut measure: impl FnMut([u32; 2]) -> f64,
    ) {
        let Some(top) = self.top() else { return };
        let mut limit = limit;
        let whole = match of {
            None => Near::Inside { level: top, at: 0 },
            Some(object) => Near::Object { level: top, at: 0, object },
        };
        let mut waiting = BinaryHeap::from([Turn { bound: 0.0, near: whole }]);
        let mut push = Vec::new();
        while let Some(Turn { bound, near }) = waiting.pop() {
            if bound > limit {
                return;
            }
            match near {
                Near::Pair(pair) => limit = measure(pair),
                Near::Inside { level, at } => self.open(level, at, at, &mut push),
                Near::Between { level, at, other } => self.open(level, at, other, &mut push),
                Near::Object { level, at, object } => self.open_for(level, at, object, &mut push),
            }
            waiting.extend(push.drain(..).filter(|turn| turn.bound <= limit));
        }
    }

    /// The turns of the pairs below a pair of packets, or below one packet.
    fn open(&self, level: usize, at: usize, other: usize, push: &mut Vec<Turn>) {
        let packets = &self.levels[level];
        for a in 0..WIDTH {
            let one = packets[at].lane(a);
            if one == Box3::EMPTY {
                continue;
            }
            if level > 0 && at == other {
                let near = Near::Inside { level: level - 1, at: at * WIDTH + a };
                push.push(Turn { bound: 0.0, near });
            }
            for b in if at == other { a + 1 } else { 0 }..WIDTH {
                let two = packets[other].lane(b);
                if two == Box3::EMPTY {
                    continue;
                }
                let (at, other) = (at * WIDTH + a, other * WIDTH + b);
                push.push(if level > 0 {
                    let bound = self.frame.in_world(one.gap(&two));
                    Turn { bound, near: Near::Between { level: level - 1, at, other } }
                } else {
                    self.turn([self.order[at], self.order[other]])
                });
            }
        }
    }

    /// The turns of an object with what is below a packet.
    fn open_for(&self, level: usize, at: usize, object: u32, push: &mut Vec<Turn>) {
        let one = self.frame.boxed(self.bounds(object));
        for lane in 0..WIDTH {
            let other = self.levels[level][at].lane(lane);
            let below = at * WIDTH + lane;
            if other == Box3::EMPTY || (level == 0 && self.order[below] == object) {
                continue;
            }
            push.push(if level > 0 {
                let bound = self.frame.in_world(one.gap(&other));
                Turn { bound, near: Near::Object { level: level - 1, at: below, object } }
            } else {
                self.turn([self.order[below], object])
            });
        }
    }

    fn turn(&self, pair: [u32; 2]) -> Turn {
        let bound = self.bounds(pair[0]).distance(self.bounds(pair[1]));
        // The boxes prove no more than this for the distance of the pair.
        let bound = bound * (1.0 - 1e-9);
        Turn { bound, near: Near::Pair(sorted(pair)) }
    }

    /// The highest level; `None` if the tree is empty.
    fn top(&self) -> Option<usize> {
        debug_assert!(self.changed.is_empty(), "the tree is not refreshed");
        self.levels.len().checked_sub(1)
    }
}

/// What can be near each other, and waits for its turn.
#[derive(Clone, Copy, Debug)]
enum Near {
    /// Pairs of objects below a packet.
    Inside { level: usize, at: usize },
    /// Pairs of an object below one packet and an object below another.
    Between { level: usize, at: usize, other: usize },
    /// Pairs of one object and the objects below a packet.
    Object { level: usize, at: usize, object: u32 },
    /// Two objects.
    Pair([u32; 2]),
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    /// A lower bound of the distance.
    bound: f64,
    near: Near,
}

impl PartialEq for Turn {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Turn {}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Turn {
    /// The greatest is the nearest.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound)
    }
}

/// A search for all boxes within a distance.
struct Search<'t> {
    tree: &'t Tree,
    /// The distance, for boxes in the world.
    within: f64,
    /// The distance, for boxes in the tree's frame.
    grown: f32,
}

impl<'t> Search<'t> {
    fn new(tree: &'t Tree, within: f64) -> Self {
        let within = reach_of(within);
        Self { tree, within, grown: tree.frame.length(within) }
    }

    /// The packets two levels below the top, as pairs that meet: a packet with itself, or with another.
    fn tasks(&self, top: usize) -> Vec<[usize; 2]> {
        let packets = &self.tree.levels[top - 1];
        let boxes: Vec<(usize, Box3)> = (0..self.tree.levels[top - 2].len())
            .map(|at| (at, packets[at / WIDTH].lane(at % WIDTH)))
            .collect();
        let mut tasks = Vec::new();
        for (i, &(at, one)) in boxes.iter().enumerate() {
            let grown = one.grown(self.grown);
            tasks.push([at, at]);
            let meets = |(_, other): &&(usize, Box3)| {
                (0..3).all(|k| grown.low[k] <= other.high[k] && other.low[k] <= grown.high[k])
            };
            tasks.extend(boxes[i + 1..].iter().filter(meets).map(|&(other, _)| [at, other]));
        }
        tasks
    }

    /// Finds the pairs below one packet.
    fn inside(&self, level: usize, at: usize, found: &mut Vec<[u32; 2]>) {
        let packet = &self.tree.levels[level][at];
        for lane in 0..WIDTH {
            let one = packet.lane(lane);
            if one == Box3::EMPTY {
                continue;
            }
            let later = packet.meeting(&one.grown(self.grown).probe()) & !(u32::MAX >> (31 - lane));
            let below = at * WIDTH + lane;
            if level > 0 {
                self.inside(level - 1, below, found);
                for other in lanes(later) {
                    self.between(level - 1, below, at * WIDTH + other, found);
                }
            } else {
                lanes(later).for_each(|other| self.found(below, at * WIDTH + other, found));
            }
        }
    }

    /// Finds the pairs of an object below one packet and an object below another of the same level.
    fn between(&self, level: usize, at: usize, other: usize, found: &mut Vec<[u32; 2]>) {
        let packets: &[Packet] = &self.tree.levels[level];
        // Only boxes that meet all of the other packet are compared with its boxes.
        let whole = self.tree.levels[level + 1][other / WIDTH].lane(other % WIDTH);
        let whole = whole.grown(self.grown).probe();
        for lane in lanes(packets[at].meeting(&whole)) {
            let one = packets[at].lane(lane).grown(self.grown).probe();
            let below = at * WIDTH + lane;
            for meeting in lanes(packets[other].meeting(&one)) {
                let meeting = other * WIDTH + meeting;
                if level > 0 {
                    self.between(level - 1, below, meeting, found);
                } else {
                    self.found(below, meeting, found);
                }
            }
        }
    }

    /// Keeps the pair of objects at two places, if their boxes in the world meet too.
    fn found(&self, place: usize, other: usize, found: &mut Vec<[u32; 2]>) {
        let pair = [self.tree.order[place], self.tree.order[other]];
        if self.tree.bounds(pair[0]).meets(self.tree.bounds(pair[1]), self.within) {
            found.push(sorted(pair));
        }
    }
}

/// A pair with the lower number first.
fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes from a multiplicative sequence, of which many touch.
    fn boxes(count: u32, scale: f64) -> Vec<Bounds> {
        let number = |k: u32| f64::from(k.wrapping_mul(2_654_435_761) >> 20) / 64.0;
        (0..count)
            .map(|k| {
                let low = [1, 2, 3].map(|j| scale * (number(7 * k + j) + 1e6));
                let high =
                    [4, 5, 6].map(|j| scale * (number(7 * k + j - 3) + 1e6 + number(k * j) / 10.0));
                Bounds { low, high }
            })
            .collect()
    }

    fn tree(boxes: &[Bounds]) -> Tree {
        let mut tree = Tree::default();
        boxes.iter().zip(0..).for_each(|(bounds, object)| tree.set(object, *bounds));
        tree.refresh();
        tree
    }

    #[test]
    fn pairs_are_those_of_brute_force() {
        for count in [0, 1, 2, 8, 9, 64, 65, 600, 2500] {
            for (scale, within) in
                [(1.0, 0.0), (1e-30, 2e-30), (1e200, 1e200), (1.0, f64::INFINITY)]
            {
                if count > 600 && within > 1e300 {
                    continue;
                }
                let boxes = boxes(count, scale);
                let mut pairs = tree(&boxes).pairs(within);
                pairs.sort_unstable();
                let mut expected = Vec::new();
                for a in 0..count {
                    for b in a + 1..count {
                        if boxes[a as usize].meets(&boxes[b as usize], reach_of(within)) {
                            expected.push([a, b]);
                        }
                    }
                }
                assert_eq!(pairs, expected, "{count} boxes, scale {scale}, within {within}");
                assert!(count < 600 || expected.len() > 1000);
            }
        }
    }

    #[test]
    fn the_nearest_boxes_come_first() {
        let boxes = boxes(400, 1.0);
        let tree = tree(&boxes);
        for of in [None, Some(7)] {
            let (mut shown, mut last) = (0, 0.0);
            tree.approach(of, f64::INFINITY, |[a, b]| {
                let distance = boxes[a as usize].distance(&boxes[b as usize]);
                assert!(
                    a < b && distance >= last && of.is_none_or(|object| a == object || b == object)
                );
                (shown, last) = (shown + 1, distance);
                f64::INFINITY
            });
            assert_eq!(shown, if of.is_none() { 400 * 399 / 2 } else { 399 });
        }
    }
}
