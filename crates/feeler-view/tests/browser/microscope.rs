//! The tests of a query, one by one.

use crate::driver::{drive, is_ready, knot_and_ring, pose, serve};
use feeler::{Pair, Pose, Scratch, Search, Ties};
use serde_json::json;

#[test]
fn the_microscope_has_as_many_steps_as_the_effort_counts() {
    if !is_ready() {
        return;
    }
    let stage = knot_and_ring(400, Pose::translation([0.3, 0.0, 0.4]));
    let models = [0, 1].map(|i| stage.parts[i].model.clone());
    let seen = drive("microscope", &serve(stage));
    assert_eq!(seen["complaints"], json!([]));
    let search = Search { ties: Ties::Any, ..Search::default() };
    let (mut all, mut scratch) = (0, Scratch::new());
    for seen in seen["seen"].as_array().unwrap() {
        let pair = Pair::new(&models[0], &models[1]).at(pose(&seen["pose"]));
        if seen["question"] == "intersects" {
            pair.intersects_with(&mut scratch);
        } else {
            // A recorded query looks at all pairs; without a record some that are far apart are left out at once.
            scratch.traced(1, |scratch| _ = pair.distance_with(&search, scratch));
        }
        let tests = scratch.effort().volume_tests;
        assert_eq!((&seen["steps"], &seen["most"]), (&json!(tests), &json!(tests)), "{seen}");
        assert_eq!(seen["walked"], tests.min(61), "{seen}");
        all += tests;
    }
    assert!(all > 200, "{all}");
}
