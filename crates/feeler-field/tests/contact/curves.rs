//! Curves against the sections of all contacts, and against closed forms.

use crate::{anyhow, cuboid, rounds, snapped};
use feeler::triangle::Section;
use feeler::{Mesh, Model, Pair, Pose};
use feeler_field::Curve;
use feeler_scenes::{Random, Shape, normalised};
use std::collections::HashSet;

const CLOSED: [Shape; 11] = [
    Shape::Sphere,
    Shape::Globe,
    Shape::Knot,
    Shape::Ring,
    Shape::Blob,
    Shape::Gear,
    Shape::Pipes,
    Shape::Box,
    Shape::Plate,
    Shape::Screw,
    Shape::Cylinder,
];

fn distance(p: [f64; 3], q: [f64; 3]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|i| q[i] - p[i]);
    x.hypot(y).hypot(z)
}

/// Checks that curves are whole: each step is once there, and one contact is behind each step.
fn check_whole(curves: &[Curve]) {
    let mut seen = HashSet::new();
    for curve in curves {
        let steps = curve.points.len() - usize::from(!curve.is_closed);
        assert_eq!(curve.contacts.len(), steps);
        for contact in &curve.contacts {
            assert!(seen.insert(*contact), "{contact} is there twice");
        }
        for pair in curve.points.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
    }
}

#[test]
fn curves_of_closed_meshes_are_closed_and_have_all_sections() {
    let mut random = Random::new(19);
    for shape in CLOSED {
        let model = Model::new(normalised(&shape.mesh(1000)));
        for _ in 0..rounds(6) {
            let pair = Pair::new(&model, &model).at(anyhow(&mut random, 1.2));
            let curves = Curve::all(&pair);
            check_whole(&curves);
            assert!(curves.iter().all(|curve| curve.is_closed), "{shape:?} at {:?}", pair.pose());
            let mut length = 0.0;
            let contacts = pair.contacts();
            for &contact in &contacts {
                match pair.section(contact) {
                    Some(Section::Segment([p, q])) => length += distance(p, q),
                    Some(Section::Point(_)) | None => {}
                    Some(Section::Polygon(_)) => panic!("{contact} is flat"),
                }
            }
            let found: f64 = curves.iter().map(Curve::length).sum();
            assert!((found - length).abs() <= 1e-9 * length, "{shape:?}: {found} of {length}");
        }
    }
}

/// Each segment is where both of its triangles are.
#[test]
fn points_are_on_both_surfaces() {
    let mut random = Random::new(7);
    let models = [Shape::Blob, Shape::Gear].map(|shape| Model::new(normalised(&shape.mesh(2000))));
    for _ in 0..rounds(10) {
        let pair = Pair::new(&models[0], &models[1]).at(anyhow(&mut random, 0.8));
        for curve in Curve::all(&pair) {
            for (step, &contact) in curve.contacts.iter().enumerate() {
                let ends = [step, (step + 1) % curve.points.len()].map(|i| curve.points[i]);
                let b = models[1].mesh().triangle(contact.b).map(|p| pair.pose().apply(p));
                for triangle in [models[0].mesh().triangle(contact.a), b] {
                    for end in ends {
                        let off = feeler::triangle::distance(&triangle, &[end; 3]).distance;
                        assert!(off < 1e-13, "{contact}: {off:e}");
                    }
                }
            }
        }
    }
}

/// Parts on a grid touch in all ways: corners in faces, edges through edges, faces on faces.
#[test]
fn curves_of_parts_on_a_grid_are_closed() {
    let mut random = Random::new(3);
    let steps = cuboid([-1.0; 3], [1.0, 1.0, 0.5]);
    let [fine, coarse] = [1200, 12].map(|n| Model::new(feeler_scenes::shape::cuboid(n)));
    let slab = Model::new(feeler_scenes::shape::slab(400));
    let models = [&steps, &fine, &coarse, &slab];
    for round in 0..rounds(400) {
        let (a, b) = (models[round % 4], models[round / 4 % 4]);
        let pose = snapped(&mut random, [0.5, 0.25, 0.1][round % 3]);
        let curves = Curve::all(&Pair::new(a, b).at(pose));
        check_whole(&curves);
        assert!(curves.iter().all(|curve| curve.is_closed), "round {round} at {pose:?}");
    }
}

#[test]
fn coincident_copies() {
    for shape in CLOSED {
        let model = Model::new(shape.mesh(600));
        let curves = Curve::all(&Pair::new(&model, &model));
        check_whole(&curves);
        assert!(curves.iter().all(|curve| curve.is_closed), "{shape:?}");
    }
}

