//! Whether a moving triangle will meet another triangle, exactly.
//!
//! Let b move by `t d` for all times `t > 0`. It meets a if some point of a is `t d` ahead of a point of b,
//! so if `-d` is a sum of the nine differences of corners, `b_j - a_i`, with factors that are not negative:
//! if it is in the *cone* of these differences. Otherwise a plane has the whole cone on one side and `-d`
//! on the other (the lemma of Farkas), and such a plane can be turned until it passes through two of the
//! differences. So 36 planes are all that need a look. Every sign is exact: f64 with the error bound of
//! [`orient`](super::orient), which is the same determinant, then integers.

use super::exact::{self, Vector};
use super::orient::{BOUND_2D, BOUND_3D, TINY};
use super::wide::Wide;
use super::{Sign, Triangle};
use crate::geometry::vector::sub;
use std::array;
use std::cell::OnceCell;

/// Whether b, on its way along a direction, meets a after the start: at any time, at once or later.
///
/// Triangles that touch only at the start do not; triangles that slide along each other do. The
/// direction must not be zero.
pub(crate) fn meets_ahead(a: &Triangle, b: &Triangle, direction: [f64; 3]) -> bool {
    let cone = Cone::new(a, b, direction);
    cone.holds_in_space().or_else(|| cone.holds_in_plane()).unwrap_or_else(|| cone.holds_on_line())
}

/// The number of differences of corners.
const DIFFERENCES: usize = 9;

/// The place of the direction behind the differences of corners.
const DIRECTION: usize = DIFFERENCES;

/// The differences of corners and the direction.
struct Cone<'t> {
    triangles: [&'t Triangle; 2],
    direction: [f64; 3],
    /// The differences, rounded once, and the direction.
    vectors: [[f64; 3]; DIFFERENCES + 1],
    /// The same vectors as integers, up to a positive factor each, once they are needed.
    exact: OnceCell<[Vector<1>; DIFFERENCES + 1]>,
}

impl<'t> Cone<'t> {
    fn new(a: &'t Triangle, b: &'t Triangle, direction: [f64; 3]) -> Self {
        let vector = |k: usize| match k {
            DIRECTION => direction,
            k => sub(b[k / 3], a[k % 3]),
        };
        let vectors = array::from_fn(vector);
        Self { triangles: [a, b], direction, vectors, exact: OnceCell::new() }
    }

    /// Whether the cone has the direction backwards in it; `None` if it and the direction are flat.
    fn holds_in_space(&self) -> Option<bool> {
        let mut flat = true;
        for i in 0..DIFFERENCES {
            for j in i + 1..DIFFERENCES {
                let ahead = self.side([i, j], DIRECTION);
                if ahead == 0 {
                    continue;
                }
                flat = false;
                if (0..DIFFERENCES).all(|k| k == i || k == j || self.side([i, j], k) * ahead >= 0) {
                    return Some(false);
                }
            }
        }
        (!flat).then_some(true)
    }

    /// The same if all vectors are in one plane; `None` if all of them are on one line. A line through one
    /// of the differences is enough to separate.
    fn holds_in_plane(&self) -> Option<bool> {
        (0..3).find_map(|dropped| {
            let mut straight = true;
            for i in 0..DIFFERENCES {
                let ahead = self.turn(i, DIRECTION, dropped);
                if ahead == 0 {
                    continue;
                }
                straight = false;
                if (0..DIFFERENCES).all(|k| self.turn(i, k, dropped) * ahead >= 0) {
                    return Some(false);
                }
            }
            (!straight).then_some(true)
        })
    }

    /// The same if all vectors are on one line: whether a difference points backwards.
    fn holds_on_line(&self) -> bool {
        let backwards = |p: &[f64; 3]| (0..3).any(|i| opposite(p[i], self.direction[i]));
        self.vectors[..DIFFERENCES].iter().any(backwards)
    }

    /// The side of the plane through two of the vectors on which a third is.
    #[inline]
    fn side(&self, [i, j]: [usize; 2], k: usize) -> Sign {
        let [u, v, w] = [self.vectors[i], self.vectors[j], self.vectors[k]];
        let left = [u[1] * v[2], u[2] * v[0], u[0] * v[1]];
        let right = [u[2] * v[1], u[0] * v[2], u[1] * v[0]];
        let (mut det, mut magnitude) = (0.0, TINY);
        for axis in 0..3 {
            det += (left[axis] - right[axis]) * w[axis];
            magnitude += (left[axis].abs() + right[axis].abs() + TINY) * w[axis].abs();
        }
        if det.abs() > BOUND_3D * magnitude {
            return sign(det);
        }
        // Differences are computed as zero only if they are. Faces along an axis are decided here.
        let no_minor =
            |l: usize, m: usize| (u[l] == 0.0 || v[m] == 0.0) && (u[m] == 0.0 || v[l] == 0.0);
        if (0..3).all(|axis| w[axis] == 0.0 || no_minor((axis + 1) % 3, (axis + 2) % 3)) {
            return 0;
        }
        let [u, v, w] = [i, j, k].map(|i| &self.exact()[i]);
        exact::dot::<2, 1, 3>(&exact::cross(u, v), w).sign()
    }

    /// The turn from one vector to another, after one coordinate is left out.
    fn turn(&self, i: usize, j: usize, dropped: usize) -> Sign {
        let (x, y) = ((dropped + 1) % 3, (dropped + 2) % 3);
        let (u, v) = (self.vectors[i], self.vectors[j]);
        let (left, right) = (u[x] * v[y], u[y] * v[x]);
        let det = left - right;
        if det.abs() > BOUND_2D * (left.abs() + right.abs() + TINY) {
            return sign(det);
        }
        if (u[x] == 0.0 || v[y] == 0.0) && (u[y] == 0.0 || v[x] == 0.0) {
            return 0;
        }
        let [u, v] = [i, j].map(|i| &self.exact()[i]);
        exact::cross_2d::<2>(&u[x], &u[y], &v[x], &v[y]).sign()
    }

    #[cold]
    fn exact(&self) -> &[Vector<1>; DIFFERENCES + 1] {
        self.exact.get_or_init(|| {
            let [a, b] = self.triangles;
            let ([a, b], _) = exact::triangles(a, b);
            let (parts, _) = exact::integers(self.direction);
            let vector = |k: usize| match k {
                DIRECTION => parts.map(|(mantissa, shift)| Wide::new(mantissa, shift)),
                k => exact::sub(&b[k / 3], &a[k % 3]),
            };
            array::from_fn(vector)
        })
    }
}

/// Whether one number is positive and the other negative.
fn opposite(x: f64, y: f64) -> bool {
    (x < 0.0 && y > 0.0) || (x > 0.0 && y < 0.0)
}

fn sign(x: f64) -> Sign {
    (x > 0.0) as Sign - (x < 0.0) as Sign
}

#[cfg(test)]
mod tests;
