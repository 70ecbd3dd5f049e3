//! All other questions of the panel: each answer is that of the library.

use crate::driver::{drive, is_ready, pose, serve};
use feeler::{Budget, Model, Pair, Pose};
use feeler_field::{Body, Depth, Fineness, Offsets, Relation, Solid, Ways, unwatched};
use feeler_view::{Part, Stage};
use serde_json::{Value, json};
use std::sync::Arc;

#[test]
fn every_answer_is_that_of_the_library() {
    if !is_ready() {
        return;
    }
    let cube = Arc::new(Model::new(feeler_scenes::shape::cuboid(300))); // from -1 to 1
    let ball = Arc::new(Model::new(feeler_scenes::shape::sphere(500)));
    let part = |name: &str, model: &Arc<Model>, x: f64| Part {
        name: name.to_owned(),
        group: None,
        model: model.clone(),
        pose: Pose::translation([x, 0.0, 0.0]),
    };
    let parts = vec![
        part("cube", &cube, 0.0),
        part("ball", &ball, 1.5),
        part("other", &cube, -2.25),
        part("far", &cube, 40.0),
    ];
    let path: Vec<Pose> =
        (0..100).map(|i| Pose::translation([0.1 * f64::from(i) - 3.0, 0.2, 0.5])).collect();
    let seen = drive(
        "questions",
        &serve(Stage { title: "questions".into(), parts, path: path.clone(), ..Stage::default() }),
    );
    assert_eq!(seen["complaints"], json!([]));
    let pair = Pair::new(&cube, &ball).at(Pose::translation([1.5, 0.0, 0.0]));

    let distances: Vec<f64> =
        path.iter().map(|&pose| pair.at(pose).distance().unwrap().distance).collect();
    let shown: Vec<f64> =
        seen["path"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    assert_eq!(shown, distances);

    let solids = &seen["solids"];
    assert_eq!(pose(&solids["pose"]), pair.pose());
    let (a, b) = (Body::of(&cube), Body::of(&ball));
    assert_eq!(solids["relation"], Relation::of(&pair).relation.name());
    assert_eq!(solids["contacts"], pair.contacts().len());
    assert_eq!(solids["depth"], Depth::of(&a, &b, pair.pose(), Ways::Anywhere).upper);
    assert!(solids["depth"].as_f64().unwrap() > 0.4);

    for guided in seen["guided"].as_array().unwrap() {
        let verdict = pair.guided(
            Budget::steps(guided["steps"].as_u64().unwrap()),
            guided["eps"].as_f64().unwrap(),
        );
        assert_eq!(
            (guided["p"].as_f64(), &guided["proved"]),
            (Some(verdict.p()), &json!(verdict.is_proof())),
            "{guided}"
        );
    }
    assert_eq!(seen["guided"][3]["proved"], true);

    let options = Offsets { fineness: Fineness::Resolution(40), samples: 10, ..Offsets::default() };
    // The page proposes a tenth of the radius, with two digits.
    let radius = ball.bounds().map(|[low, high]| half_diagonal(low, high)).unwrap();
    let by: f64 = format!("{:.2}", 0.1 * radius).parse().unwrap();
    let surface =
        options.at(&Solid::new(ball.mesh().clone()).unwrap(), by, &unwatched).unwrap().surface;
    assert_eq!(seen["offset"], surface.triangles().len());

    // Ball and cube cross; the other cube is 0.25 away; the last one is near nothing.
    assert_eq!((&seen["clashes"], &seen["rows"]), (&json!(2), &json!(["crossing", "near"])));
    assert_eq!(seen["chosen"], json!([0, 2]));
    assert_eq!(seen["flown"]["distance"], 0.25);

    // The other cube is put at x = 5 and goes back until it touches.
    let pair = Pair::new(&cube, &cube).at(pose(&seen["before"]["pose"]));
    assert_eq!(pair.pose().origin()[0], 5.0);
    let time = pair.first_contact([-1.0, 0.0, 0.0]).unwrap().time;
    assert_eq!(seen["time"], time);
    let x = seen["after"]["pose"][9].as_f64().unwrap();
    assert!(
        (x - (5.0 - time)).abs() < 1e-9
            && Value::as_f64(&seen["after"]["distance"]).unwrap() < 1e-9,
        "{}",
        seen["after"]
    );
}

fn half_diagonal(low: [f64; 3], high: [f64; 3]) -> f64 {
    (0..3).map(|k| (high[k] - low[k]).powi(2)).sum::<f64>().sqrt() / 2.0
}
