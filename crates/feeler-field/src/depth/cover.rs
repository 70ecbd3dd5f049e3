//! A lower bound: balls of translations at which B is not free, until they cover all that are shorter.

use super::placing::Placing;
use super::witness::{Depths, Witness};
use crate::cube::{Cube, Waiting};
use feeler::inside::Clock;
use feeler::inside::vector::{length, sub};
use rayon::prelude::*;
use std::collections::BinaryHeap;

/// A cover of the translations around zero.
///
/// A witness with a common depth f at translation t proves that all of the ball of radius f around t is not
/// free. Cubes of translations wait, the nearest to zero first. A cube in a ball is gone, others are
/// halved. At any time the distance of the nearest cube is a lower bound of the depth. It converges:
/// wherever B is not free, some point is deep in both solids.
///
/// Cubes are looked at in batches, each cube at a seat of its own. Nothing that happens at one seat
/// depends on another one, so the cover is the same for any number of threads.
pub(super) struct Cover<'p> {
    seats: Vec<Seat<'p>>,
    balls: Vec<Ball>,
    open: BinaryHeap<Waiting>,
    /// The number of cubes looked at so far.
    looked: usize,
    /// All translations up to this length are in the first cube.
    reach: f64,
    /// No translation shorter than this frees B.
    pub(super) lower: f64,
    /// The length of the shortest free translation that was met, wherever B comes from.
    pub(super) nearest_free: f64,
}

/// What is needed to look at a cube.
struct Seat<'p> {
    placing: Placing<'p>,
    depths: Depths,
}

/// What was seen at a cube.
struct Seen {
    /// The best point at the center of the cube, if it proves anything.
    witness: Option<Witness>,
    /// Whether B is free at the center, if the cube is not covered.
    is_free: bool,
}

/// A ball of translations, and the point that proves that none of them frees B.
#[derive(Clone, Copy)]
struct Ball {
    center: [f64; 3],
    witness: Witness,
}

/// The largest number of cubes. A place where B just fits is never free and never covered, so the
/// search might not end.
const MOST_CUBES: usize = 5_000;

/// The number of cubes that are looked at together: enough to occupy some threads, and independent of
/// their number, so that the result is too.
const BATCH: usize = 16;

/// The number of known witnesses that are tried at a cube.
const TRIED: usize = 3;

/// The share of the radius of a cube below which the search looks for a new witness.
const WEAK: f64 = 0.3;

impl<'p> Cover<'p> {
    /// A cover of all translations up to a length.
    pub(super) fn new(placing: &Placing<'p>, upper: f64) -> Self {
        let seat = || Seat { placing: placing.fork(), depths: Depths::new(placing) };
        Self {
            seats: (0..BATCH).map(|_| seat()).collect(),
            balls: Vec::new(),
            open: BinaryHeap::from([waiting(Cube { center: [0.0; 3], half: upper })]),
            looked: 0,
            reach: upper,
            lower: 0.0,
            nearest_free: f64::INFINITY,
        }
    }

    /// Goes on until the lower bound reaches a length, the clock runs out, the most cubes are used up, or a free translation is met,
    /// which is the result.
    pub(super) fn advance(&mut self, wanted: f64, clock: &mut Clock) -> Option<[f64; 3]> {
        while self.lower < wanted.min(self.nearest_free) && self.looked < MOST_CUBES {
            let batch = self.next_cubes(wanted, clock);
            if batch.is_empty() {
                self.lower = self.lower.max(self.nearest_open());
                break;
            }
            let (balls, nearest_free) = (&self.balls, self.nearest_free);
            let seats = self.seats.par_iter_mut().zip(&batch);
            let looks = seats.map(|(seat, cube)| seat.look_at(cube, balls, nearest_free));
            let looks: Vec<Seen> = looks.collect();
            let mut free: Option<[f64; 3]> = None;
            for (cube, Seen { witness, is_free }) in batch.into_iter().zip(looks) {
                if let Some(witness) = witness {
                    self.balls.push(Ball { center: cube.center, witness });
                    self.lower = self.lower.max(witness.depth - length(cube.center));
                }
                if witness.is_none_or(|witness| witness.depth < cube.radius()) {
                    self.open.extend(cube.children().map(waiting));
                }
                if is_free && length(cube.center) < self.nearest_free {
                    self.nearest_free = length(cube.center);
                    free = Some(cube.center);
                }
            }
            self.lower = self.lower.max(self.nearest_open());
            if free.is_some() {
                return free;
            }
        }
        None
    }

