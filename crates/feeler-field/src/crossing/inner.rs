//! Which corners of a solid are inside of the other one, after B has moved by less than any number.

use super::node::Segments;
use crate::Boundary;
use crate::exact::{Spot, Triangle, Vector};
use feeler::Pose;
use num_bigint::BigInt;

/// The triangles of a solid, as cut by the other one.
pub(crate) struct Inner<'a, 'm> {
    boundaries: [&'a Boundary<'m>; 2],
    which: usize,
    pose: Pose,
    /// Whether each corner of each triangle is inside of the other solid.
    pub(crate) corners: Vec<[bool; 3]>,
}

impl<'a, 'm> Inner<'a, 'm> {
    /// Follows each patch of a solid from triangle to triangle. An edge that goes an odd number of times
    /// through the other surface has one end inside. Both solids must be closed, and must not meet themselves.
    pub(crate) fn new(
        boundaries: [&'a Boundary<'m>; 2],
        which: usize,
        pose: Pose,
        segments: &Segments,
    ) -> Self {
        let boundary = boundaries[which];
        let mut inner = Self { boundaries, which, pose, corners: Vec::new() };
        let is_odd = inner.crossed(segments);
        let neighbours = boundary.neighbours();
        let mut corners: Vec<Option<[bool; 3]>> = vec![None; boundary.len() as usize];
        let mut waiting = Vec::new();
        for first in 0..boundary.len() {
            if corners[first as usize].is_some() {
                continue;
            }
            if boundary.is_degenerate(first) {
                corners[first as usize] = Some([false; 3]); // it has no area of which anything could be inside
                continue;
            }
            let is_inside = inner.is_inside(boundary.corners(first)[0]);
            corners[first as usize] = Some(spread(0, is_inside, is_odd[first as usize]));
            waiting.push(first);
            while let Some(here) = waiting.pop() {
                let known = corners[here as usize].expect("it waits because it is known");
                for &next in neighbours[here as usize].iter().filter(|&&next| next != u32::MAX) {
                    if corners[next as usize].is_none() {
                        let [these, others] = [here, next].map(|t| boundary.corners(t));
                        let (own, other) = common(&these, &others);
                        let spread = spread(other, known[own], is_odd[next as usize]);
                        corners[next as usize] = Some(spread);
                        waiting.push(next);
                    }
                }
            }
        }
        inner.corners = corners.into_iter().map(|known| known.expect("all are visited")).collect();
        inner
    }

    /// Whether each edge of each triangle goes an odd number of times through what bounds the other solid.
    fn crossed(&self, segments: &Segments) -> Vec<[bool; 3]> {
        let other = self.boundaries[1 - self.which];
        let mut is_odd = vec![[false; 3]; self.boundaries[self.which].len() as usize];
        for (contact, ends) in segments.contacts.iter().zip(&segments.ends) {
            let triangles = [contact.a, contact.b];
            for end in ends.iter().filter(|end| end.which == self.which) {
                if other.bounds_by(triangles[1 - self.which]) != 0.0 {
                    is_odd[triangles[self.which] as usize][end.edge] ^= true;
                }
            }
        }
        is_odd
    }

    /// Whether a corner is inside of the other solid.
    fn is_inside(&self, corner: [f64; 3]) -> bool {
        // Where B is moved by t, the corners of A are moved by -t from where B is not moved.
        let (corner, sign) = match self.which {
            0 => (corner, -1),
            _ => (self.pose.apply(corner), 1),
        };
        let axis =
            |i: usize| -> Vector { [0, 1, 2].map(|k| BigInt::from(if k == i { sign } else { 0 })) };
        let spot = Spot::beside(Spot::at(corner).place, vec![axis(0), axis(1), axis(2)]);
        let pose = (self.which == 0).then_some(&self.pose);
        self.boundaries[1 - self.which].encloses(&spot, pose)
    }
}

/// Whether the corners of a triangle are inside, if that is known of one of them.
fn spread(known: usize, is_inside: bool, is_odd: [bool; 3]) -> [bool; 3] {
    let mut corners = [is_inside; 3];
    let (next, last) = ((known + 1) % 3, (known + 2) % 3);
    corners[next] ^= is_odd[known];
    corners[last] ^= is_odd[last];
    corners
}

/// A corner that two neighbours have in common, as its numbers in both.
fn common(these: &Triangle, others: &Triangle) -> (usize, usize) {
    let pairs = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
    pairs.into_iter().find(|&(i, j)| these[i] == others[j]).expect("neighbours have common corners")
}
