//! Tests of `feeler check --depth`, and of the same question in a batch.

use crate::run::{Desk, lifted};
use serde_json::json;

#[test]
fn says_how_far_b_must_move_and_which_way() {
    let desk = Desk::new();
    let run = desk.feeler("check shape:box:12 shape:box:300 --at 1.5,0.25,0 --depth");
    assert_eq!(run.code, 1, "{run:?}");
    let [first, second] = [0, 1].map(|line| run.stdout.lines().nth(line).unwrap());
    assert!(first.starts_with("deep   depth 0.5   exact   ("), "{run:?}");
    assert!(second.starts_with("B is free if it moves by (0.5, 0, 0); "), "{run:?}");
    let run = desk.feeler("check shape:box:12 shape:box:300 --at 2,0.25,0 --depth");
    assert!(run.stdout.starts_with("free   ("), "{run:?}");
    assert_eq!(run.code, 0);
    let run = desk.feeler("check shape:ring:600 shape:ring:600 --at 0.25,0,0.125 --depth");
    assert!(run.stdout.starts_with("deep   depth from 0."), "{run:?}");
    let run = desk.feeler("check shape:ring:600 shape:ring:600 --at 0.25,0,0.125 --depth --gap 1");
    assert!(run.stdout.starts_with("deep   depth at most 0."), "{run:?}");
}

#[test]
fn json_has_the_interval_and_the_free_pose() {
    let desk = Desk::new();
    let line = "check shape:box:12 shape:box:12 --at 1.75,0,0 --depth --json";
    let json = desk.feeler(line).json();
    assert_eq!((&json["deep"], &json["proof"]), (&json!(true), &json!("convex")));
    for bound in ["lower", "upper"] {
        assert!((json[bound].as_f64().unwrap() - 0.25).abs() < 1e-12, "{json}");
    }
    let freed = json["free_pose"][9].as_f64().unwrap();
    assert!(freed > 2.0 && freed < 2.0 + 1e-12, "{json}");
    assert!(json["stopped_by"]["triangles"].is_array());
    assert_eq!((&json["a"]["closed"], &json["ways"]), (&json!(true), &json!("anywhere")));
    let free = desk.feeler("check shape:box:12 shape:box:12 --at 3,0,0 --depth --json").json();
    assert_eq!(
        (&free["deep"], &free["upper"], &free["proof"]),
        (&json!(false), &json!(0.0), &json!("free"))
    );
}

#[test]
fn open_meshes_are_named() {
    let desk = Desk::new();
    let run = desk.feeler("check triangle.obj shape:box:12 --depth");
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("deep   depth at most "), "{run:?}");
    let note = "triangle.obj: it has 1 hole, of 3 edges and 5.65685 across; \
                nothing is inside of it here, and no lower bound is proven";
    assert!(run.stderr.contains(note), "{run:?}");
}

#[test]
fn a_batch_of_depths() {
    let desk = Desk::new();
    desk.put("poses.csv", [0.0, 1.5, 2.0, 2.5].map(lifted).concat());
    let line = "batch shape:box:12 shape:box:300 --poses poses.csv --ask depth";
    for threads in ["", " --threads 2"] {
        let run = desk.feeler(&format!("{line}{threads}"));
        let rows: Vec<Vec<&str>> = run.stdout.lines().map(|row| row.split(',').collect()).collect();
        assert_eq!(rows[0], ["pose", "lower", "upper", "proof", "x", "y", "z", "ns"]);
        let depths = rows[1..].iter().map(|row| {
            let [lower, upper] = [1, 2].map(|column| row[column].parse::<f64>().unwrap());
            assert!(upper - lower < 1e-12, "{row:?}");
            (upper * 1e9).round() / 1e9
        });
        assert_eq!(depths.collect::<Vec<f64>>(), [2.0, 0.5, 0.0, 0.0]);
        assert_eq!((rows[2][3], rows[3][3], run.code), ("convex", "free", 1));
    }
    let run = desk.feeler(&format!("{line} --format jsonl"));
    let first: serde_json::Value =
        serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
    assert!(first["triangles"].is_array(), "{first}");
}

#[test]
fn options_of_depths_belong_to_depths() {
    let desk = Desk::new();
    desk.refuses("check shape:box shape:box --gap 0.1", "--gap belongs to --depth");
    desk.refuses("check shape:box shape:box --depth --gap 2", "it has to be from 0 to 1");
    desk.refuses("check shape:box shape:box --depth --relation", "cannot be used with");
    desk.put("poses.csv", lifted(0.0));
    desk.refuses(
        "batch shape:box shape:box --poses poses.csv --from-outside",
        "--from-outside belongs to '--ask depth'",
    );
}
