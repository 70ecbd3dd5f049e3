//! Whether a moving triangle will meet another triangle, exactly.
//!
//! Let b move by `t d` for all times `t > 0`. It meets a if some point of a is `t d` ahead of a point of b,
//! so if `-d` is a sum of the nine differences of corners, `b_j - a_i`, with factors that are not negative:
//! if it is in the *cone* of these differences. Otherwise a plane has the whole cone on one side and `-d`
//! on the other (the lemma of Farkas), and such a plane can be turned until it passes through two of the
//! differences. So 36 planes are all that need a look, and few of them an exact one: most have differences on
//! both sides. Every sign is exact: f64 with the error bound of [`orient`](super::orient), which is the same
//! determinant, then 106 bits, then integers.

use super::double::Double;
use super::exact::{self, Vector};
use super::orient::{self, BOUND_2D, BOUND_3D, Stages, TINY};
use super::wide::Wide;
use super::{Sign, Triangle};
use crate::geometry::vector::{dot, largest, sub};
use std::array;
use std::cell::OnceCell;

/// Whether b, on its way along a direction, meets a after the start: at any time, at once or later.
///
/// Triangles that touch only at the start do not; triangles that slide along each other do. The
/// direction must not be zero.
pub(crate) fn meets_ahead(a: &Triangle, b: &Triangle, direction: [f64; 3]) -> bool {
    let cone = Cone::new(a, b, direction);
    if cone.plainly_holds() {
        return true;
    }
    let in_space = if cone.is_flat() { None } else { cone.holds_in_space() };
    in_space.or_else(|| cone.holds_in_plane()).unwrap_or_else(|| cone.holds_on_line())
}

/// The number of differences of corners.
const DIFFERENCES: usize = 9;

/// The place of the direction behind the differences of corners.
const DIRECTION: usize = DIFFERENCES;

