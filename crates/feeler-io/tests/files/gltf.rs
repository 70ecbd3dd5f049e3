//! Tests of the reader of glTF.

use std::io;

use feeler_io::{ErrorKind, Format, Unit, parse, parse_with};

use crate::samples::{embedded_gltf, floats, glb, gltf_json, small_glb, triangle_buffer};
use crate::{corners, mesh, message, refusal};

/// A GLB file of one mesh with the given primitives, accessors and views.
fn file(primitives: &str, accessors: &str, views: &str, binary: &[u8]) -> Vec<u8> {
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{primitives}]}}],"accessors":[{accessors}],"bufferViews":[{views}],
        "buffers":[{{"byteLength":{}}}]}}"#,
        binary.len()
    );
    glb(&json, binary)
}

const SQUARE: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0];
const POSITION: &str = r#"{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}"#;

#[test]
fn nodes_place_meshes() {
    let scene = parse(&small_glb(), Format::Gltf).unwrap();
    assert_eq!(scene.unit(), Some(Unit::METRE));
    assert_eq!(scene.parts().len(), 1);
    let instances = scene.instances().iter().map(|i| (i.name(), i.groups().collect::<Vec<_>>()));
    assert_eq!(instances.collect::<Vec<_>>(), [("left", vec!["rig"]), ("right", vec!["rig"])]);
    let left = [[0., 0., 0.], [2., 0., 0.], [0., 2., 0.]];
    let right = left.map(|[x, y, z]| [x + 6.0, y, z]);
    assert_eq!(corners(&scene.merged()), [left, right]);
    assert_eq!(corners(&scene.part("right").unwrap()), [right]);
    assert_eq!(corners(&scene.part("rig").unwrap()), [left, right]);
    assert_eq!(corners(&scene.part("tri").unwrap()), [left, right]);
}

#[test]
fn rotations_turn_by_the_right_hand() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let json = gltf_json(&format!(
        r#""nodes":[{{"mesh":0,"rotation":[0,0,{half},{half}],"scale":[1,3,1],"translation":[0,0,5]}}],
        "buffers":[{{"byteLength":39}}]"#
    ));
    let mesh = mesh(glb(&json, &triangle_buffer()), Format::Gltf);
    let expected = [[0.0, 0.0, 5.0], [0.0, 1.0, 5.0], [-3.0, 0.0, 5.0]];
    for (x, y) in mesh.triangle(0).as_flattened().iter().zip(expected.as_flattened()) {
        assert!((x - y).abs() < 1e-15, "{x} is not {y}");
    }
}

#[test]
fn matrices_and_embedded_buffers() {
    let mesh = mesh(embedded_gltf(), Format::Gltf);
    assert_eq!(corners(&mesh), [[[0., 0., 7.], [1., 0., 7.], [0., 1., 7.]]]);
}

