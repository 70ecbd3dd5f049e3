//! The search for near triangles in leaf pairs.

use super::leaves::{Couples, Side};
use super::measure::Meet;
use crate::budget::Clock;
use crate::exact_box::ExactBox;
use crate::kernel::Travel;
use crate::motion::Motion;
use crate::rounding::{MARGIN, power_of_two, round_up};
use crate::simd::dispatch;
use crate::traverse::Visit;
use crate::tree::{Child, Digest};
use crate::triangle::packet::{Lanes, Pairs};
use crate::{Instructions, Pair, Pose};
use std::ops::{ControlFlow, Range};

/// A pair of triangles that may be the nearest, and that waits to be measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    /// A lower bound of the distance, in A's unit.
    bound: f32,
    triangles: [u32; 2],
}

/// The number of pairs that may wait to be measured, at first. Between parallel flat faces this number is
/// reached soon, and the first pair that is measured rules out the others. If it does not, more pairs
/// may wait: to measure pairs that bounds would rule out later takes longer.
const FIRST_PENDING: usize = 64;

/// The largest number of pairs that may wait to be measured.
const MOST_PENDING: usize = 1024;

impl Pair<'_> {
    /// The boxes around both meshes.
    pub(crate) fn everything(&self) -> Everything {
        let bounds = |digests: &[Digest]| digests.first().map_or(ExactBox::EMPTY, |d| d.bounds);
        let (a, b) = (bounds(&self.a().tree().digests), bounds(&self.b().tree().digests));
        Everything([a, b.posed(&self.pose())])
    }
}

/// A visitor of leaf pairs that looks for near triangles, for meshes that are not far apart.
pub(crate) struct NearLeaves<'m, 'a> {
    /// The directions in which the meshes travel; `None` if the distance counts.
    travel: Option<Travel>,
    a: Side<'a>,
    b: Side<'a>,
    pose: Pose,
    instructions: Instructions,
    /// The clock of the query: if the time is up, no more pairs are measured.
    clock: Clock,
    meet: &'m mut dyn Meet,
    /// The length of B's unit in A's unit.
    scale: f32,
    /// One over the length of A's unit.
    per_unit: f64,
    /// The limit of [`Meet`] in A's unit, or a lower one if a pair is certain to be nearer.
    limit: f32,
    /// About how far the bounds of volumes may be below the true distances.
    blur: f32,
    /// The pairs that wait to be measured; `None` if each pair is measured at once.
    pending: Option<&'m mut Vec<Pending>>,
    /// The number of pairs that may wait to be measured.
    room: usize,
    /// The candidate pairs of the two packets that are compared.
    pairs: Pairs,
    everything: Everything,
    /// How far B has moved since the last query, in A's unit; infinite if there was no last query.
    pub(crate) way: f32,
}

