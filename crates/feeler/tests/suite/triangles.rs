//! Tests of the triangle kernel: against published answers, against the exact oracle, and against
//! itself.

use crate::oracle::{self, nasty, triangles_intersect, vectors};
use feeler::triangle::{Section, Stages, Triangle, intersection, intersects, intersects_counted};
use feeler::{Mesh, Pose};
use proptest::prelude::*;
use std::thread;

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Checks that the kernel gives `expected` for all orders of corners and triangles, and that the
/// oracle and the section agree.
fn check(name: &str, a: &Triangle, b: &Triangle, expected: bool) {
    let pair = || format!("{name}\nlet a = {a:?};\nlet b = {b:?};");
    assert_eq!(triangles_intersect(a, b), expected, "the oracle: {}", pair());
    for [i, j, k] in ORDERS {
        for [l, m, n] in ORDERS {
            let (a, b) = ([a[i], a[j], a[k]], [b[l], b[m], b[n]]);
            assert_eq!(intersects(&a, &b), expected, "{} corners {i}{j}{k} {l}{m}{n}", pair());
            assert_eq!(intersects(&b, &a), expected, "{} b, a {i}{j}{k} {l}{m}{n}", pair());
        }
    }
    assert_eq!(corners(intersection(a, b)).is_empty(), !expected, "the section: {}", pair());
    assert_eq!(corners(intersection(a, b)), corners(intersection(b, a)), "section: {}", pair());
}

/// The extreme points of a section, sorted.
fn corners(section: Option<Section>) -> Vec<[f64; 3]> {
    let mut points = match &section {
        None => vec![],
        Some(Section::Point(p)) => vec![*p],
        Some(Section::Segment(ends)) => ends.to_vec(),
        Some(Section::Polygon(polygon)) => polygon.corners().to_vec(),
    };
    points.sort_by(|p, q| p.partial_cmp(q).expect("finite corners"));
    points
}

fn kind(section: Option<Section>) -> &'static str {
    match section {
        None => "empty",
        Some(Section::Point(_)) => "point",
        Some(Section::Segment(_)) => "segment",
        Some(Section::Polygon(polygon)) if polygon.corners().len() == 3 => "triangle",
        Some(Section::Polygon(_)) => "polygon",
    }
}

#[test]
fn published_by_shen_2003() {
    for pair in vectors::shen2003() {
        check(&pair.name, &pair.a, &pair.b, pair.answer);
    }
}

#[test]
fn published_by_cgal() {
    for pair in vectors::cgal() {
        check(&pair.name, &pair.a, &pair.b, pair.answer != "empty");
        assert_eq!(kind(intersection(&pair.a, &pair.b)), pair.answer, "{}", pair.name);
        assert_eq!(kind(intersection(&pair.b, &pair.a)), pair.answer, "{} b, a", pair.name);
    }
}

#[test]
fn published_by_three_mesh_bvh() {
    for pair in vectors::three_mesh_bvh() {
        // These two answers are true of the decimals as printed, but not of the f64 numbers nearest
        // to them: the answer in exact arithmetic changes with the unit.
        let decimal = ["Segment-point intersection true", "Segment-segment intersection true"];
        if decimal.contains(&pair.name.as_str()) {
            let [a, b] = [pair.a, pair.b].map(|t| map(&t, |x, _| (x * 1e3).round()));
            check(&format!("{} in thousandths", pair.name), &a, &b, pair.answer);
            check(&pair.name, &pair.a, &pair.b, !pair.answer);
        } else {
            check(&pair.name, &pair.a, &pair.b, pair.answer);
        }
    }
}

#[test]
fn ends_of_published_motions() {
    for pair in vectors::ccd() {
        let expected = triangles_intersect(&pair.a, &pair.b);
        assert!(!expected || pair.answer.is_none(), "{}: a free motion ends in contact", pair.name);
        check(&pair.name, &pair.a, &pair.b, expected);
    }
}

