//! Tests of the reader of STL.

use feeler_io::{Format, parse};

use crate::samples::{STL, binary_stl};
use crate::{corners, mesh, message};

const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

#[test]
fn solids_are_parts_with_their_names() {
    let scene = parse(STL.as_bytes(), Format::Stl).unwrap();
    let names: Vec<&str> = scene.parts().iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["first one", "second"]);
    assert_eq!(
        corners(&scene.merged()),
        [[[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], [[0., 1., 0.], [1., 0., 0.], [1., 1., 0.]]]
    );
}

#[test]
fn keywords_have_any_case_and_lines_any_end() {
    let plain = mesh(STL, Format::Stl);
    assert_eq!(mesh(STL.to_uppercase(), Format::Stl), plain);
    assert_eq!(mesh(STL.replace('\n', "\r\n"), Format::Stl), plain);
    assert_eq!(mesh("solid \nendsolid", Format::Stl).triangles().len(), 0);
}

#[test]
fn binary_files_may_begin_with_solid() {
    for header in ["", "solid", "solid x\nfacet normal", "\0\0"] {
        let mesh = mesh(binary_stl(header, &[TRIANGLE, TRIANGLE]), Format::Stl);
        assert_eq!(corners(&mesh), [TRIANGLE.map(|p| p.map(f64::from)); 2]);
        assert_eq!(mesh.vertices().len(), 3, "equal positions are joined");
    }
}

#[test]
fn binary_files_may_have_bytes_to_spare() {
    let mut bytes = binary_stl("exported", &[TRIANGLE]);
    bytes.extend(b"left over");
    assert_eq!(mesh(bytes, Format::Stl).triangles().len(), 1);
}

#[test]
fn zero_and_minus_zero_stay_apart() {
    let mesh =
        mesh(binary_stl("", &[[[0.0, 0.0, 0.0], [-0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]]), Format::Stl);
    assert!(mesh.triangle(0)[1][0].is_sign_negative());
}

#[test]
fn errors_name_place_and_reason() {
    let check = |from: &str, to: &str, expected: &str| {
        assert_eq!(message(STL.replacen(from, to, 1), Format::Stl), expected);
    };
    check("vertex 1 0 0", "vertex 1 0 inf", "line 5: coordinate 'inf' is not finite");
    check("vertex 1 0 0", "vertex 1 0 a", "line 5: 'a' is not a number");
    check("  endloop", "vertex 1 1 1 endloop", "line 7: expected 'endloop', found 'vertex'");
    check("   vertex 1 0 0\n", "", "line 6: expected 'vertex', found 'endloop'");
    check("solid second", "liquid second", "line 10: expected 'solid', found 'liquid'");
    assert_eq!(message(&STL[..43], Format::Stl), "line 3: the file ends before 'loop'");
    assert_eq!(
        message(&STL[..STL.len() - 10], Format::Stl),
        "line 17: the file ends before 'endsolid'"
    );

    let mut bytes = binary_stl("", &[TRIANGLE; 2]);
    bytes.truncate(150);
    let expected = "byte 84: the header announces 2 triangles, but there is room for 1";
    assert_eq!(message(&bytes, Format::Stl), expected);
    let expected = "byte 0: the file ends before the header of a binary STL file: 80 bytes are needed, 5 are left";
    assert_eq!(message(b"\0\0\0\0\0", Format::Stl), expected);
    let bytes = binary_stl("", &[TRIANGLE, [[0.0; 3], [0.0, f32::NAN, 0.0], [0.0; 3]]]);
    assert_eq!(message(bytes, Format::Stl), "byte 162: triangle 1: coordinate NaN is not finite");
}

/// The announced number of triangles was never filled in, or belongs to another file.
#[test]
fn binary_files_must_not_hold_more_triangles_than_they_announce() {
    let mut bytes = binary_stl("exported", &[TRIANGLE, TRIANGLE, TRIANGLE]);
    bytes[80] = 1;
    let expected = "byte 134: the header announces 1 triangles, but 2 more follow";
    assert_eq!(message(bytes, Format::Stl), expected);
}

/// Such a file was once read as an OBJ file without a single face, and so as a mesh that touches
/// nothing.
#[test]
fn a_binary_file_cut_short_does_not_look_like_obj() {
    let bytes = binary_stl("part made by\ns exporter", &[TRIANGLE, TRIANGLE]);
    assert_eq!(Format::from_content(&bytes), Some(Format::Stl));
    assert_eq!(Format::from_content(&bytes[..bytes.len() - 1]), None);
}
