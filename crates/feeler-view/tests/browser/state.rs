//! Typed numbers, undo, and the state in the address.

use crate::driver::{drive, is_ready, knot_and_ring, pose, serve};
use feeler::{Pair, Pose};
use serde_json::json;

#[test]
fn what_is_typed_can_be_undone_and_shared() {
    if !is_ready() {
        return;
    }
    let stage = knot_and_ring(2000, Pose::translation([0.0, 0.0, 1.5]));
    let models = [0, 1].map(|i| stage.parts[i].model.clone());
    let seen = drive("state", &serve(stage));
    assert_eq!(seen["complaints"], json!([]));
    for name in ["start", "typed", "undone", "redone", "opened"] {
        let pair = Pair::new(&models[0], &models[1]).at(pose(&seen[name]["pose"]));
        assert_eq!(seen[name]["touching"], pair.intersects(), "{name}");
        assert_eq!(seen[name]["distance"], pair.distance().unwrap().distance, "{name}");
    }
    let wanted = Pose::rotation([1.0, 0.0, 0.0], 30.0_f64.to_radians())
        .then(&Pose::translation([0.0, 0.0, 0.25]));
    let is_near = |name: &str, wanted: Pose| {
        let numbers = pose(&seen[name]["pose"]).to_numbers();
        numbers.iter().zip(wanted.to_numbers()).all(|(x, y)| (x - y).abs() < 1e-12)
    };
    assert!(is_near("typed", wanted), "{}", seen["typed"]);
    assert!(is_near("undone", Pose::translation([0.0, 0.0, 1.5])), "{}", seen["undone"]);
    assert!(is_near("redone", wanted), "{}", seen["redone"]);
    assert!(is_near("opened", wanted), "{}", seen["opened"]);
    assert_eq!((&seen["volume"], &seen["sideways"]), (&json!("sphere"), &json!(0)));
    assert_eq!(seen["ground"], "rgb(22, 24, 28)");
}
