//! Tests of `feeler check --distance`, `check --within`, and of the same questions in a batch.

use crate::run::{Desk, Run, lifted};
use feeler::{Model, Pair, Pose};
use feeler_scenes::{Shape, sweep};
use serde_json::{Value, json};

const HEADER: &str =
    "pose,answer,triangle_a,triangle_b,ax,ay,az,bx,by,bz,volume_tests,triangle_tests,ns";

#[test]
fn says_the_distance_and_where() {
    let desk = Desk::new();
    let run = desk.feeler("check triangle.obj triangle.obj --at 0,0,2.5 --distance");
    let expected = [
        "apart   distance 2.5   (triangle #0, triangle #0)   0 volume tests, 1 triangle test,TIME",
        "nearest (0, 0, 0) on A and (0, 0, 2.5) on B, in A's frame",
    ];
    assert_eq!(run.without_times(), expected);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));

    let run = desk.feeler("check triangle.obj parts.obj --distance");
    assert!(run.stdout.starts_with("touching   distance 0   (triangle #0, parts #0)   "));
    assert_eq!(run.code, 1);
}

#[test]
fn json_has_the_points_in_both_frames() {
    let desk = Desk::new();
    let turned = "--pose 0,-1,0,1,0,0,0,0,1,0,0,2.5";
    let run = desk.feeler(&format!("check triangle.obj triangle.obj {turned} --distance --json"));
    let json = run.json();
    assert_eq!((run.code, &json["touching"], &json["exact"]), (0, &json!(false), &json!(true)));
    assert_eq!((&json["distance"], &json["triangles"]), (&json!(2.5), &json!([0, 0])));
    let points =
        |key: &str| -> [[f64; 3]; 2] { serde_json::from_value(json[key].clone()).unwrap() };
    let ([on_a, on_b], [a_in_b, b_in_b]) = (points("points_in_a"), points("points_in_b"));
    assert_eq!((on_a[2], on_b[2], a_in_b[2], b_in_b[2]), (0.0, 2.5, -2.5, 0.0));
    assert_eq!(on_a[..2], on_b[..2]);
    assert!(json.get("lower").is_none() && json.get("upper").is_none());
    for key in ["volume_tests", "triangle_tests", "ns"] {
        assert!(json[key].is_u64(), "{key}");
    }
    assert_eq!(json["settings"]["bv"], "obb");
}

#[test]
fn an_interval_says_what_is_proven() {
    let desk = Desk::new();
    let check = "check shape:knot:3000 shape:ring:3000 --at 0,5,0 --distance";
    let exact = desk.feeler(&format!("{check} --json")).json()["distance"].as_f64().unwrap();
    let interval = |options: &str| -> (Run, Option<f64>, Option<f64>) {
        let run = desk.feeler(&format!("{check} --json {options}"));
        let json = run.json();
        assert_eq!(json["exact"], json!(false), "{options}");
        let [lower, upper] = ["lower", "upper"].map(|key| json[key].as_f64());
        (run, lower, upper)
    };
    let (run, lower, upper) = interval("--relative-error 0.5");
    assert!(lower.unwrap() <= exact && exact <= upper.unwrap() && run.code == 0);
    let (run, lower, upper) = interval("--budget 0");
    assert!(lower.unwrap() <= exact && exact <= upper.unwrap());
    assert_eq!(run.code, if lower.unwrap() > 0.0 { 0 } else { 3 });
    let (run, lower, upper) = interval("--beyond 0.5");
    assert_eq!((run.code, lower, upper), (0, Some(0.5), None));
    assert_eq!(run.json()["distance"], Value::Null);
    let text = desk.feeler(&format!("{check} --beyond 0.5")).stdout;
    assert!(text.starts_with("apart   further than 0.5   (knot 2 992 "), "{text}");

    // The allowed error is so large that the answer stays open: this is not "apart".
    let (run, ..) = interval("--absolute-error 100");
    assert_eq!((run.code, &run.json()["touching"]), (3, &Value::Null));
    let text = desk.feeler(&format!("{check} --absolute-error 100"));
    assert!(text.stdout.starts_with("unknown   distance from 0 to "), "{}", text.stdout);
    assert_eq!(text.code, 3);
}