#[test]
fn buffers_beside_the_file() {
    let json =
        gltf_json(r#""nodes":[{"mesh":0}],"buffers":[{"byteLength":39,"uri":"my%20data.bin"}]"#);
    let open = |name: &str| match name {
        "my data.bin" => Ok(triangle_buffer()),
        _ => Err(io::Error::other("wrong name")),
    };
    assert_eq!(parse_with(json.as_bytes(), Format::Gltf, open).unwrap().instances().len(), 1);
    let expected =
        "line 1: buffer 0: cannot read 'my data.bin': files outside are not read from memory";
    let error = refusal(&json, Format::Gltf);
    assert_eq!(error.kind(), ErrorKind::Unreadable(io::ErrorKind::Unsupported));
    assert_eq!(error.to_string(), expected);
    let short = parse_with(json.as_bytes(), Format::Gltf, |_| Ok(vec![0; 10])).unwrap_err();
    assert_eq!(short.to_string(), "line 1: buffer 0 has 10 bytes, 39 are announced");
}

/// In this way, a file of nine kilobytes once asked for two gigabytes.
#[test]
fn one_file_is_opened_once_for_all_its_spellings() {
    let spellings =
        ["a.bin", "./a.bin", "x/../a.bin", "%61.bin", "a%2Ebin", ".//a.bin", "x/%2e%2e/a.bin"];
    let buffers = spellings.map(|uri| format!(r#"{{"byteLength":39,"uri":"{uri}"}}"#)).join(",");
    let json = gltf_json(&format!(r#""nodes":[{{"mesh":0}}],"buffers":[{buffers}]"#));
    let mut opened = Vec::new();
    let open = |name: &str| {
        opened.push(name.to_owned());
        Ok(triangle_buffer())
    };
    assert_eq!(parse_with(json.as_bytes(), Format::Gltf, open).unwrap().instances().len(), 1);
    assert_eq!(opened, ["a.bin"]);
}

#[test]
fn strips_fans_and_lists_without_indices() {
    let triangles = |mode: u32| {
        let primitive = format!(r#"{{"attributes":{{"POSITION":0}},"mode":{mode}}}"#);
        let view = r#"{"buffer":0,"byteLength":48}"#;
        parse(&file(&primitive, POSITION, view, &floats(&SQUARE)), Format::Gltf)
            .map(|scene| scene.merged().triangles().to_vec())
            .map_err(|error| error.reason().to_owned())
    };
    assert_eq!(triangles(1), Ok(vec![]));
    assert_eq!(triangles(5), Ok(vec![[0, 1, 2], [2, 1, 3]]));
    assert_eq!(triangles(6), Ok(vec![[0, 1, 2], [0, 2, 3]]));
    let expected = "mesh 0: a list of triangles has 4 corners, not a multiple of three";
    assert_eq!(triangles(4), Err(expected.to_owned()));
    assert_eq!(triangles(7), Err("mesh 0: mode 7 does not exist".to_owned()));
}

#[test]
fn indices_of_every_size() {
    for (code, bytes) in [
        (5121, vec![0, 2, 3]),
        (5123, vec![0, 0, 2, 0, 3, 0]),
        (5125, vec![0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]),
    ] {
        let accessors = format!(
            r#"{POSITION},{{"bufferView":1,"componentType":{code},"count":3,"type":"SCALAR"}}"#
        );
        let views = format!(
            r#"{{"buffer":0,"byteLength":48}},{{"buffer":0,"byteOffset":48,"byteLength":{}}}"#,
            bytes.len()
        );
        let primitive = r#"{"attributes":{"POSITION":0},"indices":1}"#;
        let bytes = [floats(&SQUARE), bytes].concat();
        let mesh = mesh(file(primitive, &accessors, &views, &bytes), Format::Gltf);
        assert_eq!(mesh.triangles(), [[0, 2, 3]]);
    }
}

#[test]
fn interleaved_quantised_positions() {
    let position = r#"{"bufferView":0,"byteOffset":2,"componentType":5120,"count":3,"type":"VEC3","normalized":true}"#;
    let view = r#"{"buffer":0,"byteLength":24,"byteStride":8}"#;
    let mut bytes = vec![9; 24];
    for (i, corner) in [[0i8, 0, 0], [127, 0, -128], [0, -127, 0]].iter().enumerate() {
        bytes[8 * i + 2..8 * i + 5].copy_from_slice(&corner.map(i8::cast_unsigned));
    }
    let file = file(r#"{"attributes":{"POSITION":0}}"#, position, view, &bytes);
    assert_eq!(corners(&mesh(file, Format::Gltf)), [[[0., 0., 0.], [1., 0., -1.], [0., -1., 0.]]]);
}

#[test]
fn sparse_positions_replace_others() {
    let sparse = r#""sparse":{"count":1,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}}"#;
    let views = r#"{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":1},{"buffer":0,"byteOffset":52,"byteLength":12}"#;
    let primitive = r#"{"attributes":{"POSITION":0},"mode":6}"#;
    let bytes =
        |place: u8| [floats(&SQUARE), vec![place, 0, 0, 0], floats(&[7.0, 8.0, 9.0])].concat();
    let over = format!("{},{sparse}}}", POSITION.trim_end_matches('}'));
    let replaced = mesh(file(primitive, &over, views, &bytes(2)), Format::Gltf);
    assert_eq!(replaced.vertices(), [[0., 0., 0.], [1., 0., 0.], [7., 8., 9.], [0., 1., 0.]]);
    let zeros = over.replace(r#""bufferView":0,"#, "");
    let replaced = mesh(file(primitive, &zeros, views, &bytes(2)), Format::Gltf);
    assert_eq!(replaced.vertices(), [[0., 0., 0.], [0., 0., 0.], [7., 8., 9.], [0., 0., 0.]]);
    let error = refusal(file(primitive, &over, views, &bytes(4)), Format::Gltf);
    assert_eq!(error.reason(), "accessor 0: element 4 is replaced, but there are 4");
}

#[test]
fn primitives_share_positions_without_copies() {
    let primitives =
        r#"{"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":0},"indices":2}"#;
    let accessors = format!(
        r#"{POSITION},{{"bufferView":1,"componentType":5121,"count":3,"type":"SCALAR"}},
        {{"bufferView":1,"byteOffset":3,"componentType":5121,"count":3,"type":"SCALAR"}}"#
    );
    let views = r#"{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":6}"#;
    let bytes = [floats(&SQUARE), vec![0, 1, 2, 3, 2, 2]].concat();
    let scene = parse(&file(primitives, &accessors, views, &bytes), Format::Gltf).unwrap();
    let sizes = scene.parts().iter().map(|part| part.mesh.vertices().len());
    assert_eq!(sizes.collect::<Vec<_>>(), [3, 2]);
    assert_eq!(corners(&scene.merged())[1], [[0., 1., 0.], [1., 1., 0.], [1., 1., 0.]]);
}

#[test]
fn files_without_nodes_have_each_mesh_once() {
    let json = gltf_json(r#""buffers":[{"byteLength":39}]"#);
    assert_eq!(mesh(glb(&json, &triangle_buffer()), Format::Gltf).triangles().len(), 1);
}

#[test]
fn an_identity_changes_no_bit() {
    let mut buffer = triangle_buffer();
    buffer[..4].copy_from_slice(&(-0.0f32).to_le_bytes());
    let json = gltf_json(
        r#""nodes":[{"mesh":0,"rotation":[0,0,0,1],"scale":[1,1,1]}],"buffers":[{"byteLength":39}]"#,
    );
    let mesh = mesh(glb(&json, &buffer), Format::Gltf);
    assert_eq!(mesh.vertices()[0][0].to_bits(), (-0.0f64).to_bits());
}

#[test]
fn errors_name_place_and_reason() {
    let json = |rest: &str| gltf_json(&format!(r#"{rest},"buffers":[{{"byteLength":39}}]"#));
    let check = |json: &str, expected: &str| {
        let error = refusal(glb(json, &triangle_buffer()), Format::Gltf);
        assert_eq!(error.reason(), expected);
    };
    check(&json(r#""nodes":[{"mesh":4}]"#), "mesh 4 does not exist, there are 1");
    check(&json(r#""nodes":[{"children":[4]}]"#), "node 4 does not exist, there are 1");
    check(&json(r#""nodes":[{}],"scenes":[],"scene":1,"nodes":7"#), "duplicate field `nodes`");
    check(
        &json(r#""nodes":[{"rotation":[0,0,0,0]}]"#),
        "node 0: the rotation is no quaternion of length one",
    );
    check(&json(r#""nodes":[{"scale":[1,1e999,1]}]"#), "number out of range");
    check(&json(r#""nodes":[{"scale":[1,NaN,1]}]"#), "expected value");
    check(
        &json(r#""nodes":[{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]}]"#),
        "node 0: the last row of the matrix is not 0 0 0 1",
    );
    check(
        &json(r#""nodes":[{"mesh":0,"translation":[1e301,0,0]}]"#),
        "instance '' of part 0 is placed too far away or scaled too much",
    );
    check(
        &json(r#""nodes":[{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{}}}]"#),
        "node 0: EXT_mesh_gpu_instancing is not supported",
    );
    check(
        &json(
            r#""nodes":[],"extensionsRequired":["KHR_materials_unlit","KHR_draco_mesh_compression"]"#,
        ),
        "the file requires KHR_draco_mesh_compression, which is not supported: its meshes are compressed; 'gltf-transform cp IN.glb OUT.glb' (npm package @gltf-transform/cli) writes them without that",
    );
    let valid = json(r#""nodes":[{"mesh":0}]"#);
    check(
        &valid.replace(r#""count":3,"type":"VEC3""#, r#""count":4,"type":"VEC3""#),
        "accessor 0: 4 elements need 48 bytes, but there are 36",
    );
    check(
        &valid.replace(r#""count":3,"type":"VEC3""#, r#""count":2,"type":"VEC3""#),
        "mesh 0: a triangle names vertex 2, but there are 2",
    );
    check(&valid.replace("5121", "5126"), "accessor 1: indices must be unsigned integers");
    check(&valid.replace("5126", "5199"), "accessor 0: component type 5199 does not exist");
    check(
        &valid.replace("VEC3", "VEC2"),
        "accessor 0: positions must be VEC3 of floats or small integers",
    );
    check(&valid.replace(r#""bufferView":0,"#, ""), "accessor 0: it has no data");
    check(
        &valid.replace(r#""buffer":0,"byteLength":36"#, r#""buffer":5,"byteLength":36"#),
        "accessor 0: buffer 5 of 1 has no content",
    );
    check(&valid.replace("2.0", "1.0"), "glTF 1.0 is not supported, only 2.0");

    let text = embedded_gltf();
    assert_eq!(
        message(text.replace("base64,AAA", "base64,A*A"), Format::Gltf),
        "line 2: buffer 0: its base64 data is damaged"
    );
    assert_eq!(
        message(
            text.replace(r#""count":3,"type":"SCALAR""#, r#""count":x,"type":"SCALAR""#),
            Format::Gltf
        ),
        "line 5: expected value"
    );
    assert_eq!(
        message(&text[..text.len() - 1], Format::Gltf),
        "line 6: EOF while parsing an object"
    );

    let mut bytes = small_glb();
    let position = bytes.len() - 40 + 12;
    bytes[position..position + 4].copy_from_slice(&f32::INFINITY.to_le_bytes());
    let expected = format!("byte {position}: accessor 0: element 1: coordinate inf is not finite");
    assert_eq!(message(&bytes, Format::Gltf), expected);
    let short = &small_glb()[..100];
    let expected =
        format!("byte 8: the header announces {} bytes, but the file has 100", bytes.len());
    assert_eq!(message(short, Format::Gltf), expected);
    bytes[4] = 1;
    assert_eq!(message(&bytes, Format::Gltf), "byte 4: binary glTF 1 is not supported, only 2");
}
