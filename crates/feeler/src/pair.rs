//! Two models and a pose.

use crate::budget::Clock;
use crate::geometry::vector::{add_scaled, largest, sub};
use crate::kernel::{Test, Travel};
use crate::memory::{Lead, stride};
use crate::motion::Motion;
use crate::query::far::{End, Far, Help, PosedTree, approach_far, first_far};
use crate::query::first_contact::Course;
use crate::query::leaves::{Found, Leaves};
use crate::query::measure::{Measure, Measures, Meet, Near};
use crate::query::near::NearLeaves;
use crate::traverse::{Gap, Overlap, Trees};
use crate::triangle::{Axis, Section, TriangleDistance, distance, intersection};
use crate::unit::{Unit, power_of_two};
use crate::{Budget, Closest, Contact, Effort, Model, Pose, Question, Schedule, Scratch};

/// From how many times their radii on meshes are seen along a direction before trees are asked.
const APART: f64 = 1.5;

/// As many steps are likely to find a contact, and take a twentieth of the time of a distance where there is none.
const BRIEF: u64 = 32;

/// Two models at a relative pose: where every query begins.
///
/// ```
/// use feeler::{Contact, Mesh, Model, Pair, Pose};
/// let triangle = || Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]);
/// let (a, b) = (Model::new(triangle()?), Model::new(triangle()?));
/// let upright = Pose::rotation([1.0, 0.0, 0.0], 1.0);
/// assert_eq!(Pair::new(&a, &b).at(upright).contacts(), [Contact { a: 0, b: 0 }]);
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    a: &'a Model,
    b: &'a Model,
    pose: Pose,
    /// None for what is best for the question.
    schedule: Option<Schedule>,
}

impl<'a> Pair<'a> {
    /// Two models in one frame. They may be the same model twice.
    pub fn new(a: &'a Model, b: &'a Model) -> Self {
        Self { a, b, pose: Pose::IDENTITY, schedule: None }
    }

    /// The same models with B at a pose in A's frame. For two poses in the world see [`Pose::relative`].
    pub fn at(self, pose: Pose) -> Self {
        Self { pose, ..self }
    }

    /// The same with a schedule in the place of what is best for each question. It does not change an answer, but the effort.
    pub fn scheduled(self, schedule: Schedule) -> Self {
        Self { schedule: Some(schedule), ..self }
    }

    /// The pose of B in A's frame.
    pub fn pose(&self) -> Pose {
        self.pose
    }