/// With `FEELER_LONG=1` there are ten times as many.
#[test]
fn a_million_nasty_pairs() {
    let count = if std::env::var_os("FEELER_LONG").is_some() { 10_000_000 } else { 1_000_000 };
    let threads = thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let run = |first: u64| {
        let (mut stages, mut contacts) = (Stages::default(), 0);
        for number in (first..count).step_by(threads as usize) {
            let (family, a, b) = nasty::pair(number);
            let expected = triangles_intersect(&a, &b);
            let answers = [intersects_counted(&a, &b, &mut stages), intersects(&b, &a)];
            if answers != [expected; 2] || number % 64 == 0 {
                check(&format!("pair {number}, {family:?}"), &a, &b, expected);
            }
            contacts += u64::from(expected);
        }
        (stages, contacts)
    };
    let parts = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || run(first))).collect();
        workers.into_iter().map(|worker| worker.join()).collect::<Vec<_>>()
    });
    let parts: Vec<_> = parts.into_iter().map(|part| part.expect("no disagreement")).collect();
    let contacts: u64 = parts.iter().map(|part| part.1).sum();
    let sum = |stage: fn(&Stages) -> u64| parts.iter().map(|part| stage(&part.0)).sum();
    let stages = Stages {
        filtered: sum(|s| s.filtered),
        adaptive: sum(|s| s.adaptive),
        big: sum(|s| s.big),
    };
    println!("{contacts} of {count} pairs meet, {stages:?}");
    // The test means something only if both answers are common.
    assert!((count / 4..count * 3 / 4).contains(&contacts));
}

const FLOOR: Triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

/// Triangles to test against [`FLOOR`]: a name, the triangle, and the kind of its intersection with
/// the floor.
const NAMED: &[(&str, Triangle, &str)] = &[
    ("the same", FLOOR, "triangle"),
    ("a neighbour across an edge", [[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [4.0, 4.0, 1.0]], "segment"),
    ("a neighbour in its plane", [[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [4.0, 4.0, 0.0]], "segment"),
    ("folded back onto it", [[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [1.0, 1.0, 0.0]], "triangle"),
    ("a common corner", [[0.0, 0.0, 0.0], [-1.0, 0.0, 1.0], [0.0, -1.0, 1.0]], "point"),
    (
        "a common corner, in its plane",
        [[0.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
        "point",
    ),
    ("a corner on its inside", [[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]], "point"),
    ("a corner on its edge", [[2.0, 2.0, 0.0], [3.0, 2.0, 1.0], [2.0, 3.0, 1.0]], "point"),
    (
        "a corner beside its edge",
        [[2.0, 2.0000000000000004, 0.0], [3.0, 2.0, 1.0], [2.0, 3.0, 1.0]],
        "empty",
    ),
    ("a corner above it", [[1.0, 1.0, 5e-324], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]], "empty"),
    ("an edge on it", [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 1.0, 3.0]], "segment"),
    ("an edge through its edge", [[2.0, -1.0, -1.0], [2.0, 1.0, 1.0], [2.0, -5.0, 1.0]], "point"),
    ("a blade through it", [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [9.0, 1.0, 0.0]], "segment"),
    ("a blade beside it", [[3.0, 3.0, -1.0], [3.0, 3.0, 1.0], [9.0, 3.0, 0.0]], "empty"),
    ("inside, in its plane", [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 2.0, 0.0]], "triangle"),
    ("a star", [[3.0, 3.0, 0.0], [-1.0, 3.0, 0.0], [3.0, -1.0, 0.0]], "polygon"),
    ("parallel", [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]], "empty"),
    ("a point on it", [[1.0, 1.0, 0.0]; 3], "point"),
    ("a point at its corner", [[0.0, 4.0, 0.0]; 3], "point"),
    ("a point above it", [[1.0, 1.0, 1.0]; 3], "empty"),
    ("a point beside it in its box", [[3.0, 3.0, 0.0]; 3], "empty"),
    ("a segment through it", [[1.0, 1.0, 1.0], [1.0, 1.0, 0.0], [1.0, 1.0, -1.0]], "point"),
    ("a segment on it", [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.5, 1.0, 0.0]], "segment"),
    ("a segment across it", [[-1.0, 1.0, 0.0], [9.0, 1.0, 0.0], [9.0, 1.0, 0.0]], "segment"),
    ("a segment along its edge", [[-1.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 0.0, 0.0]], "segment"),
    ("a segment past its edge", [[3.0, 3.0, -1.0], [3.0, 3.0, 1.0], [3.0, 3.0, 1.0]], "empty"),
    (
        "an edge a light year long",
        [[1.0, 1.0, -1e16], [1.0, 1.0, 1e16], [1e300, 1.0, 1e16]],
        "segment",
    ),
    (
        "a corner at the largest numbers",
        [[1.0, 1.0, 0.0], [1e300, -1e300, 1e300], [1e300, 1e300, 1e300]],
        "point",
    ),
    (
        "the same, off by 1e-300",
        [[1.0, 1.0, 1e-300], [1e300, -1e300, 1e300], [1e300, 1e300, 1e300]],
        "empty",
    ),
];

