//! Tests of the reader of 3MF.

use feeler_io::{ErrorKind, Format, Unit, parse};

use crate::samples::{MODEL, archive};
use crate::{corners, mesh, message, refusal};

const ROOT: &str = "3D/3dmodel.model";
const TOOTH: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

#[test]
fn items_and_components_place_objects() {
    let scene = parse(&archive(&[(ROOT, MODEL)]), Format::ThreeMf).unwrap();
    assert_eq!(scene.unit(), Some(Unit::INCH));
    assert_eq!(scene.parts().len(), 1);
    let moved = TOOTH.map(|[x, y, z]| [x + 5.0, y, z]);
    let turned = |corners: [[f64; 3]; 3]| corners.map(|[x, y, z]| [-y, x, z - 2.0]);
    assert_eq!(corners(&scene.merged()), [TOOTH, moved, turned(TOOTH), turned(moved)]);
    assert_eq!(corners(&scene.part("lower").unwrap()), [turned(TOOTH), turned(moved)]);
    let each = scene.instances().iter().map(|instance| corners(&scene.mesh_of(instance)));
    assert_eq!(each.collect::<Vec<_>>(), [TOOTH, moved, turned(TOOTH), turned(moved)].map(|c| [c]));
    assert_eq!(scene.part("tooth").unwrap().triangles().len(), 4);
    let groups: Vec<&str> = scene.instances()[3].groups().collect();
    assert_eq!(groups, ["jaw", "lower"]);
}

#[test]
fn models_in_other_entries() {
    let part = MODEL.replace("name=\"jaw\"", "");
    let root = r#"<m:model unit="inch" xmlns:m="core" xmlns:p="production"><m:resources>
        <m:object id="9"><m:components><m:component p:path="/3d/other.MODEL" objectid="2"/></m:components></m:object>
        <p:object id="8"><p:vertex x="none"/></p:object></m:resources>
        <m:build><m:item objectid="9"/><m:item objectid="1" p:path="/3D/Other.model"/></m:build></m:model>"#;
    let relationships = r#"<Relationships><Relationship Type="a/thumbnail" Target="/b.png"/>
        <Relationship Type="http://schemas/3dmodel" Target="/main.xml"/></Relationships>"#;
    let files = [("_rels/.rels", relationships), ("main.xml", root), ("3D/Other.model", &*part)];
    assert_eq!(mesh(archive(&files), Format::ThreeMf).triangles().len(), 3);
    let other = part.replace("inch", "foot");
    let files = [("_rels/.rels", relationships), ("main.xml", root), ("3D/Other.model", &*other)];
    assert_eq!(
        message(archive(&files), Format::ThreeMf),
        "3D/Other.model: its unit is not that of the root model"
    );
}

#[test]
fn names_are_unescaped_and_millimetres_are_the_default() {
    let model = MODEL.replace("tooth", "a &lt; &#98;").replace(" unit=\"inch\"", "");
    let scene = parse(&archive(&[(ROOT, &model)]), Format::ThreeMf).unwrap();
    assert_eq!(scene.parts()[0].name, "a < b");
    assert_eq!(scene.unit(), Some(Unit::MILLIMETRE));
}

#[test]
fn errors_name_entry_line_and_reason() {
    let check = |from: &str, to: &str, expected: &str| {
        let file = archive(&[(ROOT, &MODEL.replacen(from, to, 1))]);
        assert_eq!(message(file, Format::ThreeMf), format!("{ROOT}{expected}"));
    };
    check("v3=\"2\"", "v3=\"3\"", ":9: triangle 0 of object 1 names vertex 3, but there are 3");
    check("v3=\"2\"", "v3=\"-1\"", ":9: triangle 0 of object 1 names vertex -1, but there are 3");
    check(" v3=\"2\"", "", ":9: a triangle needs v1, v2 and v3");
    check("x=\"1\"", "x=\"NaN\"", ":7: coordinate 'NaN' is not finite");
    check("x=\"1\"", "x=\"one\"", ":7: 'one' is not a number");
    check("x=\"1\"", "", ":7: a vertex needs x, y and z");
    check("5 0 0\"", "5 0\"", ":15: a transform has 12 numbers, not 11");
    check("objectid=\"1\"", "", ":14: an item or component has no 'objectid'");
    check(
        "objectid=\"1\"",
        "objectid=\"7\"",
        ": object 7 is placed, but '3D/3dmodel.model' has no such object",
    );
    check("inch", "furlong", ":2: unit 'furlong' does not exist");
    check("<model", "<muddle", ":2: the root element is not 'model'");
    check("</model>", "", ":24: the file ends before '</model>'");
    check(
        "</mesh>",
        "</mush>",
        ":10: ill-formed document: expected `</mesh>`, but `</mush>` was found",
    );
}

#[test]
fn damaged_archives() {
    let whole = archive(&[(ROOT, MODEL)]);
    let error = message(&whole[..whole.len() / 2], Format::ThreeMf);
    assert!(error.starts_with("damaged zip archive: "), "{error}");
    assert_eq!(
        message(archive(&[("readme", "")]), Format::ThreeMf),
        "the archive has no entry '3D/3dmodel.model'"
    );
    let missing = MODEL.replace("<item objectid=\"2\"", "<item objectid=\"2\" path=\"/no.model\"");
    let error = message(archive(&[(ROOT, &missing)]), Format::ThreeMf);
    assert_eq!(error, "3D/3dmodel.model: the archive has no entry 'no.model'");
}

#[test]
fn bombs_are_refused() {
    let bomb = " ".repeat(40 << 20);
    let error = refusal(archive(&[(ROOT, &bomb)]), Format::ThreeMf);
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    let expected = "3D/3dmodel.model: the archive inflates to more than 16 MiB + 32 times its size";
    assert_eq!(error.to_string(), expected);
}