#[test]
fn within_ends_with_one_where_something_is() {
    let desk = Desk::new();
    let check = "check triangle.obj triangle.obj --at 0,0,0.5 --within";
    let run = desk.feeler(&format!("{check} 0.5"));
    let expected = [
        "within 0.5   a pair at 0.5   (triangle #0, triangle #0)   0 volume tests, 1 triangle test,TIME",
        "nearest (0, 0, 0) on A and (0, 0, 0.5) on B, in A's frame",
    ];
    assert_eq!(run.without_times(), expected);
    assert_eq!(run.code, 1);

    let run = desk.feeler(&format!("{check} 0.4999"));
    assert!(
        run.stdout.starts_with("beyond 0.4999   (triangle 1 triangle, triangle 1 triangle)   ")
    );
    assert_eq!(run.code, 0);
    let json = desk.feeler(&format!("{check} 0 --json")).json();
    assert_eq!((&json["within"], &json["some_pair"]), (&json!(false), &Value::Null));
    let json = desk.feeler(&format!("{check} 1e3 --json")).json();
    assert_eq!((&json["within"], &json["limit"]), (&json!(true), &json!(1e3)));
    assert_eq!(json["some_pair"]["distance"], json!(0.5));
}

#[test]
fn all_pairs_within_are_listed_in_order() {
    let desk = Desk::new();
    let check = "check triangle.obj parts.obj#lid --at 1,1,1 --within 1 --all";
    let run = desk.feeler(check);
    assert_eq!(run.code, 1);
    let lines = run.without_times();
    assert!(lines[0].starts_with("within 1   4 pairs   (triangle 1 triangle, lid 6 triangles)   "));
    assert_eq!(lines[1], "triangle #0   lid #2   at 1   (1, 2, 0) (1, 2, 1)");
    assert_eq!(lines.len(), 5);
    assert_eq!(desk.feeler(&format!("{check}=1")).without_times(), lines[..2]);
    let json = desk.feeler(&format!("{check}=2 --json")).json();
    assert_eq!((&json["within"], &json["pair_count"]), (&json!(true), &json!(4)));
    let listed: Vec<&Value> =
        json["pairs"].as_array().unwrap().iter().map(|pair| &pair["triangles"]).collect();
    assert_eq!(listed, [&json!([0, 2]), &json!([0, 3])]);
}

#[test]
fn a_batch_has_columns_for_the_place() {
    let desk = Desk::new();
    desk.put("poses.csv", [2.5, 0.0, -1.0].map(lifted).concat());
    let batch = "batch triangle.obj triangle.obj --poses poses.csv --ask";
    let run = desk.feeler(&format!("{batch} distance"));
    let lines = run.without_times();
    assert_eq!(lines[0], HEADER);
    assert_eq!(lines[1], "0,2.5,0,0,0.0,0.0,0.0,0.0,0.0,2.5,0,1,TIME");
    assert!(lines[2].starts_with("1,0.0,0,0,"), "{}", lines[2]);
    assert_eq!(run.code, 1);

    let run = desk.feeler(&format!("{batch} within --within 1"));
    let lines = run.without_times();
    assert_eq!((lines[0].as_str(), run.code), (HEADER, 1));
    assert!(lines[1].starts_with("0,0,,,,,,,,,"), "{}", lines[1]);
    assert!(lines[3].starts_with("2,1,0,0,"), "{}", lines[3]);
    assert!(lines.iter().all(|line| line.split(',').count() == 13));
    assert_eq!(desk.feeler(&format!("{batch} within --within 1 --repeat 3")).code, 1);

    let run = desk.feeler(&format!("{batch} within --within 1 --format jsonl"));
    let rows: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&rows[0]["answer"], &rows[0]["triangles"]), (&json!(0), &Value::Null));
    assert_eq!((&rows[2]["answer"], &rows[2]["triangles"]), (&json!(1), &json!([0, 0])));
    assert_eq!(rows[2]["points_in_a"].as_array().map(Vec::len), Some(2));
}

