//! How long a relation takes, for surfaces that cross, are apart, lie on each other or are one.
//!
//! ```console
//! $ cargo run --release --example relations -p feeler-field
//! ```

use feeler::{Mesh, Model, Pose};
use feeler_field::{Boundary, Relation};
use feeler_scenes::shape;
use std::time::Instant;

fn main() {
    let dense = shape::cuboid(12_000);
    let cases: [(&str, Mesh, Mesh, [f64; 3]); 8] = [
        (
            "knots that cross",
            shape::torus_knot(2, 3, 20_000),
            shape::torus_knot(2, 3, 20_000),
            [0.3, 0.1, 0.2],
        ),
        (
            "a ball in a ball",
            shape::sphere(20_000),
            scaled(&shape::sphere(20_000), 0.5),
            [0.1, 0.0, 0.0],
        ),
        ("boxes, flush, 12 triangles each", shape::cuboid(12), shape::cuboid(12), [2.0, 0.5, 0.0]),
        ("boxes, flush, 12 000 triangles each", dense.clone(), dense.clone(), [2.0, 0.5, 0.0]),
        (
            "a box of 12 000 triangles on one of 12",
            shape::cuboid(12),
            dense.clone(),
            [2.0, 0.5, 0.0],
        ),
        ("a copy", dense.clone(), dense.clone(), [0.0; 3]),
        ("a copy cut into other triangles", shape::cuboid(12), dense.clone(), [0.0; 3]),
        (
            "two blobs in a copy of one that is refined",
            shape::blob(5_000, 1),
            refined(&shape::blob(5_000, 1)),
            [0.0; 3],
        ),
    ];
    for (name, a, b, at) in cases {
        let (a, b) = (Model::new(a), Model::new(b));
        let (a, b) = (Boundary::of(&a), Boundary::of(&b));
        let pose = Pose::translation(at);
        let start = Instant::now();
        let related = Relation::between(&a, &b, pose);
        let first = start.elapsed();
        let start = Instant::now();
        Relation::between(&a, &b, pose);
        println!(
            "{name}: {}, {:.2?}, then {:.2?}",
            related.relation.name(),
            first,
            start.elapsed()
        );
    }
}

fn scaled(mesh: &Mesh, by: f64) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| p.map(|x| x * by)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("finite")
}

/// Each triangle in four, with the middles of the edges rounded to f32 numbers.
fn refined(mesh: &Mesh) -> Mesh {
    let mut vertices = mesh.vertices().to_vec();
    let mut triangles = Vec::new();
    for &[p, q, r] in mesh.triangles() {
        let mut middle = |p: u32, q: u32| {
            let [a, b] = [p, q].map(|v| mesh.vertices()[v as usize]);
            vertices.push([0, 1, 2].map(|i| 0.5 * (a[i] + b[i])));
            vertices.len() as u32 - 1
        };
        let (pq, qr, rp) = (middle(p, q), middle(q, r), middle(r, p));
        triangles.extend([[p, pq, rp], [pq, q, qr], [rp, qr, r], [pq, qr, rp]]);
    }
    Mesh::new(vertices, triangles).expect("finite")
}
