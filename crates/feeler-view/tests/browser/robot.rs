//! A path along which several parts move.

use crate::driver::{drive, is_ready, pose, serve};
use feeler::{Model, Pair, Pose};
use feeler_view::{Moves, Part, Stage};
use serde_json::{Value, json};
use std::sync::Arc;

#[test]
fn a_robots_path_is_measured_and_played() {
    if !is_ready() {
        return;
    }
    let cube = Arc::new(Model::new(feeler_scenes::shape::cuboid(12))); // from -1 to 1
    let part = |name: &str, x: f64| Part {
        name: name.to_owned(),
        group: None,
        model: cube.clone(),
        pose: Pose::translation([x, 0.0, 0.0]),
    };
    // The two links move together, between two walls that stand.
    let parts = vec![part("left", -8.0), part("arm", 0.0), part("hand", 2.5), part("right", 9.0)];
    let at = |i: usize, x: f64| Pose::translation([x + 0.035 * i as f64, 0.1, 0.2]);
    let moves: Vec<Moves> = [(1, -3.0), (2, -0.5)]
        .map(|(part, x)| Moves { part, poses: (0..120).map(|i| at(i, x)).collect() })
        .into();
    let stage = Stage { title: "robot".into(), parts, moves: moves.clone(), ..Stage::default() };
    let still = stage.parts.clone();
    let seen = drive("robot", &serve(stage));
    assert_eq!(seen["complaints"], json!([]));

    // For each pose the nearest of the four pairs of a link and a wall.
    let place = |part: usize, i: usize| {
        moves
            .iter()
            .find(|moves| moves.part == part)
            .map_or(still[part].pose, |moves| moves.poses[i])
    };
    let distance = |[a, b]: [usize; 2], i: usize| {
        let pose = Pose::relative(&place(a, i), &place(b, i));
        Pair::new(&cube, &cube).at(pose).distance().unwrap().distance
    };
    let nearest = |i: usize| {
        let pairs = [[0, 1], [0, 2], [1, 3], [2, 3]];
        let all = pairs.map(|pair| (distance(pair, i), pair));
        all.into_iter().min_by(|x, y| x.0.total_cmp(&y.0)).unwrap()
    };
    for i in 0..120 {
        let (distance, parts) = nearest(i);
        assert_eq!(seen["distances"][i].as_f64(), Some(distance), "{i}");
        assert_eq!(seen["parts"][i], json!(parts), "{i}");
    }
    // At first the arm is nearest to the left wall, in the end the hand to the right one.
    assert_eq!((&seen["parts"][0], &seen["parts"][119]), (&json!([0, 1]), &json!([2, 3])));

    let shows = |seen: &Value, i: usize| {
        let (distance, parts) = nearest(i);
        assert_eq!(seen["chosen"], json!(parts));
        let x = pose(&seen["pose"]).origin()[0]
            - Pose::relative(&place(parts[0], i), &place(parts[1], i)).origin()[0];
        let shown = seen["distance"].as_f64().unwrap();
        assert!(x.abs() < 1e-12 && (shown - distance).abs() < 1e-12, "{seen}");
    };
    let best = (0..120).min_by(|&i, &j| nearest(i).0.total_cmp(&nearest(j).0)).unwrap();
    assert_eq!(seen["nearest"]["at"], best);
    shows(&seen["nearest"], best);
    let clicked = seen["clicked"]["at"].as_u64().unwrap() as usize;
    assert!((28..=32).contains(&clicked), "{clicked}");
    shows(&seen["clicked"], clicked);
    // One step back takes all links back.
    assert_eq!(seen["undone"]["distance"], seen["nearest"]["distance"]);
    assert_ne!(seen["played"], seen["clicked"]["at"]);
    let pair: Vec<usize> = serde_json::from_value(seen["pair"]["chosen"].clone()).unwrap();
    for i in 0..120 {
        let shown = seen["pair"]["distances"][i].as_f64();
        assert_eq!(shown, Some(distance([pair[0], pair[1]], i)), "{i}");
    }
}
