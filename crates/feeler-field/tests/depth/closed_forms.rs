//! Shapes whose depth is known.

use crate::blocks::{Block, block, depths, solid};
use crate::{depth, moved, proven};
use feeler::{Mesh, Model, Pose};
use feeler_field::{Body, Depth, Proof, Ways};
use feeler_scenes::{Random, Shape, shape};

/// Compares a depth with its closed form, and returns it.
fn check(name: &str, found: Depth, expected: f64, precision: f64) -> Depth {
    assert!(
        (found.upper - expected).abs() <= precision,
        "{name}: {} is not {expected}",
        found.upper
    );
    assert!(found.lower <= expected + precision, "{name}: {} is above {expected}", found.lower);
    if found.proof == Proof::Convex {
        assert!(found.upper - found.lower <= precision, "{name}: {} is low", found.lower);
    }
    found
}

fn along(a: &Mesh, b: &Mesh, pose: Pose, to: [f64; 3], ways: Ways) -> Option<Depth> {
    let [a, b] = [a, b].map(|mesh| Model::new(mesh.clone()));
    Depth::along(&Body::of(&a), &Body::of(&b), pose, to, ways)
}

/// A box of given sides around the origin.
fn cuboid(sides: [f64; 3]) -> Mesh {
    solid(&[block([0.0; 3], sides.map(|side| 0.5 * side))])
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::translation([x, y, z])
}

#[test]
fn boxes() {
    let boxes = |a: &Mesh, b: &Mesh, pose: Pose, expected: f64| {
        let found = depth(a, b, pose, Ways::Anywhere);
        assert_eq!(found.proof, Proof::Convex);
        check("boxes", found, expected, 1e-12);
    };
    let [unit, two] = [cuboid([1.0; 3]), cuboid([2.0; 3])];
    boxes(&unit, &unit, at(0.75, 0.0, 0.0), 0.25);
    boxes(&unit, &unit, at(0.0, 0.0, 0.0), 1.0);
    boxes(&two, &two, at(1.5, 0.0, 0.0), 0.5);
    boxes(&two, &two, at(1.5, 0.2, 0.1), 0.5);
    boxes(&two, &two, at(0.0, 0.0, 0.0), 2.0);
    // No triangles touch, and it is deep all the same.
    boxes(&two, &cuboid([0.5; 3]), at(0.5, 0.0, 0.0), 0.75);
    boxes(&cuboid([0.5; 3]), &two, at(-0.5, 0.0, 0.0), 0.75);
    let turned = Pose::rotation([0.0, 0.0, 1.0], 0.25 * std::f64::consts::PI);
    boxes(&two, &two, turned.then(&at(2.0, 0.0, 0.0)), 2_f64.sqrt() - 1.0);
    let plates = [cuboid([2.0, 2.0, 0.1]), cuboid([2.0, 0.1, 2.0])];
    boxes(&plates[0], &plates[1], Pose::IDENTITY, 1.05);
    let rods = [cuboid([2.0, 0.1, 0.1]), cuboid([0.1, 2.0, 0.1])];
    boxes(&rods[0], &rods[1], Pose::IDENTITY, 0.1);
}

/// A face on a face, an edge on an edge, a corner on a corner.
#[test]
fn solids_that_only_touch_are_free() {
    let unit = cuboid([1.0; 3]);
    for pose in [at(1.0, 0.0, 0.0), at(1.0, 0.5, 0.25), at(1.0, 1.0, 0.0), at(1.0, 1.0, 1.0)] {
        let found = depth(&unit, &unit, pose, Ways::Anywhere);
        assert_eq!((found.proof, found.upper, found.lower), (Proof::Free, 0.0, 0.0));
    }
    // A face on a face, one of them turned.
    let turned = Pose::rotation([1.0, 0.0, 0.0], 0.3).then(&at(1.0, 0.0, 0.0));
    assert_eq!(depth(&unit, &unit, turned, Ways::Anywhere).upper, 0.0);
    let found = depth(&unit, &unit, at(1.0 - 1e-9, 0.5, 0.25), Ways::Anywhere);
    assert!((found.upper - 1e-9).abs() < 1e-13 && found.proof == Proof::Convex, "{found:?}");
}

