//! Signs after B has moved by less than any number.

use crate::exact::{Plane, Sign, Triangle, facing, facing_of};

/// The sides of a triangle of A on which the corners of one of B are: 1 in front. They are zero only if
/// the first triangle has no area.
#[inline]
pub(super) fn sides_of_b(a: &Triangle, b: &Triangle) -> [Sign; 3] {
    let plane = Plane::of(a);
    b.map(|corner| match plane.side(corner) {
        0 => facing(a),
        side => side,
    })
}

/// The sides of a triangle of B on which the corners of one of A are.
#[inline]
pub(super) fn sides_of_a(a: &Triangle, b: &Triangle) -> [Sign; 3] {
    let plane = Plane::of(b);
    a.map(|corner| match plane.side(corner) {
        0 => -facing(b),
        side => side,
    })
}

/// The sign of the determinant of an edge of A and one of B: how the first turns around the other.
#[inline]
pub(super) fn turn([p, q]: [[f64; 3]; 2], [r, s]: [[f64; 3]; 2]) -> Sign {
    match Plane::of(&[p, q, r]).side(s) {
        0 => facing_of([r, s], [p, q]),
        turn => turn,
    }
}
