//! The triangles of two leaves that are near.

use super::leaves::{Couples, Side};
use crate::motion::{Motion, round_up};
use crate::traverse::{Approach, Travel, Watch};
use crate::triangle::distance_below_counted;
use crate::triangle::packet::Pairs;
use crate::unit::power_of_two;
use crate::{BoundingVolume, Closest, Effort, Instructions, Mesh, Pair, Pose, Schedule, Scratch};
use fearless_simd::dispatch;
use std::ops::{ControlFlow, Range};

/// Who is told of near triangles.
pub(crate) trait Near {
    /// Triangles further apart than this do not matter.
    fn limit(&self) -> f64;
    /// A pair matters if its distance is less than this: at most the number after the limit.
    fn below(&self, _triangles: [u32; 2]) -> f64 {
        self.limit().next_up()
    }
    /// Two triangles are nearer than that. A break ends the query.
    fn found(&mut self, closest: Closest) -> ControlFlow<()>;
    /// When pairs are measured that are certain to be apart, and may be the nearest.
    fn measures(&self) -> Measures {
        Measures::AtOnce
    }
    /// The best order, if nothing is said.
    fn schedule(&self) -> Schedule {
        Schedule::DepthFirst
    }
}

/// When pairs of triangles are measured exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measures {
    /// One by one, as they are found.
    AtOnce,
    /// In the end: only the nearest counts, and bounds in f32 tell well enough what it cannot be. To measure every pair that is nearer than those
    /// before took a quarter of the time of a distance.
    AtLast,
}

/// A pair of triangles that may be the nearest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    /// They are not nearer than this, in A's unit.
    bound: f32,
    triangles: [u32; 2],
}

/// As many pairs may wait to be measured.
const ROOM: usize = 1024;

/// Who looks at two triangles.
pub(crate) trait Meet {
    /// Triangles further apart than this do not matter.
    fn limit(&self) -> f64;
    /// Looks at a triangle of A and one of B. A break ends the query.
    fn meet(&mut self, triangles: [u32; 2]) -> ControlFlow<()>;
    /// What it has cost.
    fn effort(&mut self) -> &mut Effort;
}

impl<V: BoundingVolume, const N: usize> Pair<'_, V, N> {
    /// The triangles of these models that were nearest, if somebody remembers.
    pub(super) fn remembered_guess(&self, scratch: &mut Scratch) -> Option<[u32; 2]> {
        let memory = scratch.memory.as_mut()?;
        memory.turn_to(self);
        memory.nearest
    }
}

/// Both meshes and the pose: measures pairs of triangles for a query.
pub(crate) struct Measure<'a> {
    pub(crate) a: &'a Mesh,
    pub(crate) b: &'a Mesh,
    pub(crate) pose: Pose,
    pub(crate) effort: Effort,
    pub(crate) near: &'a mut dyn Near,
}

impl<'a> Measure<'a> {
    pub(crate) fn new<V: BoundingVolume, const N: usize>(
        pair: &Pair<'a, V, N>,
        near: &'a mut dyn Near,
    ) -> Self {
        let (a, b) = (pair.a().mesh(), pair.b().mesh());
        Self { a, b, pose: pair.pose(), effort: Effort::default(), near }
    }

    /// Where pairs may wait, if they may.
    pub(crate) fn list<'c>(&self, pending: &'c mut Vec<Pending>) -> Option<&'c mut Vec<Pending>> {
        (self.near.measures() == Measures::AtLast).then_some(pending)
    }
}

impl Meet for Measure<'_> {
    fn limit(&self) -> f64 {
        self.near.limit()
    }

    fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    fn meet(&mut self, triangles: [u32; 2]) -> ControlFlow<()> {
        let corners_a = self.a.triangle(triangles[0]);
        let [p, q, r] = self.b.triangle(triangles[1]);
        let corners_b = [self.pose.apply(p), self.pose.apply(q), self.pose.apply(r)];
        let below = self.near.below(triangles);
        match distance_below_counted(&corners_a, &corners_b, below, &mut self.effort.stages) {
            Some(nearest) => self.near.found(Closest::new(triangles, nearest)),
            None => ControlFlow::Continue(()),
        }
    }
}

/// The leaves of both trees, for meshes that are not far apart.
pub(crate) struct NearLeaves<'m, 'a> {
    /// Where B moves; none where it is the distance that counts.
    travel: Option<Travel>,
    a: Side<'a>,
    b: Side<'a>,
    instructions: Instructions,
    meet: &'m mut dyn Meet,
    /// The length of B's unit in A's, and one over the length of A's.
    scale: f32,
    per_unit: f64,
    /// That of [`Meet`], in A's unit, or less where it is certain that something is nearer.
    limit: f32,
    /// What is to be measured in the end; none where all is at once.
    pending: Option<&'m mut Vec<Pending>>,
    /// Those of the packets at hand.
    pairs: Pairs,
    /// How far B has moved since the last query, in A's unit; infinite where there was none.
    pub(crate) way: f32,
}

