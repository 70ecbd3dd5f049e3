//! How many verdicts there are a second, whatever the picture takes.

use crate::driver::{drive_alone, is_ready, knot_and_ring, serve};
use feeler::Pose;
use serde_json::json;

/// Without a graphics card two meshes of 200,000 triangles are drawn a few times a second; verdicts do not wait for that.
#[test]
fn a_drag_of_200_000_triangles_has_30_verdicts_a_second() {
    if !is_ready() {
        return;
    }
    let address = serve(knot_and_ring(200_000, Pose::translation([0.0, 0.0, 1.5])));
    let seen = drive_alone("pace", &address);
    assert_eq!(seen["complaints"], json!([]));
    let drag = |name: &str| seen["drag"][name].as_f64().unwrap();
    assert!(drag("frames") > 0.5, "{seen}");
    assert!(drag("verdicts") >= 30.0, "{seen}");
    // With one verdict a frame, or a few, this would not hold; a fast picture has at most one a motion.
    let many = (4.0 * drag("frames")).min(0.5 * drag("motions"));
    assert!(drag("verdicts") >= many, "{seen}");
    assert!(
        seen["drag"]["detail"] == "coarse" || drag("frames") > 10.0,
        "fewer triangles where all of them take too long: {seen}"
    );
}
