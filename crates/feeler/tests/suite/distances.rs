//! Tests of the distance of two triangles: against the exact oracle, and against itself.

use crate::oracle::distance::{
    Rational, distance_squared, is_root, point_distance_squared, rational, unit_in_last_place,
};
use crate::oracle::nasty;
use crate::oracle::triangles_intersect;
use feeler::triangle::{Triangle, TriangleDistance, distance, distance_below};
use num_traits::Zero;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::thread;

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The promised accuracy, in units in the last place of the largest coordinate.
const PROMISE: f64 = 8.0;

/// Checks the distance of a pair in all respects. Returns its error, in steps of half a unit.
fn check(name: &str, a: &Triangle, b: &Triangle) -> f64 {
    let pair = || format!("{name}\nlet a = {a:?};\nlet b = {b:?};");
    let result = distance(a, b);
    let TriangleDistance { distance, on_a, on_b } = result;
    assert!(distance >= 0.0, "{distance}: {}", pair());
    assert_eq!(distance == 0.0, triangles_intersect(a, b), "{distance}: {}", pair());
    assert!(distance > 0.0 || on_a == on_b, "two common points: {}", pair());

    let unit = unit_in_last_place(a, b);
    let promise = &unit * rational(PROMISE);
    let square = distance_squared(a, b);
    // The result is far better than promised: it is rounded from 106 bits, or from an exact number.
    let rounding =
        rational(distance.next_up()) - rational(distance) + &unit * rational(2f64.powi(-38));
    assert!(is_root(distance, &square, &rounding), "{distance} is not rounded well: {}", pair());
    let mut steps = (1..=16).map(|i| PROMISE * f64::from(i) / 16.0);
    let error = steps.find(|&x| is_root(distance, &square, &(rational(x) * &unit)));
    let error = error.unwrap_or_else(|| panic!("{distance} is wrong: {}", pair()));

    let near = |square: Rational| square <= &promise * &promise;
    assert!(near(point_distance_squared(on_a, a)), "{on_a:?} is not on a: {}", pair());
    assert!(near(point_distance_squared(on_b, b)), "{on_b:?} is not on b: {}", pair());
    let between = (0..3).map(|i| rational(on_a[i]) - rational(on_b[i]));
    let between = between.fold(Rational::zero(), |sum, x| sum + &x * &x);
    assert!(is_root(distance, &between, &promise), "{on_a:?} to {on_b:?}: {}", pair());

    assert_eq!(bits(swapped(feeler::triangle::distance(b, a))), bits(result), "{}", pair());
    assert_eq!(distance_below(a, b, distance.next_up()), Some(result), "{}", pair());
    assert_eq!(distance_below(a, b, distance), None, "{}", pair());
    error
}

/// Checks that the bits are the same for all orders of corners and triangles.
fn check_orders(name: &str, a: &Triangle, b: &Triangle) {
    let expected = bits(distance(a, b));
    for [i, j, k] in ORDERS {
        for [l, m, n] in ORDERS {
            let (a, b) = ([a[i], a[j], a[k]], [b[l], b[m], b[n]]);
            assert_eq!(bits(distance(&a, &b)), expected, "{name}: {a:?} {b:?}");
            assert_eq!(bits(swapped(distance(&b, &a))), expected, "{name}: {b:?} {a:?}");
        }
    }
}

fn bits(result: TriangleDistance) -> [u64; 7] {
    let ([x, y, z], [u, v, w]) = (result.on_a, result.on_b);
    [result.distance, x, y, z, u, v, w].map(f64::to_bits)
}

fn swapped(result: TriangleDistance) -> TriangleDistance {
    TriangleDistance { on_a: result.on_b, on_b: result.on_a, ..result }
}

fn map(triangle: &Triangle, f: impl Fn(f64, usize) -> f64) -> Triangle {
    triangle.map(|p| [f(p[0], 0), f(p[1], 1), f(p[2], 2)])
}

