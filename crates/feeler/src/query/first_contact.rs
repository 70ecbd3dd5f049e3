//! How far B can move in a direction before it touches A.
//!
//! - [`travel`] traverses the trees along the course of B;
//! - [`sweeping`] computes when two triangles meet.

mod sweeping;
#[cfg(test)]
mod tests;
mod travel;

use super::intersects::Any;
use crate::geometry::vector::{add_scaled, dot, largest, sub};
use crate::rounding::{exponent_above, power_of_two};
use crate::unit::{RADIUS, Unit};
use crate::{Closest, Contact, Effort, Pair, Pose, Scratch};
use std::fmt;
use sweeping::{Sweeping, TieSweeping};
use travel::Wanted;

/// The first contact of a moving mesh with another mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FirstContact {
    /// The time of the contact: B has moved by this factor times the direction.
    pub time: f64,
    /// The pose of B at that time.
    pub pose: Pose,
    /// The triangles that touch first, and their nearest points in A's frame. Their distance is not
    /// quite zero, unless they touch from the start.
    pub closest: Closest,
}

/// `after 5 directions: triangle 3 of A and triangle 5 of B`, with the precision of the formatter.
impl fmt::Display for FirstContact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.closest.triangles;
        write!(f, "after ")?;
        self.time.fmt(f)?;
        write!(f, " directions: {}", Contact { a, b })
    }
}

impl<'a> Pair<'a> {
    /// Moves B in a direction until it touches A; `None` if it never does.
    ///
    /// ```
    /// use feeler::{Mesh, Model, Pair, Pose};
    /// let square = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    /// let model = Model::new(Mesh::new(square, vec![[0, 1, 2], [0, 2, 3]])?);
    /// let above = Pair::new(&model, &model).at(Pose::translation([0.5, 0.5, 10.0]));
    /// let first = above.first_contact([0.0, 0.0, -2.0]).expect("it falls upon the other");
    /// assert!((first.time - 5.0).abs() < 1e-12 && first.pose.origin()[2] >= 0.0);
    /// assert_eq!(above.first_contact([0.0, 0.0, 1.0]), None);
    /// assert_eq!(above.first_contact([1.0, 0.0, -1.0]), None); // it passes by
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    ///
    /// The time is never later than the true time, and earlier by no more than some hundred roundings of
    /// the coordinates: `2^-46` of the largest coordinate of both meshes, along the normal, and up to
    /// `2^-28` of it if long and thin triangles slide along each other. Therefore the meshes at
    /// [`FirstContact::pose`] do not touch yet. Triangles that pass each other at a smaller distance
    /// count as touching.
    ///
    /// If the meshes touch at the start, the time is 0, and the triangles are those of the first contact
    /// by number. Otherwise, among triangles that touch at the same time, the first pair is returned. All
    /// trees give the same bits. With a direction that is zero or not finite B does not move, and a
    /// contact that is more than `f64::MAX` directions away does not count.
    #[must_use]
    pub fn first_contact(&self, direction: [f64; 3]) -> Option<FirstContact> {
        self.first_contact_with(direction, f64::INFINITY, &mut Scratch::new())
    }

