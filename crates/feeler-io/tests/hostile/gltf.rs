//! Hostile files in glTF and GLB.

use crate::case::{Case, Files, filled};

pub(crate) fn cases() -> Vec<Case> {
    let case = |name, size, make| Case { name, extension: "gltf", size, unfolds: false, make };
    let bomb = |name, size, make| Case { unfolds: true, ..case(name, size, make) };
    vec![
        case("gltf: empty nodes", 1_000_000, |n| Files::from(document(&list("nodes", "{}", n)))),
        case("gltf: nodes that are no nodes", 2_000_000, |n| {
            Files::from(document(&list("nodes", "0", n)))
        }),
        case("gltf: small nodes with a mesh", 1_000_000, |n| {
            Files::from(document(&format!("{TRIANGLE},{}", list("nodes", r#"{"mesh":0}"#, n))))
        }),
        bomb("gltf: one node many times", 1_000_000, |n| {
            let scene = list("nodes", "0", n);
            let rest = format!(r#"{TRIANGLE},"scenes":[{{{scene}}}],"nodes":[{{"mesh":0}}]"#);
            Files::from(document(&rest))
        }),
        bomb("gltf: levels of ten nodes", 4_000, |n| {
            let level = |next: usize| {
                format!(r#"{{"name":"x","children":[{}]}},"#, vec![next.to_string(); 10].join(","))
            };
            let levels: String = (1..=n / 50).map(level).collect();
            let rest =
                format!(r#"{TRIANGLE},"scenes":[{{"nodes":[0]}}],"nodes":[{levels}{{"mesh":0}}]"#);
            Files::from(document(&rest))
        }),
        case("gltf: one long accessor", 1_000_000, |n| {
            let extras = format!(r#""extras":[{}]"#, list_items("0", n / 2));
            let triangle =
                TRIANGLE.replace(r#""type":"VEC3""#, &format!(r#""type":"VEC3",{extras}"#));
            let primitives = list("primitives", PRIMITIVE, n / 2);
            Files::from(document(&triangle.replace(ONE_PRIMITIVE, &primitives)))
        }),
        bomb("gltf: one long name of many parts", 1_000_000, |n| {
            let name = format!(r#"{{"name":"{}","#, filled("x", n / 2));
            let primitives = name + &list("primitives", PRIMITIVE, n / 2);
            Files::from(document(&TRIANGLE.replace(&format!("{{{ONE_PRIMITIVE}"), &primitives)))
        }),
        case("gltf: primitives share positions", 1_000_000, |n| {
            let primitives = list("primitives", PRIMITIVE, n);
            Files::from(document(&TRIANGLE.replace(ONE_PRIMITIVE, &primitives)))
        }),
        bomb("gltf: sparse zeros", 4_000, |n| Files::from(sparse(10_000_000, 0) + &filled(" ", n))),
        bomb("gltf: some sparse zeros", 4_000, |n| {
            Files::from(sparse(300_000, 0) + &filled(" ", n))
        }),
        case("gltf: one element replaced often", 1_000_000, |n| {
            Files::from(sparse(3, n / 20) + &filled(" ", n))
        }),
        bomb("gltf: spellings of one file", 80_000, |n| {
            let buffer =
                |i: usize| format!(r#"{{"byteLength":36,"uri":"{}a.bin"}}"#, "./".repeat(i % 40));
            let buffers: Vec<String> = (0..n / 80).map(buffer).collect();
            let rest = TRIANGLE.replace(BUFFER, &buffers.join(","));
            let beside = vec![("a.bin", vec![0; 20 * n])];
            Files { main: document(&rest).into_bytes(), beside }
        }),
        case("glb: one strip", 2_000_000, |n| {
            let json = document(&format!(
                r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1,"mode":5}}]}}],
                "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}},
                {{"bufferView":1,"componentType":5121,"count":{n},"type":"SCALAR"}}],
                "bufferViews":[{{"buffer":0,"byteLength":36}},
                {{"buffer":0,"byteOffset":36,"byteLength":{n}}}],"buffers":[{{"byteLength":{}}}]"#,
                36 + n
            ));
            Files::from(glb(&json, 36 + n))
        }),
        case("gltf: base64", 4_000_000, |n| {
            let uri = format!("data:;base64,{}", filled("AAAA", n));
            let buffer = format!(r#"{{"byteLength":36,"uri":"{uri}"}}"#);
            Files::from(document(&TRIANGLE.replace(BUFFER, &buffer)))
        }),
    ]
}

const PRIMITIVE: &str = r#"{"attributes":{"POSITION":0}}"#;
const ONE_PRIMITIVE: &str = r#""primitives":[{"attributes":{"POSITION":0}}]"#;
const BUFFER: &str =
    r#"{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}"#;

/// A mesh of one triangle.
const TRIANGLE: &str = r#""meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]"#;

fn document(rest: &str) -> String {
    format!(r#"{{"asset":{{"version":"2.0"}},{rest}}}"#)
}

/// A binary file whose buffer is all zeros.
fn glb(json: &str, buffer: usize) -> Vec<u8> {
    let json = format!("{json:<0$}", json.len().next_multiple_of(4));
    let buffer = vec![0; buffer.next_multiple_of(4)];
    let sizes = [28 + json.len() + buffer.len(), json.len(), buffer.len()];
    let [whole, text, binary] = sizes.map(|size| (size as u32).to_le_bytes());
    let version = 2u32.to_le_bytes();
    let header = [*b"glTF", version, whole, text, *b"JSON"].concat();
    [&header[..], json.as_bytes(), &binary, b"BIN\0", &buffer].concat()
}

fn list_items(item: &str, bytes: usize) -> String {
    filled(&format!("{item},"), bytes) + item
}

fn list(name: &str, item: &str, bytes: usize) -> String {
    format!(r#""{name}":[{}]"#, list_items(item, bytes))
}

/// A strip over a sparse accessor without a buffer view, in which some elements are replaced.
fn sparse(count: usize, replaced: usize) -> String {
    let zeros = "A".repeat(4 * (replaced * 12).max(36).div_ceil(3));
    let accessor = format!(
        r#"{{"componentType":5126,"count":{count},"type":"VEC3","sparse":{{"count":{replaced},
        "indices":{{"bufferView":0,"componentType":5121}},"values":{{"bufferView":0}}}}}}"#
    );
    let size = zeros.len() / 4 * 3;
    document(&format!(
        r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"mode":5}}]}}],"accessors":[{accessor}],
        "bufferViews":[{{"buffer":0,"byteLength":{size}}}],
        "buffers":[{{"byteLength":{size},"uri":"data:;base64,{zeros}"}}]"#
    ))
}
