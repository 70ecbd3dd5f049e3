//! The triangles of two leaves that are near.

use super::leaves::Side;
use crate::motion::{Motion, Transfer, round_up};
use crate::traverse::{Approach, Travel, Watch};
use crate::triangle::distance_below_counted;
use crate::triangle::packet::{Facing, Gathered, Moved, Packet, Reach, tolerance};
use crate::unit::power_of_two;
use crate::{BoundingVolume, Closest, Effort, Instructions, Mesh, Pair, Pose, Schedule, Scratch};
use fearless_simd::{Simd, dispatch};
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
    /// The best order, if nothing is said.
    fn schedule(&self) -> Schedule {
        Schedule::DepthFirst
    }
}

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
    /// That of [`Meet`], in A's unit.
    limit: f32,
    /// Those of the packets at hand.
    candidates: Candidates,
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
    ) -> Self {
        let mut leaves = Self {
            travel,
            a: Side::of(pair.a(), motion.into_a),
            b: Side::of(pair.b(), motion.into_b),
            instructions,
            meet,
            scale: motion.into_a.scale,
            per_unit: power_of_two(-motion.exponent),
            limit: 0.0,
            candidates: Candidates { pairs: [Candidate::default(); _], count: 0 },
            way: f32::INFINITY,
        };
        leaves.update_limit();
        leaves
    }

    fn update_limit(&mut self) {
        self.limit = round_up(self.meet.limit() * self.per_unit);
    }

    /// Looks at all triangles within the limit, and gives a lower bound of the distance of all, which is no more than the limit and the
    /// reserve; it is worth nothing for those that travel.
    fn look(&mut self, a: Range<usize>, b: Range<usize>, reserve: f32) -> ControlFlow<(), f32> {
        let mut lowest = f32::INFINITY;
        self.meet.effort().triangle_tests += (a.len() * b.len()) as u64;
        let (side_a, side_b) = (self.a, self.b);
        // One triangle is measured against a packet, so the smaller leaf gives the ones.
        let a_is_here = a.len() >= b.len();
        let (here, leaf, other, ones) =
            if a_is_here { (side_a, &a, side_b, &b) } else { (side_b, &b, side_a, &a) };
        let scale = if a_is_here { 1.0 } else { self.scale };
        let level = self.instructions.0;
        for (i, ones_packet) in other.packets(ones).enumerate() {
            for (j, packet) in here.packets(leaf).enumerate() {
                let within = self.limit + reserve;
                let asked = match self.travel {
                    None => Asked::Within(within / scale),
                    Some(travel) if a_is_here => Asked::Along(travel.of_b),
                    Some(travel) => Asked::Along(travel.of_a),
                };
                let found = &mut self.candidates;
                dispatch!(level, simd => found.find(simd, packet, ones_packet, &here.into, asked));
                // The nearest first: it makes the limit lower for the others.
                self.candidates.sort();
                let first = self.candidates.first().map_or(within, |bound| bound * scale);
                lowest = lowest.min(first).min(within);
                for next in 0..self.candidates.count {
                    let candidate = self.candidates.pairs[next];
                    if candidate.bound * scale > self.limit {
                        break;
                    }
                    let at_here = leaf.start + j * Packet::LANES + candidate.here as usize;
                    let at_other = ones.start + i * Packet::LANES + candidate.there as usize;
                    let (at_a, at_b) =
                        if a_is_here { (at_here, at_other) } else { (at_other, at_here) };
                    self.meet.meet([side_a.order[at_a], side_b.order[at_b]])?;
                    self.update_limit();
                }
            }
        }
        ControlFlow::Continue(lowest)
    }
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

/// Which bounds are asked for.
#[derive(Clone, Copy)]
enum Asked {
    /// Those of the distance, where they are not beyond so much.
    Within(f32),
    /// Those of the way in a direction.
    Along([f32; 3]),
}

/// Pairs of triangles of two packets, and how near they can be.
struct Candidates {
    pairs: [Candidate; Packet::LANES * Packet::LANES],
    count: usize,
}

/// One of them: the lanes of both, and a lower bound in the unit here.
#[derive(Clone, Copy, Default)]
struct Candidate {
    bound: f32,
    here: u8,
    there: u8,
}

impl Candidates {
    #[inline(always)]
    fn push(&mut self, mut lanes: u32, bounds: &[f32; 8], there: usize) {
        while lanes != 0 {
            let here = lanes.trailing_zeros() as usize & 7;
            lanes &= lanes - 1;
            let bound = bounds[here];
            self.pairs[self.count] = Candidate { bound, here: here as u8, there: there as u8 };
            self.count += 1;
        }
    }

    /// The bound of the first.
    fn first(&self) -> Option<f32> {
        self.pairs[..self.count].first().map(|pair| pair.bound)
    }

    fn sort(&mut self) {
        self.pairs[..self.count].sort_unstable_by(|p, q| p.bound.total_cmp(&q.bound));
    }

    /// Finds the triangles of a packet here and one of the other mesh that are near, as far as bounds can tell.
    #[inline(always)]
    fn find<S: Simd>(
        &mut self,
        simd: S,
        (packet, valid): (&Packet, u32),
        (ones, lanes): (&Packet, u32),
        into: &Transfer,
        asked: Asked,
    ) {
        let tolerance = tolerance(into);
        self.count = 0;
        let moved = Moved::new(simd, ones, into);
        match asked {
            Asked::Within(limit) => {
                let reach = Reach::new(limit, tolerance);
                let mut left = moved.within(simd, packet, &reach) & lanes;
                if left == 0 {
                    return;
                }
                let facing = Facing::new(simd, packet);
                while left != 0 {
                    let lane = left.trailing_zeros() as usize & 7;
                    left &= left - 1;
                    let (alive, bounds) = facing.gaps(simd, &moved.one(lane), &reach);
                    self.push(alive & valid, &bounds, lane);
                }
                if self.count > 0 {
                    self.narrow(simd, packet, &moved, &reach, limit);
                }
            }
            Asked::Along(direction) => {
                let facing = Facing::new(simd, packet);
                for lane in (0..Packet::LANES).filter(|lane| lanes >> lane & 1 == 1) {
                    let bounds = facing.travels(simd, &moved.one(lane), tolerance, direction);
                    self.push(valid, &bounds, lane);
                }
            }
        }
    }

    /// Leaves out what the edges show to be beyond the limit.
    #[inline(always)]
    fn narrow<S: Simd>(
        &mut self,
        simd: S,
        packet: &Packet,
        moved: &Moved,
        reach: &Reach,
        limit: f32,
    ) {
        let mut gathered = Gathered::default();
        let mut kept = 0;
        for first in (0..self.count).step_by(Packet::LANES) {
            let last = (first + Packet::LANES).min(self.count);
            for (lane, pair) in self.pairs[first..last].iter().enumerate() {
                let (here, there) = (pair.here as usize & 7, pair.there as usize & 7);
                gathered.set(lane, (packet, here), (moved, there));
            }
            let gaps = gathered.gaps(simd, reach);
            for (i, gap) in (first..last).zip(gaps) {
                let mut pair = self.pairs[i];
                pair.bound = pair.bound.max(gap);
                // What is not a number is no proof, and stays.
                if pair.bound > limit {
                    continue;
                }
                self.pairs[kept] = pair;
                kept += 1;
            }
        }
        self.count = kept;
    }
}
