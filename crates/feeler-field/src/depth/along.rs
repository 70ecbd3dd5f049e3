//! The depth along one direction.

use super::body::Body;
use super::placing::{Placing, Stop};
use super::vectors::unit;
use super::witness::{Depths, Witness};
use super::{Depth, Proof, Ways};
use feeler::Pose;
use feeler::inside::vector::length;

/// The share of the size below which the way that a witness excludes is too short to go on.
const SHORTEST: f64 = 1e-10;

/// The largest number of times that a witness is looked for. Each excludes a part of the way; where B
/// leaves A at a slant these become shorter and shorter.
const MOST_PARTS: usize = 200;

impl Depth {
    /// How far B must move in one direction to be free; `None` if the direction is zero or not finite.
    ///
    /// Anywhere, it is the nearest place where B is free, which may be in a hollow; from outside, the
    /// last one that B reaches if it comes in against the direction.
    ///
    /// ```
    /// use feeler::{Model, Pose};
    /// use feeler_field::{Body, Depth, Ways};
    /// let cube = Model::new(feeler_scenes::shape::cuboid(12)); // from -1 to 1
    /// let cube = Body::of(&cube);
    /// let pose = Pose::translation([1.5, 0.0, 0.0]);
    /// let depth = Depth::along(&cube, &cube, pose, [0.0, 0.0, 3.0], Ways::Anywhere).unwrap();
    /// assert!((depth.upper - 2.0).abs() < 1e-12 && (depth.lower - 2.0).abs() < 1e-9);
    /// ```
    ///
    /// The upper bound is verified; the lower bound is proven for closed meshes, and no bound if it is 0.
    pub fn along(
        a: &Body<'_>,
        b: &Body<'_>,
        pose: Pose,
        direction: [f64; 3],
        ways: Ways,
    ) -> Option<Self> {
        let direction = unit(direction)?;
        let Some(mut placing) = Placing::new(a, b, pose) else { return Some(Self::free(pose)) };
        if placing.is_free([0.0; 3]) {
            return Some(Self::free(pose));
        }
        let is_closed = [a, b].iter().all(|body| body.boundary().is_closed());
        let lower = if is_closed { excluded(&mut placing, direction) } else { 0.0 };
        let stop = match ways {
            Ways::Anywhere => nearest(&mut placing, direction, lower),
            Ways::FromOutside => None,
        };
        let stop = stop.or_else(|| placing.exit(direction).filter(|exit| placing.is_free(exit.at)));
        let at = stop.map_or([f64::INFINITY; 3], |stop| stop.at);
        let upper = length(at);
        Some(Self {
            translation: at,
            pose: placing.pose_at(at).unwrap_or(pose),
            upper,
            lower: lower.min(upper),
            proof: if lower > 0.0 { Proof::Cover } else { Proof::None },
            contact: stop.map(|stop| stop.closest),
        })
    }
}

/// How far B moves in a direction without being free, by one witness after the other.
fn excluded(placing: &mut Placing<'_>, direction: [f64; 3]) -> f64 {
    let mut depths = Depths::new(placing);
    let (mut way, mut last): (f64, Option<Witness>) = (0.0, None);
    for _ in 0..MOST_PARTS {
        let at = direction.map(|x| way * x);
        let known = last.map(|last| last.point).into_iter();
        let seeds: Vec<[f64; 3]> = known.chain(placing.common_point(at)).collect();
        let climbed = seeds.into_iter().map(|seed| {
            let seed = depths.measured(placing, at, seed);
            depths.climbed(placing, at, seed, placing.size)
        });
        let Some(best) = climbed.max_by(|p, q| p.depth.total_cmp(&q.depth)) else { break };
        if best.depth <= SHORTEST * placing.size {
            break;
        }
        way += best.depth;
        last = Some(best);
    }
    way
}

/// The first free place behind a part of the way where none is.
///
/// Steps of twice the length look for any free place; from there B falls back until it is stopped.
fn nearest(placing: &mut Placing<'_>, direction: [f64; 3], excluded: f64) -> Option<Stop> {
    let mut beyond = SHORTEST * placing.size;
    while beyond < 4.0 * placing.size {
        let at = direction.map(|x| (excluded + beyond) * x);
        if placing.is_free(at) {
            let back = direction.map(|x| -(beyond + SHORTEST * placing.size) * x);
            return placing.sweep(at, back).filter(|stop| placing.is_free(stop.at));
        }
        beyond *= 2.0;
    }
    None
}
