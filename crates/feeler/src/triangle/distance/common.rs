//! A point of two triangles that meet, exact but for its rounding.

use super::super::exact::{Vector, cross, cross_2d, dot, quotient, sub, triangles};
use super::super::wide::Wide;
use super::super::{Triangle, intersects};
use std::array;

/// The smallest, in lexicographic order, of the points that span what two triangles have in common, each rounded.
///
/// These are the corners of one that are in the other, and the points where an edge of one crosses the other, or crosses an edge of the
/// other where both triangles lie in one plane. No order of the corners changes them.
#[cold]
pub(super) fn common_point(a: &Triangle, b: &Triangle) -> [f64; 3] {
    let mut smallest = [f64::INFINITY; 3];
    let mut consider = |point: [f64; 3]| {
        if point < smallest {
            smallest = point;
        }
    };
    for (one, other) in [(a, b), (b, a)] {
        one.iter().filter(|p| intersects(&[**p; 3], other)).for_each(|p| consider(*p));
    }
    let (exact, unit) = triangles(a, b);
    let heights = [above(&exact[0], &exact[1]), above(&exact[1], &exact[0])];
    for (which, (one, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        let (points, heights) = (&exact[which], &heights[which]);
        for (i, j) in EDGES {
            let crosses = heights[i].sign() * heights[j].sign() < 0;
            if crosses && intersects(&[one[i], one[j], one[j]], other) {
                consider(between(&points[i], &heights[i], &points[j], &heights[j], unit));
            }
        }
    }
    if heights.iter().flatten().all(|height| height.sign() == 0) {
        in_plane(&exact, unit, consider);
    }
    smallest
}

const EDGES: [(usize, usize); 3] = [(0, 1), (1, 2), (2, 0)];

/// The heights of the corners of one triangle above the plane of another, up to a positive factor.
fn above(triangle: &[Vector<1>; 3], plane: &[Vector<1>; 3]) -> [Wide<3>; 3] {
    let origin = &plane[0];
    let normal: Vector<2> = cross(&sub(&plane[1], origin), &sub(&plane[2], origin));
    array::from_fn(|i| dot(&sub(&triangle[i], origin), &normal))
}

/// The crossings of the edges of two triangles in one plane.
fn in_plane([a, b]: &[[Vector<1>; 3]; 2], unit: i32, mut consider: impl FnMut([f64; 3])) {
    for (i, j) in EDGES {
        for (k, l) in EDGES {
            // Seen along an axis in their plane, they are all on one line and nothing crosses; along the others all is as it is.
            for axis in 0..3 {
                let of_a = [&a[i], &a[j]].map(|p| beside(p, &b[k], &b[l], axis));
                let of_b = [&b[k], &b[l]].map(|p| beside(p, &a[i], &a[j], axis));
                let crosses = |[p, q]: &[Wide<3>; 2]| p.sign() * q.sign() < 0;
                if crosses(&of_a) && crosses(&of_b) {
                    consider(between(&a[i], &of_a[0], &a[j], &of_a[1], unit));
                }
            }
        }
    }
}

/// How far a point is beside the line through two others, seen along an axis, up to a positive factor.
fn beside(p: &Vector<1>, from: &Vector<1>, to: &Vector<1>, axis: usize) -> Wide<3> {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let (line, point) = (sub(to, from), sub(p, from));
    cross_2d(&line[i], &line[j], &point[i], &point[j])
}

/// Where the height is zero between a point above and a point below.
fn between(
    p: &Vector<1>,
    height_of_p: &Wide<3>,
    q: &Vector<1>,
    height_of_q: &Wide<3>,
    unit: i32,
) -> [f64; 3] {
    let weight = height_of_p.minus(height_of_q);
    let (divisor, down) = weight.leading();
    let coordinate = |i: usize| {
        let sum: Wide<4> = q[i].times(height_of_p).minus(&p[i].times(height_of_q));
        let (bits, up) = sum.leading();
        let magnitude = quotient(bits, (divisor >> 64) as u64, unit + up - (down + 64));
        f64::from(sum.sign() * weight.sign()) * magnitude + 0.0
    };
    [coordinate(0), coordinate(1), coordinate(2)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triangle::{Section, intersection};
    use proptest::prelude::*;

    /// The same from the section, which is computed in another way.
    fn smallest_corner(a: &Triangle, b: &Triangle) -> Option<[f64; 3]> {
        let smallest = |points: &[[f64; 3]]| {
            points.iter().fold([f64::INFINITY; 3], |p, q| if *q < p { *q } else { p })
        };
        Some(match intersection(a, b)? {
            Section::Point(p) => p,
            Section::Segment(ends) => smallest(&ends),
            Section::Polygon(polygon) => smallest(polygon.corners()),
        })
    }

    /// Coordinates so few that corners, edges and planes often coincide, in a third of the cases in one plane.
    fn pair() -> impl Strategy<Value = [Triangle; 2]> {
        let number = || (-4..5i32).prop_map(f64::from);
        let point = move || [number(), number(), number()];
        let triangle = move || [point(), point(), point()];
        ([triangle(), triangle()], 0..9usize).prop_map(|(pair, axis)| {
            pair.map(|t| t.map(|p| [0, 1, 2].map(|i| if i == axis { 1.0 } else { p[i] })))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 50_000, failure_persistence: None, ..Default::default() })]

        #[test]
        fn the_smallest_corner_of_the_section([a, b] in pair()) {
            if let Some(expected) = smallest_corner(&a, &b) {
                prop_assert_eq!(common_point(&a, &b), expected);
            }
        }
    }
}