impl<'m, 'a> NearLeaves<'m, 'a> {
    pub(crate) fn new<V: BoundingVolume, const N: usize>(
        pair: &Pair<'a, V, N>,
        motion: &Motion,
        travel: Option<Travel>,
        instructions: Instructions,
        meet: &'m mut dyn Meet,
        mut pending: Option<&'m mut Vec<Pending>>,
    ) -> Self {
        if let Some(pending) = &mut pending {
            pending.clear();
        }
        let mut leaves = Self {
            travel,
            a: Side::of(pair.a(), motion.into_a),
            b: Side::of(pair.b(), motion.into_b),
            instructions,
            meet,
            scale: motion.into_a.scale,
            per_unit: power_of_two(-motion.exponent),
            limit: f32::INFINITY,
            pending,
            pairs: Pairs::default(),
            way: f32::INFINITY,
        };
        leaves.update_limit();
        leaves
    }

    fn update_limit(&mut self) {
        self.limit = self.limit.min(limit_of(self.meet, self.per_unit));
    }

    /// Looks at all triangles within the limit, and gives a lower bound of the distance of all, which is no more than the limit and the
    /// reserve; it is worth nothing for those that travel.
    fn look(&mut self, a: Range<usize>, b: Range<usize>, reserve: f32) -> ControlFlow<(), f32> {
        let Self { travel, a: side_a, b: side_b, instructions, meet, limit, pairs, .. } = self;
        let mut lowest = f32::INFINITY;
        meet.effort().triangle_tests += (a.len() * b.len()) as u64;
        let couples = Couples::new([side_a, side_b], [a, b]);
        let scale = [1.0, self.scale][couples.side];
        for at in 0..couples.len() {
            let couple = couples.get(at);
            let within = *limit + reserve;
            match travel {
                None => {
                    dispatch!(instructions.0, simd => pairs.within(simd, &couple, within / scale));
                }
                Some(Travel { of_b, of_a }) => {
                    let direction = [*of_b, *of_a][couples.side];
                    dispatch!(instructions.0, simd => pairs.along(simd, &couple, direction));
                }
            }
            lowest = lowest.min(within);
            if self.pending.is_some() {
                *limit = limit.min(pairs.most() * scale);
            }
            // The nearest first: it makes the limit lower for the others.
            while let Some(lanes) = pairs.take_nearest() {
                let bound = lanes.bound * scale;
                lowest = lowest.min(bound);
                if bound > *limit {
                    break;
                }
                let [a, b] = couples.places(at, lanes);
                let triangles = [side_a.order[a], side_b.order[b]];
                match &mut self.pending {
                    // What may touch cannot wait: if it does, nothing else matters.
                    Some(pending) if bound > 0.0 => {
                        pending.push(Pending { bound, triangles });
                    }
                    _ => {
                        meet.meet(triangles)?;
                        *limit = limit.min(limit_of(*meet, self.per_unit));
                    }
                }
            }
        }
        self.make_room()?;
        ControlFlow::Continue(lowest)
    }

    /// Forgets pairs that are too far by now; if that does not help, measures them.
    fn make_room(&mut self) -> ControlFlow<()> {
        let limit = self.limit;
        match &mut self.pending {
            Some(pending) if pending.len() >= ROOM => {
                pending.retain(|pair| pair.bound <= limit);
                if pending.len() >= ROOM / 2 { self.settle() } else { ControlFlow::Continue(()) }
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Measures the pairs that still wait. A break ends the query.
    pub(crate) fn settle(&mut self) -> ControlFlow<()> {
        let Some(pending) = self.pending.take() else { return ControlFlow::Continue(()) };
        pending.sort_unstable_by(|p, q| p.bound.total_cmp(&q.bound));
        for pair in pending.drain(..) {
            if pair.bound > self.limit {
                break;
            }
            self.meet.meet(pair.triangles)?;
            self.update_limit();
        }
        self.pending = Some(pending);
        ControlFlow::Continue(())
    }
}

/// Beyond which triangles do not matter, in a unit.
fn limit_of(meet: &dyn Meet, per_unit: f64) -> f32 {
    round_up(meet.limit() * per_unit)
}

impl Approach for NearLeaves<'_, '_> {
    fn limit(&self) -> f32 {
        self.limit
    }

    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()> {
        self.look(a, b, 0.0).map_continue(|_| ())
    }
}

impl Watch for NearLeaves<'_, '_> {
    fn limit(&self) -> f32 {
        self.limit
    }

    /// Bounds ahead save the next queries from looking again. But with a reach as large as the leaves all their triangles are bounded, and
    /// that takes longer than looking twice.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>, size: f32) -> ControlFlow<(), f32> {
        let reserve = (4.0 * self.way).min(0.25 * size);
        self.look(a, b, if reserve > 1.5 * self.way { reserve } else { 0.0 })
    }
}
