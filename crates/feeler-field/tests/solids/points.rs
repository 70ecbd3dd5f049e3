//! Tests of the position of points.

use crate::rational::{Rational, Winding};
use feeler::{Mesh, Model, Pose};
use feeler_field::{Boundary, Position};
use feeler_scenes::{Random, Shape, shape};

/// Points that are likely to make a ray meet corners, edges and flat faces, and points anywhere
/// around.
fn point(mesh: &Mesh, random: &mut Random) -> [f64; 3] {
    let [low, high] = mesh.bounds().unwrap();
    let mut any = |count: usize| (random.bits() % count as u64) as usize;
    let corner = |index: usize| mesh.vertices()[mesh.triangles().as_flattened()[index] as usize];
    let corners = 3 * mesh.triangles().len();
    let kind = any(4);
    let [p, q, r] = [any(corners), any(corners), any(corners)].map(corner);
    match kind {
        0 => [p[0], q[1], r[2]],
        1 => [p[0], q[1], q[2]],
        2 => {
            let [a, b, c] = mesh.triangle(any(mesh.triangles().len()) as u32);
            [0, 1, 2].map(|i| 0.25 * a[i] + 0.25 * b[i] + 0.5 * c[i])
        }
        _ => [0, 1, 2].map(|i| {
            let margin = 0.1 * (high[i] - low[i]);
            random.between(low[i] - margin, high[i] + margin)
        }),
    }
}

/// Compares the positions of many points with the oracle.
fn check(name: &str, mesh: Mesh, count: usize) {
    let model = Model::new(mesh);
    let oracle = Rational(model.mesh());
    let boundary = Boundary::of(&model);
    assert!(boundary.is_closed(), "{name}");
    let mut random = Random::new(11);
    let mut seen = [0; 3];
    for _ in 0..crate::rounds(count) {
        let point = point(model.mesh(), &mut random);
        let located = boundary.locate(point);
        assert_eq!(located.confidence, 1.0);
        let expected = match oracle.winding(point, &mut random) {
            Winding::On => Position::On,
            Winding::Times(0) => Position::Outside,
            Winding::Times(_) => Position::Inside,
        };
        assert_eq!(located.position, expected, "{name} {point:?}");
        seen[expected as usize] += 1;
    }
    assert!(seen[0] > 0 && seen[2] > 0, "{name} {seen:?}");
}

#[test]
fn points_of_closed_shapes() {
    let open = [Shape::Terrain, Shape::Sheet, Shape::Heap];
    for shape in Shape::ALL.into_iter().filter(|shape| !open.contains(shape)) {
        check(shape.name(), shape.mesh(400), 150);
    }
}

#[test]
fn points_of_boxes_on_a_grid() {
    let cube = |low: [f64; 3], high: [f64; 3]| {
        let mesh = shape::cuboid(12);
        let place = |p: &[f64; 3]| [0, 1, 2].map(|i| if p[i] < 0.0 { low[i] } else { high[i] });
        Mesh::new(mesh.vertices().iter().map(place).collect(), mesh.triangles().to_vec()).unwrap()
    };
    check("one", cube([0.0; 3], [1.0, 2.0, 3.0]), 400);
    // Bodies that are flush, and bodies that overlap.
    let flush = together(&[cube([0.0; 3], [1.0; 3]), cube([1.0, 0.0, 0.0], [2.0, 1.0, 1.0])]);
    check("flush", flush, 400);
    let overlapping = together(&[cube([0.0; 3], [2.0; 3]), cube([1.0; 3], [3.0; 3])]);
    check("overlapping", overlapping, 400);
}

#[test]
fn points_of_turned_and_tiny_and_huge_shapes() {
    let pose = Pose::rotation([1.0, 2.0, 3.0], 0.7);
    for scale in [1.0, 1e-150, 1e-280, 1e150] {
        for shape in [Shape::Box, Shape::Gear] {
            let mesh = shape.mesh(200);
            let placed = |p: &[f64; 3]| pose.apply(*p).map(|x| x * scale);
            let vertices = mesh.vertices().iter().map(placed).collect();
            let mesh = Mesh::new(vertices, mesh.triangles().to_vec()).unwrap();
            check(&format!("{shape:?} {scale:e}"), mesh, 60);
        }
    }
}

/// The meshes as one.
fn together(meshes: &[Mesh]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for mesh in meshes {
        let first = vertices.len() as u32;
        vertices.extend_from_slice(mesh.vertices());
        triangles.extend(mesh.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// Near a hole nothing is certain, and far away from it nearly everything.
#[test]
fn confidence_of_open_meshes() {
    let ball = shape::sphere(2000);
    let keeps = |t: &&[u32; 3]| t.iter().any(|&v| ball.vertices()[v as usize][2] < 0.9);
    let triangles: Vec<[u32; 3]> = ball.triangles().iter().filter(keeps).copied().collect();
    let model = Model::new(Mesh::new(ball.vertices().to_vec(), triangles).unwrap());
    let boundary = Boundary::of(&model);
    let at = |z: f64| boundary.locate([0.01, 0.02, z]);
    assert_eq!((at(0.0).position, at(-0.9).position), (Position::Inside, Position::Inside));
    assert_eq!((at(2.0).position, at(-1.1).position), (Position::Outside, Position::Outside));
    assert!(at(-0.9).confidence > 0.9 && at(-0.9).confidence < 1.0);
    assert!(at(0.9).confidence < 0.5);
    assert_eq!(boundary.holes().len(), 1);
    let hole = boundary.holes()[0];
    assert!((hole.length - std::f64::consts::TAU * 0.43).abs() < 0.4, "{hole:?}");
    assert!((hole.size - 8f64.sqrt() * 0.43).abs() < 0.2, "{hole:?}");
    // A flat sheet encloses nothing, and an empty mesh is outside of everything.
    let sheet = Model::new(shape::sheet(200));
    assert_eq!(Boundary::of(&sheet).locate([0.1, 0.2, 0.5]).position, Position::Outside);
    let empty = Model::new(Mesh::default());
    assert_eq!(Boundary::of(&empty).locate([0.0; 3]).position, Position::Outside);
}
