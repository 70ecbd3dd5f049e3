//! Tests of relations of meshes with holes: the likely answer, and how sure it is.

use feeler::{Mesh, Model, Pair, Pose};
use feeler_field::{Boundary, Related, Relation};
use feeler_scenes::shape;

/// A cube from -1 to 1 without the triangles of its top whose middle is within a square.
fn open_cube(half: f64) -> Model {
    let mesh = shape::cuboid(4800);
    let stays = |t: &&[u32; 3]| {
        let corners = t.map(|v| mesh.vertices()[v as usize]);
        let middle = [0, 1, 2].map(|i| (corners[0][i] + corners[1][i] + corners[2][i]) / 3.0);
        middle[2] < 1.0 - 1e-9 || middle[0].abs() > half || middle[1].abs() > half
    };
    let triangles = mesh.triangles().iter().filter(stays).copied().collect();
    Model::new(Mesh::new(mesh.vertices().to_vec(), triangles).unwrap())
}

fn ball(radius: f64) -> Model {
    let mesh = shape::sphere(500);
    let vertices = mesh.vertices().iter().map(|p| p.map(|x| x * radius)).collect();
    Model::new(Mesh::new(vertices, mesh.triangles().to_vec()).unwrap())
}

fn at(a: &Model, b: &Model, z: f64) -> Related {
    let related = Relation::of(&Pair::new(a, b).at(Pose::translation([0.0, 0.0, z])));
    let [of_a, of_b] = [a, b].map(Boundary::of);
    let alone = Relation::alone(&of_a, &of_b, Pose::translation([0.0, 0.0, z]));
    assert_eq!(alone, (related.relation, related.confidence));
    let turned = Relation::of(&Pair::new(b, a).at(Pose::translation([0.0, 0.0, -z])));
    let mirrored = match turned.relation {
        Relation::AInsideB => Relation::BInsideA,
        Relation::BInsideA => Relation::AInsideB,
        other => other,
    };
    assert_eq!(mirrored, related.relation);
    assert!((turned.confidence - related.confidence).abs() < 1e-9);
    related
}

#[test]
fn confidence_falls_with_the_hole() {
    let ball = ball(0.2);
    let mut last = 1.0;
    for half in [0.05, 0.2, 0.5, 0.9] {
        let cube = open_cube(half);
        let inside = at(&cube, &ball, 0.0);
        assert_eq!(inside.relation, Relation::BInsideA, "{half}");
        assert!(inside.confidence < last, "{half}: {inside:?}");
        last = inside.confidence;
        let outside = at(&cube, &ball, -1.5);
        assert_eq!(outside.relation, Relation::Apart, "{half}");
        assert!(outside.confidence > 0.9 && outside.confidence < 1.0, "{half} {outside:?}");
        // In the middle of the hole nobody knows.
        let between = at(&cube, &ball, 1.0);
        if half > 0.4 {
            assert!(between.confidence < 0.2, "{half} {between:?}");
        }
    }
    assert!(last > 0.2);
}

#[test]
fn surfaces_that_cross_cross_for_certain() {
    let cube = open_cube(0.5);
    let through = at(&cube, &ball(0.5), -1.0);
    assert_eq!((through.relation, through.confidence), (Relation::Crossing, 1.0));
    let flush = at(&cube, &Model::new(shape::cuboid(12)), -2.0);
    assert_eq!(flush.relation, Relation::Touching);
    assert!(flush.confidence > 0.5 && flush.confidence < 1.0, "{flush:?}");
    let empty = Model::new(Mesh::default());
    assert_eq!(
        (at(&cube, &empty, 0.0).relation, at(&cube, &empty, 0.0).confidence),
        (Relation::Apart, 1.0)
    );
    assert_eq!(at(&cube, &empty, 0.0).components[0].outside, 1);
    let sheet = Model::new(shape::sheet(200));
    assert_eq!(at(&sheet, &ball(0.5), 0.0).relation, Relation::Crossing);
}
