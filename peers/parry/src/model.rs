//! What is peculiar to parry; compiled once for each precision.

use super::{PRECISION, parry};
use crate::job::{Ask, Job, Mesh, Rows};
use crate::protocol::{About, Peer};
use parry::math::{Matrix, Pose, Real, Rotation, Vector};
use parry::query;
use parry::shape::TriMesh;

pub fn serve(job: &Job) {
    let about = About {
        name: "parry",
        version: "0.31.1",
        setting: match job.ask {
            Ask::Intersects => "TriMesh, query::intersection_test",
            Ask::Distance => "TriMesh, query::distance",
            _ => "TriMesh",
        },
        precision: PRECISION,
    };
    Peer { about, build, answer, memory: TriMesh::total_memory_size }.serve(job);
}

fn build(mesh: &Mesh) -> TriMesh {
    let vertices = mesh.vertices.iter().map(vector).collect();
    TriMesh::new(vertices, mesh.triangles.clone()).expect("parry takes any mesh with a triangle")
}

fn answer(ask: Ask, a: &TriMesh, b: &TriMesh, pose: &Rows) -> Result<f64, String> {
    let columns = [0, 1, 2, 3].map(|j| vector(&[pose[0][j], pose[1][j], pose[2][j]]));
    let rotation = Rotation::from_mat3(&Matrix::from_cols(columns[0], columns[1], columns[2]));
    let at = Pose::from_parts(columns[3], rotation);
    match ask {
        Ask::Intersects => query::intersection_test(&Pose::IDENTITY, a, &at, b)
            .map(|found| f64::from(u8::from(found.intersecting))),
        _ => query::distance(&Pose::IDENTITY, a, &at, b).map(|found| found.distance.into()),
    }
    .map_err(|error| error.to_string())
}

fn vector(v: &[f64; 3]) -> Vector {
    Vector::new(v[0] as Real, v[1] as Real, v[2] as Real)
}
