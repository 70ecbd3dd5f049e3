//! What is peculiar to parry; compiled once for each precision.

use super::{PRECISION, parry};
use crate::job::{Ask, Job, Mesh, Rows};
use crate::protocol::{About, Peer, Said};
use parry::math::{Matrix, Pose, Real, Rotation, Vector};
use parry::query::{self, PointQuery};
use parry::shape::{TriMesh, TriMeshFlags};

pub fn serve(job: &Job) {
    let about = About {
        name: "parry",
        version: "0.31.1",
        setting: match job.ask {
            Ask::Intersects => "TriMesh, query::intersection_test",
            Ask::Distance => "TriMesh, query::distance",
            Ask::Relation => "TriMesh, ORIENTED, query::intersection_test, contains_point",
            Ask::Depth => "TriMesh, query::contact, the deepest of all pairs of triangles",
            _ => "TriMesh",
        },
        precision: PRECISION,
    };
    let build = if job.ask == Ask::Relation { build_oriented } else { build };
    Peer { about, build, answer, memory: TriMesh::total_memory_size }.serve(job);
}

pub fn build(mesh: &Mesh) -> TriMesh {
    let vertices = mesh.vertices.iter().map(vector).collect();
    TriMesh::new(vertices, mesh.triangles.clone()).expect("parry takes any mesh with a triangle")
}

/// With the pseudo-normals that tell the inside.
fn build_oriented(mesh: &Mesh) -> TriMesh {
    let vertices = mesh.vertices.iter().map(vector).collect();
    TriMesh::with_flags(vertices, mesh.triangles.clone(), TriMeshFlags::ORIENTED)
        .expect("parry orients manifolds")
}

/// Where surfaces do not meet, one corner of each tells the rest: for meshes in one piece. It does not know
/// touching from crossing.
fn relation(a: &TriMesh, b: &TriMesh, at: &Pose) -> Result<&'static str, String> {
    let touching = query::intersection_test(&Pose::IDENTITY, a, at, b);
    Ok(if touching.map_err(|error| error.to_string())?.intersecting {
        "crossing"
    } else if a.contains_local_point(*at * b.vertices()[0]) {
        "b-inside-a"
    } else if b.contains_point(at, a.vertices()[0]) {
        "a-inside-b"
    } else {
        "apart"
    })
}

fn answer(ask: Ask, a: &TriMesh, b: &TriMesh, pose: &Rows) -> Result<Said, String> {
    let at = place(pose);
    let length = |x: Real| Said::Length(f64::from(x));
    match ask {
        Ask::Relation => return relation(a, b, &at).map(Said::Word),
        Ask::Intersects => query::intersection_test(&Pose::IDENTITY, a, &at, b)
            .map(|found| Said::Whether(found.intersecting)),
        Ask::Depth => query::contact(&Pose::IDENTITY, a, &at, b, 0.0)
            .map(|found| length(found.map_or(0.0, |contact| (-contact.dist).max(0.0)))),
        _ => query::distance(&Pose::IDENTITY, a, &at, b).map(|found| length(found.distance)),
    }
    .map_err(|error| error.to_string())
}

pub fn place(pose: &Rows) -> Pose {
    let columns = [0, 1, 2, 3].map(|j| vector(&[pose[0][j], pose[1][j], pose[2][j]]));
    let rotation = Rotation::from_mat3(&Matrix::from_cols(columns[0], columns[1], columns[2]));
    Pose::from_parts(columns[3], rotation)
}

fn vector(v: &[f64; 3]) -> Vector {
    Vector::new(v[0] as Real, v[1] as Real, v[2] as Real)
}
