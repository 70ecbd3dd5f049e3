//! How far B can move in a direction before it touches A.
//!
//! - [`stopping`] looks at the triangles that touch at the start;
//! - [`travel`] traverses the trees along the course of B;
//! - [`sweeping`] computes when two triangles meet.

mod stopping;
mod sweeping;
#[cfg(test)]
mod tests;
mod travel;

use crate::geometry::vector::{add_scaled, dot, largest, sub};
use crate::rounding::{exponent_above, power_of_two};
use crate::triangle::{Heading, stopping_normal};
use crate::unit::{RADIUS, Unit};
use crate::{Closest, Contact, Effort, Pair, Pose, Scratch};
use std::fmt;
use stopping::{AnyStop, LowestStop};
use sweeping::{Best, Sweeping, TieSweeping, near};
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
    /// The normal, of length one, of a plane between these two triangles that stops B: A's triangle is
    /// behind it, B's in front, and B does not move away from it. `None` if they cross at the start, or if B
    /// does not move.
    ///
    /// Each triangle is on its side of the plane through either point of [`FirstContact::closest`], up to
    /// some roundings of the coordinates. If several planes separate the triangles there, it is that of a
    /// face of one of them, otherwise one along an edge of each, then one along an edge, then the one
    /// across the direction; of one kind, the plane that B meets most straight. A plane along which
    /// B slides (less than a millionth of the motion goes into it) counts only if there is no other.
    pub normal: Option<[f64; 3]>,
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
    /// **What counts.** B's triangles as posed move by every multiple `t > 0` of the direction, in real
    /// numbers, and a contact is a pair of triangles that have a point in common at such a time; the first
    /// is at the least of these times. Whether there is one is exact. So triangles that touch at the
    /// start and part at once do not stop B, and triangles that slide along each other or cross do, at
    /// time 0. A box that stands on another can be lifted, and cannot be pushed down.
    ///
    /// The time is never later than the true time, and earlier by no more than some hundred roundings of
    /// the coordinates: `2^-46` of the largest coordinate of both meshes, along the normal, and up to
    /// `2^-28` of it if long and thin triangles slide along each other. Therefore the meshes at
    /// [`FirstContact::pose`] do not touch yet, unless the time is 0 or triangles pass each other there by
    /// less than the rounding of a pose.
    ///
    /// If triangles that touch at the start stop B, the time is 0, and the triangles are those of the first
    /// such contact by number. Otherwise, among triangles that touch at the same time, the first pair
    /// is returned. All trees give the same bits. With a direction that is zero or not finite B does not move: the
    /// time is 0 if the meshes touch. A contact that is more than `f64::MAX` directions away does not
    /// count.
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
        let Some(course) = Course::new(self.a().unit(), self.b().unit(), &self.pose(), direction)
        else {
            return self.touching_now(scratch);
        };
        let heading = course.heading;
        let mut any = AnyStop::new(self, heading);
        self.traverse_briefly(scratch, &mut any);
        if let Some(contact) = any.found {
            return Some(self.stopped_now(contact, heading, scratch));
        }
        let mut sweeping = Sweeping::new(self, &course, until)?;
        self.travel(Wanted::Earliest, scratch, &course, sweeping.first, &mut sweeping);
        let mut best = sweeping.best?;
        if best.time > until {
            return None;
        }
        if best.time == 0.0 {
            let [a, b] = best.triangles;
            let mut any = AnyStop::new(self, heading);
            if self.closest_of([a, b]).distance == 0.0 {
                any.found = Some(Contact { a, b });
            } else {
                self.traverse(scratch, &mut any);
            }
            if let Some(contact) = any.found {
                return Some(self.stopped_now(contact, heading, scratch));
            }
        }
        if sweeping.ties {
            let mut ties = TieSweeping(&mut sweeping);
            let first = ties.0.first;
            self.travel(Wanted::LowestNumbers, scratch, &course, first, &mut ties);
            best = sweeping.best?;
        }
        let origin = add_scaled(self.pose().origin(), best.time, direction);
        let pose = Pose::new(self.pose().matrix(), origin).ok()?;
        Some(self.at(pose).stopped(best, heading))
    }

    /// The first contact of meshes that do not move.
    fn touching_now(&self, scratch: &mut Scratch) -> Option<FirstContact> {
        let contact = self.find_contact(scratch)?;
        let closest = self.first_touch(contact, scratch);
        Some(FirstContact { time: 0.0, pose: self.pose(), closest, normal: None })
    }

    /// The first contact of meshes that stop each other at the start, given any contact that does.
    fn stopped_now(&self, known: Contact, heading: Heading, scratch: &mut Scratch) -> FirstContact {
        let mut lowest = LowestStop::new(self, heading, known);
        self.traverse_by_number(scratch, &mut lowest);
        let Contact { a, b } = lowest.lowest;
        self.stopped(Best { travel: 0.0, time: 0.0, triangles: [a, b] }, heading)
    }

    /// The first contact, with B at the place where it is stopped.
    fn stopped(&self, Best { time, triangles, .. }: Best, heading: Heading) -> FirstContact {
        let a = self.a().mesh().triangle(triangles[0]);
        let b = self.b().mesh().triangle(triangles[1]).map(|p| self.pose().apply(p));
        let normal = stopping_normal(&a, &b, heading.unit, near(self));
        FirstContact { time, pose: self.pose(), closest: self.closest_of(triangles), normal }
    }
}

/// The direction in which B moves, and the part of its way on which it can meet A.
pub(crate) struct Course {
    heading: Heading,
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
        let heading = Heading { exact: direction, unit: scaled.map(|x| x / norm) };
        let way = way(a, b, pose, heading.unit);
        Some(Self { heading, length: [size, norm], way })
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
