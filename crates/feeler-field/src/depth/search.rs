//! The search for a short translation that frees B.

use super::Ways;
use super::difference::{HullDepth, hull_depth};
use super::placing::{Placing, Stop};
use super::slide::slide;
use super::vectors::{all_around, unit};
use feeler::inside::vector::{dot, length, sub};

/// The number of directions that are tried at the best distance so far. At a share of the distance their
/// number is that share of it.
const DIRECTIONS: f64 = 512.0;

/// The distances, as shares of the best one so far, at which B may be free: a little farther away, from
/// where it may slide to a nearer place, or in a pocket or a cavity.
const SHARES: [f64; 7] = [1.02, 0.87, 0.75, 0.62, 0.5, 0.37, 0.25];

/// The cosine of the angle between a direction and the best one below which B probably slides to
/// another place.
const ASIDE: f64 = 0.97;

/// The directions of the axes, in which plain parts often move apart soonest.
const AXES: [[f64; 3]; 6] = [
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
];

/// A free place farther away than the best one may still slide to a nearer one. So many of these
/// are tried without success.
const MOST_VAIN: usize = 8;

/// The search for a near free place, which can be interrupted.
///
/// 1. B comes in from far away, along the direction in which the convex hulls part soonest, and slides
///    on.
/// 2. All around, B is tried at about the best distance and at smaller ones, and slides on where it
///    is free.
///
/// Every place is verified by an exact query. From outside, only places count that B reaches from
/// far away.
pub(super) struct Finder {
    ways: Ways,
    /// The directions from which B comes at first.
    first: Vec<[f64; 3]>,
    /// The directions and shares of the best distance that are tried then.
    around: Vec<([f64; 3], f64)>,
    /// The number of steps so far.
    done: usize,
    vain: usize,
    pub(super) best: Option<Stop>,
}

impl Finder {
    pub(super) fn new(placing: &Placing<'_>, ways: Ways) -> Self {
        let hulls = hull_depth(placing.a.extremes(), &placing.b.extremes().posed(&placing.pose));
        let parting = hulls.map(|HullDepth { normal, .. }| normal).filter(|n| length(*n) > 0.5);
        let between = unit(sub(placing.middle_of_b(), placing.middle_of_a()));
        let first = parting.into_iter().chain(between).collect();
        let shares = match ways {
            Ways::Anywhere => &SHARES[..],
            Ways::FromOutside => &SHARES[..1],
        };
        let directions = |share: f64| {
            let count = (DIRECTIONS * share).ceil() as usize;
            AXES.into_iter().chain(all_around(count)).map(move |direction| (direction, share))
        };
        let around = shares.iter().flat_map(|&share| directions(share)).collect();
        Self { ways, first, around, done: 0, vain: 0, best: None }
    }

    /// Takes one step; `false` if there is nothing more to try.
    pub(super) fn step(&mut self, placing: &mut Placing<'_>) -> bool {
        let Some(number) = self.done.checked_sub(self.first.len()) else {
            self.come_in(placing, self.first[self.done]);
            self.done += 1;
            return true;
        };
        let Some(&(direction, share)) = self.around.get(number) else { return false };
        self.done += 1;
        self.try_at(placing, direction, share);
        true
    }

    /// Tries B at a share of the best distance so far.
    fn try_at(&mut self, placing: &mut Placing<'_>, direction: [f64; 3], share: f64) {
        let Some(best) = self.best else { return self.come_in(placing, direction) };
        let is_near = dot(direction, best.at) > ASIDE * length(best.at);
        let share = if is_near || self.vain >= MOST_VAIN { share.min(0.999) } else { share };
        let at = direction.map(|x| share * length(best.at) * x);
        if !placing.is_free(at) {
            return;
        }
        let before = length(best.at);
        match self.ways {
            Ways::FromOutside => self.come_in(placing, direction),
            Ways::Anywhere => self.fall_from(placing, at),
        }
        if share > 1.0 && self.best.is_some_and(|best| length(best.at) > 0.999 * before) {
            self.vain += 1;
        }
    }

    /// From a free place B falls straight towards where it was, and slides on.
    pub(super) fn fall_from(&mut self, placing: &mut Placing<'_>, at: [f64; 3]) {
        if let Some(stop) = placing.sweep(at, at.map(|x| -x)) {
            self.slide_on(placing, stop);
        }
    }

    /// Comes in from far away against a direction, and slides on.
    fn come_in(&mut self, placing: &mut Placing<'_>, direction: [f64; 3]) {
        if let Some(stop) = placing.exit(direction) {
            self.slide_on(placing, stop);
        }
    }

    fn slide_on(&mut self, placing: &mut Placing<'_>, stop: Stop) {
        self.keep(placing, stop);
        let slid = slide(placing, stop);
        self.keep(placing, slid);
    }

    /// Keeps a stop that is nearer than the best one and free.
    fn keep(&mut self, placing: &mut Placing<'_>, found: Stop) {
        let is_nearer = self.best.is_none_or(|best| length(found.at) < length(best.at));
        if is_nearer && placing.is_free(found.at) {
            self.best = Some(found);
        }
    }
}
