//! Tests of the reader of OFF.

use feeler_io::Format;

use crate::samples::{OFF, binary_off};
use crate::{corners, mesh, message};

#[test]
fn colours_and_comments_are_passed_over() {
    let mesh = mesh(OFF, Format::Off);
    assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 2, 3], [0, 1, 2]]);
    assert_eq!(mesh.vertices()[2], [1.0, 1.0, 0.0]);
}

#[test]
fn headers_have_many_forms() {
    let body = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    for header in [
        "OFF\n3 1 0\n",
        "OFF 3 1 0\n",
        "OFF3 1 0\n",
        "  \t OFF\n\n# no\n3 1 # yes\n",
        "OFF\n3\n1\n0\n",
        "COFF\n3 1 0\n",
        "NOFF\n3 1 0\n",
        "STCNOFF\n3 1 0\n",
        "3 1 0\n",
        "OFF\r\n3 1 3\r\n",
    ] {
        let mesh = mesh(format!("{header}{body}"), Format::Off);
        assert_eq!(mesh.triangles(), [[0, 1, 2]], "{header:?}");
        assert_eq!(mesh.vertices()[1], [1.0, 0.0, 0.0], "{header:?}");
    }
}

#[test]
fn normals_follow_the_position() {
    let file = "NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n";
    assert_eq!(mesh(file, Format::Off).vertices()[1], [1.0, 0.0, 0.0]);
}

#[test]
fn homogeneous_coordinates_are_divided() {
    let file = "4OFF\n3 1 0\n0 0 0 1\n1 0 0 2\n0 1 0 0.5\n3 0 1 2\n";
    assert_eq!(corners(&mesh(file, Format::Off)), [[[0., 0., 0.], [0.5, 0., 0.], [0., 2., 0.]]]);
    let infinite = file.replace("0 1 0 0.5", "0 1 0 0");
    assert_eq!(message(infinite, Format::Off), "line 5: coordinate NaN is not finite");
}

#[test]
fn binary_files() {
    let mesh = mesh(binary_off(), Format::Off);
    assert_eq!(corners(&mesh), [[[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]]]);
}

/// Some programs ignore that the format is big-endian.
#[test]
fn little_endian_files_are_known_by_their_counts() {
    let mut bytes = b"OFF BINARY\n".to_vec();
    bytes.extend([3u32, 1, 0].map(u32::to_le_bytes).as_flattened());
    for vertex in [[0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] {
        bytes.extend(vertex.map(f32::to_le_bytes).as_flattened());
    }
    bytes.extend([3u32, 0, 1, 2, 0].map(u32::to_le_bytes).as_flattened());
    let mesh = mesh(&bytes, Format::Off);
    assert_eq!(corners(&mesh), [[[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]]]);
    // If the counts fit in both orders, the file is big-endian: this file has 256 vertices, or
    // 65536.
    let mut both = b"OFF BINARY\n".to_vec();
    both.extend([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    both.extend(vec![0; 12 * 65536]);
    assert_eq!(crate::mesh(&both, Format::Off).vertices().len(), 256);
}

#[test]
fn a_face_has_no_negative_number_of_corners() {
    let file = OFF.replacen("3 0 1 2", "-3 0 1 2", 1);
    assert_eq!(message(file, Format::Off), "line 9: face 1 has -3 corners");
    let mut bytes = binary_off();
    let face = bytes.len() - 24;
    bytes[face..face + 4].copy_from_slice(&(-3i32).to_be_bytes());
    let expected = "byte 149: face 0 has 4294967293 corners, but there is room for 5";
    assert_eq!(message(bytes, Format::Off), expected);
}

#[test]
fn edges_and_points_are_passed_over() {
    let file = OFF.replace("4 2 0", "4 4 0") + "2 0 1\n1 0\n";
    assert_eq!(mesh(file, Format::Off).triangles().len(), 3);
}

#[test]
fn errors_name_place_and_reason() {
    let check = |from: &str, to: &str, expected: &str| {
        assert_eq!(message(OFF.replacen(from, to, 1), Format::Off), expected);
    };
    check("3 0 1 2", "3 0 1 4", "line 9: face 1 names vertex 4, but there are 4");
    check("3 0 1 2", "3 0 1 -1", "line 9: face 1 names vertex -1, but there are 4");
    check("3 0 1 2", "3 0 1 1.5", "line 9: '1.5' is not a whole number");
    check("3 0 1 2\n", "", "line 9: the file ends before a face");
    check("3 0 1 2\n", "3 0 1", "line 9: the file ends before a corner of a face");
    check("1 0 0", "1 0 inf", "line 5: coordinate 'inf' is not finite");
    check("4 2 0", "4 x 0", "line 2: 'x' is not a count");
    check("4 2 0", "-4 2 0", "line 2: '-4' is not a count");
    check(
        "4 2 0",
        "9999 2 0",
        "line 2: the header announces 9999 vertices and 2 faces, at least 59998 bytes, but 64 are left",
    );
    check("OFF", "nOFF", "line 1: nOFF, with its own number of dimensions, is not supported");
    check("OFF", "PUFF", "line 1: 'PUFF' is not a count");
    let mut bytes = binary_off();
    bytes[13..17].copy_from_slice(&[0xff; 4]);
    let expected = "byte 13: the header announces 4294967295 vertices and 1 faces, at least 171798691808 bytes, but 144 are left";
    assert_eq!(message(&bytes, Format::Off), expected);
    bytes = binary_off();
    let last = bytes.len() - 12;
    bytes[last - 1] = 7;
    assert_eq!(message(&bytes, Format::Off), "byte 153: face 0 names vertex 7, but there are 3");
}
