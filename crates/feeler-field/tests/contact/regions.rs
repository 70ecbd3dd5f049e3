//! Regions of contact against closed forms.

use crate::{anyhow, cuboid, rounds};
use feeler::inside::vector::{length, sub};
use feeler::{Mesh, Model, Pair, Pose};
use feeler_field::{Boundary, Region};
use feeler_scenes::{Random, Shape, normalised};

fn regions(a: &Model, b: &Model, pose: Pose) -> Vec<Region> {
    Region::all(&Boundary::of(a), &Boundary::of(b), pose)
}

#[track_caller]
fn assert_near(x: [f64; 3], expected: [f64; 3]) {
    assert!(length(sub(x, expected)) < 1e-9, "{x:?} {expected:?}");
}

#[test]
fn a_cube_in_a_cube() {
    let fine = Model::new(feeler_scenes::shape::cuboid(300));
    for (sign, axis) in [1.0, -1.0].into_iter().flat_map(|s| (0..3).map(move |axis| (s, axis))) {
        let along = |x: f64, y: f64| [0, 1, 2].map(|i| if i == axis { x } else { y });
        let [region] = &regions(&fine, &fine, Pose::translation(along(sign * 1.75, 0.3)))[..]
        else {
            panic!("one region")
        };
        // A's faces that are inside: mostly that of this axis, and two strips of a corner.
        let normal = region.normal.unwrap();
        assert!(sign * normal[axis] > 0.9, "{normal:?}");
        assert!(region.depth.unwrap() > 0.25, "{region:?}");
        assert_eq!(region.flat_area, 0.0);
    }
    // A small cube pressed into a face.
    let (table, block) = (cuboid([-5.0; 3], [5.0, 5.0, 0.0]), cuboid([-1.0; 3], [1.0; 3]));
    let [region] = &regions(&table, &block, Pose::translation([2.0, 1.0, 0.875]))[..] else {
        panic!("one region")
    };
    assert_near(region.normal.unwrap(), [0.0, 0.0, 1.0]);
    assert_near(region.centroid, [2.0, 1.0, 0.0]);
    assert!((region.depth.unwrap() - 0.125).abs() < 1e-12, "{:?}", region.depth);
    assert_eq!(region.extent, [[1.0, 0.0, 0.0], [3.0, 2.0, 0.0]]);
    let manifold = region.manifold(4);
    assert_eq!(manifold.len(), 4);
    assert_eq!(manifold[0][2], -0.125, "the deepest first");
    let corners = [[1.0, 0.0], [3.0, 0.0], [1.0, 2.0], [3.0, 2.0]];
    let is_at = |corner: &[f64; 2]| manifold.iter().any(|p| p[..2] == corner[..]);
    assert!(corners.iter().all(is_at), "{manifold:?}");
    assert_eq!(region.manifold(1).len(), 1);
    assert!(region.manifold(0).is_empty());
}

/// A table with four legs on a floor of two triangles, and pressed into it.
#[test]
fn four_legs_are_four_regions() {
    let floor = cuboid([-9.0; 3], [9.0, 9.0, 0.0]);
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for [x, y] in [[-3.0, -3.0], [3.0, -3.0], [-3.0, 3.0], [3.0, 3.0]] {
        let leg = cuboid([x - 0.5, y - 0.5, 0.0], [x + 0.5, y + 0.5, 4.0]);
        let first = vertices.len() as u32;
        vertices.extend_from_slice(leg.mesh().vertices());
        triangles.extend(leg.mesh().triangles().iter().map(|t| t.map(|v| v + first)));
    }
    let table = Model::new(Mesh::new(vertices, triangles).unwrap());
    for depth in [0.0, 0.25] {
        let regions = regions(&floor, &table, Pose::translation([0.0, 0.0, -depth]));
        assert_eq!(regions.len(), 4);
        for region in &regions {
            assert_near(region.normal.unwrap(), [0.0, 0.0, 1.0]);
            assert!((region.depth.unwrap() - depth).abs() < 1e-12);
            assert_eq!(region.flat_area, if depth == 0.0 { 1.0 } else { 0.0 });
            let [x, y, z] = region.centroid;
            assert!((x.abs() - 3.0).abs() < 1e-12 && (y.abs() - 3.0).abs() < 1e-12 && z == 0.0);
        }
    }
}

