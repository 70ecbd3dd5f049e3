//! Two models and a pose.

use crate::traverse::Schedule;
use crate::triangle::{Section, distance, intersection};
use crate::{Closest, Contact, Model, Pose};

/// Two models at a relative pose: the starting point of every query.
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
    /// The schedule of every query; `None` if each question uses its own default.
    schedule: Option<Schedule>,
}

impl<'a> Pair<'a> {
    /// Two models in one frame. Both may be the same model.
    #[must_use]
    pub fn new(a: &'a Model, b: &'a Model) -> Self {
        Self { a, b, pose: Pose::IDENTITY, schedule: None }
    }

    /// The same models, with B at a pose in A's frame. For two poses in the world, see
    /// [`Pose::relative`].
    #[must_use]
    pub fn at(self, pose: Pose) -> Self {
        Self { pose, ..self }
    }

    /// The same pair with one schedule for all questions, instead of the best schedule for each. A
    /// schedule changes the effort, but no answer.
    #[must_use]
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

    /// The points where the two triangles of a contact meet, in A's frame; `None` if they do not meet.
    ///
    /// It is meant for display: whether the section is a point, a segment or a polygon is exact, but
    /// its corners are rounded.
    #[must_use]
    pub fn section(&self, contact: Contact) -> Option<Section> {
        let b = self.b.mesh().triangle(contact.b).map(|p| self.pose.apply(p));
        intersection(&self.a.mesh().triangle(contact.a), &b)
    }

    /// The schedule that was asked for, if any.
    pub(crate) fn schedule(&self) -> Option<Schedule> {
        self.schedule
    }

    /// Two triangles, their distance, and their nearest points.
    pub(crate) fn closest_of(&self, triangles: [u32; 2]) -> Closest {
        let b = self.b.mesh().triangle(triangles[1]).map(|p| self.pose.apply(p));
        Closest::new(triangles, distance(&self.a.mesh().triangle(triangles[0]), &b))
    }
}