#[test]
fn named() {
    for &(name, other, expected) in NAMED {
        check(name, &FLOOR, &other, expected != "empty");
        assert_eq!(kind(intersection(&FLOOR, &other)), expected, "{name}");
    }
}

#[test]
fn segments_and_points() {
    let segment = |p: [f64; 3], q: [f64; 3]| [p, q, q];
    let x = segment([0.0; 3], [2.0, 0.0, 0.0]);
    check("crossing", &x, &segment([1.0, -1.0, 0.0], [1.0, 1.0, 0.0]), true);
    check("end to end", &x, &segment([2.0, 0.0, 0.0], [3.0, 0.0, 0.0]), true);
    check("end in the middle", &x, &segment([1.0, 0.0, 0.0], [3.0, 5.0, 7.0]), true);
    check("one behind the other", &x, &segment([2.5, 0.0, 0.0], [3.0, 0.0, 0.0]), false);
    check("skew", &x, &segment([1.0, -1.0, 1e-9], [1.0, 1.0, 1e-9]), false);
    check("parallel", &x, &segment([0.0, 1e-9, 0.0], [2.0, 1e-9, 0.0]), false);
    check("a point of it", &x, &[[0.5, 0.0, 0.0]; 3], true);
    check("a point beside it", &x, &[[0.5, -5e-324, 0.0]; 3], false);
    check("two points", &[[1.0; 3]; 3], &[[1.0; 3]; 3], true);
    check("zeros of both signs", &[[0.0; 3]; 3], &[[-0.0; 3]; 3], true);
}

/// Coordinates from 1e-150 to 1e150, for which neither f64 nor expansions of f64 could hold the
/// determinant.
#[test]
fn all_sizes_at_once() {
    let (tiny, huge) = (2f64.powi(-498), 2f64.powi(498));
    let a = [[0.0, 0.0, 0.0], [huge, 0.0, tiny], [0.0, huge, tiny]];
    // The plane of a has the height tiny/huge * (x + y).
    let on = [[huge / 4.0, huge / 4.0, tiny / 2.0], [huge, huge, huge], [huge, 0.0, huge]];
    check("on it", &a, &on, true);
    let mut above = on;
    above[0][2] = (tiny / 2.0).next_up();
    check("above it", &a, &above, false);
    let mut stages = Stages::default();
    intersects_counted(&a, &above, &mut stages);
    assert!(stages.big > 0, "{stages:?}");
}

