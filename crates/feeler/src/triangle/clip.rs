//! One triangle clipped by another, in exact homogeneous coordinates.
//!
//! The method is that of Sutherland and Hodgman 1974. The second triangle is a set of half-spaces,
//! also if it is a segment or a point, and the first triangle is cut by one half-space after the
//! other. A polygon that shrinks to a segment or a point remains a list of corners, with some of
//! them equal. Numbers grow with each cut, beyond 100 000 bits for the worst input, so they are
//! integers on the heap, which queries do not use.

use super::Sign;
use super::Triangle;
use super::exact::{coordinates, integers};
use crate::rounding::two_powers;
use num_bigint::{BigInt, Sign as BigSign};
use std::array;
use std::cmp::Ordering;

/// A point in homogeneous coordinates: `vector / weight`, with a positive weight, in units of
/// `2^unit`.
#[derive(Clone, Debug)]
struct HomogeneousPoint {
    vector: BigVector,
    weight: BigInt,
}

/// The extreme points of the intersection of two triangles, rounded, in the order of the first
/// triangle's corners.
pub(super) fn common(a: &Triangle, b: &Triangle) -> Vec<[f64; 3]> {
    let (parts, unit) = integers(coordinates(a, b));
    let number = |(mantissa, shift): (i64, u32)| BigInt::from(mantissa) << shift;
    let point = |i: usize| -> BigVector { array::from_fn(|k| number(parts[3 * i + k])) };
    let corners =
        (0..3).map(|i| HomogeneousPoint { vector: point(i), weight: BigInt::from(1) }).collect();
    let parts = half_spaces(&[point(3), point(4), point(5)]);
    let corners = parts.iter().fold(corners, |corners, part| part.clip(corners));
    extremes(corners).iter().map(|corner| corner.round(unit)).collect()
}

/// The points x with `normal · x >= offset`.
struct HalfSpace {
    normal: BigVector,
    offset: BigInt,
}

impl HalfSpace {
    /// The half-space with a point on its boundary.
    fn at(point: &BigVector, normal: BigVector) -> Self {
        Self { offset: dot(&normal, point), normal }
    }

    fn height(&self, corner: &HomogeneousPoint) -> BigInt {
        dot(&self.normal, &corner.vector) - &self.offset * &corner.weight
    }

    fn clip(&self, corners: Vec<HomogeneousPoint>) -> Vec<HomogeneousPoint> {
        let heights: Vec<BigInt> = corners.iter().map(|corner| self.height(corner)).collect();
        let mut result = Vec::with_capacity(corners.len() + 1);
        for i in 0..corners.len() {
            let j = (i + 1) % corners.len();
            if sign(&heights[i]) >= 0 {
                result.push(corners[i].clone());
            }
            if sign(&heights[i]) * sign(&heights[j]) < 0 {
                result.push(HomogeneousPoint::between(
                    &corners[i],
                    &heights[j],
                    &corners[j],
                    &heights[i],
                ));
            }
        }
        result
    }
}

/// A triangle, or the segment or point that it covers, as an intersection of half-spaces.
fn half_spaces(triangle: &[BigVector; 3]) -> Vec<HalfSpace> {
    let [a, b, c] = triangle;
    let edges = [(a, sub(b, a)), (b, sub(c, b)), (c, sub(a, c))];
    let normal = cross(&edges[0].1, &edges[1].1);
    if !is_zero(&normal) {
        let mut parts = plane(a, normal.clone());
        parts.extend(edges.iter().map(|(p, edge)| HalfSpace::at(p, cross(&normal, edge))));
        return parts;
    }
    let units: [BigVector; 3] =
        array::from_fn(|i| array::from_fn(|k| BigInt::from((i == k) as i32)));
    let [low, _, high] = {
        let mut sorted = [a, b, c];
        sorted.sort();
        sorted
    };
    if low == high {
        return units.into_iter().flat_map(|unit| plane(low, unit)).collect();
    }
    let along = sub(high, low);
    let mut parts: Vec<HalfSpace> =
        units.iter().flat_map(|unit| plane(low, cross(&along, unit))).collect();
    parts.push(HalfSpace::at(high, along.clone().map(|x| -x)));
    parts.push(HalfSpace::at(low, along));
    parts
}

