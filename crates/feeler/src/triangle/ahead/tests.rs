//! The cone by its planes, against sums of up to three differences in exact integers.

use super::*;
use crate::triangle::intersects;
use num_bigint::BigInt;
use proptest::prelude::*;

type Big = [BigInt; 3];

fn big_cross(u: &Big, v: &Big) -> Big {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &u[i] * &v[j] - &u[j] * &v[i])
}

fn big_dot(u: &Big, v: &Big) -> BigInt {
    &u[0] * &v[0] + &u[1] * &v[1] + &u[2] * &v[2]
}

fn is_zero(u: &Big) -> bool {
    u.iter().all(|x| *x == BigInt::ZERO)
}

/// Whether `target` is a sum of some vectors with factors that are not negative: of at most three of
/// them, by the theorem of Carathéodory, which can be chosen independent.
fn is_sum(target: &Big, vectors: &[Big]) -> bool {
    let zero = BigInt::ZERO;
    let n = vectors.len();
    let of_one = |u: &Big| is_zero(&big_cross(u, target)) && big_dot(u, target) > zero;
    if vectors.iter().any(of_one) {
        return true;
    }
    for i in 0..n {
        for j in i + 1..n {
            let (u, v) = (&vectors[i], &vectors[j]);
            let normal = big_cross(u, v);
            if is_zero(&normal) {
                continue;
            }
            // target = s u + r v, by Cramer's rule in the plane of both
            let s = big_dot(&big_cross(target, v), &normal);
            let r = big_dot(&big_cross(u, target), &normal);
            if big_dot(target, &normal) == zero && s >= zero && r >= zero {
                return true;
            }
            for w in &vectors[j + 1..] {
                let det = big_dot(&normal, w);
                if det == zero {
                    continue;
                }
                let factors = [
                    big_dot(target, &big_cross(v, w)) * &det,
                    big_dot(target, &big_cross(w, u)) * &det,
                    big_dot(target, &normal) * &det,
                ];
                if factors.iter().all(|factor| *factor >= zero) {
                    return true;
                }
            }
        }
    }
    false
}

/// [`meets_ahead`] by its definition.
fn by_sums(a: &Triangle, b: &Triangle, direction: [f64; 3]) -> bool {
    let numbers: [f64; 21] = array::from_fn(|i| match i {
        0..9 => a[i / 3][i % 3],
        9..18 => b[i / 3 - 3][i % 3],
        _ => direction[i - 18],
    });
    let (parts, _) = exact::integers(numbers);
    let number = |i: usize| BigInt::from(parts[i].0) << parts[i].1;
    let difference = |k: usize| {
        [0, 1, 2].map(|axis| number(9 + 3 * (k / 3) + axis) - number(3 * (k % 3) + axis))
    };
    let vectors: Vec<Big> = (0..9).map(difference).collect();
    is_sum(&[18, 19, 20].map(|i| -number(i)), &vectors)
}

/// Coarse coordinates, so that touching, sliding and flat triangles are common; or any.
fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => (-2..3i32).prop_map(|x| 0.1 * f64::from(x)),
        1 => -0.3..0.3f64,
    ]
}

fn point() -> impl Strategy<Value = [f64; 3]> {
    [coordinate(), coordinate(), coordinate()]
}

fn triangle() -> impl Strategy<Value = Triangle> {
    (
        [point(), point(), point()],
        prop_oneof![3 => Just(0), 2 => Just(1), 1 => Just(2), 1 => Just(3)],
    )
        .prop_map(|([p, q, r], kind)| match kind {
            0 => [p, q, r],
            1 => [p, q, r].map(|[x, y, _]| [x, y, 0.0]), // in one plane with others
            2 => [p, q, p],
            _ => [p; 3],
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn planes_say_what_sums_say(
        (a, b, direction) in (triangle(), triangle(), point()),
        scale in prop::sample::select(vec![1.0, 1e-160, 1e150, 1e290]),
        short in prop::sample::select(vec![1.0, 1e-300, 1e300]),
    ) {
        prop_assume!(direction != [0.0; 3]);
        let direction = direction.map(|x| x * short);
        let [a, b] = [a, b].map(|t| t.map(|p| p.map(|x| x * scale)));
        let expected = by_sums(&a, &b, direction);
        prop_assert_eq!(meets_ahead(&a, &b, direction), expected);
        // Who meets on the way there is met on the way back.
        prop_assert_eq!(meets_ahead(&b, &a, direction.map(|x| -x)), expected);
    }

    #[test]
    fn what_meets_after_a_step_meets_ahead(
        (a, b, direction) in (triangle(), triangle(), point()),
        step in 1..8i32,
    ) {
        // Multiples of 1/64 are moved without rounding.
        let snapped = |p: [f64; 3]| p.map(|x| (640.0 * x).round() / 64.0);
        let (a, b, direction) = (a.map(snapped), b.map(snapped), snapped(direction));
        prop_assume!(direction != [0.0; 3]);
        let moved = b.map(|p| [0, 1, 2].map(|i| p[i] + f64::from(step) * direction[i]));
        if intersects(&a, &moved) {
            prop_assert!(meets_ahead(&a, &b, direction));
        }
    }
}

#[test]
fn touching_triangles_that_part_slide_or_cross() {
    let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    let wall = [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 1.0, 3.0]];
    assert!(!meets_ahead(&floor, &wall, [0.0, 0.0, 1.0]), "it is lifted");
    assert!(!meets_ahead(&floor, &wall, [1.0, 0.0, 1e-300]), "it is lifted a little");
    assert!(meets_ahead(&floor, &wall, [1.0, 0.0, 0.0]), "it slides");
    assert!(meets_ahead(&floor, &wall, [0.0, 0.0, -1.0]), "it goes through");
    let above = floor.map(|[x, y, z]| [x + 0.5, y + 0.5, z]);
    for up in [-1.0, 1.0] {
        assert!(!meets_ahead(&floor, &above, [0.0, 0.0, up]), "a sheet has no sides");
    }
    assert!(meets_ahead(&floor, &above, [1.0, 1.0, 0.0]), "it slides");
    let corner = [[4.0, 0.0, 0.0], [5.0, 0.0, 0.0], [5.0, 1.0, 0.0]];
    assert!(!meets_ahead(&floor, &corner, [1.0, 0.0, 0.0]));
    assert!(meets_ahead(&floor, &corner, [-1.0, 0.0, 0.0]));
    let [p, q] = [[[1.0; 3]; 3], [[3.0; 3]; 3]];
    assert!(meets_ahead(&p, &q, [-0.5; 3]) && !meets_ahead(&p, &q, [0.5; 3]));
    assert!(!meets_ahead(&p, &p, [1.0; 3]), "a point leaves itself");
}
