//! Compares every file of `shared/meshes` with the counts and boxes in its `stats.json`, if that
//! folder exists.

use std::path::{Path, PathBuf};

use feeler::Mesh;
use serde_json::Value;

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/meshes");
    let found = folder.join("stats.json").is_file();
    if !found {
        println!("skipped: {} is not there", folder.display());
    }
    found.then_some(folder)
}

/// Files that must be refused, and the reasons.
const REFUSED: [(&str, &str); 5] = [
    (
        "assembly/gears.glb",
        "the file requires KHR_draco_mesh_compression, which is not supported: its meshes are compressed; \
         'gltf-transform cp IN.glb OUT.glb' (npm package @gltf-transform/cli) writes them without that",
    ),
    ("bad/BoxWithInfinites.glb", "byte 1612: accessor 2: element 0: coordinate -inf is not finite"),
    ("bad/inf_nan.obj", ":1: coordinate 'inf' is not finite"),
    (
        "formats/OutOfMemory.off",
        ":2: the header announces 353535235358 vertices and 6 faces, at least 2121211412160 bytes, \
         but 289 are left",
    ),
    ("formats/number_formats.obj", ":11: '3.1+e2' is not a number"),
];

/// A file whose statistics are wrong, with its true number of triangles and its true box.
///
/// The program behind the statistics joins the two objects of this file, because both have the
/// number 1, each in its own model.
const CORRECTED: (&str, usize, [[f64; 3]; 2]) =
    ("formats/production_components.3mf", 8, [[0.0, 0.0, 0.0], [25.0, 10.0, 10.0]]);

#[test]
fn every_file_loads_as_its_statistics_say_or_is_refused() {
    let Some(folder) = folder() else { return };
    let stats = std::fs::read_to_string(folder.join("stats.json")).unwrap();
    let stats: Value = serde_json::from_str(&stats).unwrap();
    let mut loaded = 0;
    for (name, expected) in stats.as_object().unwrap() {
        let path = folder.join(name);
        if let Some((_, reason)) = REFUSED.iter().find(|(refused, _)| refused == name) {
            let error = feeler_io::read(&path).expect_err(name).to_string();
            let tail = error.strip_prefix(path.to_str().unwrap()).expect(&error);
            assert_eq!(tail.trim_start_matches(": "), *reason, "{name}");
            continue;
        }
        let scene = feeler_io::read_scene(&path).unwrap_or_else(|error| panic!("{error}"));
        let mesh = scene.merged();
        loaded += 1;
        if name == CORRECTED.0 {
            let found = (mesh.triangles().len(), mesh.bounds());
            assert_eq!(found, (CORRECTED.1, Some(CORRECTED.2)));
            continue;
        }
        assert_eq!(mesh.triangles().len() as u64, expected["tris"], "triangles of {name}");
        check_box(name, &mesh, &expected["bbox"]);
        if [".glb", ".3mf", ".3MF"].iter().any(|extension| name.ends_with(extension)) {
            assert_eq!(scene.instances().len() as u64, expected["parts"], "parts of {name}");
        }
    }
    println!("{loaded} files loaded, {} refused", REFUSED.len());
    assert_eq!(loaded + REFUSED.len(), stats.as_object().unwrap().len());
}

/// Compares a box with the statistics, which have six digits.
fn check_box(name: &str, mesh: &Mesh, expected: &Value) {
    let Some(bounds) = mesh.bounds() else {
        assert!(expected.is_null(), "{name} is empty");
        return;
    };
    for (corner, expected) in bounds.iter().zip(expected.as_array().unwrap()) {
        for (x, expected) in corner.iter().zip(expected.as_array().unwrap()) {
            let expected = expected.as_f64().unwrap();
            let size = bounds.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
            assert!((x - expected).abs() <= 1e-5 * size, "{name}: {x} is not {expected}");
        }
    }
}

#[test]
fn the_same_mesh_in_two_encodings_agrees() {
    let Some(folder) = folder() else { return };
    let read = |name: &str| feeler_io::read(folder.join("formats").join(name)).unwrap();
    assert_eq!(read("dolphins_be.ply"), read("dolphins_le.ply"));
    for (a, b) in [
        ("dolphins.ply", "dolphins_le.ply"),
        ("icosahedron_ascii.stl", "icosahedron_binary.stl"),
        ("pr2_head_pan_ascii.stl", "pr2_head_pan_binary.stl"),
        ("pr2_head_tilt_ascii.stl", "pr2_head_tilt_binary.stl"),
    ] {
        let (a, b) = (read(a), read(b));
        assert_eq!(a.triangles().len(), b.triangles().len());
        let size = a.bounds().unwrap().iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        for triangle in 0..a.triangles().len() as u32 {
            for (p, q) in a.triangle(triangle).iter().zip(b.triangle(triangle)) {
                for (x, y) in p.iter().zip(q) {
                    assert!((x - y).abs() <= 1e-5 * size, "triangle {triangle}: {x} is not {y}");
                }
            }
        }
    }
}

#[test]
fn parts_have_their_names() {
    let Some(folder) = folder() else { return };
    let count = |source: &str| {
        let source = folder.join(source);
        feeler_io::read_source(source.to_str().unwrap()).map(|mesh| mesh.triangles().len())
    };
    assert_eq!(count("formats/two_objects_mixed_case_names.stl#CubeExportedFromCAD"), Ok(12));
    assert_eq!(count("bad/multibody.stl#bodyB"), Ok(12));
    assert_eq!(count("bad/multibody.stl#bodyA"), Ok(20));
    assert_eq!(count("formats/pyramids.3mf#Pyramid_1"), count("formats/pyramids.3mf#Pyramid_2"));
    let lamp =
        ["globes", "arms", "post"].map(|part| count(&format!("cad/lamp.obj#{part}")).unwrap());
    assert_eq!(lamp.iter().sum::<usize>(), 8836);
    let error = count("bad/multibody.stl#bodyC").unwrap_err().to_string();
    let expected =
        "no part is called 'bodyC', the file has 2 parts; did you mean 'bodyA' or 'bodyB'?";
    assert!(error.ends_with(expected), "{error}");
}
