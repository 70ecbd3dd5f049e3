//! The exact square of a distance, by brute force over all features.
//!
//! The nearest points of two triangles that are apart lie inside of a corner, an edge or the face
//! of each triangle, and the line through them is normal to both features. So the distance is the
//! smallest distance among the pairs of features that have such points.

use super::{big_integers, cross, dot, is_zero, sub, triangles_intersect};
use feeler::triangle::Triangle;
use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{Pow, Signed, Zero};

pub type Rational = Ratio<BigInt>;

type Vector = [BigInt; 3];

/// The square of the distance of two triangles, which may be without area.
pub fn distance_squared(a: &Triangle, b: &Triangle) -> Rational {
    if triangles_intersect(a, b) {
        return Rational::zero();
    }
    let points = [a[0], a[1], a[2], b[0], b[1], b[2]];
    let [a0, a1, a2, b0, b1, b2] = big_integers(points);
    let (a, b) = (distinct([a0, a1, a2]), distinct([b0, b1, b2]));
    let mut nearest = Fraction { numerator: dot_of(&a[0], &b[0]), denominator: BigInt::from(1) };
    for p in &a {
        b.iter().for_each(|q| nearest.lower(dot_of(p, q), BigInt::from(1)));
        edges(&b).iter().for_each(|edge| corner_and_edge(p, edge, &mut nearest));
        corner_and_face(p, &b, &mut nearest);
    }
    for q in &b {
        edges(&a).iter().for_each(|edge| corner_and_edge(q, edge, &mut nearest));
        corner_and_face(q, &a, &mut nearest);
    }
    for edge in edges(&a) {
        edges(&b).iter().for_each(|other| two_edges(&edge, other, &mut nearest));
    }
    Rational::new(nearest.numerator, nearest.denominator) * unit(&points).pow(2)
}

/// The square of the distance of a point to a triangle.
pub fn point_distance_squared(point: [f64; 3], triangle: &Triangle) -> Rational {
    distance_squared(&[point; 3], triangle)
}

/// Whether a number is within a tolerance of the square root of another number, computed without
/// rounding.
pub fn is_root(number: f64, square: &Rational, tolerance: &Rational) -> bool {
    let (low, high) = (rational(number) - tolerance, rational(number) + tolerance);
    (low.is_negative() || &low * &low <= *square) && *square <= &high * &high
}

/// The unit in the last place of the largest coordinate.
pub fn unit_in_last_place(a: &Triangle, b: &Triangle) -> Rational {
    let largest = a.iter().chain(b).flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    rational(largest.next_up()) - rational(largest)
}

/// The exact value of a number.
pub fn rational(x: f64) -> Rational {
    let (mantissa, exponent) = super::parts(x);
    Rational::from_integer(BigInt::from(mantissa)) * power_of_two(exponent)
}

fn power_of_two(exponent: i32) -> Rational {
    Rational::from_integer(BigInt::from(2)).pow(exponent)
}

/// A square as a fraction that is not reduced: finding the greatest common divisors would take most
/// of the time.
struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    fn lower(&mut self, numerator: BigInt, denominator: BigInt) {
        if &numerator * &self.denominator < &self.numerator * &denominator {
            *self = Self { numerator, denominator };
        }
    }
}

/// The unit of the integers of [`big_integers`].
fn unit(points: &[[f64; 3]; 6]) -> Rational {
    let nonzero = points.iter().flatten().filter(|&&x| x != 0.0);
    let exponent = nonzero.map(|&x| super::parts(x).1).min().unwrap_or(0);
    power_of_two(exponent)
}

fn distinct(corners: [Vector; 3]) -> Vec<Vector> {
    let mut corners = corners.to_vec();
    corners.sort();
    corners.dedup();
    corners
}

fn edges(corners: &[Vector]) -> Vec<[&Vector; 2]> {
    let pairs = (0..corners.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.map(|(i, j)| [&corners[i], &corners[j]]).collect()
}

/// The square of the distance of two points.
fn dot_of(p: &Vector, q: &Vector) -> BigInt {
    let between = sub(p, q);
    dot(&between, &between)
}

fn corner_and_edge(p: &Vector, [start, end]: &[&Vector; 2], nearest: &mut Fraction) {
    let (from, along) = (sub(p, start), sub(end, start));
    let (place, square) = (dot(&from, &along), dot(&along, &along));
    if place.is_positive() && place < square {
        nearest.lower(dot(&from, &from) * &square - &place * &place, square);
    }
}

fn two_edges(a: &[&Vector; 2], b: &[&Vector; 2], nearest: &mut Fraction) {
    let (u, v, from) = (sub(a[1], a[0]), sub(b[1], b[0]), sub(b[0], a[0]));
    let normal = cross(&u, &v);
    let square = dot(&normal, &normal);
    let places = [dot(&cross(&from, &v), &normal), dot(&cross(&from, &u), &normal)];
    if places.iter().all(|place| place.is_positive() && *place < square) {
        let height = dot(&from, &normal);
        nearest.lower(&height * &height, square);
    }
}

fn corner_and_face(p: &Vector, corners: &[Vector], nearest: &mut Fraction) {
    let [a, b, c] = corners else { return };
    let normal = cross(&sub(b, a), &sub(c, a));
    if is_zero(&normal) {
        return;
    }
    let left = |q: &Vector, r: &Vector| dot(&cross(&sub(r, q), &sub(p, q)), &normal).is_positive();
    if left(a, b) && left(b, c) && left(c, a) {
        let height = dot(&sub(p, a), &normal);
        nearest.lower(&height * &height, dot(&normal, &normal));
    }
}
