//! Tests of the feature `mint`.

use super::poses;
use ::mint::{ColumnMatrix4, Point3, RowMatrix4, Vector3, Vector4};
use feeler::{Mesh, Pose, PoseError};

#[test]
fn poses_come_and_go() {
    for pose in poses() {
        let (rows, columns) = (RowMatrix4::<f64>::from(pose), ColumnMatrix4::<f64>::from(pose));
        assert_eq!(Pose::try_from(rows), Ok(pose));
        assert_eq!(Pose::try_from(columns), Ok(pose));
        let [x, y, z] = pose.origin();
        assert_eq!(columns.w, Vector4 { x, y, z, w: 1.0 });
        assert_eq!([rows.x.w, rows.y.w, rows.z.w], [x, y, z]);
    }
}

#[test]
fn what_is_not_rigid_is_refused() {
    let mut rows: [f32; 16] = Pose::IDENTITY.to_row_major().map(|x| x as f32);
    rows[5] = 2.0;
    assert!(matches!(Pose::try_from(RowMatrix4::from(rows)), Err(PoseError::NotRigid { .. })));
    rows[5] = -1.0;
    assert_eq!(Pose::try_from(ColumnMatrix4::from(rows)), Err(PoseError::Mirrored));
}

#[test]
fn points_and_vectors_make_a_mesh() {
    let points = [[0.0_f32; 3], [1.0, 0.25, 0.0], [0.0, 1.0, -0.5]];
    let mesh = Mesh::from_points(points, &[[0, 1, 2]]).unwrap();
    assert_eq!(Mesh::from_points(points.map(Point3::from), &[[0, 1, 2]]).unwrap(), mesh);
    let vectors = points.map(|p| Vector3::from(p.map(f64::from)));
    assert_eq!(Mesh::from_points(vectors, &[[0, 1, 2]]).unwrap(), mesh);
}
