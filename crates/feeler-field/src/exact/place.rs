//! Points with exact coordinates.

use super::Triangle;
use super::number::{
    Vector, cross, dot, integers, is_zero, minus, normal, scaled, sign_of, sum, unit_of,
};
use num_bigint::BigInt;

/// A point whose coordinates are exact: f64 numbers, or fractions of big integers.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The coordinates, rounded if they are fractions.
    pub(crate) near: [f64; 3],
    /// A bound of how far `near` is off, for each coordinate.
    pub(super) off: [f64; 3],
    pub(super) fraction: Option<Fraction>,
}

/// The point `numerators / denominator * 2^unit`. The denominator is positive.
#[derive(Clone, Debug)]
pub(super) struct Fraction {
    pub(super) numerators: Vector,
    pub(super) denominator: BigInt,
    pub(super) unit: i32,
}

impl Place {
    /// A point of f64 coordinates.
    pub(crate) fn corner(point: [f64; 3]) -> Self {
        Self { near: point, off: [0.0; 3], fraction: None }
    }

    /// The point where an edge crosses the plane of a triangle. The ends of the edge must be
    /// strictly on different sides.
    pub(crate) fn on_plane([p, q]: [[f64; 3]; 2], plane: &Triangle) -> Self {
        let unit = unit_of(&[p, q, plane[0], plane[1], plane[2]]);
        let [p, q] = [p, q].map(|point| integers(point, unit));
        let [a, b, c] = plane.map(|corner| integers(corner, unit));
        let normal = cross(&minus(&b, &a), &minus(&c, &a));
        let [of_p, of_q] = [&p, &q].map(|point| dot(&normal, &minus(point, &a)));
        // p + (q - p) * of_p / (of_p - of_q)
        let numerators = minus(&scaled(&q, &of_p), &scaled(&p, &of_q));
        Self::fraction(numerators, of_p - of_q, unit)
    }

    /// The point where two lines cross that lie in one plane and are not parallel.
    pub(crate) fn on_lines([p, q]: [[f64; 3]; 2], [r, s]: [[f64; 3]; 2]) -> Self {
        let unit = unit_of(&[p, q, r, s]);
        let [p, q, r, s] = [p, q, r, s].map(|point| integers(point, unit));
        let (u, v) = (minus(&q, &p), minus(&s, &r));
        let normal = cross(&u, &v);
        let square = dot(&normal, &normal);
        let share = dot(&cross(&minus(&r, &p), &v), &normal);
        Self::fraction(sum(&scaled(&p, &square), &scaled(&u, &share)), square, unit)
    }

    /// The point common to the planes of three triangles; `None` if there is none or more than one.
    pub(crate) fn on_planes(planes: [&Triangle; 3]) -> Option<Self> {
        let unit = unit_of(planes.map(|plane| *plane).as_flattened());
        let corners = planes.map(|plane| plane.map(|corner| integers(corner, unit)));
        let normals = corners.each_ref().map(|[a, b, c]| cross(&minus(b, a), &minus(c, a)));
        let [l, m, n] = &normals;
        let [mn, nl, lm] = [cross(m, n), cross(n, l), cross(l, m)];
        let determinant = dot(l, &mn);
        if sign_of(&determinant) == 0 {
            return None;
        }
        let height = |i: usize| dot(&normals[i], &corners[i][0]);
        let numerators =
            sum(&sum(&scaled(&mn, &height(0)), &scaled(&nl, &height(1))), &scaled(&lm, &height(2)));
        Some(Self::fraction(numerators, determinant, unit))
    }

    /// The mean of the corners of a triangle.
    pub(crate) fn middle(triangle: &Triangle) -> Self {
        let unit = unit_of(triangle);
        let [a, b, c] = triangle.map(|corner| integers(corner, unit));
        Self::fraction(sum(&sum(&a, &b), &c), BigInt::from(3), unit)
    }

    fn fraction(numerators: Vector, denominator: BigInt, unit: i32) -> Self {
        let (numerators, denominator) = match sign_of(&denominator) {
            -1 => (numerators.map(|x| -x), -denominator),
            _ => (numerators, denominator),
        };
        let near = numerators.each_ref().map(|x| rounded(x, &denominator, unit));
        // The quotient is off by less than four units in the last place; below the normal range the
        // second term covers it.
        let off = near.map(|x| x.abs() * (8.0 * f64::EPSILON) + f64::MIN_POSITIVE);
        Self { near, off, fraction: Some(Fraction { numerators, denominator, unit }) }
    }

    /// Bounds of each coordinate, lower and upper.
    pub(crate) fn range(&self) -> [[f64; 3]; 2] {
        let near = |i: usize, off: f64| self.near[i] + off;
        [[0, 1, 2].map(|i| near(i, -self.off[i])), [0, 1, 2].map(|i| near(i, self.off[i]))]
    }