/// The pair with a number, and a name for its family.
///
/// In turn, the pairs are from a family of [`nasty`], from the same family with a gap of any size,
/// and triangles almost without area or angle.
fn pair(number: u64) -> (String, Triangle, Triangle) {
    let (family, a, b) = nasty::pair(number / 3);
    let mut random = nasty::Random::new(number);
    match number % 3 {
        0 => (format!("{family:?}"), a, b),
        1 => {
            let size = a.iter().chain(&b).flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
            let gap = size * small(&mut random);
            let step = random.point().map(|x| x * gap);
            (format!("{family:?}"), a, map(&b, |x, i| x + step[i]))
        }
        _ => {
            let (a, b) = needles(&mut random);
            ("Needles".into(), a, b)
        }
    }
}

/// A power of two from 2^-60 to 1.
fn small(random: &mut nasty::Random) -> f64 {
    2f64.powi(-random.between(0, 60))
}

/// Two triangles along one line, of any height, at any angle, with any gap. Some of these numbers
/// are the same for both.
fn needles(random: &mut nasty::Random) -> (Triangle, Triangle) {
    let (along, angle, gap) = (random.point(), small(random), small(random));
    let mut needle = |shift: f64, angle: f64| {
        let (turn, side) = (random.point(), random.point());
        let (height, place) = (small(random), random.unit());
        let direction = [0, 1, 2].map(|i| along[i] + angle * turn[i]);
        let start = random.unit() * 0.5;
        let at =
            |s: f64, up: f64| [0, 1, 2].map(|i| (start + s) * direction[i] + up * side[i] + shift);
        [at(-0.5, 0.0), at(0.5, 0.0), at(place, height)]
    };
    let a = needle(0.0, 0.0);
    (a, needle(gap, angle))
}

/// With `FEELER_LONG=1` there are ten times as many.
#[test]
fn a_hundred_thousand_nasty_pairs() {
    let count = if crate::long() { 1_500_000 } else { 150_000 };
    let threads = thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let run = |first: u64| {
        let mut errors: BTreeMap<String, (u64, u64, f64)> = BTreeMap::new();
        for number in (first..count).step_by(threads as usize) {
            let (family, a, b) = pair(number);
            let name = format!("pair {number}, {family}");
            let error = check(&name, &a, &b);
            if number % 64 == 0 {
                check_orders(&name, &a, &b);
            }
            let entry = errors.entry(family).or_default();
            entry.0 += 1;
            entry.1 += u64::from(distance(&a, &b).distance == 0.0);
            entry.2 = entry.2.max(error);
        }
        errors
    };
    let parts = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || run(first))).collect();
        workers.into_iter().map(|worker| worker.join().expect("no error")).collect::<Vec<_>>()
    });
    let mut errors: BTreeMap<String, (u64, u64, f64)> = BTreeMap::new();
    for (family, (pairs, contacts, error)) in parts.into_iter().flatten() {
        let entry = errors.entry(family).or_default();
        *entry = (entry.0 + pairs, entry.1 + contacts, entry.2.max(error));
    }
    for (family, (pairs, contacts, error)) in &errors {
        println!("{family:12} {pairs:6} pairs, {contacts:6} meet, off by at most {error} units");
    }
    let contacts: u64 = errors.values().map(|entry| entry.1).sum();
    assert_eq!(errors.len(), 14, "families");
    assert!((count / 8..count * 3 / 4).contains(&contacts), "{contacts} of {count} meet");
}

const FLOOR: Triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

