//! Tests of the writers: what is written is read again.

use feeler::Mesh;
use feeler_io::{ErrorKind, Format, WriteFormat, parse, read, write};

use crate::corners;

/// A mesh with numbers that an imprecise printer would change, degenerate and duplicate triangles,
/// and an unused vertex.
fn awkward() -> Mesh {
    let vertices = vec![
        [0.1, 1.0 / 3.0, -0.0],
        [1e300, -5e-324, 1e-9],
        [1234567.890123456, 2.0_f64.sqrt(), f64::EPSILON],
        [7.0, 8.0, 9.0],
        [-1e22, 123456789012345680.0, 0.3],
    ];
    Mesh::new(vertices, vec![[0, 1, 2], [2, 1, 0], [4, 4, 4], [0, 1, 2], [4, 0, 1]]).unwrap()
}

fn round_trip(mesh: &Mesh, format: WriteFormat) -> Mesh {
    let bytes = format.encode(mesh).unwrap_or_else(|error| panic!("{error}"));
    let known = match format {
        WriteFormat::Obj => Format::Obj,
        WriteFormat::Ply => Format::Ply,
        _ => Format::Gltf,
    };
    if !mesh.triangles().is_empty() {
        assert_eq!(Format::from_content(&bytes), Some(known));
    }
    parse(&bytes, known).unwrap_or_else(|error| panic!("{error}")).merged()
}

#[test]
fn obj_and_ply_keep_every_bit() {
    for format in [WriteFormat::Obj, WriteFormat::Ply] {
        let again = round_trip(&awkward(), format);
        assert_eq!(again, awkward());
        let bits =
            |mesh: &Mesh| mesh.vertices().iter().map(|v| v.map(f64::to_bits)).collect::<Vec<_>>();
        assert_eq!(bits(&again), bits(&awkward()), "the sign of zero too");
    }
}

/// A part at a distance of a million times its size from the origin keeps its digits.
#[test]
fn glb_is_relative_to_the_middle() {
    let shift = [1e6, -2e6, 0.1];
    let place = |p: [f64; 3]| [0, 1, 2].map(|i| p[i] / 7.0 + shift[i]);
    let vertices =
        [[0.0; 3], [1.0, 0.2, 0.0], [0.1, 1.0, 0.3], [0.4, 0.5, 1.0]].map(place).to_vec();
    let mesh = Mesh::new(vertices, vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]).unwrap();
    let again = round_trip(&mesh, WriteFormat::Glb);
    assert_eq!(again.triangles(), mesh.triangles());
    for (p, q) in corners(&again).iter().flatten().zip(corners(&mesh).iter().flatten()) {
        for i in 0..3 {
            // Half of the last f32 digit of the half extent, and the rounding errors of f64 at this
            // position.
            assert!((p[i] - q[i]).abs() < 0.072 * 2_f64.powi(-24) + 1e-9, "{p:?} {q:?}");
        }
    }
}

#[test]
fn glb_refuses_sizes_that_f32_does_not_have() {
    for size in [1e-40, 1e39] {
        let vertices = vec![[0.0; 3], [size, 0.0, 0.0], [0.0, size, 0.0]];
        let mesh = Mesh::new(vertices, vec![[0, 1, 2]]).unwrap();
        let error = WriteFormat::Glb.encode(&mesh).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.to_string().contains("PLY and OBJ do"), "{error}");
    }
    let point = Mesh::new(vec![[1e9, 0.0, 3.0]; 3], vec![[0, 1, 2]]).unwrap();
    assert_eq!(round_trip(&point, WriteFormat::Glb), point);
}

#[test]
fn an_empty_mesh_is_a_file_too() {
    for format in [WriteFormat::Obj, WriteFormat::Ply, WriteFormat::Glb] {
        let again = round_trip(&Mesh::default(), format);
        assert_eq!(again, Mesh::default(), "{format:?}");
    }
    let points = Mesh::new(vec![[1.0, 2.0, 3.0]], vec![]).unwrap();
    assert_eq!(round_trip(&points, WriteFormat::Ply), points);
}

#[test]
fn files_are_written_by_their_extension() {
    let folder = std::env::temp_dir().join(format!("feeler-io-write-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let vertices = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]];
    let mesh = Mesh::new(vertices, vec![[0, 1, 2]]).unwrap();
    for name in ["mesh.ply", "mesh.OBJ", "mesh.glb"] {
        write(folder.join(name), &mesh).unwrap();
        assert_eq!(read(folder.join(name)).unwrap(), mesh, "{name}");
    }
    for name in ["mesh.stl", "mesh.gltf", "mesh"] {
        let error = write(folder.join(name), &mesh).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownFormat);
        assert!(
            error.to_string().ends_with("written as .ply, .obj or .glb, and this is none of them")
        );
        assert!(!folder.join(name).exists());
    }
    let error = write(folder.join("nowhere/mesh.ply"), &mesh).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unwritable(std::io::ErrorKind::NotFound));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Two lines: points first, then the numbers along each line, which go on from line to line.
#[test]
fn lines_of_obj_and_ply() {
    let line = |name: &str, x: f64, count: usize, is_closed: bool| feeler_io::Polyline {
        name: name.to_owned(),
        points: (0..count).map(|i| [x, i as f64, 1.0 / 3.0]).collect(),
        is_closed,
    };
    let lines = [line("open", 0.5, 2, false), line("closed", 1e-300, 3, true)];
    let text = String::from_utf8(WriteFormat::Obj.encode_polylines(&lines).unwrap()).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[1], "v 0.5 0.0 0.3333333333333333");
    assert_eq!(rows[6..], ["g open", "l 1 2", "g closed", "l 3 4 5 3"]);

    let bytes = WriteFormat::Ply.encode_polylines(&lines).unwrap();
    let header = "element vertex 5\nproperty double x\nproperty double y\nproperty double z\n\
                  element edge 4\nproperty uint vertex1\nproperty uint vertex2\nend_header\n";
    let start = String::from_utf8_lossy(&bytes).find(header).unwrap() + header.len();
    let numbers: Vec<u32> = bytes[start + 24 * 5..]
        .chunks_exact(4)
        .map(|chunk| u32::from_le_bytes(chunk.try_into().unwrap()))
        .collect();
    assert_eq!(numbers, [0, 1, 2, 3, 3, 4, 4, 2]);

    let error = WriteFormat::Glb.encode_polylines(&lines).unwrap_err();
    assert!(error.to_string().contains(".obj or .ply"), "{error}");
}
