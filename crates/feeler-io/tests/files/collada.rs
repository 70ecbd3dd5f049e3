//! Tests of the reader of COLLADA.

use feeler_io::{ErrorKind, Format, Unit, UpAxis, parse};

use crate::samples::COLLADA;
use crate::{corners, message, refusal};

const TOOTH: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

/// The sample with one text replaced by another.
fn with(from: &str, to: &str) -> String {
    assert!(COLLADA.contains(from), "the sample has no {from}");
    COLLADA.replacen(from, to, 1)
}

#[test]
fn nodes_place_geometries_nodes_and_skins() {
    let scene = parse(COLLADA.as_bytes(), Format::Collada).unwrap();
    assert_eq!((scene.unit(), scene.up()), (Some(Unit::INCH), Some(UpAxis::Z)));
    let names: Vec<&str> = scene.parts().iter().map(|part| &part.name[..]).collect();
    assert_eq!(names, ["tooth", "plate"]);
    let moved = TOOTH.map(|[x, y, z]| [x + 5.0, y, z]);
    let turned = |corners: [[f64; 3]; 3]| corners.map(|[x, y, z]| [-y, x, z - 2.0]);
    let near = |p: &[[f64; 3]; 3], q: &[[f64; 3]; 3]| {
        p.as_flattened().iter().zip(q.as_flattened()).all(|(x, y)| (x - y).abs() < 1e-14)
    };
    let each: Vec<_> =
        scene.instances().iter().map(|instance| corners(&scene.mesh_of(instance))).collect();
    assert_eq!((each.len(), &each[0][0], &each[1][0]), (6, &TOOTH, &moved));
    assert!(near(&each[2][0], &turned(TOOTH)) && near(&each[3][0], &turned(moved)), "{each:?}");
    assert_eq!(each[5], [TOOTH.map(|p| [2.0 * p[0], 2.0 * p[1], 2.0 * (p[2] + 7.0)])]);
    assert_eq!(scene.part("lower").unwrap().triangles().len(), 2);
    assert_eq!(scene.instances()[3].groups().collect::<Vec<_>>(), ["jaw", "lower"]);
    assert_eq!(scene.instances()[4].name(), "a < b");
    // The turned teeth share the mesh of the others; what is scaled has its own.
    assert_eq!(scene.rigid().meshes.len(), 3);
}

#[test]
fn every_kind_of_faces_becomes_triangles() {
    let scene = parse(COLLADA.as_bytes(), Format::Collada).unwrap();
    let plate = &scene.parts()[1].mesh;
    let polylist = [[0, 1, 2], [0, 2, 3], [0, 1, 4]];
    let (polygons, strip, fan) =
        ([[0, 1, 2], [0, 2, 3]], [[0, 1, 3], [3, 1, 2]], [[4, 1, 2], [4, 2, 3]]);
    assert_eq!(plate.triangles(), [&polylist[..], &polygons, &strip, &fan].concat());
    assert_eq!(plate.vertices()[2], [4.0, 4.0, 0.0]);
}

#[test]
fn files_without_scenes_units_or_accessors() {
    let start = COLLADA.find("<library_visual_scenes>").unwrap();
    let end = COLLADA.find("<library_nodes>").unwrap();
    let file = COLLADA.replace(&COLLADA[start..end], "");
    let file = file.replace("<scene><instance_visual_scene url=\"#main\"/></scene>", "");
    let scene = parse(file.as_bytes(), Format::Collada).unwrap();
    assert_eq!(scene.instances().len(), 2);
    let file = with("<unit name=\"inch\" meter=\"0.0254\"/><up_axis>Z_UP</up_axis>", "");
    let scene = parse(file.as_bytes(), Format::Collada).unwrap();
    assert_eq!((scene.unit(), scene.up()), (None, Some(UpAxis::Y)));
    let file = with("meter=\"0.0254\"", "meter=\" 0.5 \"");
    let scene = parse(file.as_bytes(), Format::Collada).unwrap();
    assert_eq!(scene.unit(), Unit::of_metres(0.5));
    // Without a named scene it is the first one.
    let scene = parse(
        with("<scene><instance_visual_scene url=\"#main\"/></scene>", "").as_bytes(),
        Format::Collada,
    );
    assert_eq!(scene.unwrap().instances().len(), 0);
}

