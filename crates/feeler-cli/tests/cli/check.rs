//! Tests of `feeler check`.

use crate::run::Desk;
use serde_json::json;

#[test]
fn says_apart_on_one_line() {
    let run = Desk::new().feeler("check triangle.obj triangle.obj --at 0,0,1e-300");
    let expected = "apart   (triangle 1 triangle, triangle 1 triangle)   \
                    0 volume tests, 0 triangle tests,TIME";
    assert_eq!(run.without_times(), [expected]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn says_touching_and_where() {
    let run = Desk::new().feeler("check parts.obj triangle.obj --at 0,0,0.5");
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("touching   (parts #"), "{}", run.stdout);
    assert!(run.stdout.contains(" of 12, triangle #0 of 1)   "), "{}", run.stdout);
    assert_eq!(run.stdout.lines().count(), 1);
}

#[test]
fn lists_contacts() {
    let desk = Desk::new();
    let run = desk.feeler("check triangle.obj parts.obj#lid --at 1,1,-0.5 --contacts");
    let expected = [
        "touching   4 contacts   (triangle 1 triangle, lid 6 triangles)   \
         3 volume tests, 4 triangle tests,TIME",
        "triangle #0   lid #2   segment (1, 2, 0) (1.5, 2, 0)",
        "triangle #0   lid #3   segment (1.5, 2, 0) (2, 2, 0)",
        "triangle #0   lid #4   segment (1, 1, 0) (1, 1.5, 0)",
        "triangle #0   lid #5   segment (1, 1.5, 0) (1, 2, 0)",
    ];
    assert_eq!(run.without_times(), expected);
    assert_eq!(run.code, 1);

    let first = desk.feeler("check triangle.obj parts.obj#lid --at 1,1,-0.5 --contacts=1");
    assert_eq!(first.without_times(), expected[..2]);
}

#[test]
fn tells_points_segments_and_polygons_apart_in_json() {
    let desk = Desk::new();
    let section = |at: &str| {
        let run =
            desk.feeler(&format!("check triangle.obj triangle.obj --at {at} --contacts --json"));
        let contact = &run.json()["contacts"][0];
        (contact["section"].as_str().unwrap().to_owned(), contact["points"].clone())
    };
    assert_eq!(section("4,0,0"), ("point".to_owned(), json!([[4.0, 0.0, 0.0]])));
    let (kind, points) = section("-4,0,0");
    assert_eq!((kind.as_str(), points), ("point", json!([[0.0, 0.0, 0.0]])));
    let (kind, points) = section("2,0,0");
    assert_eq!((kind.as_str(), points.as_array().unwrap().len()), ("polygon", 3));
    let turned = "--pose 1,0,0,0,0,-1,0,1,0,0,0,0";
    let run = desk.feeler(&format!("check triangle.obj triangle.obj {turned} --contacts --json"));
    let contact =
        json!({"a": 0, "b": 0, "section": "segment", "points": [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0]]});
    assert_eq!(run.json()["contacts"], json!([contact]));
}

#[test]
fn json_has_everything() {
    let desk = Desk::new();
    let line = "check parts.obj#tub triangle.obj --at 0,0,9 --json --bv dop18 --arity 2 \
                --build median --leaf 4 --schedule best --simd";
    let simd = feeler::Instructions::baseline().name();
    let run = desk.feeler(&format!("{line} {simd}"));
    let mut json = run.json();
    assert!(json["ns"].take().is_u64());
    let expected = json!({
        "touching": false,
        "a": {"source": "parts.obj#tub", "triangles": 6, "degenerate": 0},
        "b": {"source": "triangle.obj", "triangles": 1, "degenerate": 0},
        "pose": [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 9.0],
        "volume_tests": json["volume_tests"],
        "triangle_tests": 0,
        "signs": {"filtered": 0, "adaptive": 0, "big": 0},
        "ns": null,
        "settings": {"bv": "dop18", "arity": 2, "build": "median", "leaf": 4, "schedule": "best", "simd": simd},
    });
    assert_eq!(json, expected);
    assert_eq!(run.code, 0);

    let touching = desk.feeler("check parts.obj#tub triangle.obj --json").json();
    assert_eq!(touching["touching"], true);
    assert_eq!(touching["some_contact"].as_array().map(Vec::len), Some(2));
}

#[test]
fn mentions_triangles_without_area() {
    let desk = Desk::new();
    desk.put("thin.obj", "v 0 0 0\nv 0.1 0.2 0.3\nv 0.2 0.4 0.6\nv 1 0 0\nf 1 2 3\nf 1 2 4\n");
    let run = desk.feeler("check thin.obj triangle.obj --at 0,0,9");
    let note = "feeler: thin.obj: 1 of 2 triangles have no area; they count as the segments or points that they cover\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, note));
}

#[test]
fn every_choice_gives_the_same_contacts() {
    let desk = Desk::new();
    let contacts = |choice: &str| {
        let line = "check shape:knot:2000 shape:ring:1000 --at 0.3,0.2,0.1 --contacts --json";
        desk.feeler(&format!("{line} {choice}")).json()["contacts"].clone()
    };
    let expected = contacts("--threads 1");
    assert!(expected.as_array().unwrap().len() > 100);
    for choice in
        ["--bv hull", "--bv sphere:quick --arity 4", "--build merge --leaf 1", "--schedule best"]
    {
        assert!(contacts(choice) == expected, "{choice}");
    }
}

#[test]
fn an_empty_mesh_is_apart_from_everything() {
    let desk = Desk::new();
    desk.put("empty.obj", "v 0 0 0\n");
    assert_eq!(desk.feeler("check empty.obj triangle.obj").code, 0);
    assert_eq!(
        desk.feeler("check triangle.obj empty.obj --contacts --json").json()["contacts"],
        json!([])
    );
}