#[test]
fn closed_forms() {
    let total = |a: &Model, b: &Model, pose: Pose| {
        let curves = Curve::all(&Pair::new(a, b).at(pose));
        assert!(curves.iter().all(|curve| curve.is_closed));
        (curves.len(), curves.iter().map(Curve::length).sum::<f64>())
    };
    let cube = cuboid([-1.0; 3], [1.0; 3]);
    let near = |(count, length): (usize, f64), (curves, expected): (usize, f64)| {
        assert_eq!(count, curves);
        assert!((length - expected).abs() < 1e-9, "{length}");
    };
    // A corner of a cube in a corner of another one: six edges of one half.
    near(total(&cube, &cube, Pose::translation([1.5, 1.5, 1.5])), (1, 3.0));
    // A rod through a plate: two loops around it.
    let (plate, rod) =
        (cuboid([-5.0, -5.0, -0.5], [5.0, 5.0, 0.5]), cuboid([-1.0, -1.0, -3.0], [1.0, 1.0, 3.0]));
    near(total(&plate, &rod, Pose::IDENTITY), (2, 16.0));
    // A drill through a plate.
    let drill = Model::new(feeler_scenes::shape::cylinder(4000));
    let plate = cuboid([-5.0, -5.0, -0.5], [5.0, 5.0, 0.25]);
    let (count, length) = total(&plate, &drill, Pose::IDENTITY);
    let radius = drill.mesh().vertices().iter().map(|p| p[0].hypot(p[1])).fold(0.0, f64::max);
    assert_eq!(count, 2);
    assert!((length / (4.0 * std::f64::consts::PI * radius) - 1.0).abs() < 1e-3, "{length}");
}

/// B moves along x, then y, then z: a face on a face is apart, or a loop around what they share.
#[test]
fn faces_on_faces() {
    let cube = cuboid([-1.0; 3], [1.0; 3]);
    let curves = |by: [f64; 3]| Curve::all(&Pair::new(&cube, &cube).at(Pose::translation(by)));
    for axis in 0..3 {
        let along = |x: f64| [0, 1, 2].map(|i| if i == axis { x } else { 0.25 });
        assert_eq!(curves(along(2.0)), []);
        let [curve] = &curves(along(-2.0))[..] else { panic!("one loop") };
        assert!(curve.is_closed);
        assert!((curve.length() - 7.0).abs() < 1e-12);
        assert!(curve.points.iter().all(|p| p[axis] == -1.0));
    }
}

#[test]
fn curves_of_open_meshes_end_at_the_rim() {
    let sheet = Model::new(feeler_scenes::shape::sheet(200));
    let bounds = sheet.mesh().bounds().unwrap();
    let ball = Model::new(feeler_scenes::shape::sphere(2000));
    let corner = bounds[1].map(|x| 0.9 * x);
    let curves = Curve::all(&Pair::new(&sheet, &ball).at(Pose::translation(corner)));
    check_whole(&curves);
    let [curve] = &curves[..] else { panic!("{} curves", curves.len()) };
    assert!(!curve.is_closed);
    for end in [curve.points[0], curve.points[curve.points.len() - 1]] {
        assert!((0..2).any(|i| end[i] == bounds[0][i] || end[i] == bounds[1][i]), "{end:?}");
    }
}

/// Triangles without area, and soups whose triangles share no vertex, change nothing.
#[test]
fn soups_and_needles() {
    let ball = feeler_scenes::shape::sphere(500);
    let mut vertices: Vec<[f64; 3]> = Vec::new();
    let mut triangles = Vec::new();
    for index in 0..ball.triangles().len() as u32 {
        let first = vertices.len() as u32;
        let corners = ball.triangle(index);
        vertices.extend(corners);
        if index % 7 == 0 {
            // A point within the first edge, which its neighbour does not know.
            let middle = [0, 1, 2].map(|i| 0.5 * (corners[0][i] + corners[1][i]));
            vertices.push(middle);
            triangles.extend([[0, 3, 2], [3, 1, 2], [0, 1, 3]].map(|t| t.map(|v| v + first)));
        } else {
            triangles.push([first, first + 1, first + 2]);
        }
        triangles.push([first, first, first + 1]);
    }
    let soup = Model::new(Mesh::new(vertices, triangles).unwrap());
    let ball = Model::new(ball);
    let mut random = Random::new(5);
    for _ in 0..rounds(20) {
        let pose = anyhow(&mut random, 1.5);
        let [whole, torn] = [&ball, &soup].map(|a| Curve::all(&Pair::new(a, &ball).at(pose)));
        check_whole(&torn);
        assert!(torn.iter().all(|curve| curve.is_closed));
        assert_eq!(whole.len(), torn.len());
        let length = |curves: &[Curve]| curves.iter().map(Curve::length).sum::<f64>();
        assert!((length(&whole) - length(&torn)).abs() < 1e-9);
    }
}
