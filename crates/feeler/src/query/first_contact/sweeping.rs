//! When two triangles meet as B moves, and which pair meets first.
//!
//! The *travel* of two triangles is the length by which B moves until they meet.

use super::Course;
use crate::exact_box::ExactBox;
use crate::query::measure::Meet;
use crate::rounding::{exponent_above, power_of_two};
use crate::triangle::{Heading, sweep};
use crate::{Effort, Mesh, Model, Pair, Pose};
use std::ops::ControlFlow;

/// The distance that counts as touching, as a share of the largest coordinates: some hundred roundings.
///
/// The error of posed corners is 4 units in the last place, corners on the way have as much again, and
/// projections 6 units: all together less than `2^-48`.
const TOUCHING_SHARE: f64 = f64::from_bits((1023 - 48) << 52);

/// The distance that counts as touching for all triangles of a pair.
pub(super) fn near(pair: &Pair<'_>) -> f64 {
    let bounds = |model: &Model| model.tree().digests.first().map_or(ExactBox::EMPTY, |d| d.bounds);
    let (a, b) = (bounds(pair.a()), bounds(pair.b()));
    // A sum of numbers up to 1e300 is finite. On its way B is never further from the origin than the
    // size of both meshes and their first distance together.
    TOUCHING_SHARE * (a.reach() + b.posed_reach(&pair.pose())) + f64::MIN_POSITIVE
}

/// A search for the triangles of A and B that meet first as B moves.
///
/// By definition the travel of two triangles is not shorter than that of their boxes
/// ([`Sweeping::least`]), and a multiple of a power of two that is less than the distance that counts as
/// touching. Both rules are monotone, like all operations on [`ExactBox`]es. So boxes rule out, without
/// any tolerance, the thousands of triangles of flat faces, and all triangles of a mesh that is far away
/// for its size, which meet at the same time.
pub(super) struct Sweeping<'a> {
    a: &'a Mesh,
    b: &'a Mesh,
    pose: Pose,
    heading: Heading,
    /// The length of the direction as given, as two factors.
    length: [f64; 2],
    /// The distance at which triangles count as touching, wherever in the meshes they are.
    near: f64,
    /// The unit of travels, which are multiples of it: a quarter to a half of `near`.
    quantum: f64,
    /// The travel at which the traversal begins; its lengths count from there.
    pub(super) first: f64,
    /// The largest travel that matters.
    until: f64,
    /// The pair that meets first, so far.
    pub(super) best: Option<Best>,
    /// Whether pairs were left out that may meet at the same time as the best pair.
    pub(super) ties: bool,
    effort: Effort,
}

/// The pair of triangles that meets first so far, and when it meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Best {
    pub(super) travel: f64,
    pub(super) time: f64,
    pub(super) triangles: [u32; 2],
}

impl<'a> Sweeping<'a> {
    /// `None` if the balls around the meshes never meet.
    pub(super) fn new(pair: &Pair<'a>, course: &Course, until: f64) -> Option<Self> {
        let [first, last] = course.way?;
        let near = near(pair);
        let quantum = power_of_two((exponent_above(near) - 2).max(-1022));
        let [size, norm] = course.length;
        Some(Self {
            a: pair.a().mesh(),
            b: pair.b().mesh(),
            pose: pair.pose(),
            heading: course.heading,
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

    /// The travel beyond which no pair matters: a longer travel than that of the best pair may be
    /// rounded down to it, and is then as early.
    fn reach(&self) -> f64 {
        self.best.map_or(self.until, |best| best.travel + self.quantum)
    }

    /// A travel, rounded down to a multiple of the quantum.
    fn rounded(&self, travel: f64) -> f64 {
        (travel / self.quantum).floor() * self.quantum
    }

    /// The time of a travel, rounded down; `None` if it is too large for a number.
    fn time(&self, travel: f64) -> Option<f64> {
        let [size, norm] = self.length;
        let time = (travel / norm / size).next_down().max(0.0);
        (time < f64::MAX).then_some(time)
    }

    /// The travel and the time of two triangles; `None` if they do not matter.
    fn sweep(&mut self, triangles: [u32; 2]) -> Option<Best> {
        let a = self.a.triangle(triangles[0]);
        let b = self.b.triangle(triangles[1]).map(|p| self.pose.apply(p));
        let least = self.least(&ExactBox::of_triangle(&a), &ExactBox::of_triangle(&b));
        if self.rules_out(least) {
            return None;
        }
        let (near, reach) = (self.near, self.reach());
        let travel = sweep(&a, &b, self.heading, [near, reach], &mut self.effort.stages)?;
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

    /// The least travel of triangles in two boxes: until the boxes are near along each axis. Infinite
    /// if the boxes never meet after the start.
    fn least(&self, a: &ExactBox, b: &ExactBox) -> f64 {
        if !a.meets_ahead(b, self.heading.exact) {
            return f64::INFINITY;
        }
        let mut least = 0.0_f64;
        for i in 0..3 {
            let above = b.low[i] - a.high[i];
            let (gap, closing) = if above > 0.0 {
                (above, -self.heading.unit[i])
            } else {
                (a.low[i] - b.high[i], self.heading.unit[i])
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

/// A search for the lowest numbers among the triangles that meet at the same time as the best pair.
pub(super) struct TieSweeping<'s, 'a>(pub(super) &'s mut Sweeping<'a>);

impl TieSweeping<'_, '_> {
    fn best(&self) -> Best {
        self.0.best.expect("a search for ties begins with a best pair")
    }
}

impl Meet for TieSweeping<'_, '_> {
    fn limit(&self) -> f64 {
        self.0.limit()
    }

    fn meet(&mut self, triangles: [u32; 2]) -> ControlFlow<()> {
        let best = self.best();
        if triangles < best.triangles {
            // A sweep rules out pairs that are as early as the best, so the best is made later for it.
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
