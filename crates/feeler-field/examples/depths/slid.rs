//! Many random directions, for comparison: B falls from where it is free, and slides on.
//!
//! This uses public queries only, and shares nothing with the search that is measured.

use feeler::inside::vector::{add_scaled, dot, length, sub};
use feeler::{Pair, Pose, Scratch};
use feeler_field::{Body, Relation};
use feeler_scenes::Random;

/// The shares of the depth in question at which B is tried.
const SHARES: [f64; 2] = [0.2, 1.3];

/// How far B stays away from planes that it met.
const KEPT: f64 = 1e-7;

/// The length of the shortest translation that is found from random directions.
pub(crate) fn best(
    [a, b]: [&Body<'_>; 2],
    pose: Pose,
    upper: f64,
    directions: usize,
    seed: usize,
) -> f64 {
    let mut random = Random::new(1000 + seed as u64);
    let mut placed = Placed { a, b, pose, scratch: Scratch::new() };
    let mut best = f64::INFINITY;
    for _ in 0..directions {
        let (direction, share) = (random.direction(), random.between(SHARES[0], SHARES[1]));
        let start = direction.map(|x| share * upper * x);
        if placed.is_free(start) {
            let end = placed.slid(start);
            if length(end) < best && placed.is_free(end) {
                best = length(end);
            }
        }
    }
    best
}

struct Placed<'p> {
    a: &'p Body<'p>,
    b: &'p Body<'p>,
    pose: Pose,
    scratch: Scratch,
}

impl Placed<'_> {
    fn at(&self, translation: [f64; 3]) -> Pose {
        self.pose.then(&Pose::translation(translation))
    }

    fn pair(&self, translation: [f64; 3]) -> Pair<'_> {
        Pair::new(self.a.model(), self.b.model()).at(self.at(translation))
    }

    fn is_free(&mut self, translation: [f64; 3]) -> bool {
        let pair = Pair::new(self.a.model(), self.b.model()).at(self.at(translation));
        if pair.intersects_with(&mut self.scratch) {
            return false;
        }
        let [a, b] = [self.a, self.b].map(Body::boundary);
        // Nothing is inside of a mesh with holes here.
        let is_closed = a.is_closed() && b.is_closed();
        !is_closed || Relation::alone(a, b, self.at(translation)).0 == Relation::Apart
    }

    /// Falls from a free place towards zero and slides on, always towards the nearest point beyond the
    /// planes that stopped B so far.
    fn slid(&mut self, start: [f64; 3]) -> [f64; 3] {
        let (mut at, mut goal, mut best) = (start, [0.0; 3], start);
        let mut planes: Vec<([f64; 3], f64)> = Vec::new();
        for _ in 0..12 {
            let way = sub(goal, at);
            let pair = self.pair(at);
            let stop = pair.first_contact_with(way, 1.0, &mut Scratch::new());
            let Some(stop) = stop else {
                at = goal;
                goal = [0.0; 3];
                if length(at) < (1.0 - 1e-9) * length(best) {
                    best = at;
                    continue;
                }
                break;
            };
            let touched = add_scaled(at, stop.time, way);
            if length(touched) < length(best) {
                best = touched;
            }
            let Some(normal) = stop.normal else { break };
            planes.push((normal, dot(normal, touched) + KEPT));
            at = add_scaled(touched, -(KEPT / length(way)).min(stop.time), way);
            goal = nearest_beyond(&planes);
            if length(goal) >= length(best) {
                break;
            }
        }
        best
    }
}

/// The point nearest to zero that is beyond all planes, one plane raised after the other.
fn nearest_beyond(planes: &[([f64; 3], f64)]) -> [f64; 3] {
    let (mut point, mut raised) = ([0.0; 3], vec![0.0_f64; planes.len()]);
    for _ in 0..100 {
        for ((normal, height), raised) in planes.iter().zip(&mut raised) {
            let by = (height - dot(*normal, point)).max(-*raised);
            *raised += by;
            point = add_scaled(point, by, *normal);
        }
    }
    point
}
