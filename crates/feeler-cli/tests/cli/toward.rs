//! Tests of `feeler check --toward`.

use crate::run::Desk;
use feeler::{Model, Pair, Pose};
use feeler_scenes::Shape;
use serde_json::{Value, json};

const FALL: &str = "check triangle.obj triangle.obj --at 0.5,0.5,10 --toward 0,0,-2";

#[test]
fn says_when_and_where() {
    let desk = Desk::new();
    let run = desk.feeler(FALL);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""), "it touches on the way");
    let lines = run.without_times();
    let start = "touching   after 5 times (0, 0, -2)   (triangle #0, triangle #0)   ";
    assert!(lines[0].starts_with(start), "{}", lines[0]);
    assert!(lines[1].starts_with("B stands at (0.5, 0.5, "), "{}", lines[1]);
    assert!(lines[1].ends_with(" on B, normal (0, 0, 1), in A's frame"), "{}", lines[1]);

    let away = desk.feeler("check triangle.obj triangle.obj --at 0.5,0.5,10 --toward 0,0,1");
    assert!(
        away.stdout
            .starts_with("apart   all the way   (triangle 1 triangle, triangle 1 triangle)   "),
        "{}",
        away.stdout
    );
    assert_eq!(away.code, 0);

    let sliding = desk.feeler("check triangle.obj triangle.obj --toward 0,1,0");
    assert!(sliding.stdout.starts_with("touching   from the start   "), "{}", sliding.stdout);
    assert_eq!(sliding.code, 1);
    let lifted = desk.feeler("check triangle.obj triangle.obj --toward 0,0,1");
    assert!(lifted.stdout.starts_with("apart   all the way   "), "{}", lifted.stdout);
    assert_eq!(lifted.code, 0, "it touches, and leaves at once");
}

#[test]
fn a_step_has_an_end() {
    let desk = Desk::new();
    assert_eq!(desk.feeler(&format!("{FALL} --until 4.9")).code, 0);
    let run = desk.feeler(&format!("{FALL} --until 5.1 --json"));
    assert_eq!((run.code, &run.json()["until"]), (1, &json!(5.1)));
}

#[test]
fn json_is_what_the_library_says() {
    let desk = Desk::new();
    let line = "check shape:knot:1000 shape:ring:1000 --at 0,0.2,6 --toward 0.1,0,-1 --json";
    let run = desk.feeler(line);
    let json = run.json();
    let [knot, ring] = [Shape::Knot, Shape::Ring].map(|shape| Model::new(shape.mesh(1000)));
    let pair = Pair::new(&knot, &ring).at(Pose::translation([0.0, 0.2, 6.0]));
    let first = pair.first_contact([0.1, 0.0, -1.0]).expect("the ring meets the knot");
    assert_eq!((run.code, &json["touching"]), (1, &json!(true)));
    assert_eq!(json["time"], json!(first.time));
    assert_eq!(json["contact_pose"], json!(first.pose.to_numbers()));
    assert_eq!(json["triangles"], json!(first.closest.triangles));
    assert_eq!(json["points_in_a"], json!([first.closest.on_a, first.closest.on_b]));
    assert_eq!(json["normal"], json!(first.normal.expect("the ring comes from above")));
    assert_eq!((&json["toward"], &json["until"]), (&json!([0.1, 0.0, -1.0]), &Value::Null));
    assert_eq!(json["pose"][11], json!(6.0), "where it started");

    // Other trees change nothing, and at the contact the meshes are apart by an invisible distance.
    let other = desk.feeler(&format!("{line} --bv sphere --arity 2")).json();
    assert_eq!((&other["time"], &other["triangles"]), (&json["time"], &json["triangles"]));
    let there = pair.at(first.pose).distance().unwrap().distance;
    assert!(there < 1e-9, "{there}");

    let never = desk.feeler(&line.replace("0.1,0,-1", "0,0,1"));
    let json = never.json();
    assert_eq!((never.code, &json["touching"]), (0, &json!(false)));
    for key in
        ["time", "contact_pose", "normal", "triangles", "points_in_a", "points_in_b", "distance"]
    {
        assert_eq!(json[key], Value::Null, "{key}");
    }
}

#[test]
fn refuses_ways_that_are_none() {
    let desk = Desk::new();
    let check = "check triangle.obj triangle.obj";
    desk.refuses(&format!("{check} --toward 0,0,0"), "it leads nowhere");
    desk.refuses(&format!("{check} --toward 0,0"), "--toward <X,Y,Z>");
    desk.refuses(&format!("{check} --toward 0,0,inf"), "--toward <X,Y,Z>");
    desk.refuses(&format!("{check} --toward 0,0,1 --until -1"), "not negative");
    desk.refuses(&format!("{check} --until 1"), "--toward <X,Y,Z>");
    for other in ["--distance", "--within 1", "--contacts"] {
        desk.refuses(&format!("{check} --toward 0,0,1 {other}"), "cannot be used with");
    }
}
