use super::{Hull, convex_hull};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// The exact height of d: positive if d is above the plane of a, b, c, which are counter-clockwise
/// as seen from above.
fn height(points: &[[f64; 3]], [a, b, c]: [u32; 3], d: u32) -> f64 {
    let coord = |i: u32| {
        let [x, y, z] = points[i as usize];
        robust::Coord3D { x, y, z }
    };
    -robust::orient3d(coord(a), coord(b), coord(c), coord(d))
}

/// Checks all invariants of a hull with faces, in O(n faces).
fn check(points: &[[f64; 3]], hull: &Hull) {
    for &face in &hull.faces {
        for point in 0..points.len() as u32 {
            assert!(height(points, face, point) <= 0.0, "{face:?} sees {point}");
        }
    }
    check_surface(hull);
}

/// Checks that the surface is closed, oriented, of the sphere's topology, and has exactly the
/// hull's vertices.
fn check_surface(hull: &Hull) {
    let used: BTreeSet<u32> = hull.faces.iter().flatten().copied().collect();
    assert_eq!(used.into_iter().collect::<Vec<_>>(), hull.vertices);
    let mut edges: HashMap<(u32, u32), u32> = HashMap::new();
    for face in &hull.faces {
        for i in 0..3 {
            *edges.entry((face[i], face[(i + 1) % 3])).or_default() += 1;
        }
    }
    let [a, b, c] = hull.faces[0];
    let flat = hull.faces.contains(&[a, c, b]);
    for (&(a, b), &count) in &edges {
        assert_eq!(edges.get(&(b, a)), Some(&count), "edge {a} {b} is open");
        assert!(count == 1 || flat);
    }
    assert_eq!(hull.faces.len(), 2 * hull.vertices.len() - 4, "Euler's formula");
}

