//! Tests of penetration depth, against closed forms and brute force.
//!
//! - [`closed_forms`]: shapes whose depth is known;
//! - [`many_poses`]: shapes with a closed form at many random poses;
//! - [`deep_points`]: points that are deep in both solids, or of one in the other;
//! - [`convex`]: convex solids at random poses, against all faces and pairs of edges;
//! - [`unions`]: solids of many boxes, against the union of all differences of boxes ([`blocks`]);
//! - [`invariance`]: refined meshes, moved and exchanged solids.
//!
//! `FEELER_LONG=1` makes all tests ten times longer.

#![allow(unreachable_pub, reason = "nothing is public in a test")]

mod blocks;
mod closed_forms;
mod convex;
mod deep_points;
mod invariance;
mod many_poses;
mod unions;

use feeler::{Budget, Mesh, Model, Pose};
use feeler_field::{Body, Depth, DepthSearch, Ways};

/// The number of rounds of a test, larger in the long mode.
fn rounds(usual: usize) -> usize {
    if std::env::var_os("FEELER_LONG").is_some() { 10 * usual } else { usual }
}

/// The depth of two meshes.
fn depth(a: &Mesh, b: &Mesh, pose: Pose, ways: Ways) -> Depth {
    let [a, b] = [a, b].map(|mesh| Model::new(mesh.clone()));
    Depth::of(&Body::of(&a), &Body::of(&b), pose, ways)
}

/// The depth of two meshes, with bounds that differ by a share.
fn proven(a: &Mesh, b: &Mesh, pose: Pose, ways: Ways, gap: f64) -> Depth {
    let [a, b] = [a, b].map(|mesh| Model::new(mesh.clone()));
    let (a, b) = (Body::of(&a), Body::of(&b));
    DepthSearch::new(&a, &b, pose, ways).run(gap, Budget::UNLIMITED)
}

/// The mesh with its corners moved by a function.
fn moved(mesh: &Mesh, to: impl Fn([f64; 3]) -> [f64; 3]) -> Mesh {
    let corners = mesh.vertices().iter().map(|&p| to(p)).collect();
    Mesh::new(corners, mesh.triangles().to_vec()).unwrap()
}