impl<'m, 'a> NearLeaves<'m, 'a> {
    pub(crate) fn new(
        pair: &Pair<'a>,
        motion: &Motion,
        travel: Option<Travel>,
        (instructions, clock): (Instructions, Clock),
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
            pose: pair.pose(),
            instructions,
            clock,
            meet,
            scale: motion.into_a.scale,
            per_unit: power_of_two(-motion.exponent),
            limit: f32::INFINITY,
            blur: 8.0 * (motion.into_a.slack + motion.into_b.slack * motion.into_a.scale),
            pending,
            room: FIRST_PENDING,
            pairs: Pairs::default(),
            everything: pair.everything(),
            way: f32::INFINITY,
        };
        leaves.update_limit();
        leaves
    }

    fn update_limit(&mut self) {
        self.limit = self.limit.min(limit_of(self.meet, self.per_unit));
    }

    /// Measures or keeps all pairs of triangles within the limit. It returns a lower bound of the
    /// distance of all pairs of the leaf pair, which is at most the limit plus the reserve. If the
    /// meshes travel, the bound means nothing.
    fn look(&mut self, a: Range<usize>, b: Range<usize>, reserve: f32) -> ControlFlow<(), f32> {
        let Self { travel, a: side_a, b: side_b, instructions, meet, limit, pairs, .. } = self;
        let mut lowest = f32::INFINITY;
        meet.effort().triangle_tests += (a.len() * b.len()) as u64;
        let first = [side_a.order[a.start], side_b.order[b.start]];
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
            let triangles = |lanes: Lanes| {
                let [a, b] = couples.places(at, lanes);
                [side_a.order[a], side_b.order[b]]
            };
            // The nearest pair first: it lowers the limit for the others.
            while let Some(lanes) = pairs.take_nearest() {
                let bound = lanes.bound * scale;
                lowest = lowest.min(bound);
                if bound > *limit {
                    break;
                }
                match &mut self.pending {
                    // A pair that may touch does not wait: if it touches, no other pair matters. What waits is
                    // sorted later.
                    Some(pending) if bound > 0.0 || self.clock.is_over() => {
                        pending.push(Pending { bound, triangles: triangles(lanes) });
                        let rest = pairs.take_all().map(|lanes| (lanes.bound * scale, lanes));
                        let near = rest.filter(|(bound, _)| bound <= limit);
                        pending.extend(
                            near.map(|(bound, lanes)| Pending {
                                bound,
                                triangles: triangles(lanes),
                            }),
                        );
                    }
                    _ => {
                        let before = meet.limit();
                        meet.meet(triangles(lanes))?;
                        *limit = limit.min(limit_of(*meet, self.per_unit));
                        if meet.limit() < before && self.everything.is_ruled_out(*meet) {
                            if let Some(pending) = &mut self.pending {
                                pending.clear();
                            }
                            return ControlFlow::Break(());
                        }
                        if !meet.wants(first) {
                            return ControlFlow::Continue(lowest);
                        }
                    }
                }
            }
        }
        self.make_room()?;
        ControlFlow::Continue(lowest)
    }

    /// Forgets pending pairs that are beyond the limit by now. If that does not help, the pairs are
    /// measured.
    fn make_room(&mut self) -> ControlFlow<()> {
        let limit = self.limit;
        match &mut self.pending {
            Some(pending) if pending.len() >= self.room && !self.clock.is_over() => {
                pending.retain(|pair| pair.bound <= limit);
                if pending.len() < self.room / 2 {
                    return ControlFlow::Continue(());
                }
                // With a limited clock the list stays short: to sort many pairs takes longer than a step
                // may take.
                let most = if self.clock.is_limited() { FIRST_PENDING } else { MOST_PENDING };
                self.room = (2 * self.room).min(most);
                self.settle()
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Measures the pending pairs, as long as there is time. A break ends the query.
    pub(crate) fn settle(&mut self) -> ControlFlow<()> {
        let Some(pending) = self.pending.take() else { return ControlFlow::Continue(()) };
        if !self.clock.is_over() {
            pending.sort_unstable_by(|p, q| q.bound.total_cmp(&p.bound));
        } else if let Some(nearest) = nearest_of(pending) {
            // There is time for one pair only.
            let last = pending.len() - 1;
            pending.swap(nearest, last);
        }
        let mut flow = ControlFlow::Continue(());
        while let Some(pair) = pending.pop() {
            if pair.bound > self.limit {
                pending.clear();
                break;
            }
            let before = self.meet.limit();
            flow = self.meet.meet(pair.triangles);
            self.update_limit();
            if self.meet.limit() < before && self.everything.is_ruled_out(self.meet) {
                // The boxes around both meshes are a proof for all pairs.
                pending.clear();
                flow = ControlFlow::Break(());
            }
            if flow.is_break() || self.clock.is_over() {
                break;
            }
        }
        self.pending = Some(pending);
        flow
    }

    /// A lower bound of the pairs that were not measured for lack of time, in A's unit.
    pub(crate) fn unmeasured(&self) -> Option<f32> {
        let bounds = self.pending.iter().flat_map(|pending| pending.iter()).map(|pair| pair.bound);
        bounds.filter(|&bound| bound <= self.limit).reduce(f32::min)
    }
}

/// The index of the pair with the lowest bound.
fn nearest_of(pending: &[Pending]) -> Option<usize> {
    (0..pending.len()).min_by(|&p, &q| pending[p].bound.total_cmp(&pending[q].bound))
}

/// The limit of [`Meet`] in a unit, rounded up. The length one has `per_unit` of these units.
fn limit_of(meet: &dyn Meet, per_unit: f64) -> f32 {
    round_up(meet.limit() * per_unit)
}

/// The boxes around both meshes, as posed, which bound all triangles at once.
pub(crate) struct Everything(pub(crate) [ExactBox; 2]);

impl Everything {
    /// Whether no triangles touch, by the boxes alone.
    pub(crate) fn are_apart(&self) -> bool {
        let [a, b] = &self.0;
        (0..3).any(|i| a.high[i] < b.low[i] || b.high[i] < a.low[i])
    }

    /// Whether no triangles matter, by the boxes alone.
    fn is_ruled_out(&self, meet: &mut dyn Meet) -> bool {
        let [a, b] = &self.0;
        let least = meet.least(a, b);
        meet.rules_out(least)
    }
}

impl Visit for NearLeaves<'_, '_> {
    fn limit(&self) -> f32 {
        self.limit
    }

    fn doubt(&self) -> f32 {
        self.limit * (1.0 - 16.0 * MARGIN) - self.blur
    }

    fn rules_out(&mut self, [a, b]: [Child; 2]) -> bool {
        let (side_a, side_b) = (&self.a, &self.b);
        if !self.meet.wants([side_a.first(a), side_b.first(b)]) {
            return true;
        }
        let (a, b) = (side_a.digest(a).bounds, side_b.digest(b).bounds.posed(&self.pose));
        let least = self.meet.least(&a, &b);
        self.meet.rules_out(least)
    }

    /// Bounds beyond the limit save the next queries a second look at this leaf pair. But with a reserve
    /// as large as the leaves all of their triangles get a bound, which takes longer than a second look.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>, size: f32) -> ControlFlow<(), f32> {
        let reserve = (4.0 * self.way).min(0.25 * size);
        self.look(a, b, if reserve > 1.5 * self.way { reserve } else { 0.0 })
    }
}
