//! Tests of the feature `glam`.

use super::{difference, poses};
use ::glam::{Affine3A, DAffine3, DMat4, DQuat, DVec3, Mat4, Quat, Vec3, Vec3A};
use feeler::{Mesh, Model, Pose, PoseError};

#[test]
fn poses_come_and_go() {
    for pose in poses() {
        assert_eq!(Pose::try_from(DMat4::from(pose)), Ok(pose));
        assert_eq!(Pose::try_from(DAffine3::from(pose)), Ok(pose));
        let parts: (DQuat, DVec3) = pose.into();
        assert!(difference(&pose, &parts.try_into().unwrap()) < 1e-15, "{pose}");
        // What glam does with a point is what feeler does, up to rounding.
        let moved = DAffine3::from(pose).transform_point3(DVec3::new(1.0, 2.0, 3.0));
        let exact = DVec3::from(pose.apply([1.0, 2.0, 3.0]));
        assert!((moved - exact).length() <= 1e-15 * exact.length().max(10.0), "{pose}");
        let turned = parts.0 * DVec3::Y + parts.1;
        assert!(
            (turned - DVec3::from(pose.apply([0.0, 1.0, 0.0]))).length()
                <= 4e-16 * turned.length().max(4.0)
        );
        // The same in f32.
        let matrix: Mat4 = DMat4::from(pose).as_mat4();
        assert!(difference(&pose, &matrix.try_into().unwrap()) < 1e-6, "{pose}");
        let map = Affine3A::from_mat4(matrix);
        assert!(difference(&pose, &map.try_into().unwrap()) < 1e-6, "{pose}");
        let narrow: (Quat, Vec3) = (parts.0.as_quat(), parts.1.as_vec3());
        assert!(difference(&pose, &narrow.try_into().unwrap()) < 1e-6, "{pose}");
    }
}

#[test]
fn what_is_not_rigid_is_refused() {
    let scaled = DAffine3::from_scale(DVec3::new(1.0, 2.0, 1.0));
    assert!(matches!(Pose::try_from(scaled), Err(PoseError::NotRigid { .. })));
    let mirrored = Mat4::from_scale(Vec3::new(1.0, -1.0, 1.0));
    assert_eq!(Pose::try_from(mirrored), Err(PoseError::Mirrored));
    let mut seen = DMat4::IDENTITY;
    seen.z_axis.w = -1.0; // as in a perspective
    assert!(matches!(Pose::try_from(seen), Err(PoseError::LastRow(_))));
    let lost = (Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Vec3::ZERO);
    assert_eq!(Pose::try_from(lost), Err(PoseError::NoLength));
    let infinite = (DQuat::IDENTITY, DVec3::new(0.0, f64::INFINITY, 0.0));
    assert_eq!(Pose::try_from(infinite), Err(PoseError::NotFinite));
}

#[test]
fn points_of_three_types_make_a_mesh() {
    let wide = [DVec3::ZERO, DVec3::new(1.0, 0.25, 0.0), DVec3::new(0.0, 1.0, -0.5)];
    let mesh = Mesh::from_points(wide, &[[0, 1, 2]]).unwrap();
    assert_eq!(mesh.triangle(0), [[0.0; 3], [1.0, 0.25, 0.0], [0.0, 1.0, -0.5]]);
    let narrow = wide.map(|p| p.as_vec3());
    assert_eq!(Mesh::from_points(narrow.as_slice(), &[[0, 1, 2]]).unwrap(), mesh);
    assert_eq!(Mesh::from_points(narrow.map(Vec3A::from), &[[0, 1, 2]]).unwrap(), mesh);
    let mut model = Model::new(mesh);
    model.refit(narrow.iter().map(|p| *p + Vec3::Z)).unwrap();
    assert_eq!(model.mesh().triangle(0)[2], [0.0, 1.0, 0.5]);
}

/// A matrix of f32 is often off by more than `Pose::new` takes: 54 of a million turns, and each product of a thousand.
#[test]
fn no_turn_of_f32_is_refused() {
    let mut state = 1_u64;
    let mut number = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) as f64 / (1u64 << 30) as f64 - 1.0) as f32
    };
    let mut product = Mat4::IDENTITY;
    let mut too_far = 0;
    for _ in 0..1000 {
        let turn = Quat::from_xyzw(number(), number(), number(), number()).normalize();
        product *= Mat4::from_quat(turn);
        let pose = Pose::try_from(product).unwrap();
        let columns = product.as_dmat4().to_cols_array();
        too_far += usize::from(Pose::from_column_major(columns).is_err());
        let off = columns.iter().zip(pose.to_column_major()).map(|(x, y)| (x - y).abs());
        assert!(off.fold(0.0, f64::max) < 2e-5, "{pose}");
        assert_eq!(Pose::new(pose.matrix(), pose.origin()), Ok(pose));
    }
    assert!(too_far > 100, "{too_far}");
}
