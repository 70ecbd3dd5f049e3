//! Tests of a build without the formats that need other crates: `cargo test -p feeler-io`.

#![cfg(not(any(feature = "gltf", feature = "3mf", feature = "collada")))]

use feeler_io::{ErrorKind, Format, WriteFormat, parse};

#[test]
fn formats_that_are_left_out_name_their_feature() {
    let glb = Format::from_content(b"glTF\x02\0\0\0").expect("a signature");
    let error = parse(b"glTF\x02\0\0\0", glb).unwrap_err();
    let expected = "glTF is left out of this program: switch on the feature `gltf` of feeler-io";
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Unsupported, expected));

    let archive = Format::from_content(b"PK\x03\x04").expect("a signature");
    let error = parse(b"PK\x03\x04", archive).unwrap_err();
    let expected = "3MF is left out of this program: switch on the feature `3mf` of feeler-io";
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Unsupported, expected));

    let collada = Format::from_content(b"<?xml?><COLLADA>").expect("a root");
    let error = parse(b"<COLLADA/>", collada).unwrap_err();
    let expected =
        "COLLADA is left out of this program: switch on the feature `collada` of feeler-io";
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Unsupported, expected));

    let error = WriteFormat::Glb.encode(&feeler::Mesh::default()).unwrap_err();
    let expected = "GLB is left out of this program: switch on the feature `gltf` of feeler-io";
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Unsupported, expected));
}

#[test]
fn all_other_formats_are_there() {
    let files: [(&[u8], Format); 4] = [
        (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", Format::Obj),
        (
            b"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
            Format::Stl,
        ),
        (b"OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", Format::Off),
        (
            b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
            Format::Ply,
        ),
    ];
    for (bytes, format) in files {
        assert_eq!(Format::from_content(bytes), Some(format));
        let mesh = parse(bytes, format).unwrap().merged();
        assert_eq!(mesh.triangles().len(), 1, "{format:?}");
    }
}
