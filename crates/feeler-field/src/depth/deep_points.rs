//! Points that are deep in both solids, or points of one that are deep in the other.

use super::body::Body;
use super::placing::Placing;
use super::witness::Depths;
use crate::Deepest;
use crate::cube::{Cube, Waiting};
use feeler::Pose;
use feeler::inside::vector::add_scaled;
use std::collections::BinaryHeap;

/// The most points that are measured.
const MOST_POINTS: usize = 6_000;

/// The share by which the bound may be above the depth.
const GAP: f64 = 1e-3;

/// The share of the size below which the last climb makes no step.
const SHORTEST: f64 = 1e-10;

/// What is looked for.
#[derive(Clone, Copy)]
enum Wanted {
    /// The center of the largest ball within both solids.
    Common,
    /// The point of B that is deepest in A.
    OfBInA,
}

/// Points of two solids.
impl Deepest {
    /// The point that is deepest in both solids: the center of the largest ball within both. `None` if they
    /// share no inside, or a mesh has holes.
    ///
    /// The shortest translation that frees B is at least twice as long as its depth.
    ///
    /// ```
    /// use feeler::{Model, Pose};
    /// use feeler_field::{Body, Deepest};
    /// let cube = Model::new(feeler_scenes::shape::cuboid(12)); // from -1 to 1
    /// let cube = Body::of(&cube);
    /// let deepest = Deepest::common(&cube, &cube, Pose::translation([1.5, 0.2, 0.1])).unwrap();
    /// assert!((deepest.depth - 0.25).abs() < 1e-6 && deepest.bound >= 0.25);
    /// assert!((deepest.point[0] - 0.75).abs() < 1e-6);
    /// ```
    ///
    /// Cubes are split, the most promising first, until no point can be deeper by a thousandth, or thousands
    /// of points are measured; the bound is proven in either case.
    pub fn common(a: &Body<'_>, b: &Body<'_>, pose: Pose) -> Option<Self> {
        Search::new(a, b, pose, Wanted::Common)?.deepest()
    }

    /// The point of B, inside or on its surface, that is deepest in A: in A's frame, with B at the pose. `None` if
    /// no point of B is inside of A, or a mesh has holes.
    ///
    /// It tells how far a part reaches into another one. It is not how far B must move: that is
    /// [`Depth`](crate::Depth). For the deepest point of A in B ask with both exchanged, and the inverse pose.
    ///
    /// ```
    /// use feeler::{Model, Pose};
    /// use feeler_field::{Body, Deepest};
    /// let cube = Model::new(feeler_scenes::shape::cuboid(12)); // from -1 to 1
    /// let cube = Body::of(&cube);
    /// let deepest = Deepest::of_b_in_a(&cube, &cube, Pose::translation([1.5, 0.0, 0.0])).unwrap();
    /// assert!((deepest.depth - 0.5).abs() < 1e-6);
    /// assert!((deepest.point[0] - 0.5).abs() < 1e-6);
    /// ```
    pub fn of_b_in_a(a: &Body<'_>, b: &Body<'_>, pose: Pose) -> Option<Self> {
        Search::new(a, b, pose, Wanted::OfBInA)?.deepest()
    }
}

struct Search<'p> {
    placing: Placing<'p>,
    depths: Depths,
    wanted: Wanted,
    best: Option<([f64; 3], f64)>,
    measured: usize,
}

impl<'p> Search<'p> {
    fn new(a: &'p Body<'_>, b: &'p Body<'_>, pose: Pose, wanted: Wanted) -> Option<Self> {
        let placing = Placing::new(a, b, pose)?;
        let is_closed = [a, b].iter().all(|body| body.boundary().is_closed());
        let depths = Depths::new(&placing);
        is_closed.then_some(Self { placing, depths, wanted, best: None, measured: 0 })
    }

    fn deepest(mut self) -> Option<Deepest> {
        let mut open = BinaryHeap::from([self.look_at(self.first_cube()?)]);
        while self.measured < MOST_POINTS {
            let enough = self.best.map_or(SHORTEST * self.placing.size, |(_, depth)| depth);
            if open.peek().is_none_or(|next| next.rank <= (1.0 + GAP) * enough) {
                break;
            }
            let Some(next) = open.pop() else { break };
            for child in next.cube.children() {
                open.push(self.look_at(child));
            }
        }
        self.climb();
        let (point, depth) = self.best?;
        let bound = open.peek().map_or(depth, |next| next.rank).max(depth);
        Some(Deepest { point, depth, bound })
    }

    /// A cube around all that both boxes share; `None` if they share nothing.
    fn first_cube(&self) -> Option<Cube> {
        let [low, high] = self.placing.common_box()?;
        let half = (0..3).fold(0.0, |most: f64, i| most.max(0.5 * (high[i] - low[i])));
        let center = [0, 1, 2].map(|i| 0.5 * low[i] + 0.5 * high[i]);
        let half = half + self.depths.slack();
        Some(Cube { center, half })
    }

    /// Measures the center of a cube, which bounds all its points: both depths change by no more than
    /// points move.
    fn look_at(&mut self, cube: Cube) -> Waiting {
        let radius = cube.radius();
        let depths = self.depths_at(cube.center);
        let slack = self.depths.slack();
        // Of a point with no inside near its nearest triangle no more is known than that it is outside.
        let most = depths.map(|depth| radius + slack + if depth.is_finite() { depth } else { 0.0 });
        let rank = match self.wanted {
            Wanted::Common => most[0].min(most[1]),
            Wanted::OfBInA if most[1] < 0.0 => f64::NEG_INFINITY,
            Wanted::OfBInA => most[0],
        };
        Waiting { rank, cube }
    }

    /// The depths of a point in A and in B, which may be the best so far.
    fn depths_at(&mut self, point: [f64; 3]) -> [f64; 2] {
        self.measured += 1;
        let in_a = self.depths.of_point(&self.placing, 0, point);
        let in_b = self.depths.of_point(&self.placing, 1, point);
        match self.wanted {
            Wanted::Common => self.keep(point, in_a.depth.min(in_b.depth)),
            Wanted::OfBInA if in_b.depth >= 0.0 => self.keep(point, in_a.depth),
            Wanted::OfBInA if in_b.depth == f64::NEG_INFINITY => {}
            // The nearest point of B's surface belongs to B.
            Wanted::OfBInA => {
                let there = self.depths.of_point(&self.placing, 0, in_b.nearest);
                self.keep(in_b.nearest, there.depth);
            }
        }
        [in_a.depth, in_b.depth]
    }

    fn keep(&mut self, point: [f64; 3], depth: f64) {
        if depth > 0.0 && self.best.is_none_or(|(_, best)| depth > best) {
            self.best = Some((point, depth));
        }
    }

    /// Climbs along the axes and diagonals as long as anything is deeper.
    fn climb(&mut self) {
        let mut step = 0.05 * self.placing.size;
        while step > SHORTEST * self.placing.size {
            let Some((from, before)) = self.best else { return };
            for direction in feeler::inside::CUBE_DIRECTIONS {
                for side in [step, -step] {
                    self.depths_at(add_scaled(from, side, direction.map(f64::from)));
                }
            }
            if self.best.is_some_and(|(_, depth)| depth <= before) {
                step *= 0.4;
            }
        }
    }
}
