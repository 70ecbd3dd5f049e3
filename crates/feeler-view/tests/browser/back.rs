//! A connection that breaks.

use crate::driver::{drive, is_ready, knot_and_ring, pose, serve};
use feeler::{Pair, Pose};

#[test]
fn a_broken_connection_is_told_and_made_again() {
    if !is_ready() {
        return;
    }
    let stage = knot_and_ring(500, Pose::translation([0.0, 0.0, 1.5]));
    let models = [0, 1].map(|i| stage.parts[i].model.clone());
    let seen = drive("back", &serve(stage));
    let broken = seen["broken"].as_str().unwrap();
    assert!(broken.contains("does not answer"), "{broken}");
    // What was asked while nobody answered is answered afterwards.
    assert_ne!(seen["before"]["pose"], seen["after"]["pose"]);
    let pair = Pair::new(&models[0], &models[1]).at(pose(&seen["after"]["pose"]));
    assert_eq!(seen["after"]["distance"], pair.distance().unwrap().distance);
}