    /// Whether two places are the same point.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        if (0..3).any(|i| (self.near[i] - other.near[i]).abs() > self.off[i] + other.off[i]) {
            return false;
        }
        if self.fraction.is_none() && other.fraction.is_none() {
            return true; // neither is off
        }
        let unit = self.unit().min(other.unit());
        let ((p, d), (q, e)) = (self.exact(unit), other.exact(unit));
        (0..3).all(|i| &p[i] * &e == &q[i] * &d)
    }

    /// The exponent of the unit in which the coordinates are given.
    pub(super) fn unit(&self) -> i32 {
        self.fraction.as_ref().map_or_else(|| unit_of(&[self.near]), |fraction| fraction.unit)
    }

    /// The numerators and the positive denominator of the coordinates in units of `2^unit`, which
    /// must not be above the unit of the place.
    pub(super) fn exact(&self, unit: i32) -> (Vector, BigInt) {
        match &self.fraction {
            None => (integers(self.near, unit), BigInt::from(1)),
            Some(Fraction { numerators, denominator, unit: own }) => {
                let shift = (own - unit) as u32;
                (numerators.each_ref().map(|x| x << shift), denominator.clone())
            }
        }
    }

    /// The direction from a point to this place, exact up to a positive factor.
    pub(crate) fn seen_from(&self, point: [f64; 3]) -> Vector {
        let unit = self.unit().min(unit_of(&[point]));
        let (numerators, denominator) = self.exact(unit);
        minus(&numerators, &scaled(&integers(point, unit), &denominator))
    }

    /// Whether the place is on the line through two points.
    pub(crate) fn is_on_line(&self, from: [f64; 3], to: [f64; 3]) -> bool {
        let along = super::vector_between(from, to);
        is_zero(&cross(&along, &self.seen_from(from)))
    }

    /// The sign of the height over the plane of a triangle, in big integers.
    pub(super) fn height(&self, plane: &Triangle) -> super::Sign {
        sign_of(&dot(&normal(plane), &self.seen_from(plane[0])))
    }
}

/// `numerator / denominator * 2^unit`, to a few units in the last place.
fn rounded(numerator: &BigInt, denominator: &BigInt, unit: i32) -> f64 {
    if sign_of(numerator) == 0 {
        return 0.0;
    }
    // The quotient of this shift has 64 or 65 bits.
    let shift = 64 + denominator.bits() as i64 - numerator.bits() as i64;
    let quotient = match shift >= 0 {
        true => (numerator.magnitude() << shift as u64) / denominator.magnitude(),
        false => numerator.magnitude() / (denominator.magnitude() << shift.unsigned_abs()),
    };
    let digits =
        quotient.iter_u64_digits().rev().fold(0.0, |x, digit| x * 2f64.powi(64) + digit as f64);
    let exponent = (i64::from(unit) - shift).clamp(-2200, 2200) as i32;
    // The power itself may be out of range.
    let third = exponent / 3;
    let size = digits * 2f64.powi(third) * 2f64.powi(third) * 2f64.powi(exponent - 2 * third);
    if sign_of(numerator) < 0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: Triangle = [[0.0, 0.0, 0.25], [1.0, 0.0, 0.25], [0.0, 1.0, 0.25]];

    #[test]
    fn crossings_are_where_they_should_be() {
        let place = Place::on_plane([[3.0, 1.0, -0.5], [3.0, 1.0, 0.5]], &FLOOR);
        assert_eq!(place.near, [3.0, 1.0, 0.25]);
        assert!(place.is_same(&Place::corner([3.0, 1.0, 0.25])));
        assert!(!place.is_same(&Place::corner([3.0, 1.0, 0.25_f64.next_up()])));
        let lines =
            Place::on_lines([[0.0, 0.0, 1.0], [3.0, 3.0, 1.0]], [[0.0, 1.0, 1.0], [1.0, 0.0, 1.0]]);
        assert!(lines.is_same(&Place::corner([0.5, 0.5, 1.0])));
        let wall = |i: usize| {
            let mut corners = [[0.1; 3]; 3];
            corners[1][(i + 1) % 3] = 5.0;
            corners[2][(i + 2) % 3] = 7.0;
            corners
        };
        let corner = Place::on_planes([&wall(0), &wall(1), &wall(2)]).unwrap();
        assert!(corner.is_same(&Place::corner([0.1; 3])));
        assert!(Place::on_planes([&wall(0), &wall(0), &wall(2)]).is_none());
    }

    #[test]
    fn fractions_are_rounded_well() {
        let third = Place::middle(&[[0.0; 3], [1.0, 1e-300, 1e300], [0.0; 3]]);
        assert!((third.near[0] - 1.0 / 3.0).abs() < 1e-15);
        assert!((third.near[1] / 1e-300 - 1.0 / 3.0).abs() < 1e-15);
        assert!((third.near[2] / 1e300 - 1.0 / 3.0).abs() < 1e-15);
        assert!(!third.is_same(&Place::corner(third.near)));
    }
}
