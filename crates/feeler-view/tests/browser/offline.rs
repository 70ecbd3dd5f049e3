//! A page in a file.

use crate::driver::{EVIL, drive, is_ready, knot_and_ring};
use feeler::{Pair, Pose};
use serde_json::json;
use std::path::Path;

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
