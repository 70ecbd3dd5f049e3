//! Published pairs with their answers, from `../shared/vectors`. If this folder is absent, there
//! are no pairs.

use feeler::triangle::Triangle;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A pair of triangles with its published answer.
pub struct Published<Answer> {
    pub name: String,
    pub a: Triangle,
    pub b: Triangle,
    pub answer: Answer,
}

/// The pairs of Shen, Heng and Tang 2003. The answer is whether they meet.
pub fn shen2003() -> Vec<Published<bool>> {
    let mut all = Vec::new();
    for (file, answer) in [("intersected.txt", true), ("separated.txt", false)] {
        let Some(text) = read(&format!("tri_tri_shen2003/{file}")) else { continue };
        let numbers: Vec<f64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
        for (i, pair) in numbers.chunks_exact(18).enumerate() {
            let point = |i: usize| [pair[3 * i], pair[3 * i + 1], pair[3 * i + 2]];
            let name = format!("{file} #{i}");
            let (a, b) = ([0, 1, 2].map(point), [3, 4, 5].map(point));
            all.push(Published { name, a, b, answer });
        }
    }
    all
}

/// The tests of CGAL's `Intersections_3`. The answer is the kind of the intersection.
pub fn cgal() -> Vec<Published<String>> {
    json("tri_tri_cgal/tri_tri.json", "note", |pair| pair["intersection"].as_str().unwrap().into())
}

/// The tests of three-mesh-bvh. The answer is whether the triangles meet.
pub fn three_mesh_bvh() -> Vec<Published<bool>> {
    json("tri_tri_three_mesh_bvh/tri_tri.json", "name", |pair| {
        pair["intersects"].as_bool().unwrap()
    })
}

/// The ends of motions from the Sample Queries for continuous collision detection, as triangles
/// without area: an edge against an edge, or a vertex against a face. The answer is `Some(false)`
/// if the motion is published as free; otherwise nothing is known.
pub fn ccd() -> Vec<Published<Option<bool>>> {
    let root = folder().join("ccd_sample_queries");
    let mut files: Vec<PathBuf> = Vec::new();
    for scene in entries(&root) {
        files.extend(entries(&scene).iter().flat_map(|kind| entries(kind)));
    }
    let mut all = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let rows: Vec<[f64; 7]> = text.lines().map(row).collect();
        let edges = file.to_string_lossy().contains("edge-edge");
        for (i, four) in rows.chunks_exact(4).enumerate() {
            let [p, q, r, s] = [0, 1, 2, 3].map(|k| [0, 2, 4].map(|c| four[k][c] / four[k][c + 1]));
            let (a, b) = if edges { ([p, q, q], [r, s, s]) } else { ([p; 3], [q, r, s]) };
            let name = format!("{} row {}", file.display(), 4 * i + 1);
            all.push(Published { name, a, b, answer: (four[0][6] == 0.0).then_some(false) });
        }
    }
    all
}

/// A row of seven numbers. Numerators and denominators have at most 53 significant bits each, so
/// f64 parses and divides them exactly.
fn row(line: &str) -> [f64; 7] {
    let numbers: Vec<f64> = line.split(',').map(|word| word.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

fn json<T>(file: &str, name: &str, answer: impl Fn(&Value) -> T) -> Vec<Published<T>> {
    let Some(text) = read(file) else { return Vec::new() };
    let pairs: Vec<Value> = serde_json::from_str(&text).unwrap();
    let triangle = |value: &Value| -> Triangle { serde_json::from_value(value.clone()).unwrap() };
    let published = |pair: &Value| Published {
        name: pair[name].as_str().unwrap().into(),
        a: triangle(&pair["t1"]),
        b: triangle(&pair["t2"]),
        answer: answer(pair),
    };
    pairs.iter().map(published).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors")
}

fn read(file: &str) -> Option<String> {
    let text = fs::read_to_string(folder().join(file)).ok();
    if text.is_none() {
        println!("skipped: {} is not here", folder().join(file).display());
    }
    text
}

/// The entries of a folder in order; no entries if it is a file or absent.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        println!("skipped: {} is not a folder here", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("LICENSE"))
        .collect();
    paths.sort();
    paths
}
