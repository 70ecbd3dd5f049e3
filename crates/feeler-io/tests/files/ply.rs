//! Tests of the reader of PLY.

use feeler_io::Format;

use crate::samples::{PLY, binary_ply};
use crate::{corners, mesh, message};

#[test]
fn faces_and_strips_are_read_and_the_rest_is_passed_over() {
    let mesh = mesh(PLY, Format::Ply);
    let square = [[0, 1, 2], [0, 2, 3]];
    let strips = [[0, 1, 2], [2, 1, 3], [0, 1, 2]];
    assert_eq!(mesh.vertices()[2], [1.0, 1.0, 0.0]);
    assert_eq!(mesh.triangles(), [&square[..], &strips[..]].concat());
}

#[test]
fn properties_have_any_type_and_order_in_either_byte_order() {
    let little = mesh(binary_ply("little"), Format::Ply);
    assert_eq!(corners(&little), [[[0.0, 0.0, 0.5], [1.5, 0.0, 0.25], [0.0, -300.0, 0.1]]]);
    assert_eq!(mesh(binary_ply("big"), Format::Ply), little);
}

#[test]
fn headers_may_end_their_lines_anyhow() {
    let plain = mesh(PLY, Format::Ply);
    assert_eq!(mesh(PLY.replace('\n', "\r\n"), Format::Ply), plain);
    assert_eq!(mesh(PLY.replace('\n', "\r"), Format::Ply), plain);
}

#[test]
fn a_body_may_begin_with_half_a_line_end() {
    let header = "ply\rformat binary_little_endian 1.0\relement vertex 1\rproperty uchar x\r\
                  property uchar y\rproperty uchar z\rend_header\r";
    let mesh = mesh([header.as_bytes(), b"\n\r\n"].concat(), Format::Ply);
    assert_eq!(mesh.vertices(), [[10.0, 13.0, 10.0]]);
}

#[test]
fn ascii_floats_keep_all_their_digits() {
    let file = PLY.replace("0 1 255 0\n", "0.123456789012345 1 255 0\n");
    assert_eq!(mesh(file, Format::Ply).vertices()[3][0], 0.123456789012345);
}

#[test]
fn faces_may_come_before_vertices() {
    let file = "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_index\n\
                element vertex 4\nproperty double x\nproperty double y\nproperty double z\nend_header\n\
                4 0 1 2 3\n0 0 0\n4 0 0\n1 1 0\n0 4 0\n";
    assert_eq!(mesh(file, Format::Ply).triangles(), [[0, 1, 2], [0, 2, 3]]);
    let turned = file.replace("4 0 1 2 3", "4 1 2 3 0");
    assert_eq!(mesh(turned, Format::Ply).triangles(), [[2, 3, 0], [2, 0, 1]]);
}

#[test]
fn points_without_faces_are_an_empty_mesh() {
    let file = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n\
                property float z\nelement nothing 99999999999\nend_header\n1 2 3\n";
    let mesh = mesh(file, Format::Ply);
    assert_eq!((mesh.vertices().len(), mesh.triangles().len()), (1, 0));
}

#[test]
fn errors_name_place_and_reason() {
    let check = |from: &str, to: &str, expected: &str| {
        assert_eq!(message(PLY.replacen(from, to, 1), Format::Ply), expected);
    };
    check("ply\n", "plx\n", "line 1: a PLY file begins with 'ply'");
    check("ascii", "morse", "line 2: 'morse' is not a PLY encoding");
    check("format ascii 1.0\n", "", "line 17: the header has no 'format' line");
    check("vertex 4", "vertex -4", "line 5: '-4' is not a count");
    check("property float x", "property quad x", "line 6: 'quad' is not a PLY type");
    check("property float x", "property float w", "line 5: the vertices have no x, y and z");
    check("vertex_indices", "corners", "line 10: element 'face' has no list 'vertex_indices'");
    check(
        "list uchar int",
        "list float int",
        "line 12: the length of a list must be a whole number",
    );
    check("element vertex 4\n", "", "line 5: a property comes before any element");
    check("comment a", "remark a", "line 3: header line 'remark' is not understood");
    check("1 1 255 0", "1 nan 255 0", "line 21: coordinate 'nan' is not finite");
    check("7 4 0 1 2 3", "7 4 0 1 2 4", "line 23: face 0 names vertex 4, but there are 4");
    check("7 4 0 1 2 3", "7 4 0 1 2 -1", "line 23: face 0 names vertex -1, but there are 4");
    check("8 0 1 2 3 -1", "8 0 1 2 3 -2", "line 25: strip 0 names vertex -2, but there are 4");
    check(" -1 0 1 2\n", "", "line 25: the file ends before a whole number");
    check(
        "element vertex 4",
        "element vertex 1000",
        "line 5: the header announces 1000 of element 'vertex', but the 75 bytes that are left have room for 18",
    );

    let whole = binary_ply("little");
    let expected = format!("byte {}: a list of 3 items, but there is room for 2", whole.len() - 10);
    assert_eq!(message(&whole[..whole.len() - 1], Format::Ply), expected);
    let text = "element vertex 3\r\n";
    let at = whole.windows(text.len()).position(|w| w == text.as_bytes()).unwrap() + text.len() - 3;
    let mut huge = whole.clone();
    huge.splice(at..at + 1, *b"18446744073709551615");
    let error = message(huge, Format::Ply);
    assert!(error.ends_with("but the 61 bytes that are left have room for 4"), "{error}");
    let mut long = whole.clone();
    let list = whole.len() - 10;
    long[list..list + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = message(long, Format::Ply);
    assert!(error.ends_with("a list of 4294967295 items, but there is room for 3"), "{error}");
}

#[test]
fn a_coordinate_is_not_a_list() {
    let text = "ply\nformat ascii 1.0\nelement vertex 1\nproperty list uchar float x\nproperty float y\n\
                property float z\nend_header\n1 0 0 0\n";
    assert!(message(text, Format::Ply).ends_with("the vertices have no x, y and z"));
}

/// Indices of faces were once checked against the first list of vertices, although they might mean
/// the second.
#[test]
fn a_second_list_of_vertices_is_refused() {
    let text = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n\
                property float z\nelement vertex 2\nproperty float x\nend_header\n1 2 3\n4\n5\n";
    let expected = "line 7: a second element 'vertex': which of them do the faces name?";
    assert_eq!(message(text, Format::Ply), expected);
}
