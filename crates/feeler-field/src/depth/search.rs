//! The search for a short translation that frees B.

use super::Ways;
use super::difference::{HullDepth, hull_depth};
use super::placing::{Placing, Stop};
use super::slide::{FAST, FINE, slide};
use super::vectors::{all_around, beside, unit};
use super::witness::Depths;
use feeler::inside::vector::{dot, length, sub};
use rayon::prelude::*;
use std::sync::OnceLock;

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

/// The number of places that are tried together, at some seats. What counts is the first of them that is free; those
/// behind it are tried again, at the distance that is the best by then. So the result does not depend on
/// the number of threads.
const TOGETHER: usize = 64;
const SEATS: usize = 4;

/// The share of the best distance at which B is tried beside the best place at last, and how often.
const NEARER: f64 = 0.995;
const MOST_ROUNDS: usize = 4;

/// The gap of the depth of the hulls, which only proposes a direction.
const PROPOSED: f64 = 1e-3;

/// The length up to which no translation frees B, by the deepest common point that is found at once:
/// so near B need not be tried.
fn excluded(placing: &mut Placing<'_>, enough: f64) -> f64 {
    let is_closed = [placing.a, placing.b].iter().all(|body| body.boundary().is_closed());
    let Some(point) = placing.common_point([0.0; 3]).filter(|_| is_closed) else { return 0.0 };
    let mut depths = Depths::new(placing);
    let seed = depths.measured(placing, [0.0; 3], point);
    depths.climbed(placing, [0.0; 3], seed, enough).depth
}

/// The search for a near free place, which can be interrupted.
///
/// 1. B comes in from far away, along the direction in which the convex hulls part soonest, and slides
///    on.
/// 2. All around, B is tried at about the best distance and at smaller ones, and slides on where it
///    is free.
///
/// Every place is verified by an exact query. From outside, only places count that B reaches from
/// far away.
pub(super) struct Finder<'p> {
    ways: Ways,
    /// The directions from which B comes at first.
    first: Vec<[f64; 3]>,
    /// The directions and shares of the best distance that are tried then.
    around: &'static [Trial],
    seats: Vec<Placing<'p>>,
    /// The number of steps so far.
    done: usize,
    vain: usize,
    /// How often B was tried beside the best place.
    rounds: usize,
    /// No translation shorter than this frees B.
    excluded: Option<f64>,
    is_polished: bool,
    pub(super) best: Option<Stop>,
}

/// A direction, and a share of the best distance so far.
#[derive(Clone, Copy)]
struct Trial {
    direction: [f64; 3],
    share: f64,
}

/// What is tried, in its order. From outside, only the first distance is.
fn trials(ways: Ways) -> &'static [Trial] {
    static ALL: OnceLock<Vec<Trial>> = OnceLock::new();
    let of_share = |share: f64| {
        let count = (DIRECTIONS * share).ceil() as usize;
        let directions = AXES.into_iter().chain(all_around(count));
        directions.map(move |direction| Trial { direction, share })
    };
    let all = ALL.get_or_init(|| SHARES.into_iter().flat_map(of_share).collect());
    match ways {
        Ways::Anywhere => all,
        Ways::FromOutside => &all[..all.partition_point(|trial| trial.share == SHARES[0])],
    }
}

impl<'p> Finder<'p> {
    pub(super) fn new(placing: &Placing<'p>, ways: Ways) -> Self {
        let of_b = placing.b.extremes().posed(&placing.pose);
        let hulls = hull_depth(placing.a.extremes(), &of_b, PROPOSED);
        let parting = hulls.map(|HullDepth { normal, .. }| normal).filter(|n| length(*n) > 0.5);
        let between = unit(sub(placing.middle_of_b(), placing.middle_of_a()));
        let first = parting.into_iter().chain(between).collect();
        let seats = (0..SEATS).map(|_| placing.fork()).collect();
        Self {
            ways,
            first,
            around: trials(ways),
            seats,
            done: 0,
            vain: 0,
            rounds: 0,
            excluded: None,
            is_polished: false,
            best: None,
        }
    }