/// Triangles to test against [`FLOOR`]: a name, the triangle, and its distance.
const NAMED: &[(&str, Triangle, f64)] = &[
    ("the same", FLOOR, 0.0),
    ("parallel", [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]], 1.0),
    ("a corner over it", [[1.0, 1.0, 2.0], [1.0, 0.0, 3.0], [0.0, 1.0, 3.0]], 2.0),
    ("its corner under it", [[-9.0, -9.0, 2.0], [9.0, 0.0, 2.0], [0.0, 9.0, 2.0]], 2.0),
    ("a corner beside its corner", [[-3.0, -4.0, 0.0], [-9.0, -9.0, 1.0], [-9.0, -8.0, 1.0]], 5.0),
    ("a corner beside its edge", [[1.0, -2.0, 0.0], [0.0, -9.0, 1.0], [2.0, -9.0, 1.0]], 2.0),
    ("edges across", [[1.0, -3.0, 1.0], [1.0, -3.0, -1.0], [1.0, -9.0, 0.0]], 3.0),
    ("parallel edges", [[1.0, -3.0, 0.0], [3.0, -3.0, 0.0], [1.0, -9.0, 0.0]], 3.0),
    (
        "parallel edges, one behind the other",
        [[8.0, 0.0, 3.0], [9.0, 0.0, 3.0], [9.0, 0.0, 9.0]],
        5.0,
    ),
    ("in its plane", [[3.0, 3.0, 0.0], [5.0, 3.0, 0.0], [3.0, 5.0, 0.0]], std::f64::consts::SQRT_2),
    ("a needle through it", [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]], 0.0),
    ("a needle over it", [[1.0, 1.0, 7.0], [1.0, 1.0, 9.0], [1.0, 1.0, 8.0]], 7.0),
    ("a point over it", [[1.0, 1.0, 1.0]; 3], 1.0),
    ("a point on it", [[1.0, 1.0, -0.0]; 3], 0.0),
    ("the smallest gap", [[1.0, 1.0, 5e-324], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]], 5e-324),
    ("a gap of 1e-300", [[1.0, 1.0, 1e-300], [1e300, 0.0, 1e300], [0.0, 1e300, 1e300]], 1e-300),
    ("a unit beside its corner", [[4.0f64.next_up(), 0.0, 0.0]; 3], 8.0 * f64::EPSILON / 2.0),
    ("as far as can be", [[-1e300, -1e300, -1e300]; 3], 1.7320508075688774e300),
    (
        "a large triangle over it",
        [[-1e300, -1e300, 2.0], [1e300, 0.0, 2.0], [0.0, 1e300, 2.0]],
        2.0,
    ),
];

#[test]
fn named() {
    for &(name, other, expected) in NAMED {
        check(name, &FLOOR, &other);
        check_orders(name, &FLOOR, &other);
        assert_eq!(distance(&FLOOR, &other).distance, expected, "{name}");
    }
}

#[test]
fn segments_and_points() {
    let segment = |p: [f64; 3], q: [f64; 3]| [p, q, q];
    let x = segment([0.0; 3], [2.0, 0.0, 0.0]);
    let cases = [
        ("skew", x, segment([1.0, -1.0, 1e-9], [1.0, 1.0, 1e-9]), 1e-9),
        ("parallel", x, segment([0.0, 1e-9, 0.0], [2.0, 1e-9, 0.0]), 1e-9),
        ("one behind the other", x, segment([2.5, 0.0, 0.0], [3.0, 0.0, 0.0]), 0.5),
        ("end to end", x, segment([2.0, 0.0, 0.0], [3.0, 0.0, 0.0]), 0.0),
        ("a point beside it", x, [[0.5, -5e-324, 0.0]; 3], 5e-324),
        ("two points", [[1.0; 3]; 3], [[1.0, 4.0, 5.0]; 3], 5.0),
        ("two tiny points", [[1e-300; 3]; 3], [[1e-300, 2e-300, 1e-300]; 3], 1e-300),
        ("the two smallest points", [[0.0; 3]; 3], [[0.0, 5e-324, -0.0]; 3], 5e-324),
        ("zeros of both signs", [[0.0; 3]; 3], [[-0.0; 3]; 3], 0.0),
    ];
    for (name, a, b, expected) in cases {
        check(name, &a, &b);
        check_orders(name, &a, &b);
        assert_eq!(distance(&a, &b).distance, expected, "{name}");
    }
}

