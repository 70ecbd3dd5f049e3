//! Whether a point is inside of a closed mesh, by brute force in exact integers.
//!
//! It shares no idea with the code under test: rays have random directions, and one that meets an
//! edge or runs within a triangle's plane is thrown away.

use feeler::Mesh;
use feeler_scenes::Random;
use num_bigint::BigInt;

type Vector = [BigInt; 3];

/// A mesh that is asked where points are.
pub struct Rational<'a>(pub &'a Mesh);

/// What the oracle finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winding {
    /// The point is on the mesh.
    On,
    /// The mesh winds around it so many times.
    Times(i32),
}

impl Rational<'_> {
    pub fn winding(&self, point: [f64; 3], random: &mut Random) -> Winding {
        let exact = point.map(integer);
        let corners = || (0..self.0.triangles().len() as u32).map(|t| self.0.triangle(t));
        let around = |corners: &[[f64; 3]; 3]| {
            (0..3).all(|i| {
                corners.iter().any(|p| p[i] <= point[i]) && corners.iter().any(|p| p[i] >= point[i])
            })
        };
        if corners().filter(around).any(|corners| is_on(&corners.map(|p| p.map(integer)), &exact)) {
            return Winding::On;
        }
        loop {
            let direction = [(); 3].map(|()| (random.bits() >> 44) as f64 - f64::from(1 << 19));
            let far = Line { point, direction, margin: 1e-6 * self.extent(point) };
            let direction = direction.map(integer);
            let crossings = corners()
                .filter(|corners| !far.misses(corners))
                .map(|corners| crossing(&corners.map(|p| p.map(integer)), &exact, &direction));
            if let Some(sum) = crossings.sum::<Option<i32>>() {
                return Winding::Times(sum);
            }
        }
    }

    fn extent(&self, point: [f64; 3]) -> f64 {
        let [low, high] = self.0.bounds().unwrap();
        let corners = [low, high, point];
        corners.as_flattened().iter().fold(0.0, |m: f64, x| m.max(x.abs())) * (1 << 19) as f64
    }
}

/// A line that is known to miss most triangles, with a margin far above all rounding.
struct Line {
    point: [f64; 3],
    direction: [f64; 3],
    margin: f64,
}

impl Line {
    /// Whether all corners are on one side of a plane through the line and along an axis.
    fn misses(&self, corners: &[[f64; 3]; 3]) -> bool {
        (0..3).any(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let sides = corners.map(|p| {
                self.direction[j] * (p[k] - self.point[k])
                    - self.direction[k] * (p[j] - self.point[j])
            });
            sides.iter().all(|&x| x > self.margin) || sides.iter().all(|&x| x < -self.margin)
        })
    }
}

/// The sign with which a ray leaves through a triangle; `None` if it meets an edge or the plane of the triangle
/// contains it.
fn crossing(corners: &[Vector; 3], point: &Vector, direction: &Vector) -> Option<i32> {
    let seen = corners.each_ref().map(|corner| sub(corner, point));
    let turns = [0, 1, 2].map(|i| sign(&dot(direction, &cross(&seen[i], &seen[(i + 1) % 3]))));
    if turns.contains(&0) {
        // The line through the point meets the line of an edge, maybe far from the triangle.
        return match turns.contains(&1) && turns.contains(&-1) {
            true => Some(0),
            false => None,
        };
    }
    if turns[0] != turns[1] || turns[1] != turns[2] {
        return Some(0);
    }
    let ahead = sign(&dot(&seen[0], &cross(&seen[1], &seen[2])));
    Some(if ahead == turns[0] { ahead } else { 0 })
}

fn is_on(corners: &[Vector; 3], point: &Vector) -> bool {
    let [a, b, c] = corners;
    let normal = cross(&sub(b, a), &sub(c, a));
    if sign(&dot(&normal, &sub(point, a))) != 0 {
        return false;
    }
    if normal.iter().all(|x| sign(x) == 0) {
        let between = |p: &Vector, q: &Vector| {
            cross(&sub(p, point), &sub(q, point)).iter().all(|x| sign(x) == 0)
                && sign(&dot(&sub(p, point), &sub(q, point))) <= 0
        };
        return between(a, b) || between(b, c) || between(c, a);
    }
    [(a, b), (b, c), (c, a)]
        .iter()
        .all(|(p, q)| sign(&dot(&normal, &cross(&sub(q, p), &sub(point, p)))) >= 0)
}

/// A number in units of 2^-1074, of which all numbers are multiples.
fn integer(x: f64) -> BigInt {
    let bits = x.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, (bits & ((1 << 52) - 1)) as i64);
    let (mantissa, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction + (1 << 52), exponent - 1075) };
    if mantissa == 0 {
        return BigInt::ZERO;
    }
    let zeros = mantissa.trailing_zeros() as i32;
    let size = BigInt::from(mantissa >> zeros) << (exponent + zeros + 1074) as u32;
    if x < 0.0 { -size } else { size }
}

fn sign(x: &BigInt) -> i32 {
    (*x > BigInt::ZERO) as i32 - (*x < BigInt::ZERO) as i32
}

fn sub(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| &a[i] - &b[i])
}

fn dot(a: &Vector, b: &Vector) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}
