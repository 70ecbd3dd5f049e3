//! Tests of `feeler check --curves`.

use crate::run::Desk;
use serde_json::json;
use std::fs;

#[test]
fn writes_curves_as_lines() {
    let desk = Desk::new();
    let line = "check shape:ring:600 shape:slab:12 --at 0,0.25,0 --rotate x:90";
    let run = desk.feeler(&format!("{line} --curves curves.obj"));
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.starts_with("touching   4 curves, closed, "), "{run:?}");
    let json = desk.feeler(&format!("{line} --curves curves.ply --json")).json();
    let count = |name: &str| json["curves"][name].as_u64().unwrap();
    assert_eq!((count("count"), count("closed"), count("open")), (4, 4, 0));

    let text = desk.get("curves.obj");
    let begins = |start: &str| text.lines().filter(|line| line.starts_with(start)).count() as u64;
    assert_eq!((begins("v "), begins("g curve_"), begins("l ")), (count("segments"), 4, 4));
    for line in text.lines().filter(|line| line.starts_with("l ")) {
        let numbers: Vec<&str> = line.split(' ').skip(1).collect();
        assert_eq!(numbers.first(), numbers.last(), "a loop");
    }
    let bytes = fs::read(desk.path("curves.ply")).unwrap();
    let end = b"end_header\n";
    let header = bytes.windows(end.len()).position(|part| part == end).unwrap() + end.len();
    assert_eq!((bytes.len() - header) as u64, (24 + 8) * count("segments"));
}

#[test]
fn no_curve_is_no_error() {
    let desk = Desk::new();
    let run = desk.feeler("check shape:box:12 shape:box:12 --at 2,0,0 --curves curves.obj");
    assert!(run.stdout.starts_with("touching   no curve"), "{run:?}");
    assert_eq!(run.code, 1);
    let json = desk.feeler("check shape:box:12 shape:box:12 --at 3,0,0 --curves c.obj --json");
    assert_eq!((json.code, &json.json()["touching"]), (0, &json!(false)));
    assert_eq!(desk.get("c.obj"), "s off\n");
    let open = desk.feeler("check triangle.obj shape:box:12 --curves open.obj");
    assert!(open.stdout.starts_with("touching   1 curve, 0 closed, "), "{open:?}");
}

#[test]
fn curves_are_refused_before_the_work() {
    let desk = Desk::new();
    desk.refuses("check parts.obj parts.obj --curves curves.glb", "as .obj or .ply");
    desk.refuses("check parts.obj parts.obj --curves curves.txt", "none of them");
    desk.refuses("check parts.obj parts.obj --curves parts.obj", "would be lost");
    desk.refuses("check parts.obj parts.obj --curves c.obj --depth", "cannot be used with");
}