#[test]
fn an_empty_mesh_is_infinitely_far() {
    let desk = Desk::new();
    desk.put("empty.obj", "v 0 0 0\n");
    desk.put("poses.csv", lifted(1.0));
    let batch = "batch empty.obj triangle.obj --poses poses.csv --ask";
    let run = desk.feeler(&format!("{batch} distance"));
    assert_eq!(run.without_times()[1], "0,inf,,,,,,,,,0,0,TIME");
    assert_eq!(run.code, 0);
    let run = desk.feeler(&format!("{batch} distance --format jsonl"));
    assert_eq!(run.json()["answer"], Value::Null);
    let run = desk.feeler(&format!("{batch} within --within 9"));
    assert_eq!((run.without_times()[1].as_str(), run.code), ("0,0,,,,,,,,,0,0,TIME", 0));
    let run = desk.feeler("check triangle.obj empty.obj --distance");
    assert!(run.stdout.starts_with("apart   (triangle 1 triangle, empty 0 triangles)   "));
    assert_eq!(run.code, 0);
    assert_eq!(desk.feeler("check empty.obj empty.obj --within 1 --all").code, 0);
}

#[test]
fn agrees_with_the_library_to_the_last_bit() {
    let (a, b) = (Shape::Knot.mesh(3_000), Shape::Gear.mesh(2_000));
    let poses: Vec<Pose> = sweep(1.0..=4.0, 5, 6).into_iter().map(|placed| placed.pose).collect();
    let (a, b) = (Model::new(a), Model::new(b));
    let expected: Vec<String> = poses
        .iter()
        .map(|&pose| {
            let closest = Pair::new(&a, &b).at(pose).distance().unwrap();
            let [i, j] = closest.triangles;
            let points = [closest.on_a, closest.on_b].concat();
            let points: Vec<String> = points.iter().map(|x| format!("{x:?}")).collect();
            format!("{:?},{i},{j},{}", closest.distance, points.join(","))
        })
        .collect();
    assert!(expected.iter().any(|row| row.starts_with("0.0,")));
    assert!(expected.iter().any(|row| !row.starts_with("0.0,")));

    let desk = Desk::new();
    let row = |pose: &Pose| pose.to_numbers().map(|x| x.to_string()).join(",") + "\n";
    desk.put("poses.csv", poses.iter().map(row).collect::<String>());
    for choice in ["", "--bv aabb --arity 2 --repeat 2", "--schedule best --build octree"] {
        let line = format!(
            "batch shape:knot:3000 shape:gear:2000 --poses poses.csv --ask distance {choice}"
        );
        let run = desk.feeler(line.trim_end());
        let answer = |line: &str| line.split(',').skip(1).take(9).collect::<Vec<_>>().join(",");
        let answers: Vec<String> = run.stdout.lines().skip(1).map(answer).collect();
        assert_eq!(answers, expected, "{choice}");
    }
}

#[test]
fn distances_that_are_none() {
    let desk = Desk::new();
    desk.put("poses.csv", lifted(0.0));
    let check = "check triangle.obj triangle.obj";
    for option in ["--within", "--distance --beyond", "--distance --relative-error"] {
        desk.refuses(&format!("{check} {option} -1"), "finite and not negative");
        desk.refuses(&format!("{check} {option} nan"), "finite and not negative");
        desk.refuses(&format!("{check} {option} 1e999"), "finite and not negative");
        desk.refuses(&format!("{check} {option} far"), "it is not a number");
    }
    desk.refuses(&format!("{check} --distance --within 1"), "cannot be used with");
    desk.refuses(&format!("{check} --distance --contacts"), "cannot be used with");
    desk.refuses(&format!("{check} --within 1 --contacts"), "cannot be used with");
    desk.refuses(&format!("{check} --beyond 1"), "--distance");
    desk.refuses(&format!("{check} --budget 1"), "--distance");
    desk.refuses(&format!("{check} --distance --all"), "cannot be used with");
    desk.refuses(&format!("{check} --all"), "--within <D>");
    let batch = "batch triangle.obj triangle.obj --poses poses.csv";
    desk.refuses(&format!("{batch} --ask within"), "--within <D>");
    desk.refuses(&format!("{batch} --ask within --within inf"), "finite and not negative");
    desk.refuses(&format!("{batch} --within 1"), "--within belongs to '--ask within'");
    desk.refuses(&format!("{batch} --ask distance --within 1"), "--within belongs to");
}
