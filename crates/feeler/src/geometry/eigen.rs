//! Principal axes: the eigenvectors of a symmetric 3x3 matrix.

mod lanes;

use super::vector::{add_scaled, cross, dot, largest};

/// The directions of the eigenvectors of a symmetric matrix, ordered from the largest eigenvalue to
/// the smallest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eigen {
    /// A right-handed orthonormal frame, accurate to 4e-16 in each product of two axes. If
    /// eigenvalues are equal, it is any frame of their eigenspace.
    pub(crate) axes: [[f64; 3]; 3],
}

impl Eigen {
    /// The eigenvectors by Jacobi's method: one off-diagonal entry after the other is rotated away.
    /// The method needs no special case for equal or zero eigenvalues, and is accurate to a few
    /// units in the last place of the largest. Only the upper triangle of the matrix is read.
    ///
    /// For a matrix that is not finite, the axes are the coordinate axes.
    pub(crate) fn of(matrix: [[f64; 3]; 3]) -> Self {
        let [[a, b, c], [_, d, e], [_, _, f]] = matrix;
        let size = largest([a, b, c]).max(largest([d, e, f]));
        let identity = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        if !(size > 0.0 && (1.0 / size).is_normal() && size.is_finite()) {
            return Self { axes: identity };
        }
        // At size one, no square over- or underflows in a way that matters.
        let mut m = [[a, b, c], [b, d, e], [c, e, f]].map(|row| row.map(|x| x / size));
        let mut axes = identity;
        for _ in 0..MAX_SWEEPS {
            if m[0][1].abs().max(m[0][2].abs()).max(m[1][2].abs()) < f64::MIN_POSITIVE {
                break;
            }
            for (p, q) in [(0, 1), (0, 2), (1, 2)] {
                turn_away(&mut m, &mut axes, p, q);
            }
        }
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| m[j][j].total_cmp(&m[i][i]));
        Self { axes: orthonormal(order.map(|i| axes[i])) }
    }
}

// The largest number of sweeps. Convergence is quadratic: at most five sweeps were seen in a
// million random matrices.
const MAX_SWEEPS: usize = 12;

/// Rotates the axes p and q so that `m[p][q]` becomes zero (Golub and Van Loan, *Matrix
/// Computations*, section 8.5).
fn turn_away(m: &mut [[f64; 3]; 3], axes: &mut [[f64; 3]; 3], p: usize, q: usize) {
    if m[p][q] == 0.0 {
        return;
    }
    let tau = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
    // The smaller of the two possible rotations. If tau overflows, t is 0, as it should be.
    let t = 1.0f64.copysign(tau) / (tau.abs() + (tau * tau + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    let r = 3 - p - q;
    (m[p][p], m[q][q]) = (m[p][p] - t * m[p][q], m[q][q] + t * m[p][q]);
    let (rp, rq) = (m[r][p], m[r][q]);
    (m[r][p], m[r][q]) = (c * rp - s * rq, s * rp + c * rq);
    (m[p][r], m[q][r]) = (m[r][p], m[r][q]);
    (m[p][q], m[q][p]) = (0.0, 0.0);
    let (u, v) = (axes[p], axes[q]);
    axes[p] = add_scaled(u.map(|x| c * x), -s, v);
    axes[q] = add_scaled(u.map(|x| s * x), c, v);
}

/// Removes the rounding errors of the rotations, and makes the frame right-handed.
fn orthonormal([u, v, _]: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let unit = |a: [f64; 3]| {
        let length = dot(a, a).sqrt();
        a.map(|x| x / length)
    };
    let u = unit(u);
    let v = unit(add_scaled(v, -dot(u, v), u));
    [u, v, unit(cross(u, v))]
}

#[cfg(test)]
mod tests;
