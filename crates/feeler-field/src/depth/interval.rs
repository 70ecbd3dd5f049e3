//! The interval of a depth, which narrows from call to call.

use super::body::Body;
use super::cover::Cover;
use super::difference::{HullDepth, hull_depth};
use super::placing::Placing;
use super::search::Finder;
use super::touching::is_separated;
use super::vectors::unit;
use super::{Depth, Proof, ROUNDING, Ways};
use crate::Relation;
use feeler::inside::Clock;
use feeler::inside::vector::length;
use feeler::{Budget, Pose};

/// A search for a depth that gives what it has whenever it is asked, and goes on from there.
///
/// The lower bound needs closed meshes. It comes near the upper one in a tenth of a second or so; a place into
/// which B just fits, where it touches on all sides, may keep it from coming nearer.
///
/// ```
/// use feeler::{Budget, Model, Pose};
/// use feeler_field::{Body, DepthSearch, Ways};
/// let ring = Model::new(feeler_scenes::shape::ring(400));
/// let ring = Body::of(&ring);
/// let pose = Pose::translation([0.3, 0.0, 0.1]);
/// let mut search = DepthSearch::new(&ring, &ring, pose, Ways::Anywhere);
/// let first = search.run(0.1, Budget::steps(20));
/// let depth = search.run(0.1, Budget::UNLIMITED);
/// assert!(first.lower <= depth.lower && depth.upper <= first.upper);
/// assert!(depth.lower >= 0.9 * depth.upper);
/// ```
pub struct DepthSearch<'p> {
    /// `None` if a mesh is empty.
    placing: Option<Placing<'p>>,
    ways: Ways,
    finder: Option<Finder<'p>>,
    is_found: bool,
    cover: Option<Cover<'p>>,
    depth: Depth,
}

/// The share of the size below which a depth may be one of solids that only touch.
const HAIR: f64 = 1e-10;

impl<'p> DepthSearch<'p> {
    /// Begins a search. The depth of convex solids is found at once.
    pub fn new(a: &'p Body<'_>, b: &'p Body<'_>, pose: Pose, ways: Ways) -> Self {
        let depth = Depth::free(pose);
        let placing = Placing::new(a, b, pose);
        let mut search = Self { placing, ways, finder: None, is_found: true, cover: None, depth };
        search.begin();
        search
    }

    fn begin(&mut self) {
        let Some(placing) = &mut self.placing else { return };
        if placing.is_free([0.0; 3]) {
            return;
        }
        match convex_depth(placing) {
            Some(depth) => {
                self.depth = depth;
                self.note_touching();
            }
            None => {
                self.finder = Some(Finder::new(placing, self.ways));
                self.is_found = false;
                let upper = f64::INFINITY;
                self.depth = Depth { upper, proof: Proof::None, ..self.depth };
            }
        }
    }

    /// Goes on until the bounds differ by no more than a share of the upper one, until nothing is left
    /// to try, or until the budget is used up.
    ///
    /// With a gap of 1 no lower bound is needed, so only the search for a near place is run to its end. A
    /// step is one place that is tried, with all that follows from it: up to some milliseconds. An upper bound
    /// is infinite until the first place is found.
    pub fn run(&mut self, gap: f64, budget: Budget) -> Depth {
        let mut clock = budget.start();
        if !self.is_found || gap < 1.0 && self.finder.is_some() {
            // Within the pool its threads need not be called for each batch anew.
            rayon::scope(|_| self.advance(gap, &mut clock));
        }
        self.depth
    }

    fn advance(&mut self, gap: f64, clock: &mut Clock) {
        while !self.is_found && clock.tick() {
            // Each place counts as a step.
            for _ in 1..self.find() {
                clock.tick();
            }
        }
        if self.is_found && gap < 1.0 {
            self.prove(gap, clock);
        }
    }

