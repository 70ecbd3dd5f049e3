//! The principal axes of eight matrices at once.

use super::Eigen;
use crate::simd::Instructions;
use crate::simd::dispatch;
use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f64x8};

/// The size, relative to a trace of one, below which an off-diagonal entry no longer turns an axis
/// in a way that matters.
const NEGLIGIBLE_ENTRY: f64 = 1e-13;

// The largest number of sweeps. Convergence is quadratic; four sweeps are common.
const MAX_SWEEPS: usize = 8;

impl Eigen {
    /// The axes of up to eight positive semidefinite matrices, in no particular order. For a matrix
    /// that is zero or not finite, they are the coordinate axes.
    pub(crate) fn of_lanes(matrices: impl Iterator<Item = [[f64; 3]; 3]>) -> [Self; 8] {
        let mut rows = [[[0.0; 8]; 3]; 3];
        for (lane, matrix) in matrices.enumerate() {
            let trace = matrix[0][0] + matrix[1][1] + matrix[2][2];
            let scale = 1.0 / trace;
            if trace > 0.0 && scale > 0.0 && scale.is_finite() {
                for i in 0..3 {
                    for j in 0..3 {
                        rows[i][j][lane] = matrix[i][j] * scale;
                    }
                }
            }
        }
        let axes = dispatch!(Instructions::best().0, simd => jacobi(simd, &rows));
        std::array::from_fn(|lane| Self { axes: axes.map(|axis| axis.map(|x| x[lane])) })
    }
}

/// Jacobi's method, as for one matrix. The axes are then made orthonormal, up to 2e-15 in each
/// product of two axes.
#[inline(always)]
fn jacobi<S: Simd>(simd: S, rows: &[[[f64; 8]; 3]; 3]) -> [[[f64; 8]; 3]; 3] {
    let (zero, one) = (f64x8::splat(simd, 0.0), f64x8::splat(simd, 1.0));
    let mut m = [[zero; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            m[i][j] = f64x8::from_slice(simd, &rows[i][j]);
        }
    }
    let mut axes = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
    for _ in 0..MAX_SWEEPS {
        let off = m[0][1].abs().max(m[0][2].abs()).max(m[1][2].abs());
        if off.simd_gt(NEGLIGIBLE_ENTRY).to_bitmask() == 0 {
            break;
        }
        turn_away(simd, &mut m, &mut axes, [0, 1, 2]);
        turn_away(simd, &mut m, &mut axes, [0, 2, 1]);
        turn_away(simd, &mut m, &mut axes, [1, 2, 0]);
    }
    let u = unit(axes[0]);
    let [a, b, c] = axes[1];
    let along = dot(u, axes[1]);
    let v = unit([a - along * u[0], b - along * u[1], c - along * u[2]]);
    let w = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    [store(u), store(v), store(w)]
}

/// Rotates the axes p and q so that `m[p][q]` becomes zero, in the notation of the same function
/// for one matrix. Both triangles of the matrix are kept, so that no index has to be sorted.
#[inline(always)]
fn turn_away<S: Simd>(
    simd: S,
    m: &mut [[f64x8<S>; 3]; 3],
    axes: &mut [[f64x8<S>; 3]; 3],
    [p, q, r]: [usize; 3],
) {
    let one = f64x8::splat(simd, 1.0);
    let difference = m[q][q] - m[p][p];
    let double = m[p][q] + m[p][q];
    // t = sign(tau) / (|tau| + sqrt(tau^2 + 1)), without the division by an entry that may be zero.
    let size = difference.abs() + (difference * difference + double * double).sqrt() + 1e-300;
    let t = double / size * one.copysign(difference);
    let c = one / (t * t + one).sqrt();
    let s = t * c;
    let turned = t * m[p][q];
    m[p][p] -= turned;
    m[q][q] += turned;
    let (rp, rq) = (m[r][p], m[r][q]);
    m[r][p] = c * rp - s * rq;
    m[r][q] = s * rp + c * rq;
    m[p][r] = m[r][p];
    m[q][r] = m[r][q];
    m[p][q] = f64x8::splat(simd, 0.0);
    m[q][p] = m[p][q];
    for k in 0..3 {
        let (u, v) = (axes[p][k], axes[q][k]);
        axes[p][k] = c * u - s * v;
        axes[q][k] = s * u + c * v;
    }
}

#[inline(always)]
fn unit<S: Simd>(v: [f64x8<S>; 3]) -> [f64x8<S>; 3] {
    let length = dot(v, v).sqrt();
    [v[0] / length, v[1] / length, v[2] / length]
}

#[inline(always)]
fn dot<S: Simd>(u: [f64x8<S>; 3], v: [f64x8<S>; 3]) -> f64x8<S> {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

#[inline(always)]
fn store<S: Simd>([x, y, z]: [f64x8<S>; 3]) -> [[f64; 8]; 3] {
    [x.into(), y.into(), z.into()]
}
