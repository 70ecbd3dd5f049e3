//! Directions: exact enough normals, and directions all around.

use crate::exact::{Triangle, normal};
use feeler::inside::vector::{cross, dot, length, sub};

/// The first of the points for which a measure is the largest; the origin if there is none.
pub(super) fn longest(points: &[[f64; 3]], measure: impl Fn([f64; 3]) -> f64) -> [f64; 3] {
    let mut best = (f64::NEG_INFINITY, [0.0; 3]);
    for &point in points {
        let measured = measure(point);
        if measured > best.0 {
            best = (measured, point);
        }
    }
    best.1
}

/// A vector of length one in the direction of another; `None` for the zero vector.
pub(super) fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let largest = v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    if !(largest.is_normal()) {
        return None;
    }
    let v = v.map(|x| x / largest);
    let length = length(v);
    Some(v.map(|x| x / length))
}

/// The largest error of a normal that comes from f64 products; needles have larger errors, so their
/// normals come from big integers.
const LARGEST_ERROR: f64 = f64::from_bits((1023 - 48) << 52);

/// The normal of a triangle of length one, and a bound of its error. The triangle has an area.
///
/// An edge, a product and a difference have a rounding of half a unit each. So a component of the cross
/// product of the edges u and v is off by at most two units of the sum of the sizes of its two products, all
/// components together by four units of |u| |v|, and the normal by that divided by its length.
pub(super) fn unit_normal(triangle: &Triangle) -> ([f64; 3], f64) {
    let [a, b, c] = *triangle;
    let (u, v) = (sub(b, a), sub(c, a));
    let rough = cross(u, v);
    let error = 4.0 * f64::EPSILON * length(u) * length(v) / length(rough);
    if error < LARGEST_ERROR {
        let length = length(rough);
        return (rough.map(|x| x / length), error + 4.0 * f64::EPSILON);
    }
    let exact = normal(triangle);
    let bits = exact.iter().map(|x| x.bits()).max().unwrap_or(0);
    let shift = bits.saturating_sub(62);
    let rounded = exact.map(|x| {
        let digits = (x.magnitude() >> shift).iter_u64_digits().next().unwrap_or(0) as f64;
        if x.sign() == num_bigint::Sign::Minus { -digits } else { digits }
    });
    (unit(rounded).unwrap_or_default(), 8.0 * f64::EPSILON)
}

/// Directions that are spread evenly over the sphere, on a spiral.
pub(super) fn all_around(count: usize) -> impl Iterator<Item = [f64; 3]> {
    let turn = std::f64::consts::PI * (3.0 - 5_f64.sqrt());
    (0..count).map(move |k| {
        let z = 1.0 - (2 * k + 1) as f64 / count as f64;
        let (sin, cos) = (turn * k as f64).sin_cos();
        let radius = (1.0 - z * z).max(0.0).sqrt();
        [radius * cos, radius * sin, z]
    })
}

/// Directions that are spread evenly over those that are less than 26° from one direction.
pub(super) fn beside(direction: [f64; 3], count: usize) -> impl Iterator<Item = [f64; 3]> {
    const LEAST_COSINE: f64 = 0.9;
    let smallest = (0..3).min_by(|&i, &j| direction[i].abs().total_cmp(&direction[j].abs()));
    let mut axis = [0.0; 3];
    axis[smallest.unwrap_or(0)] = 1.0;
    let u = unit(cross(direction, axis)).unwrap_or_default();
    let v = cross(direction, u);
    let turn = std::f64::consts::PI * (3.0 - 5_f64.sqrt());
    (0..count).map(move |k| {
        let along = 1.0 - (1.0 - LEAST_COSINE) * (k as f64 + 0.5) / count as f64;
        let aside = (1.0 - along * along).sqrt();
        let (sin, cos) = (turn * k as f64).sin_cos();
        [0, 1, 2].map(|i| along * direction[i] + aside * (cos * u[i] + sin * v[i]))
    })
}

/// The shortest vector x with `n·x >= n·p` for all planes (n, p) of a list, found by raising one plane
/// after the other (Hildreth 1957).
pub(super) fn nearest_beyond(planes: &[([f64; 3], f64)]) -> [f64; 3] {
    const ROUNDS: usize = 200;
    let (mut x, mut raised) = ([0.0; 3], vec![0.0_f64; planes.len()]);
    for _ in 0..ROUNDS {
        let mut most = 0.0_f64;
        for ((normal, height), raised) in planes.iter().zip(&mut raised) {
            let by = (height - dot(*normal, x)).max(-*raised);
            *raised += by;
            x = [0, 1, 2].map(|i| x[i] + by * normal[i]);
            most = most.max(by.abs());
        }
        if most <= 1e-13 * length(x) {
            break;
        }
    }
    x
}

/// The shortest vector in the convex hull of some vectors, nearly (Gilbert 1966).
pub(super) fn shortest_in_hull(vectors: &[[f64; 3]]) -> [f64; 3] {
    const ROUNDS: usize = 20;
    let mut shortest = vectors.first().copied().unwrap_or_default();
    for _ in 0..ROUNDS {
        let along = |v: [f64; 3]| dot(shortest, v);
        let lowest = longest(vectors, |v| -along(v));
        let (from, to) = (along(shortest), along(lowest));
        let way = sub(lowest, shortest);
        if from - to <= 1e-6 * from {
            break;
        }
        let share = ((from - to) / dot(way, way)).min(1.0);
        shortest = [0, 1, 2].map(|i| shortest[i] + share * way[i]);
    }
    shortest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_of_needles_are_exact() {
        let at = |x: f64| [x, 1.0 + x * 0.5, 0.0];
        let (third, ulp) = (1.0 / 3.0, f64::EPSILON);
        let needle = [at(0.0), at(1.0), [third, 1.0 + third * 0.5 + ulp, 0.0]];
        let (normal, error) = unit_normal(&needle);
        assert!(error < 1e-14);
        assert!((normal[2] - 1.0).abs() < 1e-15 && normal[0].abs() + normal[1].abs() < 1e-15);
    }

    #[test]
    fn the_shortest_vector_of_a_segment() {
        let shortest = shortest_in_hull(&[[1.0, 1.0, 0.0], [1.0, -3.0, 0.0], [2.0, 0.0, 0.0]]);
        assert!(length(sub(shortest, [1.0, 0.0, 0.0])) < 1e-6);
    }

    #[test]
    fn a_corner_of_planes() {
        let x = nearest_beyond(&[([1.0, 0.0, 0.0], 2.0), ([0.0, 1.0, 0.0], 3.0)]);
        assert!(length(sub(x, [2.0, 3.0, 0.0])) < 1e-12);
        // The second plane follows from the first.
        let x = nearest_beyond(&[([0.6, 0.8, 0.0], 1.0), ([1.0, 0.0, 0.0], 0.1)]);
        assert!(length(sub(x, [0.6, 0.8, 0.0])) < 1e-12);
    }
}