/// A plane as two half-spaces.
fn plane(point: &BigVector, normal: BigVector) -> Vec<HalfSpace> {
    let opposite = normal.clone().map(|x| -x);
    vec![HalfSpace::at(point, normal), HalfSpace::at(point, opposite)]
}

/// The corners without repetitions and without points between other corners.
fn extremes(corners: Vec<HomogeneousPoint>) -> Vec<HomogeneousPoint> {
    let mut distinct: Vec<HomogeneousPoint> = Vec::new();
    for corner in corners {
        if distinct.iter().all(|other| other.order(&corner) != Ordering::Equal) {
            distinct.push(corner);
        }
    }
    let n = distinct.len();
    let bent =
        |i: &usize| !collinear(&distinct[(i + n - 1) % n], &distinct[*i], &distinct[(i + 1) % n]);
    let mut kept: Vec<usize> = (0..n).filter(bent).collect();
    if n > 0 && kept.is_empty() {
        // All corners are on one line, where the cyclic order means nothing.
        let order = |&i: &usize, &j: &usize| distinct[i].order(&distinct[j]);
        kept = (0..n).min_by(order).into_iter().chain((0..n).max_by(order)).collect();
        kept.dedup();
    }
    kept.into_iter().map(|i| distinct[i].clone()).collect()
}

fn collinear(p: &HomogeneousPoint, q: &HomogeneousPoint, r: &HomogeneousPoint) -> bool {
    is_zero(&cross(&p.towards(q), &p.towards(r)))
}

impl HomogeneousPoint {
    /// The point of height zero between two corners, one above and one below.
    fn between(p: &Self, height_of_q: &BigInt, q: &Self, height_of_p: &BigInt) -> Self {
        let (of_p, of_q) = (
            BigInt::from(height_of_q.magnitude().clone()),
            BigInt::from(height_of_p.magnitude().clone()),
        );
        Self {
            vector: array::from_fn(|i| &p.vector[i] * &of_p + &q.vector[i] * &of_q),
            weight: &p.weight * &of_p + &q.weight * &of_q,
        }
    }

    /// The direction from this corner to another one, up to a positive factor.
    fn towards(&self, other: &Self) -> BigVector {
        array::from_fn(|i| &other.vector[i] * &self.weight - &self.vector[i] * &other.weight)
    }

    /// The lexicographic order.
    fn order(&self, other: &Self) -> Ordering {
        let direction = self.towards(other).map(|x| sign(&x));
        [0; 3].cmp(&direction)
    }

    fn round(&self, unit: i32) -> [f64; 3] {
        array::from_fn(|i| quotient(&self.vector[i], &self.weight, unit))
    }
}

/// `numerator / denominator * 2^unit`, rounded to the nearest f64; below the normal range within
/// one unit in the last place.
fn quotient(numerator: &BigInt, denominator: &BigInt, unit: i32) -> f64 {
    // Enough places for 66 or 67 bits of quotient: 53 to keep, others to round by, and the last one
    // for all that is cut off.
    let places = 66 + denominator.bits() as i32 - numerator.bits() as i32;
    let (n, d) =
        (numerator.magnitude() << places.max(0), denominator.magnitude() << (-places).max(0));
    let (whole, rest) = (&n / &d, &n % &d);
    let digits =
        whole.iter_u64_digits().rev().fold(0u128, |sum, digit| sum << 64 | u128::from(digit));
    let digits = digits | u128::from(rest != num_bigint::BigUint::ZERO);
    let exponent = unit - places;
    // For lower exponents the result is zero in any case.
    let [half, other] = two_powers(exponent.max(-2000));
    f64::from(sign(numerator)) * (digits as f64 * half * other)
}

/// A point or a direction.
type BigVector = [BigInt; 3];

fn sub(a: &BigVector, b: &BigVector) -> BigVector {
    array::from_fn(|i| &a[i] - &b[i])
}

fn dot(a: &BigVector, b: &BigVector) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &BigVector, b: &BigVector) -> BigVector {
    array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

fn is_zero(a: &BigVector) -> bool {
    a.iter().all(|x| sign(x) == 0)
}

fn sign(x: &BigInt) -> Sign {
    match x.sign() {
        BigSign::Minus => -1,
        BigSign::NoSign => 0,
        BigSign::Plus => 1,
    }
}
