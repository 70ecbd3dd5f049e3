//! The two solids of a question.

use crate::Boundary;
use crate::boundary::rays::Outlook;
use crate::exact::{Place, Spot, Triangle};
use feeler::{Contact, Pair, Pose};

/// One of the two solids: A is 0, B is 1.
pub(super) type Which = usize;

/// Two boundaries, and the pose of B in A's frame.
pub(super) struct Solids<'a, 'm> {
    pub(super) boundaries: [&'a Boundary<'m>; 2],
    pose: Pose,
}

impl<'a, 'm> Solids<'a, 'm> {
    pub(super) fn new(a: &'a Boundary<'m>, b: &'a Boundary<'m>, pose: Pose) -> Self {
        Self { boundaries: [a, b], pose }
    }

    fn pose_of(&self, which: Which) -> Option<&Pose> {
        (which == 1).then_some(&self.pose)
    }

    pub(super) fn pair(&self) -> Pair<'m> {
        let [a, b] = self.boundaries.map(Boundary::model);
        Pair::new(a, b).at(self.pose)
    }

    pub(super) fn pose(&self) -> &Pose {
        &self.pose
    }

    /// A triangle in A's frame.
    pub(super) fn triangle(&self, which: Which, index: u32) -> Triangle {
        self.boundaries[which].triangle(index, self.pose_of(which))
    }

    /// Whether a spot in A's frame is inside. The solid must be closed.
    pub(super) fn encloses(&self, which: Which, spot: &Spot) -> bool {
        self.boundaries[which].encloses(spot, self.pose_of(which))
    }

    /// What a solid looks like from a place in A's frame. It must be closed.
    pub(super) fn outlook(&self, which: Which, place: &Place) -> Outlook {
        self.boundaries[which].outlook(place, self.pose_of(which))
    }

    /// The triangles with area that contain a place.
    pub(super) fn star(&self, which: Which, place: &Place) -> Vec<(u32, Triangle)> {
        let boundary = self.boundaries[which];
        let mut star = boundary.star(place, self.pose_of(which));
        star.retain(|&(index, _)| !boundary.is_degenerate(index));
        star
    }

    /// Whether both triangles of a contact have area.
    pub(super) fn has_area(&self, contact: Contact) -> bool {
        let [a, b] = self.boundaries;
        !a.is_degenerate(contact.a) && !b.is_degenerate(contact.b)
    }
}
