//! Where a mesh meets itself.

use super::boxes::{Bounds, Boxes};
use crate::exact::{Triangle, is_degenerate};
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
    let rest = |t: &Triangle, other: &Triangle| -> Vec<[f64; 3]> {
        t.iter().copied().filter(|corner| !other.contains(corner)).collect()
    };
    match common[..] {
        [] => intersects(a, b),
        [_] => {
            let (p, q) = (rest(a, b), rest(b, a));
            intersects(&[p[0], p[1], p[1]], b) || intersects(&[q[0], q[1], q[1]], a)
        }
        [i, j] => {
            let ([p], [q]) = (&rest(a, b)[..], &rest(b, a)[..]) else { return true };
            let plane = [a[i], a[j], *p];
            let in_plane = crate::exact::place_side(&plane, &crate::exact::Place::corner(*q)) == 0;
            in_plane && is_same_side(a[i], a[j], *p, *q)
        }
        _ => true,
    }
}

/// Whether two points in one plane with a line are on the same side of it: the triangles that they
/// make with the line then have normals of one direction.
fn is_same_side(from: [f64; 3], to: [f64; 3], p: [f64; 3], q: [f64; 3]) -> bool {
    use crate::exact::{dot, normal, sign_of};
    debug_assert!(!is_degenerate(&[from, to, p]));
    sign_of(&dot(&normal(&[from, to, p]), &normal(&[from, to, q]))) > 0
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
        // No common corner, and all of them.
        assert!(meet_elsewhere(&here, &[z(1.0, 1.0, 0.0), z(3.0, 1.0, 0.0), z(1.0, 3.0, 5.0)]));
        assert!(meet_elsewhere(&here, &[Y, X, O]));
    }
}
