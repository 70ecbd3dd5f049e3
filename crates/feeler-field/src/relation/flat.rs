//! Contacts on flat faces that lie on each other.
//!
//! Where both surfaces are flat around a point that they share, all that can be seen there is what both have in
//! front and behind. A fine mesh has thousands of such points, with the same to be seen at each. So of two
//! triangles in one plane only those points are looked at that are on a *ridge* of either: an edge or a
//! corner around which the surface is not flat.

use super::corners::crossing;
use super::facts::Facts;
use super::solids::{Solids, Which};
use crate::boundary::PatchSides;
use crate::exact::{Place, Sign, Triangle, component, place_side};
use feeler::Contact;

/// What is known of the flat parts of two solids that do not meet themselves.
pub(super) struct Flats<'s, 'a, 'm> {
    solids: &'s Solids<'a, 'm>,
    /// Whether the surface is flat around each corner, where that was needed.
    corners: [Vec<Option<bool>>; 2],
}

/// One of the two triangles of a contact.
#[derive(Clone, Copy)]
struct Face<'t> {
    which: Which,
    index: u32,
    triangle: &'t Triangle,
    /// The sign of its area as seen along the axis of the contact.
    facing: Sign,
}

impl<'s, 'a, 'm> Flats<'s, 'a, 'm> {
    pub(super) fn new(solids: &'s Solids<'a, 'm>) -> Self {
        let corners = [0, 1].map(|which: Which| vec![None; solids.boundaries[which].places()]);
        Self { solids, corners }
    }

    /// Adds what can be seen at the points that two triangles share where both surfaces are flat, and returns
    /// the other corners of what they share. `None` if the triangles are not in one plane, or if it is not certain that they
    /// share such a point.
    pub(super) fn look(&mut self, contact: Contact, facts: &mut Facts) -> Option<Vec<Place>> {
        let indices = [contact.a, contact.b];
        let triangles = [0, 1].map(|which| self.solids.triangle(which, indices[which]));
        let [a, b] = &triangles;
        if b.iter().any(|&corner| place_side(a, &Place::corner(corner)) != 0) {
            return None;
        }
        let axis = (0..3).find(|&axis| component(a, axis) != 0)?;
        let faces = [0, 1].map(|which: Which| {
            let triangle = &triangles[which];
            Face { which, index: indices[which], triangle, facing: component(triangle, axis) }
        });
        let ridges = faces.map(|face| [0, 1, 2].map(|i| !self.is_flat_corner(face, i)));
        let is_plain = ridges == [[false; 3]; 2];
        if !is_plain && !self.share_flat_point(&faces, &ridges, axis) {
            return None;
        }
        facts.on([0, 1].map(|which: Which| {
            let boundary = self.solids.boundaries[which];
            let PatchSides { front, back } = boundary.patch_sides(boundary.patch(indices[which]));
            match faces[which].facing == faces[0].facing {
                true => PatchSides { front, back },
                false => PatchSides { front: back, back: front },
            }
        }));
        Some(if is_plain { Vec::new() } else { self.on_ridges(&faces, &ridges, axis) })
    }

