//! The side of a plane or of a line on which a place is, decided by the first of three stages that
//! can prove it: f64 with an error bound, expansions (crate `robust`), big integers.

use super::number::{Vector, cross, dot, normal, sign_of, vector_between};
use super::{Place, Sign, Triangle};
use feeler::triangle;
use robust::{Coord, Coord3D};

/// A bound of the relative error of a determinant of three f64 differences: 8 roundings, and some
/// room. Details: `triangle/orient.rs` of the crate `feeler`.
const BOUND: f64 = 10.0 * 0.5 * f64::EPSILON;
/// 2^-960: above all errors by underflow, as explained there.
const TINY: f64 = f64::from_bits((1023 - 960) << 52);

/// The plane of a triangle, prepared for many points.
pub(crate) struct Plane<'t> {
    corners: &'t Triangle,
    normal: [f64; 3],
    /// The sums of magnitudes for the components of `normal`.
    magnitude: [f64; 3],
}

impl<'t> Plane<'t> {
    #[inline]
    pub(crate) fn of(corners: &'t Triangle) -> Self {
        let [a, b, c] = corners;
        let difference = |p: &[f64; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
        let (u, v) = (difference(b), difference(c));
        let (mut normal, mut magnitude) = ([0.0; 3], [0.0; 3]);
        for (i, j, k) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            let (left, right) = (u[j] * v[k], u[k] * v[j]);
            normal[i] = left - right;
            magnitude[i] = left.abs() + right.abs() + TINY;
        }
        Self { corners, normal, magnitude }
    }

    /// The side on which a point is: 1 in front, where the corners appear counter-clockwise.
    #[inline]
    pub(crate) fn side(&self, point: [f64; 3]) -> Sign {
        let w = [0, 1, 2].map(|i| point[i] - self.corners[0][i]);
        let height = self.normal[0] * w[0] + self.normal[1] * w[1] + self.normal[2] * w[2];
        let [x, y, z] = [0, 1, 2].map(|i| self.magnitude[i] * w[i].abs());
        if height.abs() > BOUND * (x + y + z + TINY) {
            return sign(height);
        }
        exact_side(self.corners, point)
    }
}

/// The side of a triangle's plane on which a place is: 1 in front, where the corners appear counter-clockwise.
pub(crate) fn place_side(corners: &Triangle, place: &Place) -> Sign {
    if place.fraction.is_none() {
        return Plane::of(corners).side(place.near);
    }
    let plane = Plane::of(corners);
    let (mut height, mut bound, mut off) = (0.0, TINY, 0.0);
    for i in 0..3 {
        let w = place.near[i] - corners[0][i];
        height += plane.normal[i] * w;
        bound += plane.magnitude[i] * w.abs();
        off += plane.magnitude[i] * place.off[i];
    }
    if height.abs() > BOUND * bound + 2.0 * off {
        return sign(height);
    }
    place.height(corners)
}

/// [`Plane::side`] in expansions or big integers.
#[cold]
fn exact_side(corners: &Triangle, point: [f64; 3]) -> Sign {
    let points = [corners[0], corners[1], corners[2], point];
    // A corner of the triangle itself, and points of one axis-parallel plane with it.
    let is_level = |i: usize| points.iter().all(|p| p[i] == points[0][i]);
    if corners.contains(&point) || (0..3).any(is_level) {
        return 0;
    }
    if points.iter().flatten().all(is_tame) {
        let [a, b, c, p] = points.map(|[x, y, z]| Coord3D { x, y, z });
        return -sign(robust::orient3d(a, b, c, p)); // positive below the plane there
    }
    Place::corner(point).height(corners)
}

/// The sign of a component of the normal of a triangle.
pub(crate) fn component([a, b, c]: &Triangle, axis: usize) -> Sign {
    let flat = |p: &[f64; 3]| [p[(axis + 1) % 3], p[(axis + 2) % 3]];
    orient2d(flat(a), flat(b), flat(c))
}

/// The sign of the first component of the normal of a triangle that is not zero; zero if it has no area.
pub(crate) fn facing(triangle: &Triangle) -> Sign {
    (0..3).map(|axis| component(triangle, axis)).find(|&sign| sign != 0).unwrap_or(0)
}

