//! Two meshes that are moved.

use crate::driver::{EVIL, drive, is_ready, knot_and_ring, pose, serve};
use feeler::{Pair, Pose};
use serde_json::json;

#[test]
fn a_drag_changes_the_verdict_where_the_library_says_so() {
    if !is_ready() {
        return;
    }
    let stage = knot_and_ring(5000, Pose::translation([0.0, 0.0, 1.5]));
    let models = [0, 1].map(|i| stage.parts[i].model.clone());
    let seen = drive("pair", &serve(stage));
    assert_eq!(seen["complaints"], json!([]));

    // Both are drawn, and B moves.
    for part in ["a", "b"] {
        let share = seen["seen"][part].as_f64().unwrap();
        assert!(share > 0.02, "{part}: {share} of the picture");
    }
    assert_eq!(seen["moved"], true);

    // Each answer is that of the library at the pose that the page names, to the bit.
    let dragged = seen["dragged"].as_array().unwrap();
    let mut touching = 0;
    for answer in dragged {
        let pair = Pair::new(&models[0], &models[1]).at(pose(&answer["pose"]));
        assert_eq!(answer["touching"], pair.intersects(), "{answer}");
        assert_eq!(
            answer["distance"].as_f64(),
            pair.distance().map(|closest| closest.distance),
            "{answer}"
        );
        touching += usize::from(pair.intersects());
    }
    assert!((3..dragged.len() - 2).contains(&touching), "{touching} of {}", dragged.len());
    let heights: Vec<f64> =
        dragged[..15].iter().map(|answer| answer["pose"][11].as_f64().unwrap()).collect();
    assert!(heights.is_sorted_by(|before, after| before > after), "{heights:?}");

    // Names are text.
    let names: Vec<&str> = EVIL.into_iter().chain(EVIL).collect();
    assert_eq!(seen["names"], json!(names));
    assert_eq!((&seen["title"], &seen["scripts"]), (&json!(EVIL[1]), &json!(2)));
}
