//! A lower bound: balls of translations at which B is not free, until they cover all that are shorter.

use super::placing::Placing;
use super::witness::{Depths, Witness};
use feeler::inside::Clock;
use feeler::inside::vector::{add_scaled, length, sub};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A cover of the translations around zero.
///
/// A witness with a common depth f at translation t proves that all of the ball of radius f around t is not
/// free. Cubes of translations wait, the nearest to zero first. A cube in a ball is gone, others are
/// halved. At any time the distance of the nearest cube is a lower bound of the depth. It converges:
/// wherever B is not free, some point is deep in both solids.
pub(super) struct Cover {
    depths: Depths,
    balls: Vec<Ball>,
    open: BinaryHeap<Cube>,
    /// The number of cubes looked at so far.
    looked: usize,
    /// All translations up to this length are in the first cube.
    reach: f64,
    /// No translation shorter than this frees B.
    pub(super) lower: f64,
    /// The length of the shortest free translation that was met, wherever B comes from.
    pub(super) nearest_free: f64,
}

/// A ball of translations, and the point that proves that none of them frees B.
#[derive(Clone, Copy)]
struct Ball {
    center: [f64; 3],
    witness: Witness,
}

/// A cube of translations that waits.
#[derive(Clone, Copy)]
struct Cube {
    center: [f64; 3],
    half: f64,
    /// The distance of its nearest point from zero.
    nearest: f64,
}

/// The largest number of cubes. A place where B just fits is never free and never covered, so the
/// search might not end.
const MOST_CUBES: usize = 5_000;

/// The number of known witnesses that are tried at a cube.
const TRIED: usize = 3;

/// The share of the radius of a cube below which the search looks for a new witness.
const WEAK: f64 = 0.3;

impl Cover {
    /// A cover of all translations up to a length.
    pub(super) fn new(placing: &Placing<'_>, upper: f64) -> Self {
        Self {
            depths: Depths::new(placing),
            balls: Vec::new(),
            open: BinaryHeap::from([Cube::new([0.0; 3], upper)]),
            looked: 0,
            reach: upper,
            lower: 0.0,
            nearest_free: f64::INFINITY,
        }
    }

    /// Goes on until the lower bound reaches a length, the clock runs out, the most cubes are used up, or a free translation is met,
    /// which is the result.
    pub(super) fn advance(
        &mut self,
        placing: &mut Placing<'_>,
        wanted: f64,
        clock: &mut Clock,
    ) -> Option<[f64; 3]> {
        while self.lower < wanted.min(self.nearest_free) && self.looked < MOST_CUBES && clock.tick()
        {
            let Some(cube) = self.open.pop() else {
                self.lower = self.reach;
                break;
            };
            self.looked += 1;
            self.lower = self.lower.max(cube.nearest);
            if self.lower >= wanted {
                self.open.push(cube);
                break;
            }
            if self.is_covered(placing, &cube) {
                continue;
            }
            self.open.extend(cube.children());
            if length(cube.center) < self.nearest_free && placing.is_free(cube.center) {
                self.nearest_free = length(cube.center);
                return Some(cube.center);
            }
        }
        None
    }

    /// Whether a cube is in one ball, one that is known or a new one.
    fn is_covered(&mut self, placing: &mut Placing<'_>, cube: &Cube) -> bool {
        let radius = 3_f64.sqrt() * cube.half;
        let reserve = |ball: &Ball| ball.witness.depth - length(sub(cube.center, ball.center));
        let mut known: Vec<(f64, Witness)> =
            self.balls.iter().map(|ball| (reserve(ball), ball.witness)).collect();
        known.sort_by(|p, q| q.0.total_cmp(&p.0));
        if known.first().is_some_and(|first| first.0 >= radius) {
            return true;
        }
        let mut best: Option<Witness> = None;
        for (_, witness) in known.into_iter().take(TRIED) {
            let here = self.depths.measured(placing, cube.center, witness.point);
            if best.is_none_or(|best| here.depth > best.depth) {
                best = Some(here);
            }
            if here.depth >= radius {
                break;
            }
        }
        let mut best = best.map(|best| self.climbed(placing, cube, best, radius));
        if best.is_none_or(|best| best.depth < WEAK * radius)
            && let Some(point) = placing.common_point(cube.center)
        {
            let seed = self.depths.measured(placing, cube.center, point);
            let fresh = self.climbed(placing, cube, seed, radius);
            if best.is_none_or(|best| fresh.depth > best.depth) {
                best = Some(fresh);
            }
        }
        let Some(witness) = best.filter(|best| best.depth > 0.0) else { return false };
        self.balls.push(Ball { center: cube.center, witness });
        self.lower = self.lower.max(witness.depth - length(cube.center));
        witness.depth >= radius
    }

    fn climbed(
        &mut self,
        placing: &Placing<'_>,
        cube: &Cube,
        start: Witness,
        needed: f64,
    ) -> Witness {
        self.depths.climbed(placing, cube.center, start, needed)
    }
}

impl Cube {
    fn new(center: [f64; 3], half: f64) -> Self {
        let nearest = length(center.map(|x| (x.abs() - half).max(0.0)));
        Self { center, half, nearest }
    }

    fn children(&self) -> impl Iterator<Item = Self> {
        let (center, half) = (self.center, 0.5 * self.half);
        (0..8).map(move |k| {
            let corner = [0, 1, 2].map(|i| if k >> i & 1 == 0 { -1.0 } else { 1.0 });
            Self::new(add_scaled(center, half, corner), half)
        })
    }
}

/// The nearest cube first.
impl Ord for Cube {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_center = || {
            let pairs = self.center.iter().zip(&other.center);
            pairs.map(|(p, q)| p.total_cmp(q)).find(|order| order.is_ne())
        };
        other.nearest.total_cmp(&self.nearest).then_with(|| by_center().unwrap_or(Ordering::Equal))
    }
}

impl PartialOrd for Cube {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cube {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cube {}