/// The sign of the first component of the vector product of two edges that is not zero; zero if
/// they are parallel.
pub(crate) fn facing_of([p, q]: [[f64; 3]; 2], [r, s]: [[f64; 3]; 2]) -> Sign {
    let (u, v) = ([0, 1, 2].map(|i| q[i] - p[i]), [0, 1, 2].map(|i| s[i] - r[i]));
    let component = |(j, k): (usize, usize)| {
        let (left, right) = (u[j] * v[k], u[k] * v[j]);
        if (left - right).abs() > BOUND * (left.abs() + right.abs() + TINY) {
            return sign(left - right);
        }
        // A difference of f64 numbers is computed as zero only if it is zero.
        if (u[j] == 0.0 || v[k] == 0.0) && (u[k] == 0.0 || v[j] == 0.0) {
            return 0;
        }
        let (u, v) = (vector_between(p, q), vector_between(r, s));
        sign_of(&(&u[j] * &v[k] - &u[k] * &v[j]))
    };
    [(1, 2), (2, 0), (0, 1)].into_iter().map(component).find(|&sign| sign != 0).unwrap_or(0)
}

/// The turn from a over b to a place as seen against x, that is with y to the right and z upwards: 1
/// to the left.
pub(super) fn place_turn(a: [f64; 3], b: [f64; 3], place: &Place) -> Sign {
    let (u, v) = ([b[1] - a[1], b[2] - a[2]], [place.near[1] - a[1], place.near[2] - a[2]]);
    let (left, right) = (u[0] * v[1], u[1] * v[0]);
    let off = u[0].abs() * place.off[2] + u[1].abs() * place.off[1];
    if (left - right).abs() > BOUND * (left.abs() + right.abs() + TINY) + 2.0 * off {
        return sign(left - right);
    }
    if place.fraction.is_some() {
        return flat_turn(&vector_between(a, b), &place.seen_from(a));
    }
    let flat = |p: [f64; 3]| [p[1], p[2]];
    orient2d(flat(a), flat(b), flat(place.near))
}

/// The sign of the x component of the vector product.
pub(super) fn flat_turn(u: &Vector, v: &Vector) -> Sign {
    sign_of(&(&u[1] * &v[2] - &u[2] * &v[1]))
}

/// Whether a triangle covers no area.
pub(crate) fn is_degenerate(triangle: &Triangle) -> bool {
    (0..3).all(|axis| component(triangle, axis) == 0)
}

/// Whether a place that is in the plane of a triangle with area is in the closed triangle.
fn is_within(corners: &Triangle, place: &Place) -> bool {
    let normal = normal(corners);
    (0..3).all(|i| {
        let (from, to) = (corners[i], corners[(i + 1) % 3]);
        let inwards = cross(&normal, &vector_between(from, to));
        sign_of(&dot(&inwards, &place.seen_from(from))) >= 0
    })
}

/// Whether a place is in a closed triangle.
pub(crate) fn lies_on(corners: &Triangle, place: &Place) -> bool {
    if place.fraction.is_none() {
        return triangle::intersects(&[place.near; 3], corners);
    }
    place_side(corners, place) == 0 && !is_degenerate(corners) && is_within(corners, place)
}

fn orient2d(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> Sign {
    let points = [a, b, c];
    if points.iter().flatten().all(is_tame) {
        let [a, b, c] = points.map(|[x, y]| Coord { x, y });
        return sign(robust::orient2d(a, b, c));
    }
    let [a, b, c] = points.map(|[x, y]| [0.0, x, y]);
    flat_turn(&vector_between(a, b), &Place::corner(c).seen_from(a))
}

/// Whether expansions of coordinates of this size neither over- nor underflow: 0, or from 2^-250 to 2^300.
/// Details: `triangle/orient.rs` of the crate `feeler`.
fn is_tame(x: &f64) -> bool {
    const SMALL: f64 = f64::from_bits((1023 - 250) << 52);
    const LARGE: f64 = f64::from_bits((1023 + 300) << 52);
    *x == 0.0 || (SMALL..=LARGE).contains(&x.abs())
}

fn sign(x: f64) -> Sign {
    (x > 0.0) as Sign - (x < 0.0) as Sign
}
