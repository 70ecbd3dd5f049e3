//! A page in a file.

use crate::driver::{EVIL, drive, is_ready, knot_and_ring};
use feeler::{Budget, Model, Pair, Pose};
use feeler_field::unwatched;
use feeler_view::{Part, Stage};
use feeler_world::{Clash, Limits, World};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

#[test]
fn a_page_in_a_file_shows_the_same() {
    if !is_ready() {
        return;
    }
    let at = Pose::translation([0.0, 0.0, 1.5]);
    let stage = knot_and_ring(3000, at);
    let models = [0, 1].map(|i| stage.parts[i].model.clone());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("viewer.html");
    std::fs::write(&file, feeler_view::offline(stage).unwrap()).unwrap();
    let seen = drive("offline", &format!("file://{}", file.display()));
    assert_eq!(seen["complaints"], json!([]));
    let share = |part: &str| seen["seen"][part].as_f64().unwrap();
    assert!(share("a") > 0.02 && share("b") > 0.02, "{}", seen["seen"]);
    assert_eq!(share("arrow"), 0.0, "nothing can be asked, so nothing can be moved");
    let distance = Pair::new(&models[0], &models[1]).at(at).distance().unwrap().distance;
    assert_eq!(seen["answer"]["distance"], distance);
    assert_eq!(seen["answer"]["touching"], false);
    assert_eq!(seen["swapped"], "…");
    assert!(seen["notice"].as_str().unwrap().contains("feeler view"), "{}", seen["notice"]);
    assert_eq!((&seen["title"], &seen["scripts"]), (&json!(EVIL[1]), &json!(2)));
}

#[test]
fn clashes_in_a_file_have_their_answers_and_their_flights() {
    if !is_ready() {
        return;
    }
    let cube = Arc::new(Model::new(feeler_scenes::shape::cuboid(300))); // from -1 to 1
    let ball = Arc::new(Model::new(feeler_scenes::shape::sphere(500)));
    let mut world = World::new();
    let mut parts = Vec::new();
    let placed =
        [(EVIL[0], &cube, 9.0), (EVIL[1], &ball, 0.0), ("cube", &cube, 1.5), ("near", &cube, 3.75)];
    for (name, model, x) in placed {
        let pose = Pose::translation([x, 0.5, 0.0]);
        world.add(name, model.clone(), pose).unwrap();
        parts.push(Part { name: name.into(), group: None, model: model.clone(), pose });
    }
    let limits = Limits { clearance: 0.5, depth: Budget::steps(50), ..Limits::default() };
    let clashes = world.clashes(limits, &unwatched).unwrap();
    let mut found: Vec<Clash> = clashes.found;
    found.sort_by_key(|clash| std::cmp::Reverse(clash.kind));
    let objects = world.objects().map(|(id, _)| id).collect();
    let stage = Stage { title: EVIL[1].into(), parts, ..Stage::default() };
    let page =
        feeler_view::offline_clashes(stage, objects, found, clashes.candidates, clashes.kinds_time);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clashes.html");
    std::fs::write(&file, page.unwrap()).unwrap();
    let seen = drive("report", &format!("file://{}", file.display()));
    assert_eq!((&seen["complaints"], &seen["clashes"]), (&json!([]), &json!(2)));
    assert_eq!(
        (&seen["scripts"], &seen["asks"]),
        (&json!(2), &json!(0)),
        "a file finds no clashes anew"
    );
    let row = |i: usize| &seen["rows"][i];
    assert_eq!((&row(0)["kind"], &row(0)["chosen"]), (&json!("crossing"), &json!([1, 2])));
    assert_eq!((&row(1)["kind"], &row(1)["chosen"]), (&json!("near"), &json!([2, 3])));
    assert_eq!((&row(0)["relation"], &row(1)["relation"]), (&json!("crossing"), &json!("apart")));
    assert!(row(0)["depth"].as_str().unwrap().starts_with("depth 0."), "{seen}");
    for i in 0..2 {
        assert_eq!((&row(i)["flown"], &row(i)["notice"]), (&json!(true), &json!("")), "{seen}");
        assert!(row(i)["picture"].as_f64().unwrap() > 0.02, "{seen}");
    }
    let pair = Pair::new(&cube, &cube).at(Pose::translation([2.25, 0.0, 0.0]));
    assert_eq!(row(1)["distance"], pair.distance().unwrap().distance);
}