    /// Takes one step, and returns the number of places that were tried; 0 if there is nothing more to try.
    pub(super) fn step(&mut self, placing: &mut Placing<'_>) -> usize {
        let Some(number) = self.done.checked_sub(self.first.len()) else {
            return self.come_in_first(placing);
        };
        let left = &self.around[number.min(self.around.len())..];
        let Some(&Trial { direction, .. }) = left.first() else { return self.look_nearby(placing) };
        let Some(best) = self.best else {
            self.come_in(placing, direction);
            self.done += 1;
            return 1;
        };
        let excluded = *self.excluded.get_or_insert_with(|| excluded(placing, length(best.at)));
        let is_open = |trial: &Trial| trial.share * length(best.at) >= excluded;
        let skipped = left.iter().position(is_open).unwrap_or(left.len());
        let trials = &left[skipped..left.len().min(skipped + TOGETHER)];
        let places: Vec<[f64; 3]> = trials.iter().map(|trial| self.place(trial, &best)).collect();
        let first_free = self.first_free(&places);
        self.done += skipped + first_free.map_or(places.len(), |free| free + 1);
        if let Some(free) = first_free {
            self.go_on_from(placing, places[free], &best);
        }
        places.len()
    }

    /// Comes in from far away in the first directions, and returns their number.
    fn come_in_first(&mut self, placing: &mut Placing<'_>) -> usize {
        let ways = self.seats.par_iter_mut().zip(&self.first);
        let come_in = |(seat, &direction): (&mut Placing<'p>, &[f64; 3])| {
            let stop = seat.exit(direction)?;
            Some([stop, slide(seat, stop, f64::INFINITY, FAST)])
        };
        let found: Vec<Option<[Stop; 2]>> = ways.map(come_in).collect();
        for stop in found.into_iter().flatten().flatten() {
            self.keep(placing, stop);
        }
        self.done = self.first.len();
        self.first.len()
    }

    /// Tries B a hair nearer than the best place, in directions beside it, and returns the number of places
    /// that were tried. Where that frees B it is done again.
    fn look_nearby(&mut self, placing: &mut Placing<'_>) -> usize {
        let Some(best) = self.best.filter(|_| self.rounds < MOST_ROUNDS) else { return 0 };
        let far = NEARER * length(best.at);
        let Some(toward) = unit(best.at) else { return 0 };
        let places: Vec<[f64; 3]> =
            beside(toward, TOGETHER).map(|direction| direction.map(|x| far * x)).collect();
        self.rounds = match self.first_free(&places) {
            Some(free) => {
                self.go_on_from(placing, places[free], &best);
                self.rounds + 1
            }
            None => MOST_ROUNDS,
        };
        places.len()
    }

    /// The place of a trial.
    fn place(&self, trial: &Trial, best: &Stop) -> [f64; 3] {
        let &Trial { direction, share } = trial;
        let far = length(best.at);
        let is_near = dot(direction, best.at) > ASIDE * far;
        let share = if is_near || self.vain >= MOST_VAIN { share.min(0.999) } else { share };
        direction.map(|x| share * far * x)
    }

    /// The first of some places at which B is free.
    fn first_free(&mut self, places: &[[f64; 3]]) -> Option<usize> {
        const PART: usize = TOGETHER / SEATS;
        let parts = self.seats.par_iter_mut().zip(places.par_chunks(PART)).enumerate();
        let first = parts.map(|(number, (seat, part))| {
            part.iter().position(|&at| seat.is_free(at)).map(|free| number * PART + free)
        });
        first.find_map_first(|free| free)
    }

    /// Goes on from a free place at about the best distance or nearer.
    fn go_on_from(&mut self, placing: &mut Placing<'_>, at: [f64; 3], best: &Stop) {
        let before = length(best.at);
        match self.ways {
            Ways::FromOutside => {
                if let Some(direction) = unit(at) {
                    self.come_in(placing, direction);
                }
            }
            Ways::Anywhere => self.fall_from(placing, at),
        }
        let is_beyond = length(at) > before;
        if is_beyond && self.best.is_some_and(|best| length(best.at) > 0.999 * before) {
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

    /// Brings the best place to its last digits.
    pub(super) fn polish(&mut self, placing: &mut Placing<'_>) {
        if let Some(best) = self.best.filter(|_| !self.is_polished) {
            let polished = slide(placing, best, length(best.at), FINE);
            self.keep(placing, polished);
            self.is_polished = true;
        }
    }

    fn slide_on(&mut self, placing: &mut Placing<'_>, stop: Stop) {
        self.keep(placing, stop);
        let enough = self.best.map_or(f64::INFINITY, |best| length(best.at));
        let slid = slide(placing, stop, enough, FAST);
        self.keep(placing, slid);
    }

    /// Keeps a stop that is nearer than the best one and free.
    fn keep(&mut self, placing: &mut Placing<'_>, found: Stop) {
        let is_nearer = self.best.is_none_or(|best| length(found.at) < length(best.at));
        if is_nearer && placing.is_free(found.at) {
            self.best = Some(found);
            self.is_polished = false;
        }
    }
}
