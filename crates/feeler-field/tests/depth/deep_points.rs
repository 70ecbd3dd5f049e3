//! The deepest common point, and the deepest point of one solid in another.

use crate::blocks::{block, solid};
use crate::rounds;
use feeler::inside::vector::length;
use feeler::{Mesh, Model, Pose};
use feeler_field::{Body, Deepest};
use feeler_scenes::{Random, Shape, shape};

fn both(a: &Mesh, b: &Mesh, pose: Pose) -> [Option<Deepest>; 2] {
    let [a, b] = [a, b].map(|mesh| Model::new(mesh.clone()));
    let (a, b) = (Body::of(&a), Body::of(&b));
    [Deepest::common(&a, &b, pose), Deepest::of_b_in_a(&a, &b, pose)]
}

fn check(found: Option<Deepest>, expected: f64, precision: f64) {
    let Some(Deepest { depth, bound, .. }) = found else {
        assert!(expected <= 0.0, "{expected} was not found");
        return;
    };
    assert!((depth - expected).abs() <= precision, "{depth} is not {expected}");
    assert!(bound >= expected - precision && bound >= depth, "{bound} is below {expected}");
}

/// What two boxes share is a box, and a coordinate of the deepest point is the nearest to A's middle.
#[test]
fn boxes() {
    let (half_a, half_b) = ([1.0, 0.5, 0.75], [0.25, 0.625, 0.5]);
    let [a, b] = [half_a, half_b].map(|half| solid(&[block([0.0; 3], half)]));
    let mut random = Random::new(8);
    for _ in 0..rounds(20) {
        let o = [1.2, 1.0, 1.1].map(|most| random.between(-most, most));
        let shared = |i: usize| {
            let (low, high) =
                ((o[i] - half_b[i]).max(-half_a[i]), (o[i] + half_b[i]).min(half_a[i]));
            0.5 * (high - low)
        };
        let nearest = |i: usize| half_a[i] - (o[i].abs() - half_b[i]).max(0.0);
        let least = |of: &dyn Fn(usize) -> f64| (0..3).map(of).fold(f64::INFINITY, f64::min);
        let [common, of_b] = both(&a, &b, Pose::translation(o));
        check(common, least(&shared), 1e-6);
        check(of_b, if least(&shared) > 0.0 { least(&nearest) } else { 0.0 }, 1e-6);
    }
}

#[test]
fn balls() {
    let ball = shape::sphere(2000);
    let [common, of_b] = both(&ball, &ball, Pose::translation([0.0, 1.0, 0.0]));
    check(common, 0.5, 0.01);
    check(of_b, 1.0, 0.01);
    assert!(length(of_b.unwrap().point) < 0.05);
    assert_eq!(both(&ball, &ball, Pose::translation([2.5, 0.0, 0.0])), [None; 2]);
}

/// A small ball within the wall of a ring, and one in its hole.
#[test]
fn a_ball_in_a_ring() {
    let ring = shape::ring(4000);
    let ball = crate::moved(&shape::sphere(500), |p| p.map(|x| 0.1 * x));
    let [common, of_b] = both(&ring, &ball, Pose::translation([0.75, 0.0, 0.0]));
    check(common, 0.1, 0.01);
    check(of_b, 0.25, 0.01);
    assert_eq!(both(&ring, &ball, Pose::IDENTITY), [None; 2]);
}

#[test]
fn a_mesh_with_holes_has_no_inside() {
    let (hills, cube) = (Shape::Terrain.mesh(500), shape::cuboid(12));
    assert_eq!(both(&hills, &cube, Pose::IDENTITY), [None; 2]);
    let empty = Mesh::new(vec![], vec![]).unwrap();
    assert_eq!(both(&cube, &empty, Pose::IDENTITY), [None; 2]);
}