/// Two tetrahedra that stand tip on tip, and then apart.
#[test]
fn contacts_of_meshes() {
    let tip = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [-1.0, 1.0, 1.0], [-1.0, -1.0, 1.0]];
    let faces = vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
    let a = Mesh::new(tip.clone(), faces.clone()).unwrap();
    let b = Mesh::new(tip.iter().map(|p| p.map(|x| -x)).collect(), faces).unwrap();
    let at_tip: Vec<_> = (0..9).map(|i| (i / 3, i % 3)).collect();
    assert_eq!(oracle::mesh_contacts(&a, &b, &Pose::IDENTITY), at_tip);
    assert!(oracle::mesh_contacts(&a, &b, &Pose::translation([0.0, 0.0, -1e-9])).is_empty());
}

fn on_grid(size: i32) -> impl Strategy<Value = Triangle> {
    let number = move || (-size..=size).prop_map(f64::from);
    let point = move || [number(), number(), number()];
    [point(), point(), point()]
}

fn map(triangle: &Triangle, f: impl Fn(f64, usize) -> f64) -> Triangle {
    triangle.map(|p| [f(p[0], 0), f(p[1], 1), f(p[2], 2)])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn moving_both_changes_nothing(
        (a, b) in (on_grid(4), on_grid(4)),
        by in [-1i64 << 40..1 << 40, -1i64 << 40..1 << 40, -1i64 << 40..1 << 40],
    ) {
        let moved = |t| map(t, |x, i| x + by[i] as f64);
        prop_assert_eq!(intersects(&a, &b), intersects(&moved(&a), &moved(&b)));
    }

    #[test]
    fn scaling_both_by_powers_of_two_changes_nothing(
        (a, b) in (on_grid(4), on_grid(4)),
        exponents in [-1000..990i32, -1000..990i32, -1000..990i32],
    ) {
        // Each axis is scaled by a power of its own.
        let scaled = |t| map(t, |x, i| x * 2f64.powi(exponents[i]));
        prop_assert_eq!(intersects(&a, &b), intersects(&scaled(&a), &scaled(&b)));
    }

    #[test]
    fn swapping_and_mirroring_axes_changes_nothing((a, b) in (on_grid(3), on_grid(3)), order in 0..6usize) {
        let turned = |t: &Triangle| t.map(|p| [p[ORDERS[order][0]], -p[ORDERS[order][1]], p[ORDERS[order][2]]]);
        prop_assert_eq!(intersects(&a, &b), intersects(&turned(&a), &turned(&b)));
    }

    #[test]
    fn halves_meet_what_the_whole_meets((a, b) in (on_grid(4), on_grid(4)), edge in 0..3usize) {
        // The triangles are doubled, so that the middle of an edge is on the grid too.
        let (a, b) = (map(&a, |x, _| 2.0 * x), map(&b, |x, _| 2.0 * x));
        let [p, q, r] = [a[edge], a[(edge + 1) % 3], a[(edge + 2) % 3]];
        let middle = [0, 1, 2].map(|i| (p[i] + q[i]) / 2.0);
        let halves = intersects(&[p, middle, r], &b) || intersects(&[middle, q, r], &b);
        prop_assert_eq!(intersects(&a, &b), halves);
    }

    #[test]
    fn sections_lie_in_both((a, b) in (on_grid(5), on_grid(5))) {
        // The corners are rounded: within 1e-14 of the planes and boxes of both triangles, for
        // coordinates up to 5.
        for p in corners(intersection(&a, &b)) {
            for t in [a, b] {
                let [u, v, w] = [t[1], t[2], p].map(|q| [0, 1, 2].map(|i| q[i] - t[0][i]));
                let volume = u[0] * (v[1] * w[2] - v[2] * w[1])
                    + u[1] * (v[2] * w[0] - v[0] * w[2])
                    + u[2] * (v[0] * w[1] - v[1] * w[0]);
                prop_assert!(volume.abs() < 1e-11, "{p:?} is off the plane of {t:?}");
                for i in 0..3 {
                    let range = [t[0][i], t[1][i], t[2][i]];
                    prop_assert!(range.iter().any(|&x| x <= p[i]) && range.iter().any(|&x| x >= p[i]));
                }
            }
        }
    }
}