/// A rod through a plate comes in and goes out.
#[test]
fn a_rod_through_a_plate_has_two_regions() {
    let (plate, rod) =
        (cuboid([-5.0, -5.0, -0.5], [5.0, 5.0, 0.5]), cuboid([-1.0, -1.0, -3.0], [1.0, 1.0, 3.0]));
    let regions = regions(&plate, &rod, Pose::IDENTITY);
    let mut normals: Vec<f64> = regions.iter().map(|region| region.normal.unwrap()[2]).collect();
    normals.sort_by(f64::total_cmp);
    assert_eq!(normals, [-1.0, 1.0]);
    assert!(regions.iter().all(|region| region.depth == Some(1.0)), "{regions:?}");
}

/// Balls: the normal is the line of the centres, and the depth the thickness of the lens.
#[test]
fn balls() {
    let mut random = Random::new(31);
    let ball = Model::new(feeler_scenes::shape::sphere(20_000));
    let solid = Boundary::of(&ball);
    for _ in 0..rounds(5) {
        let (direction, far) = (random.direction(), random.between(0.5, 1.9));
        let [region] =
            &Region::all(&solid, &solid, Pose::translation(direction.map(|x| far * x)))[..]
        else {
            panic!("one region")
        };
        assert!(length(sub(region.normal.unwrap(), direction)) < 0.01);
        assert!((region.depth.unwrap() - (2.0 - far)).abs() < 0.002, "{:?}", region.depth);
        assert!(length(sub(region.centroid, direction.map(|x| 0.5 * far * x))) < 0.005);
        let manifold = region.manifold(8);
        assert_eq!(manifold.len(), 8);
        for (i, &p) in manifold.iter().enumerate() {
            let radius = (1.0 - 0.25 * far * far).sqrt();
            assert!(manifold[..i].iter().all(|&q| length(sub(p, q)) > 0.3 * radius.min(2.0 - far)));
        }
    }
}

/// Each contact is in one region, touching or not.
#[test]
fn regions_have_all_contacts_once() {
    let mut random = Random::new(32);
    for shape in [Shape::Knot, Shape::Gear, Shape::Box, Shape::Sheet] {
        let model = Model::new(normalised(&shape.mesh(1000)));
        let solid = Boundary::of(&model);
        for round in 0..rounds(4) {
            let pose = match round {
                0 => Pose::IDENTITY,
                1 => Pose::translation([0.5, 0.0, 0.0]),
                _ => anyhow(&mut random, 1.0),
            };
            let regions = Region::all(&solid, &solid, pose);
            let mut all: Vec<_> =
                regions.iter().flat_map(|region| region.contacts.clone()).collect();
            all.sort_unstable();
            assert_eq!(all, Pair::new(&model, &model).at(pose).contacts(), "{shape:?}");
            assert_eq!(regions, Region::all(&solid, &solid, pose));
            for region in &regions {
                assert!(region.points.iter().flatten().all(|x| x.is_finite()));
            }
        }
    }
}

/// Two edges that cross, and a corner on a face: a point, without a normal.
#[test]
fn points_of_touch() {
    let cube = cuboid([-1.0; 3], [1.0; 3]);
    let by = Pose::translation([2.0, 2.0, 2.0]);
    let [region] = &regions(&cube, &cube, by)[..] else { panic!("one region") };
    assert_eq!((region.normal, region.depth, region.centroid), (None, None, [1.0; 3]));
    assert_eq!(region.manifold(4), [[1.0; 3]]);
}
