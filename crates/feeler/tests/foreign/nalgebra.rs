//! Tests of the feature `nalgebra`.

use super::{difference, poses};
use ::nalgebra::{Isometry3, IsometryMatrix3, Matrix4, Point3, Vector3};
use feeler::{Mesh, Model, Pose, PoseError};

#[test]
fn poses_come_and_go() {
    for pose in poses() {
        assert_eq!(Pose::try_from(IsometryMatrix3::from(pose)), Ok(pose));
        assert_eq!(Pose::try_from(Matrix4::from(pose)), Ok(pose));
        let isometry = Isometry3::from(pose);
        assert!(difference(&pose, &isometry.try_into().unwrap()) < 1e-15, "{pose}");
        // What nalgebra does with a point is what feeler does, up to rounding.
        let exact = Point3::from(pose.apply([1.0, 2.0, 3.0]));
        let moved = [
            isometry * Point3::new(1.0, 2.0, 3.0),
            IsometryMatrix3::from(pose) * Point3::new(1.0, 2.0, 3.0),
            Matrix4::from(pose).transform_point(&Point3::new(1.0, 2.0, 3.0)),
        ];
        for p in moved {
            assert!((p - exact).norm() <= 1e-15 * exact.coords.norm().max(10.0), "{pose}");
        }
        // The same in f32.
        let narrow: Isometry3<f32> = isometry.cast();
        assert!(difference(&pose, &narrow.try_into().unwrap()) < 1e-6, "{pose}");
        let narrow: IsometryMatrix3<f32> = IsometryMatrix3::from(pose).cast();
        assert!(difference(&pose, &narrow.try_into().unwrap()) < 1e-6, "{pose}");
        let narrow: Matrix4<f32> = Matrix4::from(pose).cast();
        assert!(difference(&pose, &narrow.try_into().unwrap()) < 1e-6, "{pose}");
    }
}

#[test]
fn what_is_not_rigid_is_refused() {
    let scaled = Matrix4::new_scaling(2.0);
    assert!(matches!(Pose::try_from(scaled), Err(PoseError::NotRigid { .. })));
    let seen = Matrix4::new_perspective(1.0, 1.0, 0.1, 10.0);
    assert!(matches!(Pose::try_from(seen), Err(PoseError::LastRow(_))));
    let infinite = Isometry3::translation(0.0, f32::NAN, 0.0);
    assert_eq!(Pose::try_from(infinite), Err(PoseError::NotFinite));
}

#[test]
fn points_and_vectors_make_a_mesh() {
    let narrow = [Point3::origin(), Point3::new(1.0_f32, 0.25, 0.0), Point3::new(0.0, 1.0, -0.5)];
    let mesh = Mesh::from_points(narrow.as_slice(), &[[0, 1, 2]]).unwrap();
    assert_eq!(mesh.triangle(0), [[0.0; 3], [1.0, 0.25, 0.0], [0.0, 1.0, -0.5]]);
    let vectors: Vec<Vector3<f64>> = narrow.iter().map(|p| p.coords.cast()).collect();
    assert_eq!(Mesh::from_points(&vectors, &[[0, 1, 2]]).unwrap(), mesh);
    let mut model = Model::new(mesh);
    model.refit(narrow.iter().map(|p| p + Vector3::z())).unwrap();
    assert_eq!(model.mesh().triangle(0)[2], [0.0, 1.0, 0.5]);
}
