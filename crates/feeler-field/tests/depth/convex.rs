//! Convex solids at random poses.

use crate::{depth, moved, rounds};
use feeler::inside::vector::{cross, dot, length, sub};
use feeler::{Mesh, Pose};
use feeler_field::{Proof, Ways};
use feeler_scenes::{Random, shape};

/// The depth of two convex meshes by brute force: the faces of their difference are faces of A, of B,
/// or spanned by an edge of each.
fn brute_force(a: &Mesh, b: &Mesh, pose: Pose) -> f64 {
    let posed = moved(b, |p| pose.apply(p));
    let edges = |mesh: &Mesh| {
        let mut directions: Vec<[f64; 3]> = Vec::new();
        for index in 0..mesh.triangles().len() as u32 {
            let t = mesh.triangle(index);
            for i in 0..3 {
                let edge = sub(t[(i + 1) % 3], t[i]);
                let same = |other: &[f64; 3]| {
                    length(cross(*other, edge)) <= 1e-12 * length(*other) * length(edge)
                };
                if !directions.iter().any(same) {
                    directions.push(edge);
                }
            }
        }
        directions
    };
    let normals = |mesh: &Mesh| -> Vec<[f64; 3]> {
        let triangles = (0..mesh.triangles().len() as u32).map(|t| mesh.triangle(t));
        triangles.map(|[a, b, c]| cross(sub(b, a), sub(c, a))).collect()
    };
    let mut candidates = normals(a);
    candidates.extend(normals(&posed));
    let of_b = edges(&posed);
    candidates.extend(edges(a).iter().flat_map(|p| of_b.iter().map(|q| cross(*p, *q))));
    let mut least = f64::INFINITY;
    for n in candidates {
        // Two edges that are parallel span nothing.
        if length(n) < 1e-9 {
            continue;
        }
        let n = n.map(|x| x / length(n));
        for n in [n, n.map(|x| -x)] {
            let most = |mesh: &Mesh, n: [f64; 3]| {
                mesh.vertices().iter().map(|&p| dot(n, p)).fold(f64::NEG_INFINITY, f64::max)
            };
            least = least.min(most(a, n) + most(&posed, n.map(|x| -x)));
        }
    }
    least
}

/// Convex pairs of boxes, balls, cylinders and what they become when they are stretched and turned.
#[test]
fn convex_pairs_are_exact() {
    let mut random = Random::new(5);
    let shapes = [
        shape::cuboid(12),
        shape::cuboid(48),
        shape::sphere(80),
        shape::cylinder(40),
        shape::slab(12),
    ];
    let (mut deep, mut widest) = (0, 0.0_f64);
    for round in 0..rounds(400) {
        let mut any = || {
            let shape = &shapes[(random.bits() % 5) as usize];
            let stretched = [(); 3].map(|()| random.between(0.3, 1.5));
            let turned = random.rotation();
            let is_turned = random.bits().is_multiple_of(2);
            moved(shape, |p| {
                let p = [0, 1, 2].map(|i| stretched[i] * p[i]);
                if is_turned { turned.apply(p) } else { p }
            })
        };
        let (a, b) = (any(), any());
        let turned = if round % 3 == 0 { Pose::IDENTITY } else { random.rotation() };
        let offset = random.direction().map(|x| x * random.between(0.0, 1.5));
        let pose = turned.then(&Pose::translation(offset));
        let found = depth(&a, &b, pose, Ways::Anywhere);
        let expected = brute_force(&a, &b, pose).max(0.0);
        if expected == 0.0 {
            assert!(found.upper < 1e-12);
            continue;
        }
        deep += 1;
        assert_eq!(found.proof, Proof::Convex, "{round}");
        let slack = 1e-12;
        assert!(
            found.lower <= expected + slack && expected <= found.upper + slack,
            "{round}: {found:?} is not {expected}"
        );
        widest = widest.max(found.upper - found.lower);
    }
    assert!(deep > rounds(400) / 2, "{deep}");
    assert!(widest < 1e-12, "{widest}");
}

/// Sizes far from one: as many digits as ever.
#[test]
fn all_sizes() {
    for size in [1e-150, 1e-9, 1e9, 1e150] {
        let ball = moved(&shape::sphere(320), |p| p.map(|x| size * x));
        let pose = Pose::translation([0.5 * size, 0.3 * size, 0.1 * size]);
        let found = depth(&ball, &ball, pose, Ways::Anywhere);
        let expected = brute_force(
            &shape::sphere(320),
            &shape::sphere(320),
            Pose::translation([0.5, 0.3, 0.1]),
        );
        assert_eq!(found.proof, Proof::Convex, "{size:e}");
        assert!((found.upper / size - expected).abs() < 1e-12, "{size:e}: {found:?} {expected}");
        assert!((found.lower / size - expected).abs() < 1e-12, "{size:e}: {found:?} {expected}");
    }
}
