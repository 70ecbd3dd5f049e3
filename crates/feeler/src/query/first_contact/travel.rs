//! The search for triangles that meet first along a course: from a pair of models to a traversal.

use super::Course;
use crate::geometry::vector::{add_scaled, largest};
use crate::kernel::Travel;
use crate::motion::Motion;
use crate::query::measure::Meet;
use crate::query::near::{Everything, NearLeaves};
use crate::rounding::power_of_two;
use crate::traverse::{ByNumber, Nearest, Ranked, Trees};
use crate::unit::Unit;
use crate::{Budget, Pair, Pose, Schedule, Scratch};

/// The triangles that a search along a course looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The triangles that meet first.
    Earliest,
    /// The triangles with the lowest numbers, among many that meet at one time.
    LowestNumbers,
}

impl Pair<'_> {
    /// Finds the leaf pairs that may meet as B moves from `first` on along a course, and among their
    /// triangles the wanted pair.
    pub(super) fn travel(
        &self,
        wanted: Wanted,
        scratch: &mut Scratch,
        course: &Course,
        first: f64,
        sweeping: &mut dyn Meet,
    ) {
        let Everything([a, b]) = self.everything();
        let least = sweeping.least(&a, &b);
        if sweeping.rules_out(least) {
            return;
        }
        let Some((motion, travel)) = self.moving(course, first) else { return };
        let Scratch { instructions, queue, effort, .. } = scratch;
        let clock = Budget::UNLIMITED.start();
        let tools = (*instructions, clock);
        let mut leaves = NearLeaves::new(self, &motion, Some(travel), tools, sweeping, None);
        let trees = Trees::new(self.a(), self.b(), &motion);
        match wanted {
            Wanted::Earliest => {
                queue.begin(Ranked::ROOTS, self.schedule().unwrap_or(Schedule::BestFirst));
                queue.expect(motion.gaps());
                let mut order = Nearest::new(travel, clock, queue, &mut leaves);
                trees.traverse(*instructions, &mut order, effort);
            }
            Wanted::LowestNumbers => {
                queue.begin(Ranked::ROOTS, Schedule::DepthFirst);
                let mut order = ByNumber::new(travel, queue, &mut leaves);
                trees.traverse(*instructions, &mut order, effort);
            }
        }
        effort.add(&std::mem::take(sweeping.effort()));
    }

    /// The motion from `first` on along a course, and the directions in which volumes travel.
    fn moving(&self, course: &Course, first: f64) -> Option<(Motion, Travel)> {
        let (a, b, direction) = (self.a().unit(), self.b().unit(), course.heading.unit);
        let origin = add_scaled(self.pose().origin(), first, direction);
        let pose = Pose::new(self.pose().matrix(), origin).unwrap_or(self.pose());
        let motion = Motion::near(a, b, &pose)?;
        let size = |unit: &Unit| 3.0 * largest(unit.center) + 4.0 * power_of_two(unit.exponent);
        let reach = largest(self.pose().origin()) + first + size(a) + size(b);
        let motion = motion.along(&pose, reach);
        let of_b = direction.map(|x| x as f32);
        let of_a = motion.into_b.turn(direction.map(|x| -x as f32));
        Some((motion, Travel { of_b, of_a }))
    }
}
