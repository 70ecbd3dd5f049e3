use super::Eigen;
use crate::geometry::vector::{cross, dot};
use proptest::prelude::*;

fn check([a, b, c, d, e, f]: [f64; 6]) {
    let matrix = [[a, b, c], [b, d, e], [c, e, f]];
    let Eigen { axes } = Eigen::of(matrix);
    let values = axes.map(|axis| dot(axis, matrix.map(|row| dot(row, axis))));
    let size = matrix.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    assert!(values[0] >= values[1] - 1e-14 * size && values[1] >= values[2] - 1e-14 * size);
    for i in 0..3 {
        for j in 0..3 {
            let rebuilt: f64 = (0..3).map(|k| values[k] * axes[k][i] * axes[k][j]).sum();
            assert!(
                (rebuilt - matrix[i][j]).abs() <= 1e-14 * size,
                "{matrix:?} became {values:?} {axes:?}"
            );
            let product = dot(axes[i], axes[j]) - if i == j { 1.0 } else { 0.0 };
            assert!(product.abs() <= 4.5e-16, "axes {i} and {j} are off by {product:e}");
        }
    }
    assert!(dot(axes[0], cross(axes[1], axes[2])) > 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn random(entries in prop::array::uniform6(-1.0f64..1.0)) {
        check(entries);
    }

    #[test]
    fn small_integers(entries in prop::array::uniform6(-2i8..3), scale in prop::sample::select(vec![1e-300, 1e-9, 1.0, 1e9, 1e300])) {
        check(entries.map(|x| f64::from(x) * scale));
    }

    #[test]
    fn nearly_flat(entries in prop::array::uniform6(-1.0f64..1.0), tiny in prop::sample::select(vec![1e-8, 1e-16, 1e-30, 1e-200])) {
        let [a, b, c, d, e, f] = entries;
        check([a, b, c * tiny, d, e * tiny, f * tiny * tiny]);
    }
}

#[test]
fn special_matrices() {
    check([0.0; 6]);
    check([1.0, 0.0, 0.0, 1.0, 0.0, 1.0]);
    check([1.0; 6]);
    let diagonal = Eigen::of([[1.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 2.0]]);
    assert_eq!(diagonal.axes, [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
    let strange = Eigen::of([[f64::NAN; 3]; 3]);
    assert_eq!(strange.axes[0], [1.0, 0.0, 0.0]);
}

/// Checks that the axes of eight matrices at once diagonalise them as well as the axes of each
/// matrix alone.
#[test]
fn lanes_are_as_good_as_one() {
    let mut state = 1u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    for round in 0..5000 {
        let matrices: [[[f64; 3]; 3]; 8] = std::array::from_fn(|lane| {
            // Squares of matrices, some of them nearly flat or thin, with sizes far from one; and a
            // zero matrix.
            let stretch = [1.0, 10f64.powi(-(round % 5)), 10f64.powi(-(lane as i32))];
            let size = if round % 7 == 0 && lane == 3 { 0.0 } else { 10f64.powi(round % 40 - 20) };
            let rows = [0; 3].map(|_| [0, 1, 2].map(|k| stretch[k] * size * random()));
            [0, 1, 2].map(|i| [0, 1, 2].map(|j| dot(rows[i], rows[j])))
        });
        for (matrix, Eigen { axes }) in matrices.iter().zip(Eigen::of_lanes(matrices.into_iter())) {
            let trace = matrix[0][0] + matrix[1][1] + matrix[2][2];
            for i in 0..3 {
                for j in 0..3 {
                    let product = dot(axes[i], axes[j]) - if i == j { 1.0 } else { 0.0 };
                    // The third axis is the product of the others, and is not normalised again.
                    assert!(product.abs() <= 2e-15, "axes {i} and {j} are off by {product:e}");
                    let entry = dot(axes[i], matrix.map(|row| dot(row, axes[j])));
                    assert!(i == j || entry.abs() <= 2e-13 * trace, "{matrix:?}: {entry:e}");
                }
            }
            assert!(dot(axes[0], cross(axes[1], axes[2])) > 0.0);
        }
    }
}
