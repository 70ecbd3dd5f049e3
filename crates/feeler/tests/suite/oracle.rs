//! The exact answer whether triangles meet, by brute force in exact integers.
//!
//! The oracle is independent of the kernel in method as well as in code. The kernel compares
//! intervals by the signs of orientations; the oracle looks for a separating axis. Two disjoint
//! convex polytopes are strictly separated along the normal of a facet of their Minkowski
//! difference (Ericson 2005, section 5.2.1), and there are few such normals. It is easy to see that
//! a given axis separates, so a wrong "apart" is hardly possible. The comments explain why no axis
//! is missing.

pub mod distance;
pub mod nasty;
pub mod soup;
pub mod vectors;

use feeler::triangle::Triangle;
use feeler::{Mesh, Pose};
use num_bigint::BigInt;
use num_traits::{Num, RefNum};

/// Whether two closed triangles, which may be without area, have a point in common.
pub fn triangles_intersect(a: &Triangle, b: &Triangle) -> bool {
    let points = [a[0], a[1], a[2], b[0], b[1], b[2]];
    match small_integers(points) {
        Some(points) => !apart(&points),
        None => !apart(&big_integers(points)),
    }
}

/// All pairs of triangles that meet, one triangle of `a` and one of `b` in its pose, in order.
pub fn mesh_contacts(a: &Mesh, b: &Mesh, pose: &Pose) -> Vec<(u32, u32)> {
    let all = |mesh: &Mesh| -> Vec<Triangle> {
        (0..mesh.triangles().len() as u32).map(|i| mesh.triangle(i)).collect()
    };
    let (of_a, of_b) = (all(a), all(b));
    let of_b: Vec<Triangle> = of_b.iter().map(|t| t.map(|p| pose.apply(p))).collect();
    let mut contacts = Vec::new();
    for (i, a) in of_a.iter().enumerate() {
        for (j, b) in of_b.iter().enumerate() {
            if boxes_meet(a, b) && triangles_intersect(a, b) {
                contacts.push((i as u32, j as u32));
            }
        }
    }
    contacts
}

/// Whether the axis-aligned boxes of two triangles meet.
pub fn boxes_meet(a: &Triangle, b: &Triangle) -> bool {
    let low = |t: &Triangle, i: usize| t[0][i].min(t[1][i]).min(t[2][i]);
    let high = |t: &Triangle, i: usize| t[0][i].max(t[1][i]).max(t[2][i]);
    (0..3).all(|i| low(a, i) <= high(b, i) && low(b, i) <= high(a, i))
}

/// The points relative to the first point, as integers in units of a common power of two.
fn big_integers(points: [[f64; 3]; 6]) -> [[BigInt; 3]; 6] {
    let unit = points.iter().flatten().filter(|&&x| x != 0.0).map(|&x| parts(x).1).min();
    let integer = |x: f64| match parts(x) {
        (0, _) => BigInt::ZERO,
        (mantissa, exponent) => BigInt::from(mantissa) << (exponent - unit.unwrap()),
    };
    let points = points.map(|p| p.map(integer));
    std::array::from_fn(|i| std::array::from_fn(|k| &points[i][k] - &points[0][k]))
}

/// The same integers, if they are below `2^29`. Then all numbers that [`apart`] computes fit into
/// 128 bits.
///
/// A component of an edge is below `2^30`, that of a cross product of edges below `2^61`, and that
/// of a cross product of this with an edge below `2^92`. A dot product with this is below
/// `2^(29+92+2)`.
fn small_integers(points: [[f64; 3]; 6]) -> Option<[[i128; 3]; 6]> {
    let unit = points.iter().flatten().filter(|&&x| x != 0.0).map(|&x| parts(x).1).min();
    let mut result = [[0; 3]; 6];
    for i in 0..6 {
        for k in 0..3 {
            let integer = |x: f64| match parts(x) {
                (0, _) => Some(0),
                (mantissa, exponent) => {
                    let shift = exponent - unit.unwrap();
                    (shift < 70).then(|| (mantissa as i128) << shift)
                }
            };
            result[i][k] = integer(points[i][k])? - integer(points[0][k])?;
            if result[i][k].abs() >= 1 << 29 {
                return None;
            }
        }
    }
    Some(result)
}

