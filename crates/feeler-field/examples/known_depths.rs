//! Prints how long depths take that are known in closed form: copies, faces on faces, plates, slots and
//! cavities, where many triangles are equally near.
//!
//! ```console
//! $ cargo run --release --example known_depths -p feeler-field
//! ```

use feeler::{Budget, Mesh, Model, Pose};
use feeler_field::{Body, DepthSearch, Ways};
use feeler_scenes::{Shape, shape};
use std::time::Instant;

/// A box: its middle, and half of its sides.
type Block = ([f64; 3], [f64; 3]);

/// A case: its name, A and B, where B is, and the depth.
type Case = (&'static str, Mesh, Mesh, [f64; 3], f64);

fn main() {
    println!("name: depth, found and proven (within 5 %); first question, near place, proof [ms]");
    for (name, a, b, at, expected) in cases() {
        let (a, b) = (Model::new(a), Model::new(b));
        let (a, b) = (Body::of(&a), Body::of(&b));
        let pose = Pose::translation(at);
        // The first question learns what depends on one mesh alone.
        let start = Instant::now();
        DepthSearch::new(&a, &b, pose, Ways::Anywhere).run(1.0, Budget::UNLIMITED);
        let first = start.elapsed();
        let start = Instant::now();
        let mut search = DepthSearch::new(&a, &b, pose, Ways::Anywhere);
        let near = search.run(1.0, Budget::UNLIMITED);
        let took = start.elapsed();
        let start = Instant::now();
        let depth = search.run(0.05, Budget::UNLIMITED);
        let proof = start.elapsed();
        let [first, took, proof] = [first, took, proof].map(|time| time.as_secs_f64() * 1e3);
        println!(
            "{name}: {expected:.6}, {:.6} {:.6} {}; {first:.2}, {took:.2}, {proof:.2}",
            near.upper,
            depth.lower,
            depth.proof.name(),
        );
    }
}

fn cases() -> Vec<Case> {
    let cube = |half: f64| solid(&[([0.0; 3], [half; 3])]);
    let fine = shape::cuboid(12_000);
    let ring = || shape::ring(20_000);
    let turned = |mesh: &Mesh| moved(mesh, |[x, y, z]| [x, z, y]);
    let slot = [
        ([0.0, 0.0, -1.0], [1.5, 1.0, 0.5]),
        ([-1.0, 0.0, 0.0], [0.5, 1.0, 0.5]),
        ([1.0, 0.0, 0.0], [0.5, 1.0, 0.5]),
    ];
    let plate = moved(&shape::slab(5_000), |[x, y, z]| [x, y, 0.5 * z]);
    vec![
        ("a fine cube on itself", fine.clone(), fine.clone(), [0.0; 3], 2.0),
        ("fine cubes, face on face", fine.clone(), fine.clone(), [2.0, 0.5, 0.0], 0.0),
        ("fine cubes, half in each other", fine.clone(), fine.clone(), [1.0, 0.5, 0.0], 1.0),
        ("a fine cube on one of 12", fine.clone(), cube(1.0), [2.0, 0.5, 0.0], 0.0),
        ("a ring on itself", ring(), ring(), [0.0; 3], 0.5),
        (
            "a knot on itself",
            shape::torus_knot(2, 3, 20_000),
            shape::torus_knot(2, 3, 20_000),
            [0.0; 3],
            f64::NAN,
        ),
        (
            "a gear on itself",
            Shape::Gear.mesh(20_000),
            Shape::Gear.mesh(20_000),
            [0.0; 3],
            f64::NAN,
        ),
        ("a blob on itself", shape::blob(20_000, 1), shape::blob(20_000, 1), [0.0; 3], f64::NAN),
        ("crossed plates", plate.clone(), turned(&plate), [0.0; 3], 1.05),
        ("a plate on itself", plate.clone(), plate.clone(), [0.0; 3], 0.1),
        ("a cube in the floor of a slot", solid(&slot), cube(0.4), [0.0, 0.0, -0.2], 0.1),
        ("a cube in the wall of a cavity", cavity(), cube(0.4), [0.3, 0.0, 0.0], 0.1),
        ("a cube in a cube", cube(1.0), cube(0.25), [0.5, 0.0, 0.0], 0.75),
        ("open hills and a cube", Shape::Terrain.mesh(20_000), cube(0.3), [0.0; 3], f64::NAN),
        (
            "open hills on themselves",
            Shape::Terrain.mesh(20_000),
            Shape::Terrain.mesh(20_000),
            [0.0; 3],
            f64::NAN,
        ),
    ]
}

/// Boxes in one mesh.
fn solid(blocks: &[Block]) -> Mesh {
    let cube = shape::cuboid(12);
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for (middle, half) in blocks {
        let first = corners.len() as u32;
        let place = |p: &[f64; 3]| [0, 1, 2].map(|i| middle[i] + half[i] * p[i].signum());
        corners.extend(cube.vertices().iter().map(place));
        triangles.extend(cube.triangles().iter().map(|t| t.map(|corner| first + corner)));
    }
    Mesh::new(corners, triangles).expect("finite")
}

/// A cube of half width 1 with a closed cavity of half width 0.6.
fn cavity() -> Mesh {
    let both = solid(&[([0.0; 3], [1.0; 3]), ([0.0; 3], [0.6; 3])]);
    let mut triangles = both.triangles().to_vec();
    let half = triangles.len() / 2;
    triangles[half..].iter_mut().for_each(|t| t.swap(0, 1));
    Mesh::new(both.vertices().to_vec(), triangles).expect("finite")
}

fn moved(mesh: &Mesh, to: impl Fn([f64; 3]) -> [f64; 3]) -> Mesh {
    let corners = mesh.vertices().iter().map(|&p| to(p)).collect();
    Mesh::new(corners, mesh.triangles().to_vec()).expect("finite")
}
