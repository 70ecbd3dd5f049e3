//! Tests of `--unit` and `--scale`.

use crate::run::Desk;
use serde_json::{Value, json};

/// A COLLADA file with one triangle, one unit long, in a unit of so many metres.
fn dae(metres: &str, up: &str) -> String {
    format!(
        "<COLLADA><asset><unit meter=\"{metres}\"/><up_axis>{up}</up_axis></asset>\
         <library_geometries><geometry id=\"g\" name=\"tri\"><mesh><source id=\"s\"><float_array>0 0 0 1 0 0 0 1 0</float_array></source>\
         <vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices>\
         <triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries></COLLADA>"
    )
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("mm.dae", dae("0.001", "Z_UP"));
    desk.put("m.dae", dae("1", "Y_UP"));
    desk
}

fn distance(desk: &Desk, line: &str) -> f64 {
    desk.feeler(line).json()["distance"].as_f64().expect("a distance")
}

#[test]
fn files_of_different_units_are_converted_and_that_is_said() {
    let desk = desk();
    let run = desk.feeler("check m.dae mm.dae --at 0,0,2 --distance");
    assert_eq!(
        run.stderr,
        "feeler: mm.dae is in millimetres, and is converted: lengths are in metres\n"
    );
    // From one metre along x, a triangle of a millimetre at the origin is nearly a metre away.
    let away = |line: &str| distance(&desk, &format!("check {line} --at -1,0,0 --distance --json"));
    assert!((away("m.dae mm.dae") - 0.999).abs() < 1e-12);
    assert!((away("mm.dae m.dae") - 0.0).abs() < 1e-12);
    assert!((away("m.dae m.dae --unit mm") - 0.0).abs() < 1e-12);
    assert!((away("mm.dae mm.dae --unit in") - (1.0 - 1.0 / 25.4)).abs() < 1e-12);
    let quiet = desk.feeler("check m.dae m.dae --at 0,0,2");
    assert_eq!(quiet.stderr, "");
}

#[test]
fn files_without_a_unit_are_said_to_be_taken_for_others() {
    let desk = desk();
    let run = desk.feeler("check mm.dae triangle.obj --at 0,0,2");
    assert_eq!(
        run.stderr,
        "feeler: some files have no unit and are taken to be in millimetres, as others are; --unit and --scale say otherwise\n"
    );
    assert_eq!(desk.feeler("check mm.dae triangle.obj --at 0,0,2 --unit mm").stderr, "");
    assert_eq!(desk.feeler("check triangle.obj triangle.obj --at 0,0,2").stderr, "");
    // The triangle is 4 units long: scaled by ten, its far corner is 40 away.
    let reach = distance(
        &desk,
        "check triangle.obj mm.dae --scale 10 --unit mm --at 45,0,0 --distance --json",
    );
    assert!((reach - 5.0).abs() < 1e-12, "{reach}");
    desk.refuses(
        "check triangle.obj triangle.obj --unit furlong",
        "the units of length are um (micron), mm (millimetre)",
    );
    desk.refuses("check triangle.obj triangle.obj --scale 0", "it must be a finite number above 0");
}

#[test]
fn reports_and_infos_name_the_unit() {
    let desk = desk();
    let run = desk.feeler("clash m.dae mm.dae --unit cm --clearance 1000 --json");
    assert_eq!((&run.json()["unit"], run.code), (&json!("centimetre"), 1));
    let notes: Vec<Value> =
        run.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(notes[2]["note"], "different axes are up in the files (Y and Z): none is turned");
    let size = |line: &str| desk.feeler(line).json()[1]["whole"]["bounds"][1][0].clone();
    // Each file by itself, if no unit is chosen.
    assert_eq!(size("info m.dae mm.dae --json"), json!(1.0));
    assert_eq!(size("info m.dae mm.dae --unit um --json"), json!(1000.0));
    let info = desk.feeler("info m.dae --json").json();
    assert_eq!((&info[0]["unit"], &info[0]["up"]), (&json!("metre"), &json!("Y")));
}
