//! Scenes that unfold to too many nodes, and trees that are too deep.

use std::time::{Duration, Instant};

use feeler_io::{ErrorKind, Format, parse};

use crate::allocation::peak;
use crate::samples::{MODEL, archive, glb, gltf_json, triangle_buffer};
use crate::{mesh, refusal};

fn gltf(nodes: &str) -> Vec<u8> {
    let json = gltf_json(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{nodes}],"buffers":[{{"byteLength":39}}]"#
    ));
    glb(&json, &triangle_buffer())
}

/// A chain of nodes, each the only child of its predecessor.
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
    // Without a scene, no root leads to the nodes of a cycle; such a file was once read as an empty
    // mesh.
    for (nodes, lost) in
        [(r#"{"children":[0]}"#, 0), (r#"{},{"children":[2]},{"children":[1]}"#, 1)]
    {
        let json = gltf_json(&format!(r#""nodes":[{nodes}],"buffers":[{{"byteLength":39}}]"#));
        let error = refusal(glb(&json, &triangle_buffer()), Format::Gltf);
        let expected = format!(
            "node {lost}: it is in a cycle of nodes or below one, and the file has no scene"
        );
        assert_eq!(error.reason(), expected);
    }
    let model = MODEL.replacen("objectid=\"1\"", "objectid=\"2\"", 1);
    let error = refusal(archive(&[("3D/3dmodel.model", &model)]), Format::ThreeMf);
    assert_eq!(error.reason(), "the scene's tree has a cycle: a node is within itself");
}

/// Levels of nodes, where each node has the next level's node ten times as a child.
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
    for (top, what) in [(r#"{"mesh":0}"#, "bytes of memory"), ("{}", "nodes")] {
        let file = tower(12, top);
        let size = file.len();
        let error = refusal(file, Format::Gltf);
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        let most = if what == "nodes" { 1_048_576 } else { 64_000_000 + 50 * size };
        let expected = format!(
            "the scene unfolds to more than {most} {what}, the most that {size} bytes may ask for"
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
    let most = 64_000_000 + 50 * size;
    let expected = format!(
        "the scene unfolds to more than {most} bytes of memory, the most that {size} bytes may ask for"
    );
    assert_eq!(error.reason(), expected);
}

/// The placements are in an archive, in which each takes a few bytes.
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
    // One more screw stands beside them, and all are placed twice.
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

/// Whether a file that once took many seconds is read within one second; `tests/hostile` measures
/// how the time grows.
fn quick(bytes: &[u8], format: Format) -> bool {
    let start = Instant::now();
    let _ = parse(bytes, format);
    start.elapsed() < Duration::from_secs(1)
}

/// This file once took 27 seconds.
#[test]
fn blanks_before_continued_lines_are_looked_at_once() {
    let file = format!("v 0 0 0\n{}{}f 1 1 1\n", " ".repeat(150_000), "\\\n".repeat(75_000));
    assert!(quick(file.as_bytes(), Format::Obj));
}

/// This file once took 24 seconds.
#[test]
fn an_accessor_is_parsed_once_for_all_primitives() {
    let primitives = vec![r#"{"attributes":{"POSITION":0},"indices":1}"#; 10_000].join(",");
    let json = gltf_json(r#""buffers":[{"byteLength":39}]"#)
        .replace(r#"{"attributes":{"POSITION":0},"indices":1}"#, &primitives)
        .replace(
            r#""type":"VEC3""#,
            &format!(r#""type":"VEC3","extras":[{}0]"#, "0,".repeat(200_000)),
        );
    assert!(quick(&glb(&json, &triangle_buffer()), Format::Gltf));
}

/// A file of 1.1 MB once took 6.5 GB, and was accepted.
#[test]
fn objects_items_and_components_are_taken_from_the_quota_as_they_come() {
    for (before, many) in [
        ("<resources>", "<object id=\"7\"/>".repeat(700_000)),
        ("<build>", "<item objectid=\"1\"/>".repeat(600_000)),
        ("<components>", "<component objectid=\"1\"/>".repeat(500_000)),
    ] {
        let model = MODEL.replacen(before, &format!("{before}{many}"), 1);
        let file = archive(&[("3D/3dmodel.model", &model)]);
        let (error, most) = peak(|| refusal(&file, Format::ThreeMf));
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
        assert!(most <= 64_000_000 + 50 * file.len(), "{most} bytes after '{before}'");
    }
}

/// Polygons once took 81 times the size of the file.
#[test]
fn polygons_take_less_than_fifty_times_their_bytes() {
    let corners = 1_000_000u32;
    let header = "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty uchar x\nproperty uchar y\n\
                  property uchar z\nelement face 1\nproperty list uint uchar vertex_index\nend_header\n";
    let mut file = header.as_bytes().to_vec();
    file.extend([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    file.extend(corners.to_le_bytes());
    file.extend((0..corners).map(|i| (i % 3) as u8));
    let (_, most) = peak(|| parse(&file, Format::Ply).map(drop));
    assert!(most <= 50 * file.len(), "{most} bytes for {}", file.len());
}

/// Nodes once took 78 times the size of the file.
#[test]
fn nodes_take_less_than_fifty_times_their_bytes() {
    let json = gltf_json(&format!(
        r#""nodes":[{}],"buffers":[{{"byteLength":39}}]"#,
        vec!["{}"; 300_000].join(",")
    ));
    let file = glb(&json, &triangle_buffer());
    let (_, most) = peak(|| parse(&file, Format::Gltf).map(drop));
    assert!(most <= 50 * file.len(), "{most} bytes for {}", file.len());
}

/// A file of 425 bytes once asked for a gigabyte.
#[test]
fn zeros_of_sparse_accessors_are_taken_from_the_quota() {
    for count in [300_000, 4_000_000] {
        let json = format!(
            r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"mode":5}}]}}],
            "accessors":[{{"componentType":5126,"count":{count},"type":"VEC3","sparse":
            {{"count":0,"indices":{{"bufferView":0,"componentType":5121}},"values":{{"bufferView":0}}}}}}],
            "bufferViews":[{{"buffer":0,"byteLength":4}}],"buffers":[{{"byteLength":4}}]}}"#
        );
        let file = glb(&json, &[0; 4]);
        let (answer, most) = peak(|| parse(&file, Format::Gltf).map(|scene| scene.merged()));
        assert!(most <= 64_000_000 + 50 * file.len(), "{most} bytes for {count} zeros");
        assert_eq!(answer.is_ok(), count == 300_000);
    }
}

/// It once took up to five seconds to list the similar names.
#[test]
fn an_unknown_name_is_answered_at_once() {
    // A chain of long names, with as many instances at its end as a file may have.
    let name = |i: usize| format!("{i:0>199}");
    let chain = (0..250).map(|i| format!(r#"{{"name":"{}","children":[{}]}}"#, name(i), i + 1));
    let leaves = vec!["251"; 100_000].join(",");
    let leaves = format!(r#"{{"name":"x","children":[{leaves}]}}"#);
    let last = r#"{"mesh":0,"name":"leaf"}"#.to_owned();
    let nodes: Vec<String> = chain.chain([leaves, last]).collect();
    let scene = parse(&gltf(&nodes.join(",")), Format::Gltf).unwrap();
    let start = Instant::now();
    let error = scene.part(&"y".repeat(199)).unwrap_err();
    assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
    assert!(error.reason().contains("; some names are 'leaf', 'tri', 'x', "), "{error}");
    assert_eq!(scene.part(&name(3)).unwrap().triangles().len(), 100_000);
}