    /// Whether a corner of one triangle, around which its surface is flat, is at a point of the other one
    /// around which that surface is flat, too.
    fn share_flat_point(
        &mut self,
        faces: &[Face<'_>; 2],
        ridges: &[[bool; 3]; 2],
        axis: usize,
    ) -> bool {
        [[0, 1], [1, 0]].into_iter().any(|[this, other]| {
            (0..3).filter(|&i| !ridges[this][i]).any(|i| {
                let signs = faces[other].signs(faces[this].triangle[i], axis);
                match signs.map(|sign| sign == 0) {
                    _ if signs.contains(&-1) => false,
                    [false, false, false] => true,
                    [true, false, false] => self.is_flat_edge(faces[other], 0, axis),
                    [false, true, false] => self.is_flat_edge(faces[other], 1, axis),
                    [false, false, true] => self.is_flat_edge(faces[other], 2, axis),
                    [true, true, _] => !ridges[other][1],
                    [_, true, true] => !ridges[other][2],
                    [true, _, true] => !ridges[other][0],
                }
            })
        })
    }

    /// The corners of what both triangles share that are on a ridge of either.
    fn on_ridges(
        &mut self,
        faces: &[Face<'_>; 2],
        ridges: &[[bool; 3]; 2],
        axis: usize,
    ) -> Vec<Place> {
        let mut places = Vec::new();
        for [this, other] in [[0, 1], [1, 0]] {
            let (these, others) = (faces[this], faces[other]);
            for i in 0..3 {
                if ridges[other][i] && these.holds(others.triangle[i], axis) {
                    places.push(Place::corner(others.triangle[i]));
                }
                let is_ridge = ridges[other][i] && ridges[other][(i + 1) % 3];
                if !is_ridge || self.is_flat_edge(others, i, axis) {
                    continue;
                }
                let edge = [others.triangle[i], others.triangle[(i + 1) % 3]];
                let signs = these.triangle.map(|p| component(&[edge[0], edge[1], p], axis));
                for k in 0..3 {
                    let (from, to) = (these.triangle[k], these.triangle[(k + 1) % 3]);
                    if signs[k] == 0 && others.holds(from, axis) {
                        places.push(Place::corner(from));
                    }
                    if signs[k] * signs[(k + 1) % 3] < 0 {
                        places.extend(crossing([from, to], edge));
                    }
                }
            }
        }
        places
    }

    /// Whether all triangles at a corner are in one plane.
    fn is_flat_corner(&mut self, face: Face<'_>, corner: usize) -> bool {
        let boundary = self.solids.boundaries[face.which];
        let place = boundary.place(face.index, corner);
        if let Some(known) = self.corners[face.which][place as usize] {
            return known;
        }
        let is_flat = boundary.fan(place).iter().all(|&other| {
            other == face.index
                || !boundary.is_degenerate(other)
                    && is_level(face.triangle, &self.solids.triangle(face.which, other))
        });
        self.corners[face.which][place as usize] = Some(is_flat);
        is_flat
    }

    /// Whether the triangle across an edge, the only one, is in the same plane.
    fn is_flat_edge(&self, face: Face<'_>, edge: usize, axis: usize) -> bool {
        let boundary = self.solids.boundaries[face.which];
        let [p, q] = [edge, (edge + 1) % 3].map(|i| boundary.place(face.index, i));
        let holds_q = |&&other: &&u32| (0..3).any(|i| boundary.place(other, i) == q);
        let mut others =
            boundary.fan(p).iter().filter(holds_q).filter(|&&other| other != face.index);
        let (Some(&other), None) = (others.next(), others.next()) else { return false };
        let there = self.solids.triangle(face.which, other);
        component(&there, axis) != 0 && is_level(face.triangle, &there)
    }
}

impl Face<'_> {
    /// On which side of each edge a point of the plane is: 1 is where the triangle is.
    fn signs(&self, point: [f64; 3], axis: usize) -> [Sign; 3] {
        [0, 1, 2].map(|i| {
            let edge = [self.triangle[i], self.triangle[(i + 1) % 3]];
            self.facing * component(&[edge[0], edge[1], point], axis)
        })
    }

    /// Whether a point of the plane is in the closed triangle.
    fn holds(&self, point: [f64; 3], axis: usize) -> bool {
        !self.signs(point, axis).contains(&-1)
    }
}

/// Whether all corners of a triangle are in the plane of another one.
fn is_level(plane: &Triangle, other: &Triangle) -> bool {
    // Most flat faces are parallel to two axes.
    let is_same = |i: usize| plane.iter().chain(other).all(|corner| corner[i] == plane[0][i]);
    (0..3).any(is_same)
        || other.iter().all(|&corner| place_side(plane, &Place::corner(corner)) == 0)
}
