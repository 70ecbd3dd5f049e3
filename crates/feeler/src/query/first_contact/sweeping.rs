//! When triangles meet on their way, and which of them first.

use super::Course;
use crate::exact_box::ExactBox;
use crate::query::measure::Meet;
use crate::query::near::Everything;
use crate::rounding::{exponent_above, power_of_two};
use crate::triangle::sweep;
use crate::{Effort, Mesh, Pair, Pose};
use std::ops::ControlFlow;

/// How near, in largest coordinates, is as good as touching: some hundred roundings.
///
/// Posed corners are off by 4 units in the last place, those on the way by as much once more, projections by 6: all together by less than `2^-48`.
const NEAR: f64 = f64::from_bits((1023 - 48) << 52);

/// Moves triangles of B towards those of A.
///
/// The way of two triangles is by definition not shorter than that of their boxes ([`Sweeping::least`]), and a multiple of a power of two that is less
/// than what counts as touching. Both are monotone, as all that is done with [`ExactBox`]es. So boxes rule out the thousands of triangles of flat
/// faces, and all triangles of a mesh that is far away for its size, which meet at the same time: without any tolerance.
pub(super) struct Sweeping<'a> {
    a: &'a Mesh,
    b: &'a Mesh,
    pose: Pose,
    /// Of length one, and the length that it had, as two factors.
    direction: [f64; 3],
    length: [f64; 2],
    /// Triangles that are this near count as touching, wherever in the meshes they are.
    near: f64,
    /// Ways are multiples of this: a quarter to a half of `near`.
    quantum: f64,
    /// Where lengths of the traversal begin.
    pub(super) first: f64,
    /// No further than this.
    until: f64,
    pub(super) best: Option<Best>,
    /// Whether pairs were left out that may touch at the same time as the best.
    pub(super) ties: bool,
    effort: Effort,
}

/// The first triangles so far, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Best {
    pub(super) travel: f64,
    pub(super) time: f64,
    pub(super) triangles: [u32; 2],
}

impl<'a> Sweeping<'a> {
    /// None where the balls around the meshes never meet.
    pub(super) fn new(pair: &Pair<'a>, course: &Course, until: f64) -> Option<Self> {
        let [first, last] = course.way?;
        let Everything([a, _]) = pair.everything();
        let b = &pair.b().tree().digests.first()?.bounds;
        // A sum of numbers up to 1e300 is finite. On its way B comes no further from the origin than both are in size and apart at first.
        let near = NEAR * (a.reach() + b.posed_reach(&pair.pose())) + f64::MIN_POSITIVE;
        let quantum = power_of_two((exponent_above(near) - 2).max(-1022));
        let [size, norm] = course.length;
        Some(Self {
            a: pair.a().mesh(),
            b: pair.b().mesh(),
            pose: pair.pose(),
            direction: course.direction,
            length: course.length,
            near,
            quantum,
            first,
            until: last.min((until * size * norm).next_up()) + quantum,
            best: None,
            ties: false,
            effort: Effort::default(),
        })
    }

    /// How far to look: what is rounded down to the way of the best is as early.
    fn reach(&self) -> f64 {
        self.best.map_or(self.until, |best| best.travel + self.quantum)
    }

    fn rounded(&self, travel: f64) -> f64 {
        (travel / self.quantum).floor() * self.quantum
    }

    /// The time of a way, rounded down; none where it is too long for a number.
    fn time(&self, travel: f64) -> Option<f64> {
        let [size, norm] = self.length;
        let time = (travel / norm / size).next_down().max(0.0);
        (time < f64::MAX).then_some(time)
    }

    /// When two triangles meet.
    fn sweep(&mut self, triangles: [u32; 2]) -> Option<Best> {
        let a = self.a.triangle(triangles[0]);
        let b = self.b.triangle(triangles[1]).map(|p| self.pose.apply(p));
        let least = self.least(&ExactBox::of_triangle(&a), &ExactBox::of_triangle(&b));
        if self.rules_out(least) {
            return None;
        }
        let (near, reach) = (self.near, self.reach());
        let travel = sweep(&a, &b, self.direction, [near, reach], &mut self.effort.stages)?;
        let travel = self.rounded(travel).max(least);
        Some(Best { travel, time: self.time(travel)?, triangles })
    }
}

impl Meet for Sweeping<'_> {
    fn limit(&self) -> f64 {
        (self.reach() - self.first).next_up()
    }

    fn meet(&mut self, triangles: [u32; 2]) -> ControlFlow<()> {
        if let Some(found) = self.sweep(triangles) {
            let earlier = |best: Best| (found.travel, triangles) < (best.travel, best.triangles);
            if self.best.is_none_or(earlier) {
                self.best = Some(found);
            }
        }
        ControlFlow::Continue(())
    }

    /// How far B goes at least, until the boxes are near along each axis.
    fn least(&self, a: &ExactBox, b: &ExactBox) -> f64 {
        let mut least = 0.0_f64;
        for i in 0..3 {
            let above = b.low[i] - a.high[i];
            let (gap, closing) = if above > 0.0 {
                (above, -self.direction[i])
            } else {
                (a.low[i] - b.high[i], self.direction[i])
            };
            let gap = gap - self.near;
            if gap > 0.0 {
                least = least.max(if closing > 0.0 { gap / closing } else { f64::INFINITY });
            }
        }
        self.rounded(least)
    }

    fn rules_out(&mut self, least: f64) -> bool {
        let Some(best) = self.best else { return least > self.until };
        self.ties |= least == best.travel;
        least >= best.travel
    }

    fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }
}

/// Among triangles that meet at the same time as the best, those with the lowest numbers.
pub(super) struct Earlier<'s, 'a>(pub(super) &'s mut Sweeping<'a>);

impl Earlier<'_, '_> {
    fn best(&self) -> Best {
        self.0.best.expect("ties are ties with something")
    }
}

impl Meet for Earlier<'_, '_> {
    fn limit(&self) -> f64 {
        self.0.limit()
    }

    fn meet(&mut self, triangles: [u32; 2]) -> ControlFlow<()> {
        let best = self.best();
        if triangles < best.triangles {
            // What is as early is not ruled out here.
            let later = Best { travel: best.travel + self.0.quantum, ..best };
            self.0.best = Some(later);
            let found = self.0.sweep(triangles);
            self.0.best = Some(found.filter(|found| found.travel == best.travel).unwrap_or(best));
        }
        ControlFlow::Continue(())
    }

    fn least(&self, a: &ExactBox, b: &ExactBox) -> f64 {
        self.0.least(a, b)
    }

    fn rules_out(&mut self, least: f64) -> bool {
        least > self.best().travel
    }

    fn wants(&self, triangles: [u32; 2]) -> bool {
        triangles < self.best().triangles
    }

    fn effort(&mut self) -> &mut Effort {
        &mut self.0.effort
    }
}
