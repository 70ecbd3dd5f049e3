//! Scenes that unfold without end, and trees without bottom.

use feeler_io::{ErrorKind, Format, parse};

use crate::samples::{MODEL, archive, glb, gltf_json, triangle_buffer};
use crate::{mesh, refusal};

fn gltf(nodes: &str) -> Vec<u8> {
    let json = gltf_json(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{nodes}],"buffers":[{{"byteLength":39}}]"#
    ));
    glb(&json, &triangle_buffer())
}

/// A chain of nodes, each the only child of the one before.
fn chain(length: usize) -> Vec<u8> {
    let inner = (1..length).map(|child| format!(r#"{{"children":[{child}]}},"#));
    gltf(&(inner.collect::<String>() + r#"{"mesh":0}"#))
}

#[test]
fn deep_trees() {
    assert_eq!(mesh(chain(256), Format::Gltf).triangles().len(), 1);
    for depth in [257, 100_000] {
        let error = refusal(chain(depth), Format::Gltf);
        assert_eq!(error.reason(), "the scene's tree is deeper than 256 levels");
    }
    let deep_json = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    assert_eq!(refusal(&deep_json, Format::Gltf).kind(), ErrorKind::Malformed);
    let extras = format!(r#"{{"extras":{deep_json}}}"#);
    assert_eq!(mesh(gltf(&extras), Format::Gltf).triangles().len(), 0, "extras are passed over");
    let deep_xml = format!("<model>{}", "<a>".repeat(1_000_000));
    let error = refusal(archive(&[("3D/3dmodel.model", &deep_xml)]), Format::ThreeMf);
    assert_eq!(error.reason(), "the file ends before '</model>'");
}

#[test]
fn cycles() {
    for nodes in [r#"{"children":[0]}"#, r#"{"children":[1]},{"children":[2]},{"children":[1]}"#] {
        let error = refusal(gltf(nodes), Format::Gltf);
        assert_eq!(error.reason(), "the scene's tree has a cycle: a node is within itself");
    }
    let model = MODEL.replacen("objectid=\"1\"", "objectid=\"2\"", 1);
    let error = refusal(archive(&[("3D/3dmodel.model", &model)]), Format::ThreeMf);
    assert_eq!(error.reason(), "the scene's tree has a cycle: a node is within itself");
}

/// Levels of nodes that each name the next ten times.
fn tower(levels: usize, top: &str) -> Vec<u8> {
    let level = |next: usize| {
        let children = vec![next.to_string(); 10].join(",");
        format!(r#"{{"children":[{children}]}},"#)
    };
    gltf(&((1..=levels).map(level).collect::<String>() + top))
}

#[test]
fn towers_of_instances() {
    assert_eq!(mesh(tower(5, r#"{"mesh":0}"#), Format::Gltf).triangles().len(), 100_000);
    for top in [r#"{"mesh":0}"#, "{}"] {
        let file = tower(12, top);
        let size = file.len();
        let error = refusal(file, Format::Gltf);
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        let expected = format!(
            "the scene unfolds to more than 1048576 nodes, the most that {size} bytes may ask for"
        );
        assert_eq!(error.reason(), expected);
    }
}

#[test]
fn large_parts_many_times() {
    let component = "<component objectid=\"1\"/>".repeat(1000);
    let triangles = "<triangle v1=\"0\" v2=\"1\" v3=\"2\"/>".repeat(5000);
    let model = MODEL.replacen("<component objectid=\"1\"/>", &component, 1).replacen(
        "<triangle v1=\"0\" v2=\"1\" v3=\"2\"/>",
        &triangles,
        1,
    );
    let file = archive(&[("3D/3dmodel.model", &model)]);
    let size = file.len();
    let error = refusal(file, Format::ThreeMf);
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    let expected = format!(
        "the scene unfolds to more than 4194304 triangles, the most that {size} bytes may ask for"
    );
    assert_eq!(error.reason(), expected);
}

/// In an archive, where the places take a few bytes each.
#[test]
fn ten_thousand_screws() {
    let place = |i: i32| {
        let (x, y) = (i % 100, i / 100);
        format!("<component objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 1 {x} {y} 0\"/>")
    };
    let components: String = (0..10_000).map(place).collect();
    let triangles = "<triangle v1=\"0\" v2=\"1\" v3=\"2\"/>".repeat(200);
    let model = MODEL.replacen("<component objectid=\"1\"/>", &components, 1).replacen(
        "<triangle v1=\"0\" v2=\"1\" v3=\"2\"/>",
        &triangles,
        1,
    );
    let file = archive(&[("3D/3dmodel.model", &model)]);
    assert!(file.len() < model.len(), "packed");
    // One more stands beside them, and all are placed twice.
    assert_eq!(mesh(file, Format::ThreeMf).triangles().len(), 2 * 10_001 * 200);
}

#[test]
fn sparse_accessors_cannot_ask_for_the_world() {
    let json = r#"{"asset":{"version":"2.0"},"meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":5}]}],
        "accessors":[{"componentType":5126,"count":1000000000000,"type":"VEC3","sparse":
        {"count":0,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}}],
        "bufferViews":[{"buffer":0,"byteLength":4}],"buffers":[{"byteLength":4}]}"#;
    assert_eq!(refusal(glb(json, &[0; 4]), Format::Gltf).kind(), ErrorKind::TooLarge);
}

#[test]
fn one_winding_polygon() {
    let corner = |i: u64| {
        let x = i.wrapping_mul(0x9e37_79b9) % 100_003;
        let y = i.wrapping_mul(0x85eb_ca6b) % 99_991;
        format!("v {x} {y} 0\n")
    };
    let count = 100_000;
    let face: String = (1..=count).map(|i| format!(" {i}")).collect();
    let file = (0..count).map(corner).collect::<String>() + "f" + &face;
    let error = parse(file.as_bytes(), Format::Obj).unwrap_err();
    let expected = "line 100001: a face of 100000 corners is too winding to be cut into triangles in good time";
    assert_eq!(error.to_string(), expected);
}