/// A number as an odd mantissa, or 0, and an exponent.
fn parts(x: f64) -> (i64, i32) {
    let bits = x.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, (bits & ((1 << 52) - 1)) as i64);
    let (mantissa, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction + (1 << 52), exponent - 1075) };
    let zeros = if mantissa == 0 { 0 } else { mantissa.trailing_zeros() };
    let mantissa = (mantissa >> zeros) * if x < 0.0 { -1 } else { 1 };
    (mantissa, exponent + zeros as i32)
}

/// Whether an axis separates the first three points strictly from the last three.
fn apart<T: Num + PartialOrd + Clone>(points: &[[T; 3]; 6]) -> bool
where
    for<'x> &'x T: RefNum<T>,
{
    let edge = |i: usize, j: usize| sub(&points[j], &points[i]);
    let edges = [edge(0, 1), edge(1, 2), edge(2, 0), edge(3, 4), edge(4, 5), edge(5, 3)];
    let (of_a, of_b) = edges.split_at(3);

    // The facets of a difference with volume are facets of either triangle, or products of an edge
    // of each.
    let mut axes = vec![cross(&of_a[0], &of_a[1]), cross(&of_b[0], &of_b[1])];
    axes.extend(of_a.iter().flat_map(|u| of_b.iter().map(|v| cross(u, v))));
    axes.retain(|axis| !is_zero(axis));
    if axes.iter().any(|axis| separates(axis, points)) {
        return true;
    }
    if let Some(normal) = axes.first() {
        if edges.iter().any(|e| dot(e, normal) != T::zero()) {
            return false; // the difference has volume
        }
        // The difference is a polygon. Its plane was among the axes above; the lines through its
        // edges are left.
        return edges.iter().any(|e| separates(&cross(normal, e), points));
    }
    let units = [0, 1, 2].map(|i| [0, 1, 2].map(|k| if i == k { T::one() } else { T::zero() }));
    match edges.iter().find(|e| !is_zero(e)) {
        // The difference is a segment: the origin is beside its line, or before or behind the
        // segment.
        Some(e) => {
            separates(e, points) || units.iter().any(|unit| separates(&cross(e, unit), points))
        }
        // The difference is a point.
        None => units.iter().any(|unit| separates(unit, points)),
    }
}

fn separates<T: Num + PartialOrd + Clone>(axis: &[T; 3], points: &[[T; 3]; 6]) -> bool
where
    for<'x> &'x T: RefNum<T>,
{
    let [a0, a1, a2, b0, b1, b2] = points.each_ref().map(|p| dot(p, axis));
    let below = |p: [&T; 3], q: [&T; 3]| p.iter().all(|x| q.iter().all(|y| x < y));
    below([&a0, &a1, &a2], [&b0, &b1, &b2]) || below([&b0, &b1, &b2], [&a0, &a1, &a2])
}

fn sub<T: Num>(a: &[T; 3], b: &[T; 3]) -> [T; 3]
where
    for<'x> &'x T: RefNum<T>,
{
    std::array::from_fn(|i| &a[i] - &b[i])
}

fn dot<T: Num>(a: &[T; 3], b: &[T; 3]) -> T
where
    for<'x> &'x T: RefNum<T>,
{
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross<T: Num>(a: &[T; 3], b: &[T; 3]) -> [T; 3]
where
    for<'x> &'x T: RefNum<T>,
{
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

fn is_zero<T: Num>(a: &[T; 3]) -> bool {
    a.iter().all(T::is_zero)
}