#[test]
fn errors_name_line_and_reason() {
    let check = |from: &str, to: &str, expected: &str| {
        assert_eq!(message(with(from, to), Format::Collada), expected, "{to}");
    };
    check(
        "<p>0 0 1 0 2 0</p>",
        "<p>0 0 1 0 3 0</p>",
        "line 12: a face names vertex 3, but there are 3",
    );
    check("<p>0 0 1 0 2 0</p>", "<p>0 0 1 0 -2 0</p>", "line 12: '-2' is no index");
    check(
        "<p>0 0 1 0 2 0</p>",
        "<p>0 0 1 0 2</p>",
        "line 12: a list of faces ends within a group of 2",
    );
    check(
        "<p>0 0 1 0 2 0</p>",
        "<p>0 0 1 0</p>",
        "line 12: a list of triangles has 2 corners, not a multiple of three",
    );
    check("     0 1 0</float", "     0 x 0</float", "line 7: 'x' is not a number");
    check("     0 1 0</float", "     0 nan 0</float", "line 7: coordinate 'nan' is not finite");
    check("     0 1 0</float", "     0 1</float", "line 10: the positions end within a group of 3");
    check(
        "count=\"3\" stride=\"3\"",
        "count=\"4\" stride=\"3\"",
        "line 10: 4 positions are announced, but 3 are there",
    );
    check("stride=\"3\">", "stride=\"2\">", "line 10: positions need x, y and z in groups of 2");
    check("source=\"#t-pos\"", "source=\"#x\"", "line 10: there is no source 'x' before this");
    check(
        "source=\"#t-pos\"",
        "source=\"b.dae#x\"",
        "line 10: 'b.dae#x' is in another file, which is not read",
    );
    check(
        "<vcount>4 3<",
        "<vcount>4 9<",
        "line 19: the polygons announce 13 corners, but the list has 7",
    );
    check(
        "semantic=\"VERTEX\" source=\"#t-vertices\" offset=\"0\"/>\n",
        "semantic=\"UV\"/>",
        "line 11: faces have no input 'VERTEX'",
    );
    check(
        "<vertices id=\"t-v",
        "<verticos id=\"t-v",
        "line 10: ill-formed document: expected `</verticos>`, but `</vertices>` was found",
    );
    check("Z_UP", "W_UP", "line 3: the axes are X_UP, Y_UP and Z_UP");
    check("meter=\"0.0254\"", "meter=\"-1\"", "line 3: a unit of '-1' metres is no length");
    check("0 0 -2<", "0 -2<", "line 31: 'translate' has 3 numbers, not 2");
    check("0 0 1 90<", "0 0 0 90<", "line 31: the axis of a rotation has no length");
    check("7 0 0 0 1<", "7 0 0 0 2<", "line 26: the last row of the matrix is not 0 0 0 1");
    check("url=\"#plate\"", "url=\"#plat\"", "the file has no geometry 'plat', but places it");
    check("url=\"#jaw\"", "url=\"#jar\"", "the file has no node 'jar', but places it");
    check("url=\"#main\"", "url=\"#mein\"", "the file has no scene 'mein', but places it");
    check(
        "url=\"#jaw\"",
        "url=\"#upper\"",
        "the scene's tree has a cycle: a node is within itself",
    );
    check("<COLLADA", "<COLLADO", "line 2: the root element is not 'COLLADA'");
    check("</COLLADA>", "", "line 40: the file ends within an element");
    check(
        "<p>0 2 3</p></polygons>",
        "<ph><p>0 2 3</p><h>1</h></ph></polygons>",
        "a polygon has holes: export triangles instead",
    );
    check(
        "<scale>2 2 2</scale>",
        "<skew>1 0 0 0 1 0 30</skew>",
        "a node is placed by 'skew': export matrices instead",
    );
    let latin = [COLLADA.as_bytes(), b"\xe9"].concat();
    assert_eq!(
        message(&latin, Format::Collada),
        format!("byte {}: the text is not UTF-8: save it as UTF-8", COLLADA.len())
    );
}

#[test]
fn a_source_is_read_once_and_controllers_end() {
    let again = "<vertices id=\"t-vertices\"><input semantic=\"POSITION\" source=\"#t-pos\"/>";
    let twice = format!("{again}<input semantic=\"POSITION\" source=\"#t-pos\"/>");
    let error = message(with(again, &twice), Format::Collada);
    assert_eq!(error, "line 10: the mesh has two lists of positions");
    let error =
        refusal(with("<skin source=\"#tooth-mesh\">", "<skin source=\"#bent\">"), Format::Collada);
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert_eq!(error.to_string(), "controller 'bent' is one of more than 8 in a chain");
}

#[test]
fn doctypes_define_nothing() {
    let bomb =
        with("<COLLADA", "<!DOCTYPE x [<!ENTITY a \"0 0 0\"><!ENTITY b \"&a;&a;\">]>\n<COLLADA");
    let bomb = bomb.replacen("name=\"a &lt; b\"", "name=\"&b;\"", 1);
    let error = message(bomb, Format::Collada);
    assert!(error.contains("line 33:") && error.contains('b'), "{error}");
}
