//! Tests of the reader of OBJ.

use feeler_io::{Format, parse};

use crate::samples::OBJ;
use crate::{mesh, message};

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

#[test]
fn objects_are_parts_and_polygons_are_cut() {
    let scene = parse(OBJ.as_bytes(), Format::Obj).unwrap();
    let names: Vec<&str> = scene.parts().iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["square", "rest"]);
    assert_eq!(scene.parts()[0].mesh.triangles(), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(scene.parts()[1].mesh.triangles().len(), 1 + 3);
    assert_eq!(
        scene.part("rest").unwrap().triangle(0),
        [[0., 0., 0.], [1., 0., 0.], [0.5, 0.5, 0.]]
    );
}

#[test]
fn a_file_without_names_keeps_every_vertex() {
    let mesh = mesh(format!("{TRIANGLE}v 9 9 9\nf 1 2 3\n"), Format::Obj);
    assert_eq!(mesh.vertices().len(), 4);
}

#[test]
fn groups_are_parts_where_there_are_no_objects() {
    let file =
        format!("{TRIANGLE}f 1 2 3\ng a b\nf 1 2 3\nf 3 2 1\ng c\ng d\nf 1 2 3\ng a b\nf 2 3 1\n");
    let scene = parse(file.as_bytes(), Format::Obj).unwrap();
    let parts = scene.parts().iter().map(|part| (part.name.as_str(), part.mesh.triangles().len()));
    assert_eq!(parts.collect::<Vec<_>>(), [("", 1), ("a b", 2), ("d", 1), ("a b", 1)]);
    assert_eq!(scene.part("a b").unwrap().triangles().len(), 3);
    let whole = scene.merged();
    assert_eq!(whole.triangle(4), [[1., 0., 0.], [0., 1., 0.], [0., 0., 0.]]);
    let both = format!("{TRIANGLE}o all\ng a\nf 1 2 3\ng b\nf 1 2 3\n");
    assert_eq!(parse(both.as_bytes(), Format::Obj).unwrap().parts().len(), 1);
}

#[test]
fn numbers_are_rounded_once_from_decimal() {
    let file = "v 0.1 2. +3.0e-5\nv 9007199254740993 -0 1E2\nv 179769e300 1e-320 .5\nf 1 2 3\n";
    let file = file.replace("179769e300", "0.30000000000000004");
    let vertices = mesh(file, Format::Obj).vertices().to_vec();
    assert_eq!(vertices[0], [0.1, 2.0, 3.0e-5]);
    assert_eq!(vertices[1], [9007199254740992.0, 0.0, 100.0]);
    assert!(vertices[1][1].is_sign_negative());
    assert_eq!(vertices[2], [0.30000000000000004, 1e-320, 0.5]);
}

#[test]
fn faces_may_come_before_vertices_and_lines_may_end_anyhow() {
    let triangle = [[0, 1, 2]];
    assert_eq!(mesh(format!("f 1 2 3\n{TRIANGLE}"), Format::Obj).triangles(), triangle);
    let file = format!("{TRIANGLE}f 1 2 3 # comment 4\nl 1 2\np 1\nvn 0 0 1\nusemtl a\ncurv 1 2");
    for end in ["\n", "\r\n", "\r"] {
        assert_eq!(mesh(file.replace('\n', end), Format::Obj).triangles(), triangle);
    }
    assert_eq!(mesh(format!("\u{feff}{TRIANGLE}f 1 2 3"), Format::Obj).triangles(), triangle);
    assert_eq!(mesh("v 0 0 0 1 0.5 0.5 0.5\nf 1 1 1\n", Format::Obj).triangles(), [[0, 0, 0]]);
}

#[test]
fn faces_of_two_corners_are_passed_over() {
    assert_eq!(
        mesh(format!("{TRIANGLE}f 1 2\nf 1// 2// 3//\nf 1\nf\n"), Format::Obj).triangles(),
        [[0, 1, 2]]
    );
}

#[test]
fn a_concave_polygon_covers_its_own_area() {
    let file = "v 0 0 0\nv 4 0 0\nv 4 1 0\nv 1 1 0\nv 1 4 0\nv 0 4 0\nf 1 2 3 4 5 6\n";
    let mesh = mesh(file, Format::Obj);
    let area = |[a, b, c]: [[f64; 3]; 3]| {
        ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2.0
    };
    let areas: Vec<f64> = (0..4).map(|triangle| area(mesh.triangle(triangle))).collect();
    assert!(areas.iter().all(|area| *area > 0.0), "{areas:?}");
    assert_eq!(areas.iter().sum::<f64>(), 7.0);
}

#[test]
fn errors_name_line_and_reason() {
    let check = |file: &str, expected: &str| {
        assert_eq!(message(format!("{TRIANGLE}{file}"), Format::Obj), expected);
    };
    check("\nf 1 2 9\n", "line 5: face names vertex 9, but there are 3");
    check("f 1 2 0\n", "line 4: face names vertex 0, but the first is 1");
    check("f 1 2 -4\n", "line 4: face names vertex -4, but there are 3 before it");
    check(
        "f 1 2 -9223372036854775808\n",
        "line 4: face names vertex -9223372036854775808, but there are 3 before it",
    );
    check("f 1 2 x/1\n", "line 4: 'x' is not a whole number");
    check("f 1 2 99999999999999999999\n", "line 4: '99999999999999999999' is not a whole number");
    check("v 1 2\n", "line 4: a vertex needs three coordinates");
    check("v 1 2 3.1+e2\n", "line 4: '3.1+e2' is not a number");
    check("v 1 2 nan\n", "line 4: coordinate 'nan' is not finite");
    check("v 1 2 -1e999\n", "line 4: coordinate '-1e999' is not finite");
    check("v 1 2 -1e301\n", "line 4: coordinate '-1e301' is larger than 1e300");
    check("v 1 2 \u{1}\u{ff}\n", "line 4: '\\u{1}ÿ' is not a number");
}

/// A web page that says 404, a pointer to a large file, a compressed file: none of them is an empty
/// mesh.
#[test]
fn what_has_no_line_of_an_obj_file_is_none() {
    for text in [
        "",
        "# nothing\n",
        "<html>404</html>\n",
        "version https://example.org/spec/v1\n",
        "V 0 0 0\n",
    ] {
        assert_eq!(message(text, Format::Obj), "there is no line of an OBJ file in it", "{text:?}");
    }
    assert_eq!(mesh("v 0 0 0\n", Format::Obj).triangles().len(), 0);
}

/// The first vertex was once read as a part of the comment.
#[test]
fn a_comment_that_ends_with_a_backslash_ends_there() {
    let text = "# from C:\\models\\\nv 5 5 5\nv 6 5 5\nv 5 6 5\nv 0 0 0\nf 1 2 3\n";
    assert_eq!(mesh(text, Format::Obj).triangle(0)[0], [5.0; 3]);
}