/// The extreme points by definition, in integers: a point is extreme if it is in no simplex of the
/// other points.
fn extreme_by_definition(points: &[[i64; 3]]) -> BTreeSet<[i64; 3]> {
    let distinct: Vec<[i64; 3]> =
        points.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let sub = |a: [i64; 3], b: [i64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let cross = |a: [i64; 3], b: [i64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let dot = |a: [i64; 3], b: [i64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let extreme = |p: &[i64; 3]| {
        let to: Vec<_> = distinct.iter().filter(|q| *q != p).map(|&q| sub(q, *p)).collect();
        let n = to.len();
        // Carathéodory: p is not extreme iff p is a convex combination of at most four others.
        for i in 0..n {
            for j in i + 1..n {
                let c = cross(to[i], to[j]);
                if c == [0; 3] && dot(to[i], to[j]) < 0 {
                    return false;
                }
                for k in j + 1..n {
                    let volume = dot(c, to[k]);
                    if volume == 0 {
                        let normals = [c, cross(to[j], to[k]), cross(to[k], to[i])];
                        let positive = |a: [i64; 3], b: [i64; 3]| dot(a, b) > 0;
                        if positive(normals[0], normals[1]) && positive(normals[1], normals[2]) {
                            return false;
                        }
                        continue;
                    }
                    for l in k + 1..n {
                        let signs = [
                            -volume.signum(),
                            dot(c, to[l]).signum(),
                            dot(cross(to[j], to[k]), to[l]).signum(),
                            dot(cross(to[k], to[i]), to[l]).signum(),
                        ];
                        if signs.iter().all(|&s| s == signs[0]) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    };
    distinct.iter().filter(|p| extreme(p)).copied().collect()
}

fn vertices_as_integers(points: &[[i64; 3]], hull: &Hull) -> BTreeSet<[i64; 3]> {
    let set: BTreeSet<_> = hull.vertices.iter().map(|&v| points[v as usize]).collect();
    assert_eq!(set.len(), hull.vertices.len(), "equal vertices");
    set
}

fn to_f64(points: &[[i64; 3]]) -> Vec<[f64; 3]> {
    points.iter().map(|p| p.map(|x| x as f64 / 8.0)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn vertices_are_the_extreme_points(
        side in 1i64..5,
        raw in prop::collection::vec(prop::array::uniform3(0i64..1000), 0..14),
    ) {
        let points: Vec<[i64; 3]> = raw.iter().map(|p| p.map(|x| x % side)).collect();
        let hull = convex_hull(&to_f64(&points));
        prop_assert_eq!(vertices_as_integers(&points, &hull), extreme_by_definition(&points));
    }

    #[test]
    fn grid_points_have_a_closed_hull(
        side in 2i64..9,
        raw in prop::collection::vec(prop::array::uniform3(0i64..1000), 4..80),
    ) {
        let points = to_f64(&raw.iter().map(|p| p.map(|x| x % side)).collect::<Vec<_>>());
        let hull = convex_hull(&points);
        if !hull.faces.is_empty() {
            check(&points, &hull);
        }
    }

    #[test]
    fn scattered_points_have_a_closed_hull(points in prop::collection::vec(prop::array::uniform3(-2.0f64..2.0), 4..200)) {
        check(&points, &convex_hull(&points));
    }

    #[test]
    fn nearly_flat_points_have_a_closed_hull(points in prop::collection::vec(prop::array::uniform3(-2.0f64..2.0), 5..60)) {
        // Rounding lifts the points off the plane by an ulp or so, so the sign of every determinant
        // is in doubt.
        let points: Vec<_> = points.iter().map(|&[x, y, _]| [x, y, 0.3 * x + 0.7 * y]).collect();
        check(&points, &convex_hull(&points));
    }

    #[test]
    fn any_finite_numbers_are_accepted(bits in prop::collection::vec(prop::array::uniform3(any::<f64>()), 0..30)) {
        let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
        let points: Vec<_> = bits.iter().map(|p| p.map(finite)).collect();
        let hull = convex_hull(&points);
        if !hull.faces.is_empty() {
            check_surface(&hull);
        }
    }
}

#[test]
fn degenerate_sets() {
    let vertices = |points: &[[f64; 3]]| convex_hull(points).vertices;
    assert_eq!(vertices(&[]), []);
    assert_eq!(vertices(&[[1.0, 2.0, 3.0]; 5]), [0]);
    assert_eq!(vertices(&[[0.0, -0.0, 0.0], [-0.0, 0.0, 0.0]]), [0]);
    let line: Vec<_> = [3, 1, 4, 1, 5, 9, 2, 6].map(|i| [0.1 * i as f64; 3]).to_vec();
    assert_eq!(vertices(&line), [1, 5]);
    let square = [[0, 0], [1, 0], [2, 0], [2, 2], [0, 2], [1, 1], [0, 1], [1, 0]];
    let square: Vec<_> = square.iter().map(|&[x, y]| [x as f64, 1.0, y as f64]).collect();
    let hull = convex_hull(&square);
    assert_eq!(hull.vertices, [0, 2, 3, 4]);
    check(&square, &hull);
    assert_eq!(convex_hull(&square[..3]).faces, [[0u32; 3]; 0]);
}

#[test]
fn a_full_grid_has_eight_corners() {
    let side = |i: usize| (i % 10) as f64 / 4.0 - 1.0;
    let grid: Vec<_> = (0..1000).map(|i| [side(i), side(i / 10), side(i / 100)]).collect();
    let hull = convex_hull(&grid);
    assert_eq!(hull.vertices, [0, 9, 90, 99, 900, 909, 990, 999]);
    check(&grid, &hull);
}

/// Points on the unit sphere, evenly spread along a spiral.
fn spiral(count: usize) -> Vec<[f64; 3]> {
    (0..count)
        .map(|i| {
            let z = 1.0 - (2 * i + 1) as f64 / count as f64;
            let (sin, cos) = (i as f64 * 2.399_963_229_728_653).sin_cos();
            let r = (1.0 - z * z).sqrt();
            [r * cos, r * sin, z]
        })
        .collect()
}

#[test]
fn every_point_of_a_sphere_is_extreme() {
    let points = spiral(2000);
    let hull = convex_hull(&points);
    assert_eq!(hull.vertices.len(), points.len());
    check(&points, &hull);
    let large = convex_hull(&spiral(100_000));
    assert!(large.vertices.len() > 99_990);
    check_surface(&large);
}
