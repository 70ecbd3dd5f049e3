//! Tests of `feeler check --relation`, and of the same question in a batch.

use crate::run::{Desk, lifted, shared};
use serde_json::json;

#[test]
fn says_what_solids_are_to_each_other() {
    let desk = Desk::new();
    let relation = |line: &str| {
        let run = desk.feeler(&format!("check {line} --relation"));
        let first = run.stdout.lines().next().unwrap_or_default().to_owned();
        (first.split("   (").next().unwrap().to_owned(), run.code)
    };
    let is = |line: &str, words: &str, code: i32| {
        assert_eq!(relation(line), (words.to_owned(), code), "{line}");
    };
    is("shape:box:12 shape:box:12", "same   A and B are the same solid", 1);
    is("shape:box:12 shape:box:300", "same   A and B are the same solid", 1);
    is("shape:box:12 shape:box:300 --at 2,0.5,0", "touching", 1);
    is("shape:box:12 shape:box:300 --at 2.25,0.5,0", "apart   gap 0.25", 0);
    is("shape:box:12 shape:sphere:500", "inside   B is inside of A", 1);
    is("shape:sphere:500 shape:box:12 --at 0.1,0,0", "crossing", 1);
    is("shape:box:12 shape:box:300 --at 0,0,-5", "apart   gap 3", 0);
}

#[test]
fn json_has_components_and_certainty() {
    let desk = Desk::new();
    let two = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n\
               v 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nf 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n";
    desk.put("two.obj", two);
    let run = desk.feeler("check shape:box:12 two.obj --relation --json");
    let json = run.json();
    assert_eq!((run.code, &json["relation"]), (1, &json!("crossing")));
    assert_eq!((&json["confidence"], &json["gap"]), (&json!(1.0), &json!(null)));
    let of_b = json!({"inside": 1, "outside": 1, "crossing": 0, "coincident": 0});
    assert_eq!(json["components"]["b"], of_b);
    assert_eq!((&json["a"]["closed"], &json["b"]["components"]), (&json!(true), &json!(2)));
    let text = desk.feeler("check shape:box:12 two.obj --relation").stdout;
    assert!(text.contains("\n2 components of B: 1 inside, 1 outside\n"), "{text}");
}

#[test]
fn a_hole_is_named_and_leaves_the_answer_open() {
    let desk = Desk::new();
    let lid_off = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
                   f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    desk.put("open.obj", lid_off);
    desk.put("dot.obj", "v 0.4 0.4 0.3\nv 0.5 0.4 0.3\nv 0.4 0.5 0.3\nv 0.4 0.4 0.4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    let run = desk.feeler("check open.obj dot.obj --relation");
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.stdout.starts_with("inside   B is inside of A   confidence 0."), "{run:?}");
    let note =
        "open.obj: it has 1 hole, of 4 edges and 1.41421 across; what is inside is an estimate";
    assert!(run.stderr.contains(note), "{run:?}");
    let json = desk.feeler("check open.obj dot.obj --relation --json").json();
    assert_eq!((&json["a"]["closed"], &json["a"]["holes"]), (&json!(false), &json!(1)));
    // Surfaces that cross do so for certain.
    let run = desk.feeler("check open.obj dot.obj --relation --at 0.55,0.05,0");
    assert!(run.stdout.starts_with("crossing   ("), "{run:?}");
    assert_eq!(run.code, 1);
    // An empty mesh is inside of nothing.
    desk.put("empty.obj", "v 0 0 0\n");
    let run = desk.feeler("check shape:box:12 empty.obj --relation");
    assert_eq!((run.code, run.stdout.starts_with("apart   (")), (0, true), "{run:?}");
}

#[test]
fn a_batch_of_relations() {
    let desk = Desk::new();
    let poses = [0.0, 1.5, 2.0, 2.5].map(lifted).concat();
    desk.put("poses.csv", poses);
    let line = "batch shape:box:12 shape:sphere:80 --poses poses.csv --ask relation";
    for threads in ["", " --threads 2"] {
        let run = desk.feeler(&format!("{line}{threads}"));
        let rows: Vec<String> = run
            .stdout
            .lines()
            .map(|row| row.rsplit_once(',').expect("a time").0.to_owned())
            .collect();
        let expected = [
            "pose,answer,confidence",
            "0,b-inside-a,1",
            "1,crossing,1",
            "2,touching,1",
            "3,apart,1",
        ];
        assert_eq!((rows, run.code), (expected.map(str::to_owned).to_vec(), 1));
    }
    let run = desk.feeler(&format!("{line} --format jsonl"));
    let first: serde_json::Value =
        serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(first["components"]["b"]["inside"], json!(1));
    desk.refuses("check shape:box shape:box --relation --distance", "cannot be used with");
}

#[test]
fn info_says_what_a_solid_is() {
    let desk = Desk::new();
    let solid = |line: &str| desk.feeler(&format!("info {line} --json")).json()[0]["whole"].clone();
    let cube = solid("shape:box:12");
    assert_eq!(
        (&cube["closed"], &cube["turned"], &cube["components"]),
        (&json!(true), &json!(0), &json!(1))
    );
    assert_eq!((&cube["area"], &cube["volume"]), (&json!(24.0), &json!(8.0)));
    assert_eq!((&cube["self_contact"], &cube["centroid"]), (&json!(null), &json!([0.0, 0.0, 0.0])));
    let triangle = solid("triangle.obj");
    assert_eq!((&triangle["closed"], &triangle["volume"]), (&json!(false), &json!(null)));
    assert_eq!((&triangle["holes"], &triangle["area"]), (&json!(1), &json!(8.0)));
    let text = desk.feeler("info triangle.obj").stdout;
    assert!(text.contains("1 hole, of 3 edges and 5.65685 across"), "{text}");
}

#[test]
fn real_meshes_are_what_they_look_like() {
    let Some(bad) = shared("bad/spheres_intersecting.off") else { return };
    let desk = Desk::new();
    let json = desk.feeler(&format!("info {} --json", bad.display())).json();
    assert_eq!(json[0]["whole"]["components"], json!(2));
    assert!(json[0]["whole"]["self_contact"].is_array());
}