    /// Takes a step of the search for a near place, and returns the number of places that were tried.
    fn find(&mut self) -> usize {
        let (Some(placing), Some(finder)) = (&mut self.placing, &mut self.finder) else { return 0 };
        let tried = finder.step(placing);
        self.is_found = tried == 0;
        // Less than a hair is no depth that a nearer place could make smaller.
        self.is_found |= finder.best.is_some_and(|best| length(best.at) <= HAIR * placing.size);
        if self.is_found {
            finder.polish(placing);
        }
        self.take_best();
        if self.is_found {
            self.note_touching();
        }
        tried
    }

    /// Takes over the best place so far.
    fn take_best(&mut self) {
        let Some(placing) = &self.placing else { return };
        let Some(stop) = self.finder.as_ref().and_then(|finder| finder.best) else { return };
        self.depth.translation = stop.at;
        self.depth.upper = length(stop.at);
        self.depth.pose = placing.pose_at(stop.at).unwrap_or(self.depth.pose);
        self.depth.contact = Some(stop.closest);
    }

    /// Solids that need not move by more than a hair may only touch.
    fn note_touching(&mut self) {
        let Some(placing) = &self.placing else { return };
        if self.depth.upper > HAIR * placing.size {
            return;
        }
        let only_touch = unit(self.depth.translation).is_some_and(|n| is_separated(placing, n))
            || {
                let [a, b] = [placing.a, placing.b].map(Body::boundary);
                a.is_closed() && b.is_closed() && {
                    let relation = Relation::between(a, b, placing.pose).relation;
                    matches!(relation, Relation::Touching | Relation::Apart)
                }
            };
        if only_touch {
            self.depth = Depth::free(placing.pose);
        }
    }

    /// Raises the lower bound.
    fn prove(&mut self, gap: f64, clock: &mut Clock) {
        let (Some(placing), Some(finder)) = (&mut self.placing, &mut self.finder) else { return };
        let is_closed = [placing.a, placing.b].iter().all(|body| body.boundary().is_closed());
        if !is_closed || !self.depth.upper.is_finite() || self.depth.proof == Proof::Free {
            return;
        }
        let upper = self.depth.upper;
        let cover = self.cover.get_or_insert_with(|| Cover::new(placing, upper));
        loop {
            let wanted = (1.0 - gap.max(0.0)) * finder.best.map_or(upper, |best| length(best.at));
            let Some(free) = cover.advance(wanted, clock) else { break };
            if self.ways == Ways::Anywhere {
                finder.fall_from(placing, free);
            }
        }
        let lower = cover.lower;
        finder.polish(placing);
        self.take_best();
        if lower > 0.0 {
            self.depth.lower = lower.min(self.depth.upper);
            self.depth.proof = Proof::Cover;
        }
    }
}

/// The depth of convex solids; `None` if one is not convex, or has triangles outside of its inside.
fn convex_depth(placing: &mut Placing<'_>) -> Option<Depth> {
    let flaw = placing.a.flaw()? + placing.b.flaw()?;
    let extremes = placing.b.extremes().posed(&placing.pose);
    let HullDepth { normal, upper, lower } = hull_depth(placing.a.extremes(), &extremes, 0.0)?;
    let rounding = ROUNDING * placing.reach;
    // Where B touches A it is free only when it has moved on by a hair.
    let hairs = (0..12).map(|k| rounding * f64::from(1 << k) / 8.0);
    let place = |hair: f64| normal.map(|x| (upper.max(0.0) + hair) * x);
    let at = hairs.map(place).find(|&at| placing.is_free(at))?;
    let back = normal.map(|x| x * -(1e-3 * placing.size));
    let stop = placing.sweep(at, back);
    let lower = (lower - flaw - rounding).clamp(0.0, length(at));
    Some(Depth {
        translation: at,
        pose: placing.pose_at(at)?,
        upper: length(at),
        lower,
        proof: Proof::Convex,
        contact: stop.map(|stop| stop.closest),
    })
}
