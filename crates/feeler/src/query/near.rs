//! The triangles of two leaves that are near.

use super::leaves::Side;
use crate::motion::{Motion, round_up};
use crate::traverse::{Approach, Travel};
use crate::triangle::distance_below_counted;
use crate::triangle::packet::{Packet, tolerance};
use crate::unit::power_of_two;
use crate::{BoundingVolume, Closest, Effort, Instructions, Mesh, Pair, Pose, Schedule};
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
        };
        leaves.update_limit();
        leaves
    }

    fn update_limit(&mut self) {
        self.limit = round_up(self.meet.limit() * self.per_unit);
    }
}

/// A pair of triangles in two leaves, and how near it can be.
#[derive(Clone, Copy, Default)]
struct Candidate {
    bound: f32,
    a: u8,
    b: u8,
}

/// As many as two leaves can have.
const MOST: usize = 256;

impl Approach for NearLeaves<'_, '_> {
    fn limit(&self) -> f32 {
        self.limit
    }

    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()> {
        self.meet.effort().triangle_tests += (a.len() * b.len()) as u64;
        let mut candidates = [Candidate::default(); MOST];
        let mut count = 0;
        let mut consider = |bound: f32, a: usize, b: usize| {
            if bound > self.limit {
                return;
            }
            candidates[count] = Candidate { bound, a: a as u8, b: b as u8 };
            count += 1;
        };
        // One triangle is measured against a packet, so the smaller leaf gives the ones.
        let level = self.instructions.0;
        if a.len() >= b.len() {
            let reach = match self.travel {
                None => Reach::Within(self.limit),
                Some(travel) => Reach::Along(travel.of_b),
            };
            for one in b.clone() {
                let bounds =
                    dispatch!(level, simd => bounds(simd, &self.a, a.clone(), &self.b, one, reach));
                for (i, &bound) in bounds[..a.len()].iter().enumerate() {
                    consider(bound, i, one - b.start);
                }
            }
        } else {
            let reach = match self.travel {
                None => Reach::Within(self.limit / self.scale),
                Some(travel) => Reach::Along(travel.of_a),
            };
            for one in a.clone() {
                let bounds =
                    dispatch!(level, simd => bounds(simd, &self.b, b.clone(), &self.a, one, reach));
                for (i, &bound) in bounds[..b.len()].iter().enumerate() {
                    consider(bound * self.scale, one - a.start, i);
                }
            }
        }

        // The nearest first: it makes the limit lower for the others.
        let candidates = &mut candidates[..count];
        candidates.sort_unstable_by(|p, q| p.bound.total_cmp(&q.bound));
        for candidate in candidates {
            if candidate.bound > self.limit {
                break;
            }
            let (i, j) = (a.start + candidate.a as usize, b.start + candidate.b as usize);
            self.meet.meet([self.a.order[i], self.b.order[j]])?;
            self.update_limit();
        }
        ControlFlow::Continue(())
    }
}

/// Which bounds are asked for.
#[derive(Clone, Copy)]
enum Reach {
    /// Those of the distance; beyond so much they need not be good.
    Within(f32),
    /// Those of the way in a direction.
    Along([f32; 3]),
}

/// Lower bounds of the distances of one triangle of the other mesh from those of a leaf here, or of its way, in the unit here.
#[inline(always)]
fn bounds<S: Simd>(
    simd: S,
    here: &Side<'_>,
    leaf: Range<usize>,
    other: &Side<'_>,
    one: usize,
    reach: Reach,
) -> [f32; 2 * Packet::LANES] {
    let (packets, moved) = here.facing(&leaf, other, one);
    let mut bounds = [0.0; 2 * Packet::LANES];
    for (packet, bounds) in packets.iter().zip(bounds.chunks_exact_mut(Packet::LANES)) {
        bounds.copy_from_slice(&match reach {
            Reach::Within(limit) => packet.gaps(simd, &moved, tolerance(&here.into), limit),
            Reach::Along(direction) => {
                packet.travels(simd, &moved, tolerance(&here.into), direction)
            }
        });
    }
    bounds
}
