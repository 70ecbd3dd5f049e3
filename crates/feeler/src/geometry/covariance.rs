//! Frames that triangles suggest: their covariance, and for a few their edges.

use super::vector::{cross, dot, sub};

/// The covariance of points spread evenly over the triangles (Gottschalk 2000, section 3.2).
pub(crate) fn surface_covariance(
    faces: impl Iterator<Item = [[f64; 3]; 3]> + Clone,
) -> [[f64; 3]; 3] {
    let mut sum = [0.0; 3];
    let mut products = [[0.0; 3]; 3];
    let mut total = 0.0;
    for [p, q, r] in faces {
        let area = area(p, q, r);
        let middle = [0, 1, 2].map(|i| (p[i] + q[i] + r[i]) / 3.0);
        total += area;
        for i in 0..3 {
            sum[i] += area * middle[i];
            for j in i..3 {
                let corners = p[i] * p[j] + q[i] * q[j] + r[i] * r[j];
                products[i][j] += area / 12.0 * (9.0 * middle[i] * middle[j] + corners);
            }
        }
    }
    centred(products, sum, total)
}

/// The covariance of points.
pub(crate) fn vertex_covariance(points: impl Iterator<Item = [f64; 3]>) -> [[f64; 3]; 3] {
    let mut sum = [0.0; 3];
    let mut products = [[0.0; 3]; 3];
    let mut total = 0.0;
    for p in points {
        total += 1.0;
        for i in 0..3 {
            sum[i] += p[i];
            for j in i..3 {
                products[i][j] += p[i] * p[j];
            }
        }
    }
    centred(products, sum, total)
}

fn centred(products: [[f64; 3]; 3], sum: [f64; 3], total: f64) -> [[f64; 3]; 3] {
    let entry = |i: usize, j: usize| {
        if total > 0.0 { products[i.min(j)][i.max(j)] - sum[i] * sum[j] / total } else { 0.0 }
    };
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)))
}

fn area(p: [f64; 3], q: [f64; 3], r: [f64; 3]) -> f64 {
    let n = cross(sub(q, p), sub(r, p));
    0.5 * dot(n, n).sqrt()
}

/// Up to three frames of a triangle: one edge, the direction across, and the normal.
pub(crate) fn edge_frames([p, q, r]: [[f64; 3]; 3]) -> impl Iterator<Item = [[f64; 3]; 3]> {
    let normal = cross(sub(q, p), sub(r, p));
    [sub(q, p), sub(r, q), sub(p, r)].into_iter().filter_map(move |edge| {
        let edge = unit(edge)?;
        let across = unit(cross(unit(normal)?, edge))?;
        // Not `normal`: on a sliver it is too inaccurate to be orthogonal to the edge.
        Some([edge, across, cross(edge, across)])
    })
}

/// A frame with its first axis along `u`, which has a length of one, and the second near `v` or, where that is parallel, anywhere.
pub(crate) fn frame_along(u: [f64; 3], v: [f64; 3]) -> [[f64; 3]; 3] {
    let least = (0..3).fold(0, |best, i| if u[i].abs() < u[best].abs() { i } else { best });
    let mut other = [0.0; 3];
    other[least] = 1.0;
    let across = cross(u, v);
    let normal = if dot(across, across) > 0.25 { across } else { cross(u, other) };
    let normal = unit(normal).expect("two different directions");
    [u, cross(normal, u), normal]
}

/// None where the length is too small to give a direction.
fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = dot(v, v).sqrt();
    (length > 1e-60).then(|| v.map(|x| x / length))
}
