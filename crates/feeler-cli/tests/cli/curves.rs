//! Tests of `feeler check --curves`, `--regions` and `--volume`.

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
    assert!(run.stdout.starts_with("touching   1 flat patch, area 4   ("), "{run:?}");
    assert_eq!(run.code, 1);
    let text = desk.get("curves.obj");
    assert!(text.contains("g patch_1\nl 1 2 3 4 1\n"), "{text}");
    let run = desk.feeler("check shape:box:12 shape:box:12 --at 2,2,0 --curves edge.obj");
    assert!(run.stdout.starts_with("touching   no curve"), "{run:?}");
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

#[test]
fn regions_have_a_normal_and_points() {
    let desk = Desk::new();
    let line = "check shape:box:12 shape:box:12 --at 2,0.5,0 --regions";
    let run = desk.feeler(line);
    assert_eq!(run.code, 1);
    let second = run.stdout.lines().nth(1).unwrap();
    let expected = "   at (1, 0.25, 0)   normal (1, 0, 0)   depth 0   flat area 3   points (";
    assert!(second.contains(expected), "{run:?}");
    let json = desk.feeler(&format!("{line}=2 --json")).json();
    let [region] = &json["regions"].as_array().unwrap()[..] else { panic!("one region") };
    assert_eq!((&region["normal"], &region["depth"]), (&json!([1.0, 0.0, 0.0]), &json!(0.0)));
    assert_eq!(region["points"].as_array().unwrap().len(), 2);
    let run = desk.feeler("check shape:box:12 shape:box:12 --at 3,0,0 --regions");
    assert!(run.stdout.starts_with("apart   ("), "{run:?}");
    assert_eq!(run.code, 0);
}

#[test]
fn volumes_have_a_bound() {
    let desk = Desk::new();
    let run = desk.feeler("check shape:box:12 shape:box:300 --at 1.5,0.5,0 --volume");
    assert!(run.stdout.starts_with("volume 1.5   within "), "{run:?}");
    assert_eq!(run.code, 1);
    let run = desk.feeler("check shape:box:12 shape:box:300 --at 2,0,0 --volume");
    assert!(run.stdout.starts_with("no volume   ("), "{run:?}");
    assert_eq!(run.code, 0);
    let json = desk.feeler("check shape:box:12 shape:box:12 --at 1,0,0 --volume --json").json();
    assert!((json["volume"].as_f64().unwrap() - 4.0).abs() < 1e-9, "{json}");
    assert!(json["error"].as_f64().unwrap() < 1e-9, "{json}");
    desk.refuses("check shape:box:12 triangle.obj --volume", "triangle.obj: B has holes");
}
