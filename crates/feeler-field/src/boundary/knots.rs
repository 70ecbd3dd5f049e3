//! Where a mesh meets itself.

use super::boxes::{Bounds, Boxes};
use crate::exact::{Place, Triangle, component, place_side};
use feeler::Contact;
use feeler::triangle::intersects;
use rayon::prelude::*;
use std::ops::ControlFlow;

/// A mesh as a search for places where it meets itself sees it.
pub(super) struct Knots<'a> {
    pub(super) triangles: &'a [Triangle],
    pub(super) degenerate: &'a [bool],
    pub(super) boxes: &'a Boxes,
}

impl Knots<'_> {
    /// All pairs of triangles that meet elsewhere than at their common corners and edges, the lower
    /// number first, in order. Triangles without area are left out.
    pub(super) fn all(&self) -> Vec<Contact> {
        let of = |triangle: u32| {
            let mut found = Vec::new();
            let _ = self.partners(triangle, |contact| {
                found.push(contact);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            found
        };
        let each: Vec<Vec<Contact>> =
            (0..self.triangles.len() as u32).into_par_iter().map(of).collect();
        each.concat()
    }

    /// The first triangle that has such a partner, and one of its partners.
    pub(super) fn first(&self) -> Option<Contact> {
        let of = |triangle: u32| {
            let found = self.partners(triangle, ControlFlow::Break);
            found.break_value()
        };
        (0..self.triangles.len() as u32).into_par_iter().find_map_first(of)
    }

    /// The partners of a triangle that have higher numbers.
    fn partners(
        &self,
        triangle: u32,
        mut found: impl FnMut(Contact) -> ControlFlow<Contact>,
    ) -> ControlFlow<Contact> {
        let here = &self.triangles[triangle as usize];
        let mut flow = ControlFlow::Continue(());
        if self.degenerate[triangle as usize] {
            return flow;
        }
        let around = Bounds::of(here);
        self.boxes.walk(
            None,
            |bounds| bounds.meets(&around),
            |other| {
                let there = &self.triangles[other as usize];
                if other > triangle
                    && !self.degenerate[other as usize]
                    && around.meets(&Bounds::of(there))
                    && meet_elsewhere(here, there)
                {
                    flow = found(Contact { a: triangle, b: other });
                }
                flow.is_continue()
            },
        );
        flow
    }
}

/// Whether two triangles with area have a point in common that belongs to no common corner or edge.
///
/// What they share is convex. If they have one corner in common and another point, they share
/// the segment between, which can be made longer in both triangles until it reaches an edge of
/// one of them that is opposite to the corner. If they have an edge in common and another point,
/// they are in one plane, on the same side of the edge.
pub(super) fn meet_elsewhere(a: &Triangle, b: &Triangle) -> bool {
    let common: Vec<usize> = (0..3).filter(|&i| b.contains(&a[i])).collect();
    match common[..] {
        [] => intersects(a, b),
        [i] => {
            let Some(j) = (0..3).find(|&j| b[j] == a[i]) else { return true };
            let (p, q) = (others(a, i), others(b, j));
            !meet_in_a_corner(a, b, p, q, a[i])
                && (intersects(&[p[0], p[1], p[1]], b) || intersects(&[q[0], q[1], q[1]], a))
        }
        [i, j] => {
            let third = (0..3).find(|&k| !a.contains(&b[k]));
            let (p, Some(q)) = (a[3 - i - j], third.map(|k| b[k])) else { return true };
            let plane = [a[i], a[j], p];
            place_side(&plane, &Place::corner(q)) == 0 && is_same_side(a[i], a[j], p, q)
        }
        _ => true,
    }
}

/// The two other corners of a triangle.
fn others(triangle: &Triangle, corner: usize) -> [[f64; 3]; 2] {
    [triangle[(corner + 1) % 3], triangle[(corner + 2) % 3]]
}

/// Whether two triangles share nothing but a common corner, as most do that have one: both other
/// corners of one are on one side of the plane of the other; or all are in one plane, and a line through the
/// common corner is between them. `false` proves nothing.
fn meet_in_a_corner(
    a: &Triangle,
    b: &Triangle,
    p: [[f64; 3]; 2],
    q: [[f64; 3]; 2],
    corner: [f64; 3],
) -> bool {
    let sides = |plane: &Triangle, points: [[f64; 3]; 2]| {
        points.map(|point| place_side(plane, &Place::corner(point)))
    };
    let [first, second] = sides(a, q);
    if first * second > 0 {
        return true;
    }
    if [first, second] != [0, 0] {
        let [first, second] = sides(b, p);
        return first * second > 0;
    }
    let Some(axis) = (0..3).find(|&axis| component(a, axis) != 0) else { return false };
    let parts = |to: [f64; 3], own: [f64; 3], beyond: [[f64; 3]; 2]| {
        let inwards = component(&[corner, to, own], axis);
        beyond.iter().all(|&point| match inwards * component(&[corner, to, point], axis) {
            0 => is_opposite(corner, to, point),
            side => side < 0,
        })
    };
    parts(p[0], p[1], q) || parts(p[1], p[0], q) || parts(q[0], q[1], p) || parts(q[1], q[0], p)
}

/// Whether two points on a line through a third one are on different sides of it.
fn is_opposite(middle: [f64; 3], p: [f64; 3], q: [f64; 3]) -> bool {
    (0..3).any(|i| p[i] < middle[i] && middle[i] < q[i] || q[i] < middle[i] && middle[i] < p[i])
}

/// Whether two points in one plane with a line are on the same side of it: the triangles that they
/// make with the line then have normals of one direction.
fn is_same_side(from: [f64; 3], to: [f64; 3], p: [f64; 3], q: [f64; 3]) -> bool {
    let signs = |axis: usize| [p, q].map(|point| component(&[from, to, point], axis));
    (0..3).map(signs).find(|[first, _]| *first != 0).is_some_and(|[first, second]| first == second)
}

#[cfg(test)]
mod tests {
    use super::*;

    const O: [f64; 3] = [0.0; 3];
    const X: [f64; 3] = [2.0, 0.0, 0.0];
    const Y: [f64; 3] = [0.0, 2.0, 0.0];

    #[test]
    fn neighbours_may_meet_at_what_they_share() {
        let here = [O, X, Y];
        let z = |x: f64, y: f64, z: f64| [x, y, z];
        // A common edge: beside it, folded up, folded back onto it.
        assert!(!meet_elsewhere(&here, &[X, O, z(1.0, -1.0, 0.0)]));
        assert!(!meet_elsewhere(&here, &[X, O, z(1.0, 1.0, 1e-300)]));
        assert!(meet_elsewhere(&here, &[X, O, z(0.1, 0.1, 0.0)]));
        assert!(meet_elsewhere(&here, &[X, O, z(3.0, 3.0, 0.0)]));
        // A common corner: beside it, through it, in its plane.
        assert!(!meet_elsewhere(&here, &[O, z(-1.0, 0.0, 1.0), z(-1.0, -1.0, 0.0)]));
        assert!(meet_elsewhere(&here, &[O, z(1.0, 1.0, 1.0), z(1.0, 1.0, -1.0)]));
        assert!(meet_elsewhere(&here, &[O, z(3.0, 3.0, 0.0), z(0.0, 0.0, 1.0)]));
        assert!(!meet_elsewhere(&here, &[O, z(-3.0, -3.0, 0.0), z(0.0, 0.0, 1.0)]));
        // A common corner, all in one plane: opposite, along one line, with an edge on an edge, within.
        assert!(!meet_elsewhere(&here, &[O, z(-1.0, 0.0, 0.0), z(0.0, -1.0, 0.0)]));
        assert!(!meet_elsewhere(&here, &[O, z(-1.0, 0.0, 0.0), z(-1.0, 1.0, 0.0)]));
        assert!(!meet_elsewhere(&here, &[O, z(-1.0, 0.0, 0.0), z(0.5, -1.0, 0.0)]));
        assert!(meet_elsewhere(&here, &[O, z(1.0, 0.0, 0.0), z(1.0, -1.0, 0.0)]));
        assert!(meet_elsewhere(&here, &[O, z(-1.0, 1.0, 0.0), z(1.0, 1.0, 0.0)]));
        assert!(meet_elsewhere(&here, &[O, z(-1.0, 3.0, 0.0), z(3.0, -1.0, 0.0)]));
        // No common corner, and all of them.
        assert!(meet_elsewhere(&here, &[z(1.0, 1.0, 0.0), z(3.0, 1.0, 0.0), z(1.0, 3.0, 5.0)]));
        assert!(meet_elsewhere(&here, &[Y, X, O]));
    }
}
