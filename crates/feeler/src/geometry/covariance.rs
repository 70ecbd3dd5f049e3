//! Frames for sets of triangles: from their covariance, and for a few triangles from their edges.

use super::vector::{add_scaled, by_axis, cross, dot, sub};

/// The covariance of points spread evenly over the triangles (Gottschalk 2000, section 3.2).
pub(crate) fn surface_covariance(
    faces: impl Iterator<Item = [[f64; 3]; 3]> + Clone,
) -> [[f64; 3]; 3] {
    let mut sum = [0.0; 3];
    let mut products = [[0.0; 3]; 3];
    let mut total = 0.0;
    for [p, q, r] in faces {
        let area = area(p, q, r);
        let middle = by_axis(|i| (p[i] + q[i] + r[i]) / 3.0);
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

/// The area, mean and covariance of a surface, which can be joined with those of another surface.
///
/// The covariance is about the mean, so nothing cancels for a small part that is far from the
/// origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moments {
    area: f64,
    mean: [f64; 3],
    /// The entries of the covariance in the order of [`PAIRS`](Self::PAIRS), times the area.
    products: [f64; 6],
}

impl Moments {
    /// The moments of an empty surface.
    pub(crate) const ZERO: Self = Self { area: 0.0, mean: [0.0; 3], products: [0.0; 6] };
    /// The row and column of each entry of a symmetric matrix.
    pub(crate) const PAIRS: [(usize, usize); 6] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];

    /// The moments of triangles p, q, r relative to an origin. With s = p + q + r and w twice the
    /// area, the arguments are the sums of w, of w s and, for each entry, of w (s s + p p + q q + r
    /// r).
    pub(crate) fn of_triangles(
        origin: [f64; 3],
        weight: f64,
        first: [f64; 3],
        second: [f64; 6],
    ) -> Self {
        let area = 0.5 * weight;
        let mean = if weight > 0.0 { first.map(|x| x / (3.0 * weight)) } else { [0.0; 3] };
        let mut products = [0.0; 6];
        for (k, (i, j)) in Self::PAIRS.into_iter().enumerate() {
            products[k] = second[k] / 24.0 - area * mean[i] * mean[j];
        }
        Self { area, mean: by_axis(|i| origin[i] + mean[i]), products }
    }

    /// The moments of both surfaces together.
    pub(crate) fn joined(&self, other: &Self) -> Self {
        let area = self.area + other.area;
        if self.area <= 0.0 || other.area <= 0.0 {
            return if self.area > 0.0 { *self } else { *other };
        }
        let share = other.area / area;
        let offset = sub(other.mean, self.mean);
        let mut products = [0.0; 6];
        for (k, (i, j)) in Self::PAIRS.into_iter().enumerate() {
            let apart = self.area * share * offset[i] * offset[j];
            products[k] = self.products[k] + other.products[k] + apart;
        }
        Self { area, mean: add_scaled(self.mean, share, offset), products }
    }

    /// The covariance times the area.
    pub(crate) fn covariance(&self) -> [[f64; 3]; 3] {
        let [a, b, c, d, e, f] = self.products;
        [[a, b, c], [b, d, e], [c, e, f]]
    }
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
    by_axis(|i| by_axis(|j| entry(i, j)))
}

fn area(p: [f64; 3], q: [f64; 3], r: [f64; 3]) -> f64 {
    let n = cross(sub(q, p), sub(r, p));
    0.5 * dot(n, n).sqrt()
}

/// Up to three frames of a triangle: one edge, the direction across it, and the normal.
pub(crate) fn edge_frames([p, q, r]: [[f64; 3]; 3]) -> impl Iterator<Item = [[f64; 3]; 3]> {
    let normal = cross(sub(q, p), sub(r, p));
    [sub(q, p), sub(r, q), sub(p, r)].into_iter().filter_map(move |edge| {
        let edge = unit(edge)?;
        let across = unit(cross(unit(normal)?, edge))?;
        // The third axis is not `normal`: on a sliver, that is too inaccurate to be orthogonal to
        // the edge.
        Some([edge, across, cross(edge, across)])
    })
}

/// A frame whose first axis is `u`, which has length one. The second axis is near `v` or, if `v` is
/// parallel to `u`, any direction.
pub(crate) fn frame_along(u: [f64; 3], v: [f64; 3]) -> [[f64; 3]; 3] {
    let least = (0..3).fold(0, |best, i| if u[i].abs() < u[best].abs() { i } else { best });
    let mut other = [0.0; 3];
    other[least] = 1.0;
    let across = cross(u, v);
    let normal = if dot(across, across) > 0.25 { across } else { cross(u, other) };
    let normal = unit(normal).expect("two different directions");
    [u, cross(normal, u), normal]
}

/// The vector scaled to length one; `None` if it is too short to have a direction.
fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = dot(v, v).sqrt();
    (length > 1e-60).then(|| v.map(|x| x / length))
}
