//! Tests of the geometry of contacts.
//!
//! - [`curves`]: curves along which surfaces cross;
//! - [`overlap`]: volumes that solids share;
//! - [`patches`]: where faces lie on each other;
//! - [`regions`]: what meets in one place.
//!
//! `FEELER_LONG=1` makes all tests ten times longer.

mod curves;
mod overlap;
mod patches;
mod regions;

use feeler::{Mesh, Model, Pose};
use feeler_scenes::Random;
use std::path::{Path, PathBuf};

/// The number of rounds of a test, larger in the long mode.
fn rounds(usual: usize) -> usize {
    if std::env::var_os("FEELER_LONG").is_some() { 10 * usual } else { usual }
}

/// A box.
fn cuboid(low: [f64; 3], high: [f64; 3]) -> Model {
    let cube = feeler_scenes::shape::cuboid(12);
    let place = |p: &[f64; 3]| [0, 1, 2].map(|i| if p[i] < 0.0 { low[i] } else { high[i] });
    let vertices = cube.vertices().iter().map(place).collect();
    Model::new(Mesh::new(vertices, cube.triangles().to_vec()).unwrap())
}

/// A pose that rotates a mesh anyhow and moves it by up to a distance.
fn anyhow(random: &mut Random, distance: f64) -> Pose {
    let (direction, far) = (random.direction(), random.between(0.0, distance));
    random.rotation().then(&Pose::translation(direction.map(|x| far * x)))
}

/// A pose at which corners, edges and faces of parts on a grid lie on each other: quarter turns, and a
/// translation by multiples of a step.
fn snapped(random: &mut Random, step: f64) -> Pose {
    let mut axis = |n: f64| (random.between(0.0, n) as usize).min(n as usize - 1);
    let (first, second, sign) = (axis(3.0), axis(2.0), axis(4.0));
    let second = (first + 1 + second) % 3;
    let third = 3 - first - second;
    let signs = [1 - 2 * (sign as i32 % 2), 1 - 2 * (sign as i32 / 2)].map(f64::from);
    let mut rows = [[0.0; 3]; 3];
    rows[0][first] = signs[0];
    rows[1][second] = signs[1];
    let even = (first + 1) % 3 == second;
    rows[2][third] = signs[0] * signs[1] * if even { 1.0 } else { -1.0 };
    let by = [0; 3].map(|_| (random.between(-4.0, 4.0).round()) * step);
    Pose::new(rows, by).unwrap()
}

/// Real meshes that are closed or not, on machines that have them, with their names.
fn shared_meshes() -> Vec<(String, Mesh)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/meshes");
    let mut files: Vec<PathBuf> = ["cad", "scans", "bad", "formats"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).into_iter().flatten())
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    if files.is_empty() {
        eprintln!("no real meshes on this machine");
    }
    let read = |path: PathBuf| {
        let mesh = feeler_io::read(&path).ok()?;
        let is_small = (1..=60_000).contains(&mesh.triangles().len());
        is_small.then(|| (path.file_name().unwrap().to_string_lossy().into_owned(), mesh))
    };
    files.into_iter().filter_map(read).collect()
}