#[test]
fn what_is_free_has_no_depth() {
    let unit = cuboid([1.0; 3]);
    let found = depth(&unit, &unit, at(1.5, 0.0, 0.0), Ways::Anywhere);
    assert_eq!((found.upper, found.lower, found.proof), (0.0, 0.0, Proof::Free));
    assert_eq!((found.translation, found.contact), ([0.0; 3], None));
    let empty = Mesh::new(vec![], vec![]).unwrap();
    for [a, b] in [[&empty, &unit], [&unit, &empty], [&empty, &empty]] {
        assert_eq!(depth(a, b, Pose::IDENTITY, Ways::Anywhere).proof, Proof::Free);
    }
}

/// Balls of polygons, against balls: their difference is between that of the balls and a little less.
#[test]
fn balls() {
    let ball = shape::sphere(2000);
    for d in [0.0, 0.3, 1.0, 1.9] {
        let found = depth(&ball, &ball, at(d, 0.0, 0.0), Ways::Anywhere);
        assert_eq!(found.proof, Proof::Convex);
        let found = check("balls", found, 2.0 - d, 0.02);
        assert!(found.upper - found.lower < 1e-12 && found.upper <= 2.0 - d);
    }
}

/// Cylinders side by side, on one axis, and crossed.
#[test]
fn cylinders() {
    let cylinder = shape::cylinder(1000);
    for (pose, expected, precision) in [
        (at(1.5, 0.0, 0.3), 0.5, 0.01),
        (at(0.0, 0.0, 1.5), 0.5, 1e-12),
        (at(0.0, 0.0, 0.0), 2.0, 0.02),
        (
            Pose::rotation([1.0, 0.0, 0.0], 0.5 * std::f64::consts::PI).then(&at(1.75, 0.0, 0.0)),
            0.25,
            0.01,
        ),
    ] {
        let found = depth(&cylinder, &cylinder, pose, Ways::Anywhere);
        assert_eq!(found.proof, Proof::Convex);
        check("cylinders", found, expected, precision);
        assert!(found.upper - found.lower < 1e-12);
    }
}

/// A ring of squares: a pipe of inner half width `inner` and outer half width `outer`, along z.
fn pipe(inner: f64, outer: f64) -> Vec<Block> {
    let (middle, half) = (0.5 * (inner + outer), 0.5 * (outer - inner));
    vec![
        block([middle, 0.0, 0.0], [half, outer, 3.0]),
        block([-middle, 0.0, 0.0], [half, outer, 3.0]),
        block([0.0, middle, 0.0], [outer, half, 3.0]),
        block([0.0, -middle, 0.0], [outer, half, 3.0]),
    ]
}

/// A thin pipe that has cut into the wall of a wide one from within goes back to the middle.
#[test]
fn pipe_in_pipe() {
    let (wide, thin) = (pipe(1.0, 1.2), pipe(0.4, 0.5));
    for (offset, expected) in [([0.6, 0.0, 0.0], 0.1), ([0.55, 0.55, 0.0], 0.05 * 2_f64.sqrt())] {
        let anywhere =
            depth(&solid(&wide), &solid(&thin), Pose::translation(offset), Ways::Anywhere);
        check("pipe in pipe", anywhere, expected, 1e-9);
        assert!((depths(&wide, &thin, offset)[0] - expected).abs() < 1e-12);
    }
}

/// A block sunk into the floor of a slot: the hulls are ten times as deep.
#[test]
fn slot() {
    let slot = [
        block([0.0, 0.0, -1.0], [1.5, 1.0, 0.5]),
        block([-1.0, 0.0, 0.0], [0.5, 1.0, 0.5]),
        block([1.0, 0.0, 0.0], [0.5, 1.0, 0.5]),
    ];
    let part = [block([0.0; 3], [0.4; 3])];
    for ways in [Ways::Anywhere, Ways::FromOutside] {
        let found = proven(&solid(&slot), &solid(&part), at(0.0, 0.0, -0.2), ways, 0.05);
        let found = check("slot", found, 0.1, 1e-9);
        assert!(found.lower > 0.095, "{found:?}");
    }
}

/// A block in the wall of a closed cavity moves into the cavity; from outside it cannot.
#[test]
fn cavity() {
    let [outside, inside] = [block([0.0; 3], [1.0; 3]), block([0.0; 3], [0.6; 3])];
    let shell = solid(&[outside, inside]);
    let cavity = moved(&shell, |p| p);
    let mut triangles = cavity.triangles().to_vec();
    let half = triangles.len() / 2;
    triangles[half..].iter_mut().for_each(|t| t.swap(0, 1));
    let shell = Mesh::new(cavity.vertices().to_vec(), triangles).unwrap();
    let part = cuboid([0.8; 3]);
    let found = proven(&shell, &part, at(0.3, 0.0, 0.0), Ways::Anywhere, 0.05);
    let found = check("cavity", found, 0.1, 1e-9);
    assert!(found.lower > 0.095, "{found:?}");
    // Of shorter translations some lead into the cavity, so the bound stays below these.
    let found = proven(&shell, &part, at(0.3, 0.0, 0.0), Ways::FromOutside, 0.05);
    let found = check("cavity, from outside", found, 1.1, 1e-9);
    assert!(found.lower > 0.0 && found.lower <= 0.1, "{found:?}");
    // Free within the cavity.
    assert_eq!(depth(&shell, &part, Pose::IDENTITY, Ways::Anywhere).proof, Proof::Free);
}