/// The distance is less than the smallest number, so that rounding down would give zero.
#[test]
fn a_gap_too_small_for_a_number() {
    let tiny = f64::from_bits(1);
    let slope = [[0.0, 0.0, 0.0], [1.0, 0.0, tiny], [0.0, 1.0, 0.0]];
    for x in [0.5, 0.75, 1.0 - 2f64.powi(-30)] {
        let above = [[x, 0.0, tiny], [x, 0.0, 1.0], [x, 0.0, 1.0]];
        check("less than the smallest number above it", &slope, &above);
        assert_eq!(distance(&slope, &above).distance, tiny);
    }
    // Here even the exponent is out of the range of any product of two numbers.
    let slope = [[0.0, 0.0, 0.0], [1e300, 0.0, tiny], [0.0, 1.0, 0.0]];
    let below = [[1.0, 0.1, 0.0]; 3];
    check("a slope of 1e-624", &slope, &below);
    assert_eq!(distance(&slope, &below).distance, tiny);
}

#[test]
fn negative_zeros_are_zeros() {
    let apart = [[-0.0, -0.0, 1.0], [4.0, -0.0, 1.0], [-0.0, 4.0, 1.0]];
    let negative = map(&FLOOR, |x, _| if x == 0.0 { -0.0 } else { x });
    let positive = map(&apart, |x, _| x + 0.0);
    assert_eq!(bits(distance(&negative, &apart)), bits(distance(&FLOOR, &positive)));
    assert_eq!(bits(distance(&negative, &negative)), bits(distance(&FLOOR, &FLOOR)));
}

fn on_grid(size: i32) -> impl Strategy<Value = Triangle> {
    let number = move || (-size..=size).prop_map(f64::from);
    let point = move || [number(), number(), number()];
    [point(), point(), point()]
}

fn free() -> impl Strategy<Value = Triangle> {
    let point = || [-1.0..1.0f64, -1.0..1.0f64, -1.0..1.0f64];
    [point(), point(), point()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn moving_both_on_the_grid_changes_nothing(
        (a, b) in (on_grid(9), on_grid(9)),
        by in [-1i64 << 40..1 << 40, -1i64 << 40..1 << 40, -1i64 << 40..1 << 40],
    ) {
        let moved = |t| map(t, |x, i| x + by[i] as f64);
        prop_assert_eq!(distance(&a, &b).distance, distance(&moved(&a), &moved(&b)).distance);
    }

    #[test]
    fn powers_of_two_scale_it_exactly((a, b) in (free(), free()), exponent in -900..990i32) {
        let scale = 2f64.powi(exponent);
        let scaled = |t| map(t, |x, _| x * scale);
        let (one, other) = (distance(&a, &b), distance(&scaled(&a), &scaled(&b)));
        prop_assert_eq!(one.distance * scale, other.distance);
        prop_assert_eq!(one.on_a.map(|x| x * scale), other.on_a);
        prop_assert_eq!(one.on_b.map(|x| x * scale), other.on_b);
    }

    #[test]
    fn a_bound_changes_nothing_but_none((a, b) in (free(), free()), at in [-1.0..1.0f64, -1.0..1.0f64, -1.0..1.0f64], bound in 0.0..2.0f64) {
        let b = map(&b, |x, i| x + at[i]);
        let result = distance(&a, &b);
        prop_assert_eq!(distance_below(&a, &b, bound), Some(result).filter(|r| r.distance < bound));
    }

    #[test]
    fn the_nearer_half_is_as_near_as_the_whole((a, b) in (on_grid(5), on_grid(5)), edge in 0..3usize) {
        let (a, b) = (map(&a, |x, _| 2.0 * x), map(&b, |x, _| 2.0 * x));
        let [p, q, r] = [a[edge], a[(edge + 1) % 3], a[(edge + 2) % 3]];
        let middle = [0, 1, 2].map(|i| (p[i] + q[i]) / 2.0);
        let halves = [[p, middle, r], [middle, q, r]].map(|half| distance(&half, &b).distance);
        let whole = distance(&a, &b).distance;
        prop_assert!((halves[0].min(halves[1]) - whole).abs() <= whole * f64::EPSILON);
    }
}
