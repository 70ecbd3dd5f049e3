//! What parts look like, and what the address keeps.

use crate::driver::{drive, is_ready, knot_and_ring, serve};
use feeler::Pose;
use serde_json::json;

#[test]
fn looks_and_keys_change_the_picture_and_stand_in_the_address() {
    if !is_ready() {
        return;
    }
    let seen = drive("looks", &serve(knot_and_ring(3000, Pose::translation([0.0, 0.0, 1.5]))));
    assert_eq!(seen["complaints"], json!([]));
    let share = |name: &str, part: &str| seen[name][part].as_f64().unwrap();
    let [a, b] = ["a", "b"].map(|part| share("start", part));
    // B is above A: a plane across z takes it away, and leaves something of A.
    assert!(share("cut", "b") < 0.1 * b && share("cut", "a") > 0.2 * a, "{seen}");
    assert!(share("wires", "b") > 0.0 && share("wires", "b") < 0.9 * b, "{seen}");
    assert!(share("clear", "b") < 0.8 * b, "{seen}");
    assert!(share("small", "a") < 0.6 * a, "{seen}");
    assert!(share("panned", "a") < 0.7 * a, "{seen}");
    for name in ["fitted", "back"] {
        assert!((share(name, "a") / a - 1.0).abs() < 0.3, "{name}: {seen}");
    }
    assert_ne!(seen["turned"], seen["back"]);
    // The picture has other colours after the roles were changed; a click on what is A makes it B.
    assert_eq!((&seen["swapped"], &seen["picked"]), (&json!([1, 0]), &json!([0, 1])));
    let numbers = seen["numbers"][0].as_str().unwrap();
    assert!(
        numbers.starts_with("2,992 triangles, ") && numbers.contains("vertices, "),
        "{numbers}"
    );
    assert!(share("hidden", "a") < 0.02 && share("hidden", "b") > 0.5 * b, "{seen}");

    let left = &seen["left"];
    assert_eq!(left, &seen["found"]);
    assert_eq!(
        (&left["controls"]["opacity"], &left["controls"]["plane"]),
        (&json!("50"), &json!("x"))
    );
    assert_eq!((&left["shown"], &left["controls"]["step"]), (&json!([false, true]), &json!("3")));
}