#[test]
fn a_ring_on_itself() {
    let ring = shape::ring(2000);
    let found = proven(&ring, &ring, Pose::IDENTITY, Ways::Anywhere, 0.05);
    let found = check("ring", found, 0.5, 0.02);
    assert!(found.lower >= 0.95 * found.upper, "{found:?}");
}

/// A mesh with holes has no inside: B is free where nothing touches, and nothing is proven.
#[test]
fn open_meshes() {
    let hills = Shape::Terrain.mesh(500);
    let cube = moved(&shape::cuboid(12), |p| p.map(|x| 0.1 * x));
    let corner = Pose::translation(hills.vertices()[hills.vertices().len() / 2]);
    let pairs = [[&hills, &cube], [&cube, &hills], [&hills, &hills]];
    for ([a, b], pose) in pairs.into_iter().zip([corner, corner.inverse(), Pose::IDENTITY]) {
        let found = depth(a, b, pose, Ways::Anywhere);
        assert_eq!((found.proof, found.lower), (Proof::None, 0.0));
        assert!(found.upper > 0.0 && found.upper < 1.0, "{found:?}");
    }
}

/// Boxes along slanted directions, and the block in its slot upwards and sideways.
#[test]
fn along_directions() {
    let mut random = Random::new(41);
    let [half_a, half_b] = [[1.0, 0.5, 0.75], [0.5, 1.25, 0.25]];
    let [a, b] = [half_a, half_b].map(|half| cuboid(half.map(|x| 2.0 * x)));
    for _ in 0..60 {
        let offset = [0, 1, 2].map(|i| random.between(-0.9, 0.9) * (half_a[i] + half_b[i]));
        let to = random.direction();
        let expected =
            [0, 1, 2].map(|i| (half_a[i] + half_b[i] - to[i].signum() * offset[i]) / to[i].abs());
        let expected = expected.into_iter().fold(f64::INFINITY, f64::min);
        for ways in [Ways::Anywhere, Ways::FromOutside] {
            let found = along(&a, &b, Pose::translation(offset), to, ways).unwrap();
            assert!(
                (found.upper - expected).abs() < 1e-9 * expected.max(1.0),
                "{found:?} {expected}"
            );
            assert!(
                found.lower <= expected + 1e-12 && found.lower > 0.9 * expected,
                "{found:?} {expected}"
            );
        }
    }
    for to in [[0.0; 3], [f64::NAN, 0.0, 0.0], [f64::INFINITY, 0.0, 0.0]] {
        assert_eq!(along(&a, &b, Pose::IDENTITY, to, Ways::Anywhere), None);
    }
    // A shell of half width 0.6 to 1: from its wall to the left there is the cavity.
    let walls = pipe(0.6, 1.0);
    let part = cuboid([0.8; 3]);
    let left = |ways: Ways| along(&solid(&walls), &part, at(0.3, 0.0, 0.0), [-2.0, 0.0, 0.0], ways);
    assert!((left(Ways::Anywhere).unwrap().upper - 0.1).abs() < 1e-9);
    assert!((left(Ways::FromOutside).unwrap().upper - 1.7).abs() < 1e-9);
}

/// A convex mesh with a stray triangle beside it is not convex.
#[test]
fn strays_are_seen() {
    let cube = cuboid([2.0; 3]);
    let mut corners = cube.vertices().to_vec();
    let mut triangles = cube.triangles().to_vec();
    let first = corners.len() as u32;
    corners.extend([[1.2, 0.0, 0.0], [1.4, 0.0, 0.0], [1.2, 0.1, 0.0]]);
    triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 1]]);
    let stray = Mesh::new(corners, triangles).unwrap();
    let found = depth(&stray, &cube, at(1.9, 0.3, 0.2), Ways::Anywhere);
    assert_eq!(found.proof, Proof::None);
    assert!(found.upper > 0.49, "{found:?}");
}