    /// [`Pair::first_contact`] up to some time, with a scratch that is reused.
    ///
    /// ```
    /// # use feeler::{Mesh, Model, Pair, Pose, Scratch};
    /// # let triangle = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// # let model = Model::new(Mesh::new(triangle, vec![[0, 1, 2]])?);
    /// let mut scratch = Scratch::new();
    /// let above = Pair::new(&model, &model).at(Pose::translation([0.1, 0.1, 10.0]));
    /// let path = [0.0, 0.0, -8.0]; // the whole of a robot's step, say
    /// assert!(above.first_contact_with(path, 1.0, &mut scratch).is_none());
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn first_contact_with(
        &self,
        direction: [f64; 3],
        until: f64,
        scratch: &mut Scratch,
    ) -> Option<FirstContact> {
        scratch.effort = Effort::default();
        if self.is_empty() || until < 0.0 {
            return None;
        }
        let mut touching = Any(None);
        self.traverse_briefly(scratch, &mut touching);
        if let Some(contact) = touching.0 {
            return Some(self.touching_now(contact, scratch));
        }
        let Some(course) = Course::new(self.a().unit(), self.b().unit(), &self.pose(), direction)
        else {
            let contact = self.find_contact(scratch)?;
            return Some(self.touching_now(contact, scratch));
        };
        let mut sweeping = Sweeping::new(self, &course, until)?;
        self.travel(Wanted::Earliest, scratch, &course, sweeping.first, &mut sweeping);
        let mut best = sweeping.best?;
        if best.time > until {
            return None;
        }
        if best.time == 0.0
            && let Some(contact) = self.find_contact(scratch)
        {
            return Some(self.touching_now(contact, scratch));
        }
        if sweeping.ties {
            let mut ties = TieSweeping(&mut sweeping);
            let first = ties.0.first;
            self.travel(Wanted::LowestNumbers, scratch, &course, first, &mut ties);
            best = sweeping.best?;
        }
        let origin = add_scaled(self.pose().origin(), best.time, direction);
        let pose = Pose::new(self.pose().matrix(), origin).ok()?;
        let closest = self.at(pose).closest_of(best.triangles);
        Some(FirstContact { time: best.time, pose, closest })
    }

    /// The first contact of meshes that touch before B moves, given any contact.
    fn touching_now(&self, contact: Contact, scratch: &mut Scratch) -> FirstContact {
        let closest = self.first_touch(contact, scratch);
        FirstContact { time: 0.0, pose: self.pose(), closest }
    }
}

/// The direction in which B moves, and the part of its way on which it can meet A.
pub(crate) struct Course {
    /// The direction, of length one.
    pub(crate) direction: [f64; 3],
    /// The length of the direction as given, as two factors: their product may be out of range.
    length: [f64; 2],
    /// The travel at which the balls around the meshes begin to meet, and the travel at which they part;
    /// `None` if the balls never meet.
    way: Option<[f64; 2]>,
}

impl Course {
    /// `None` if the direction is zero or not finite.
    fn new(a: &Unit, b: &Unit, pose: &Pose, direction: [f64; 3]) -> Option<Self> {
        let size = largest(direction);
        if size == 0.0 || !direction.iter().all(|x| x.is_finite()) {
            return None;
        }
        // The direction is scaled first, so that no square over- or underflows.
        let scaled = direction.map(|x| x / size);
        let norm = dot(scaled, scaled).sqrt();
        let direction = scaled.map(|x| x / norm);
        Some(Self { direction, length: [size, norm], way: way(a, b, pose, direction) })
    }
}

/// The travels between which the balls around the meshes meet, as B moves in a direction.
fn way(a: &Unit, b: &Unit, pose: &Pose, direction: [f64; 3]) -> Option<[f64; 2]> {
    let reach = largest(a.center) + 3.0 * largest(b.center) + largest(pose.origin());
    let sizes = power_of_two(a.exponent) + power_of_two(b.exponent);
    let exponent = exponent_above(reach + 8.0 * sizes).clamp(-1000, 1000);
    let per_unit = power_of_two(-exponent);
    let scaled = |p: [f64; 3]| p.map(|x| x * per_unit);
    let offset = sub(scaled(pose.apply(b.center)), scaled(a.center));
    // All numbers here are at most one. Triangles that are apart by a few roundings of these numbers
    // count as touching.
    let rounding = power_of_two(-43);
    let radii = RADIUS * sizes * per_unit + rounding;
    let along = dot(offset, direction);
    let rest = add_scaled(offset, -along, direction);
    let aside = dot(rest, rest).sqrt();
    let half = ((radii - aside) * (radii + aside)).max(0.0).sqrt() + rounding;
    if aside > radii || half - along < 0.0 {
        return None;
    }
    let [first, last] = [(-along - half).max(0.0), half - along];
    Some([first / per_unit, last / per_unit])
}
