//! Questions that no page of ours asks: each is refused or has a small answer, and the next one is answered.

use crate::driver::{is_ready, knot_and_ring, serve};
use crate::socket::Page;
use feeler::Pose;
use serde_json::{Value, json};

/// More than any answer about meshes of 500 triangles needs.
const MOST_BYTES: usize = 20 << 20;

fn pair(parts: [i64; 2], pose: &[f64]) -> Value {
    json!({"parts": parts, "poses": [pose, pose], "setting": {"volume": "obb", "arity": "8", "rule": "sah"}})
}

#[test]
fn questions_without_bounds_have_answers_with_bounds() {
    if !is_ready() {
        return;
    }
    let address = serve(knot_and_ring(500, Pose::IDENTITY));
    let mut page = Page::open(&address);
    let here = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    let setting = json!({"volume": "obb", "arity": "8", "rule": "sah"});
    let wrong = json!({"volume": "<script>", "arity": "3", "rule": "sah"});
    let (zero, far) = ([0.0; 12], {
        let mut far = here;
        far[9] = 1e308;
        far
    });
    let slots = vec![0_u32; 257]; // each is there, and they are too many

    // Whether it is answered; a refusal says why.
    let asks = [
        (true, json!({"kind": "look", "pair": pair([0, 1], &here)})),
        (true, json!({"kind": "look", "pair": pair([1, 1], &here)})),
        (false, json!({"kind": "look", "pair": pair([0, 99], &here)})),
        (false, json!({"kind": "look", "pair": pair([0, -1], &here)})),
        (false, json!({"kind": "look", "pair": pair([0, 1], &zero)})),
        (false, json!({"kind": "look", "pair": pair([0, 1], &far)})),
        (false, json!({"kind": "look", "pair": pair([0, 1], &here[..11])})),
        (false, json!({"kind": "tree", "part": 0, "setting": wrong})),
        (false, json!({"kind": "level", "part": 0, "setting": setting, "level": u64::MAX})),
        (false, json!({"kind": "volumes", "part": 0, "setting": setting, "slots": slots})),
        (
            false,
            json!({"kind": "volumes", "part": 0, "setting": setting, "slots": [4_000_000_000_u32]}),
        ),
        (
            true,
            json!({"kind": "guided", "pair": pair([0, 1], &here), "steps": u32::MAX, "eps": -1e300}),
        ),
        (true, json!({"kind": "trace", "pair": pair([0, 1], &here), "question": "distance"})),
        (
            false,
            json!({"kind": "first-contact", "pair": pair([0, 1], &here), "direction": [0, 0, 0]}),
        ),
        (
            true,
            json!({"kind": "first-contact", "pair": pair([0, 1], &here), "direction": [1e300, 0, 0]}),
        ),
        (true, json!({"kind": "path", "pair": pair([0, 1], &here), "from": u64::MAX})),
        (true, json!({"kind": "nearest", "from": u64::MAX, "moved": []})),
        (false, json!({"kind": "nearest", "from": 0, "moved": [[7, here]]})),
        (true, json!({"kind": "clashes", "clearance": 1e300, "moved": []})),
        (false, json!({"kind": "clashes", "clearance": -1, "moved": []})),
        (false, json!({"kind": "clashes", "clearance": 0, "moved": [[7, here]]})),
        (false, json!({"kind": "offset", "part": 0, "by": 1e300, "resolution": u64::MAX})),
        (true, json!({"kind": "offset", "part": 1, "by": 0.05, "resolution": 0})),
        (false, json!({"kind": "read", "path": "/etc/passwd"})),
        (false, json!({"kind": "look"})),
        (false, json!([[[[]]]])),
    ];
    for (number, (is_answered, ask)) in asks.iter().enumerate() {
        let (answer, length) = page.ask(&json!({"id": number, "ask": ask}).to_string());
        let text = answer.to_string();
        assert_eq!(answer["found"].is_null(), !is_answered, "{ask}: {text:.200}");
        assert_eq!(answer["refused"].is_string(), !is_answered, "{ask}: {text:.200}");
        assert!(length < MOST_BYTES, "{ask}: {length} bytes");
    }

    // What is no question at all.
    let deep = "[".repeat(30_000);
    for text in ["", "{}", "null", "\u{0}", "{\"id\": 1e99}", &deep] {
        let (answer, _) = page.ask(text);
        assert!(answer["refused"].as_str().unwrap().contains("do not understand each other"));
    }
    let (answer, _) = page.ask(&json!({"id": 7, "ask": asks[0].1}).to_string());
    assert_eq!((&answer["id"], &answer["found"]["touching"]), (&json!(7), &json!(true)));
}