    /// Model A.
    pub fn a(&self) -> &'a Model {
        self.a
    }

    /// Model B.
    pub fn b(&self) -> &'a Model {
        self.b
    }

    /// Where the two triangles of a contact meet, in A's frame; none where they do not.
    ///
    /// For display: whether it is a point, a segment or a polygon is exact, its corners are rounded.
    pub fn section(&self, contact: Contact) -> Option<Section> {
        let b = self.b.mesh().triangle(contact.b).map(|p| self.pose.apply(p));
        intersection(&self.a.mesh().triangle(contact.a), &b)
    }

    /// The schedule that was asked for, or the best.
    pub(crate) fn schedule_for(&self, question: Question) -> Schedule {
        self.schedule.unwrap_or(question.schedule())
    }

    /// The motion between meshes that may touch; none where the boxes or the balls around them do not.
    ///
    /// Most pairs of a world end here, and boxes take a tenth of the time that a motion does.
    pub(crate) fn touching(&self) -> Option<Motion> {
        if self.everything().are_apart() {
            return None;
        }
        Motion::touching(self.a.unit(), self.b.unit(), &self.pose)
    }

    /// Finds the pairs of leaves that may meet, and among their triangles those that do.
    pub(crate) fn traverse(&self, scratch: &mut Scratch, found: &mut dyn Found) {
        scratch.effort = Effort::default();
        let Some(motion) = self.touching() else { return };
        let Scratch { instructions, frontier, effort, trace, .. } = scratch;
        let instructions = *instructions;
        let schedule = self.schedule.unwrap_or(Schedule::DepthFirst);
        let mut leaves = Leaves::new(self, &motion, instructions, found);
        let trees = Trees::new(self.a, self.b, &motion);
        let work = (instructions, schedule);
        match trace {
            None => trees.touch(u64::MAX, work, frontier, effort, &mut leaves),
            Some(trace) => {
                trace.start(motion, Test::Overlap);
                trees.trace_touch(work, frontier, effort, &mut leaves, trace);
            }
        }
        effort.add(&leaves.effort());
    }

    /// Finds the pairs of leaves that may be near, and among their triangles those that are; the guess first.
    ///
    /// Where the budget does not last it gives a lower bound of the distance of all that is left.
    pub(crate) fn approach(
        &self,
        scratch: &mut Scratch,
        budget: Budget,
        guess: Option<[u32; 2]>,
        near: &mut dyn Near,
    ) -> Option<f64> {
        scratch.effort = Effort::default();
        let clock = budget.start();
        let schedule = self.schedule.unwrap_or(near.schedule());
        let mut measure = Measure::new(self, near);
        if let Some([a, b]) = guess
            && (a as usize) < self.a.mesh().triangles().len()
            && (b as usize) < self.b.mesh().triangles().len()
            && measure.meet([a, b]).is_break()
        {
            return None;
        }
        let unlimited = budget == Budget::UNLIMITED && scratch.trace.is_none();
        let rest = if unlimited && self.approach_again(schedule, scratch, &mut measure) {
            None
        } else {
            self.approach_anew(schedule, clock, scratch, &mut measure)
        };
        scratch.effort.add(&measure.effort);
        rest
    }

    /// As [`Pair::approach_anew`], from where the last such query ended; false where nobody knows, or where nothing is too far to matter.
    fn approach_again(
        &self,
        schedule: Schedule,
        scratch: &mut Scratch,
        measure: &mut Measure<'_>,
    ) -> bool {
        let Scratch { instructions, effort, memory: Some(memory), pending, .. } = scratch else {
            return false;
        };
        memory.turn_to(self);
        let (trail, limit) = (&mut memory.near, measure.limit());
        if limit == f64::INFINITY {
            return false;
        }
        match trail.lead(self, limit, stride::NEAR) {
            Lead::Lost => false,
            Lead::Beyond => true,
            Lead::Front(motion, way) => {
                let work = (*instructions, effort);
                let clock = Budget::UNLIMITED.start();
                let list = measure.list(pending, clock);
                let tools = (*instructions, clock);
                let mut leaves = NearLeaves::new(self, &motion, None, tools, measure, list);
                leaves.way = way;
                if trail.resume(self, &motion, Test::Gap, schedule, work, &mut leaves).is_break() {
                    trail.forget();
                } else {
                    _ = leaves.settle();
                }
                true
            }
        }
    }

    fn approach_anew(
        &self,
        schedule: Schedule,
        clock: Clock,
        scratch: &mut Scratch,
        measure: &mut Measure<'_>,
    ) -> Option<f64> {
        let Scratch { instructions, frontier, effort, pending, foremost, trace, .. } = scratch;
        let instructions = *instructions;
        let [a, b] = self.everything().0;
        if measure.rules_out(a.distance(&b)) {
            return None;
        }
        let motion = Motion::near(self.a.unit(), self.b.unit(), &self.pose);
        let only_nearest = measure.near.measures() == Measures::AtLast;
        let help = if motion.is_some() { Help::Trees } else { Help::Nothing };
        if help == Help::Nothing || (only_nearest && trace.is_none() && self.is_apart()) {
            match self.far(clock, help, |far| approach_far(far, measure, foremost)) {
                Some(End::Late(bound)) => return Some(bound),
                Some(End::Done) | None => return None,
                Some(End::Many) => {}
            }
        }
        let motion = motion?;
        let trees = Trees::new(self.a, self.b, &motion);
        let list = measure.list(pending, clock);
        let tools = (instructions, clock);
        let mut leaves = NearLeaves::new(self, &motion, None, tools, measure, list);
        let bound = match trace {
            None => {
                let work = (instructions, schedule, clock);
                trees.approach(Gap, work, frontier, effort, &mut leaves)
            }
            Some(trace) => {
                trace.start(motion, Test::Gap);
                let work = (instructions, schedule);
                trees.trace_approach(work, frontier, effort, &mut leaves, trace);
                None
            }
        };
        // Whatever ended the search: only what is measured is an answer.
        _ = leaves.settle();
        let bound = bound.into_iter().chain(leaves.unmeasured()).reduce(f32::min);
        bound.map(|bound| (bound as f64 * power_of_two(motion.exponent)).next_down())
    }

    /// Finds the pairs of leaves that may meet as B moves from `first` on along a course, and among their triangles the first that do.
    pub(crate) fn travel(
        &self,
        scratch: &mut Scratch,
        course: &Course,
        first: f64,
        sweeping: &mut dyn Meet,
    ) {
        let Some((motion, travel)) = self.moving(course, first) else { return };
        let Scratch { instructions, frontier, effort, .. } = scratch;
        let trees = Trees::new(self.a, self.b, &motion);
        let clock = Budget::UNLIMITED.start();
        let tools = (*instructions, clock);
        let mut leaves = NearLeaves::new(self, &motion, Some(travel), tools, sweeping, None);
        let schedule = self.schedule.unwrap_or(Schedule::BestFirst);
        let work = (*instructions, schedule, clock);
        trees.approach(travel, work, frontier, effort, &mut leaves);
        effort.add(sweeping.effort());
        *sweeping.effort() = Effort::default();
    }

    /// As [`Pair::travel`], those with the lowest numbers first.
    pub(crate) fn travel_by_number(
        &self,
        scratch: &mut Scratch,
        course: &Course,
        first: f64,
        sweeping: &mut dyn Meet,
    ) {
        let Some((motion, travel)) = self.moving(course, first) else { return };
        let Scratch { instructions, frontier, effort, .. } = scratch;
        let trees = Trees::new(self.a, self.b, &motion);
        let tools = (*instructions, Budget::UNLIMITED.start());
        let mut leaves = NearLeaves::new(self, &motion, Some(travel), tools, sweeping, None);
        trees.by_number(travel, *instructions, frontier, effort, &mut leaves);
        effort.add(sweeping.effort());
    }

    /// The motion from `first` on along a course, and how volumes travel.
    fn moving(&self, course: &Course, first: f64) -> Option<(Motion, Travel)> {
        let (a, b, direction) = (self.a.unit(), self.b.unit(), course.direction);
        let origin = add_scaled(self.pose.origin(), first, direction);
        let pose = Pose::new(self.pose.matrix(), origin).unwrap_or(self.pose);
        let motion = Motion::near(a, b, &pose)?;
        let size = |unit: &Unit| 3.0 * largest(unit.center) + 4.0 * power_of_two(unit.exponent);
        let reach = largest(self.pose.origin()) + first + size(a) + size(b);
        let motion = motion.along(&pose, reach);
        let of_b = direction.map(|x| x as f32);
        let of_a = motion.into_b.turn(direction.map(|x| -x as f32));
        Some((motion, Travel { of_b, of_a }))
    }

    /// Finds the pairs of triangles that are as near as one that is known, those with the lowest numbers first.
    pub(crate) fn approach_by_number(
        &self,
        scratch: &mut Scratch,
        known: &Closest,
        near: &mut dyn Near,
    ) {
        let Scratch { instructions, frontier, effort, foremost, .. } = scratch;
        let (clock, units) = (Budget::UNLIMITED.start(), [self.a.unit(), self.b.unit()]);
        let mut measure = Measure::new(self, near);
        let Closest { distance, on_a, on_b, .. } = *known;
        measure.axis = Axis::of(&TriangleDistance { distance, on_a, on_b });
        let Some(motion) = Motion::near(units[0], units[1], &self.pose) else {
            let known = [known.on_a, known.on_b];
            self.far(clock, Help::Nothing, |far| first_far(far, &mut measure, known, foremost));
            effort.add(&measure.effort);
            return;
        };
        let trees = Trees::new(self.a, self.b, &motion);
        let tools = (*instructions, clock);
        let mut leaves = NearLeaves::new(self, &motion, None, tools, &mut measure, None);
        trees.by_number(Gap, *instructions, frontier, effort, &mut leaves);
        effort.add(&measure.effort);
    }

    /// Both models as [`Far`] sees them; none where one has no triangles.
    fn far<T>(&self, clock: Clock, help: Help, ask: impl FnOnce(&Far<'_>) -> T) -> Option<T> {
        if self.a.tree().nodes.is_empty() || self.b.tree().nodes.is_empty() {
            return None;
        }
        let trees = [PosedTree::new(self.a, None), PosedTree::new(self.b, Some(self.pose))];
        Some(ask(&Far { trees, units: [self.a.unit(), self.b.unit()], clock, help }))
    }

    /// Whether the balls around the meshes are apart by so much of their size that a look along one direction is likely to be enough.
    fn is_apart(&self) -> bool {
        let (a, b) = (self.a.unit(), self.b.unit());
        let offset = sub(self.pose.apply(b.center), a.center);
        let radii = [a, b].map(|unit| unit.radius * power_of_two(unit.exponent));
        largest(offset) > APART * (radii[0] + radii[1])
    }

    /// Looks for a contact where it is likeliest, for a few steps: most meshes that touch are found out by that.
    pub(crate) fn traverse_briefly(&self, scratch: &mut Scratch, found: &mut dyn Found) {
        let Some(motion) = self.touching() else { return };
        let Scratch { instructions, frontier, effort, .. } = scratch;
        let trees = Trees::new(self.a, self.b, &motion);
        let mut leaves = Leaves::new(self, &motion, *instructions, found);
        let work = (*instructions, self.schedule.unwrap_or(Schedule::DepthFirst));
        trees.touch(BRIEF, work, frontier, effort, &mut leaves);
        effort.add(&leaves.effort());
    }

    /// Finds contacts, those with the lowest numbers first.
    pub(crate) fn traverse_by_number(&self, scratch: &mut Scratch, found: &mut dyn Found) {
        let Some(motion) = self.touching() else { return };
        let Scratch { instructions, frontier, effort, .. } = scratch;
        let trees = Trees::new(self.a, self.b, &motion);
        let mut leaves = Leaves::new(self, &motion, *instructions, found);
        trees.by_number(Overlap, *instructions, frontier, effort, &mut leaves);
        effort.add(&leaves.effort());
    }

    /// Two triangles, and where they are nearest.
    pub(crate) fn closest_of(&self, triangles: [u32; 2]) -> Closest {
        let b = self.b.mesh().triangle(triangles[1]).map(|p| self.pose.apply(p));
        Closest::new(triangles, distance(&self.a.mesh().triangle(triangles[0]), &b))
    }
}