/// All pairs of differences.
fn pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..DIFFERENCES).flat_map(|i| (i + 1..DIFFERENCES).map(move |j| [i, j]))
}

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

    /// Whether f64 shows three differences with the direction backwards between them: a face of one triangle
    /// seen from a corner of the other, half of what two edges span, or, for a copy that goes to its original,
    /// every other corner of a hexagon.
    fn plainly_holds(&self) -> bool {
        let of = |b: usize, a: usize| 3 * b + a;
        let faces =
            (0..3).flat_map(|k| [[of(k, 0), of(k, 1), of(k, 2)], [of(0, k), of(1, k), of(2, k)]]);
        let halves = (0..9).flat_map(|k| {
            let [i, j, l, m] = [k / 3, (k / 3 + 1) % 3, k % 3, (k % 3 + 1) % 3];
            [[of(i, l), of(j, l), of(j, m)], [of(i, l), of(j, m), of(i, m)]]
        });
        let hexagon = [[of(0, 1), of(1, 2), of(2, 0)], [of(1, 0), of(2, 1), of(0, 2)]];
        faces.chain(hexagon).chain(halves).any(|three| self.are_around(three))
    }

    /// Whether f64 shows the direction backwards between three differences.
    fn are_around(&self, [i, j, k]: [usize; 3]) -> bool {
        let side = |i: usize, j: usize, k: usize| self.plane(i, j).side(self.vectors[k]);
        let Some(turn @ (1 | -1)) = side(i, j, k) else { return false };
        [[i, j], [j, k], [k, i]].iter().all(|&[i, j]| side(i, j, DIRECTION) == Some(-turn))
    }

    /// Whether all corners are in one plane, and the direction too. False is no proof of the contrary: it
    /// saves the exact sign of every plane.
    fn is_flat(&self) -> bool {
        let [a, b] = self.triangles;
        let has_area = |t: &Triangle| Plane::new(sub(t[1], t[0]), sub(t[2], t[0])).is_certain();
        let Some(plane) = self.widest() else { return false };
        let stages = &mut Stages::default();
        // The sides of a triangle without area would all be zero.
        let flat = (has_area(a) && orient::Plane::of(a).sides(b, stages) == [0; 3])
            || (has_area(b) && orient::Plane::of(b).sides(a, stages) == [0; 3]);
        flat && self.side(plane, DIRECTION) == 0
    }

    /// Two differences with the longest product, if it is certainly not zero.
    fn widest(&self) -> Option<[usize; 2]> {
        let longest = |[i, j]: &[usize; 2]| largest(self.plane(*i, *j).normal);
        let [i, j] = pairs().max_by(|p, q| longest(p).total_cmp(&longest(q)))?;
        self.plane(i, j).is_certain().then_some([i, j])
    }

    /// Whether the cone has the direction backwards in it; `None` if it and the direction are flat.
    fn holds_in_space(&self) -> Option<bool> {
        // What f64 shows comes first, since an exact sign takes as long as a hundred others.
        if pairs().any(|plane| self.plainly_separates(plane)) {
            return Some(false);
        }
        let mut three = pairs().flat_map(|[i, j]| (j + 1..DIFFERENCES).map(move |k| [i, j, k]));
        if three.any(|three| self.are_around(three)) {
            return Some(true);
        }
        let mut flat = true;
        for [i, j] in pairs() {
            let sides = self.sides([i, j]);
            flat &= !matches!(self.plane(i, j).side(self.vectors[DIRECTION]), Some(1 | -1));
            if sides.contains(&Some(1)) && sides.contains(&Some(-1)) {
                continue;
            }
            let ahead = self.side([i, j], DIRECTION);
            flat &= ahead == 0;
            let in_front = |(k, side): (usize, &Option<Sign>)| {
                side.unwrap_or_else(|| self.side([i, j], k)) * ahead >= 0
            };
            if ahead != 0
                && !sides.contains(&Some(-ahead))
                && sides.iter().enumerate().all(in_front)
            {
                return Some(false);
            }
        }
        (!flat || pairs().any(|plane| self.side(plane, DIRECTION) != 0)).then_some(true)
    }

    /// The sides of the differences, as far as f64 tells.
    #[inline(always)]
    fn sides(&self, [i, j]: [usize; 2]) -> [Option<Sign>; DIFFERENCES] {
        let plane = self.plane(i, j);
        array::from_fn(|k| if k == i || k == j { Some(0) } else { plane.side(self.vectors[k]) })
    }

    /// Whether f64 shows that the plane through two differences separates the others from the direction
    /// backwards.
    fn plainly_separates(&self, [i, j]: [usize; 2]) -> bool {
        let plane = self.plane(i, j);
        let Some(ahead @ (1 | -1)) = plane.side(self.vectors[DIRECTION]) else { return false };
        (0..DIFFERENCES).all(|k| {
            k == i || k == j || plane.side(self.vectors[k]).is_some_and(|side| side * ahead >= 0)
        })
    }

    /// The same if all vectors are in one plane; `None` if all of them are on one line. A line through one
    /// of the differences is enough to separate.
    fn holds_in_plane(&self) -> Option<bool> {
        let normal = self.widest().map_or([0.0; 3], |[i, j]| self.plane(i, j).normal);
        let mut axes = [0, 1, 2];
        axes.sort_by(|&i, &j| normal[j].abs().total_cmp(&normal[i].abs()));
        axes.into_iter().find_map(|dropped| {
            if pairs().any(|two| self.are_beside(two, dropped)) {
                return Some(true);
            }
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

    /// Whether f64 shows the direction backwards between two differences in a plane.
    fn are_beside(&self, [i, j]: [usize; 2], dropped: usize) -> bool {
        let turn = |i, j| self.plain_turn(i, j, dropped);
        let Some(between @ (1 | -1)) = turn(i, j) else { return false };
        turn(i, DIRECTION) == Some(-between) && turn(DIRECTION, j) == Some(-between)
    }

    /// The same if all vectors are on one line: whether a difference points backwards.
    fn holds_on_line(&self) -> bool {
        let backwards = |p: &[f64; 3]| (0..3).any(|i| opposite(p[i], self.direction[i]));
        self.vectors[..DIFFERENCES].iter().any(backwards)
    }

    #[inline(always)]
    fn plane(&self, i: usize, j: usize) -> Plane {
        Plane::new(self.vectors[i], self.vectors[j])
    }

    /// The side of the plane through two of the vectors on which a third is.
    fn side(&self, [i, j]: [usize; 2], k: usize) -> Sign {
        let plane = self.plane(i, j);
        plane.side(self.vectors[k]).or_else(|| self.accurate_side([i, j], k)).unwrap_or_else(|| {
            let [u, v, w] = [i, j, k].map(|i| &self.exact()[i]);
            exact::dot::<2, 1, 3>(&exact::cross(u, v), w).sign()
        })
    }

    /// The same in 106 bits; `None` if these are not enough.
    ///
    /// Differences have no error, and each of the six terms passes less than eight operations of `2^-104`.
    /// What underflows is less than `2^-850` for vectors up to `2^200`.
    #[cold]
    fn accurate_side(&self, [i, j]: [usize; 2], k: usize) -> Option<Sign> {
        const LARGE: f64 = f64::from_bits((1023 + 200) << 52);
        const SMALL: f64 = f64::from_bits((1023 - 700) << 52);
        const ERROR: f64 = f64::from_bits((1023 - 98) << 52);
        let [u, v, w] = [i, j, k].map(|i| self.accurate(i));
        let magnitude = self.plane(i, j).magnitude(self.vectors[k]);
        let size = [i, j, k].iter().map(|&i| largest(self.vectors[i])).fold(0.0, f64::max);
        if size > LARGE || magnitude < SMALL {
            return None;
        }
        let minor = |l: usize, m: usize| u[l] * v[m] - u[m] * v[l];
        let det = minor(1, 2) * w[0] + minor(2, 0) * w[1] + minor(0, 1) * w[2];
        (det.high.abs() > ERROR * magnitude).then(|| sign(det.high))
    }

    /// One of the vectors, without rounding.
    fn accurate(&self, k: usize) -> [Double; 3] {
        let [a, b] = self.triangles;
        array::from_fn(|axis| match k {
            DIRECTION => Double::sum(self.direction[axis], 0.0),
            k => Double::sum(b[k / 3][axis], -a[k % 3][axis]),
        })
    }

    /// The turn from one vector to another, after one coordinate is left out.
    fn turn(&self, i: usize, j: usize, dropped: usize) -> Sign {
        self.plain_turn(i, j, dropped).unwrap_or_else(|| {
            let (x, y) = ((dropped + 1) % 3, (dropped + 2) % 3);
            let [u, v] = [i, j].map(|i| &self.exact()[i]);
            exact::cross_2d::<2>(&u[x], &u[y], &v[x], &v[y]).sign()
        })
    }

    /// The same, if f64 tells.
    fn plain_turn(&self, i: usize, j: usize, dropped: usize) -> Option<Sign> {
        let (x, y) = ((dropped + 1) % 3, (dropped + 2) % 3);
        let (u, v) = (self.vectors[i], self.vectors[j]);
        let (left, right) = (u[x] * v[y], u[y] * v[x]);
        let det = left - right;
        if det.abs() > BOUND_2D * (left.abs() + right.abs() + TINY) {
            return Some(sign(det));
        }
        let zero = (u[x] == 0.0 || v[y] == 0.0) && (u[y] == 0.0 || v[x] == 0.0);
        zero.then_some(0)
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

/// The plane through the origin and two vectors, to tell sides in f64.
struct Plane {
    vectors: [[f64; 3]; 2],
    normal: [f64; 3],
    /// The sums of magnitudes for the components of `normal`.
    magnitude: [f64; 3],
}

impl Plane {
    #[inline(always)]
    fn new(u: [f64; 3], v: [f64; 3]) -> Self {
        let left = [u[1] * v[2], u[2] * v[0], u[0] * v[1]];
        let right = [u[2] * v[1], u[0] * v[2], u[1] * v[0]];
        let magnitude = |i: usize| left[i].abs() + right[i].abs() + TINY;
        Self {
            vectors: [u, v],
            normal: sub(left, right),
            magnitude: [magnitude(0), magnitude(1), magnitude(2)],
        }
    }

    /// The side on which a vector is; `None` if f64 does not tell.
    #[inline(always)]
    fn side(&self, w: [f64; 3]) -> Option<Sign> {
        let det = dot(self.normal, w);
        if det.abs() > BOUND_3D * self.magnitude(w) { Some(sign(det)) } else { self.zero(w) }
    }

    #[inline(always)]
    fn magnitude(&self, w: [f64; 3]) -> f64 {
        let [x, y, z] = w.map(f64::abs);
        self.magnitude[0] * x + self.magnitude[1] * y + self.magnitude[2] * z + TINY
    }

    /// Whether the normal is certainly not zero.
    fn is_certain(&self) -> bool {
        (0..3).any(|axis| self.normal[axis].abs() > BOUND_2D * self.magnitude[axis])
    }

    /// Zero if each term has a zero factor. Differences are computed
    /// as zero only if they are. Faces along an axis, and corners in common, are decided here.
    fn zero(&self, w: [f64; 3]) -> Option<Sign> {
        let [u, v] = self.vectors;
        let no_minor =
            |l: usize, m: usize| (u[l] == 0.0 || v[m] == 0.0) && (u[m] == 0.0 || v[l] == 0.0);
        let zero = |i: usize| w[i] == 0.0 || no_minor((i + 1) % 3, (i + 2) % 3);
        (zero(0) && zero(1) && zero(2)).then_some(0)
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