    /// The distance of the nearest cube that waits: all translations that are nearer are covered.
    fn nearest_open(&self) -> f64 {
        self.open.peek().map_or(self.reach, |next| -next.rank)
    }

    /// Takes the next cubes that no known ball covers and that are nearer than all that is wanted.
    fn next_cubes(&mut self, wanted: f64, clock: &mut Clock) -> Vec<Cube> {
        let beyond = wanted.min(self.nearest_free);
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH
            && self.looked < MOST_CUBES
            && self.open.peek().is_some_and(|next| -next.rank < beyond)
            && clock.tick()
        {
            let Some(Waiting { cube, .. }) = self.open.pop() else { break };
            self.looked += 1;
            if !self.balls.iter().any(|ball| ball.reserve(&cube) >= cube.radius()) {
                batch.push(cube);
            }
        }
        batch
    }
}

impl Seat<'_> {
    /// Looks for a ball around the center of a cube, and if it does not cover the cube, whether B is free there.
    fn look_at(&mut self, cube: &Cube, balls: &[Ball], nearest_free: f64) -> Seen {
        let witness = self.witness(cube, balls).filter(|best| best.depth > 0.0);
        let is_covered = witness.is_some_and(|best| best.depth >= cube.radius());
        let is_near = length(cube.center) < nearest_free;
        // Where a point is deep in both solids B is not free.
        let is_free =
            !is_covered && witness.is_none() && is_near && self.placing.is_free(cube.center);
        Seen { witness, is_free }
    }

    /// The best point that is found at the center of a cube.
    fn witness(&mut self, cube: &Cube, balls: &[Ball]) -> Option<Witness> {
        let (center, radius) = (cube.center, cube.radius());
        let mut best: Option<Witness> = None;
        for ball in most_promising(cube, balls) {
            let here = self.depths.measured(&self.placing, center, ball.witness.point);
            if best.is_none_or(|best| here.depth > best.depth) {
                best = Some(here);
            }
            if here.depth >= radius {
                return best;
            }
        }
        best = best.map(|best| self.climbed(cube, best));
        if best.is_none_or(|best| best.depth < WEAK * radius)
            && let Some(point) = self.placing.common_point(center)
        {
            let seed = self.depths.measured(&self.placing, center, point);
            let fresh = self.climbed(cube, seed);
            if best.is_none_or(|best| fresh.depth > best.depth) {
                best = Some(fresh);
            }
        }
        best
    }

    fn climbed(&mut self, cube: &Cube, start: Witness) -> Witness {
        self.depths.climbed(&self.placing, cube.center, start, cube.radius())
    }
}

/// The balls that reach farthest beyond the center of a cube, the best first.
fn most_promising(cube: &Cube, balls: &[Ball]) -> impl Iterator<Item = Ball> {
    let mut best: [Option<(f64, Ball)>; TRIED] = [None; TRIED];
    for ball in balls {
        let mut next = Some((ball.reserve(cube), *ball));
        for place in &mut best {
            let is_better = match (&next, &place) {
                (Some((reserve, _)), Some((known, _))) => reserve > known,
                (Some(_), None) => true,
                (None, _) => false,
            };
            if is_better {
                std::mem::swap(place, &mut next);
            }
        }
    }
    best.into_iter().flatten().map(|(_, ball)| ball)
}

impl Ball {
    /// How far the ball reaches beyond the center of a cube.
    fn reserve(&self, cube: &Cube) -> f64 {
        self.witness.depth - length(sub(cube.center, self.center))
    }
}

/// A cube of translations: the nearer to zero its nearest point is, the sooner it is looked at.
fn waiting(cube: Cube) -> Waiting {
    let nearest = length(cube.center.map(|x| (x.abs() - cube.half).max(0.0)));
    Waiting { rank: -nearest, cube }
}
