//! Tests of `feeler explain`, and of `--settings` with the file that it writes.

use crate::run::{Desk, lifted};
use feeler::{Pose, Rule, Volume};
use feeler_scenes::random_sweep;
use serde_json::{Value, json};

/// Poses of two small shapes, some touching and some not.
fn poses() -> String {
    let row = |pose: &Pose| pose.to_numbers().map(|x| x.to_string()).join(",") + "\n";
    random_sweep(0.5..=3.0, 6, 5, 1).iter().map(|placed| row(&placed.pose)).collect()
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("poses.csv", poses());
    desk
}

const EXPLAIN: &str = "explain shape:knot:600 shape:ring:300 --poses poses.csv --seconds 1";

#[test]
fn tells_the_costs_of_every_volume_and_what_to_use() {
    let desk = desk();
    let run = desk.feeler(&format!("{EXPLAIN} --within 0.1"));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for question in ["intersects", "contacts", "distance", "within"] {
        assert!(run.stdout.contains(&format!("\n{question}\n\n  volume ")), "{}", run.stdout);
    }
    for name in Volume::ALL.map(Volume::name) {
        let row = format!("  {name} ");
        let rows = run.stdout.lines().filter(|line| line.starts_with(&row));
        assert_eq!(rows.count(), 4, "{name}");
    }

    // The proposed options are accepted by other commands.
    let proposed: Vec<&str> =
        run.stdout.lines().filter_map(|line| line.strip_prefix("Use  ")).collect();
    assert_eq!(proposed.len(), 4);
    for options in proposed {
        let line = format!("check shape:knot:600 shape:ring:300 --at 9,0,0 {options}");
        assert_eq!(desk.feeler(&line).code, 0, "{options}");
    }
}

#[test]
fn json_has_positive_costs_and_a_setting_that_exists() {
    let json = desk().feeler(&format!("{EXPLAIN} --json")).json();
    assert_eq!((&json["poses"], &json["poses_to_choose_by"]), (&json!(30), &json!(15)));
    let questions = json["questions"].as_array().unwrap();
    let names: Vec<&Value> = questions.iter().map(|question| &question["question"]).collect();
    assert_eq!(names, ["intersects", "contacts", "distance"]);
    for question in questions {
        let volumes = question["volumes"].as_array().unwrap();
        assert_eq!(volumes.len(), Volume::ALL.len());
        assert!(volumes.iter().zip(Volume::ALL).all(|(volume, bv)| volume["bv"] == bv.name()));
        for costs in volumes.iter().map(|volume| &volume["costs"]).filter(|costs| !costs.is_null())
        {
            for key in ["time", "volume_tests", "volume_test", "updates", "update"] {
                assert!(costs[key].as_f64().is_some_and(|cost| cost > 0.0), "{key}: {costs}");
            }
            let number = |key: &str| costs[key].as_f64().unwrap();
            let sum = number("volume_tests") * number("volume_test")
                + number("triangle_tests") * number("triangle_test")
                + number("updates") * number("update")
                + number("base");
            assert!((sum - number("time")).abs() < 1e-6 * number("time"), "{costs}");
        }
        let choice = &question["recommended"];
        assert!(Volume::ALL.iter().any(|bv| choice["bv"] == bv.name()), "{choice}");
        assert!(Rule::ALL.iter().any(|rule| choice["build"] == rule.name()), "{choice}");
        assert!(choice["arity"] == 2 || choice["arity"] == 4 || choice["arity"] == 8, "{choice}");
        let tried = question["tried"].as_array().unwrap();
        assert!(tried.iter().any(|tried| tried["bv"] == choice["bv"]));
        assert!(question["confirmed"]["default_ns"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn a_saved_choice_can_be_used() {
    let desk = desk();
    let run = desk.feeler(&format!("{EXPLAIN} --ask distance,intersects --save fast.json"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.ends_with("The settings are in fast.json: --settings fast.json\n"));
    let saved: Value = serde_json::from_str(&desk.get("fast.json")).unwrap();
    assert_eq!(saved.as_object().unwrap().len(), 2);

    let check = "check shape:knot:600 shape:ring:300 --json --settings fast.json";
    let run = desk.feeler(&format!("{check} --distance"));
    assert_eq!(run.stderr, "");
    let mut used = run.json()["settings"].clone();
    used.as_object_mut().unwrap().remove("simd");
    assert_eq!(used, saved["distance"]);

    let batch = "batch shape:knot:600 shape:ring:300 --poses poses.csv --settings fast.json";
    assert_eq!(desk.feeler(&format!("{batch} --ask distance")).stderr, "");
    let run = desk.feeler(&format!("{batch} --ask contacts"));
    assert!(run.stderr.contains("says nothing about 'contacts'"), "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 31);
}

#[test]
fn what_is_typed_wins_over_what_is_saved() {
    let desk = desk();
    let saved = json!({"intersects": {
        "bv": "dop18", "arity": 4, "build": "median", "leaf": 2, "schedule": "best",
    }});
    desk.put("fast.json", saved.to_string());
    let check = "check triangle.obj triangle.obj --json --settings fast.json";
    let settings = |options: &str| {
        let mut settings =
            desk.feeler(format!("{check} {options}").trim_end()).json()["settings"].clone();
        settings.as_object_mut().unwrap().remove("simd");
        settings
    };
    assert_eq!(settings(""), saved["intersects"]);
    let expected = json!(
        {"bv": "aabb", "arity": 8, "build": "median", "leaf": 2, "schedule": "depth"}
    );
    assert_eq!(settings("--bv aabb --arity 8 --schedule depth"), expected);
}

#[test]
fn settings_that_are_none() {
    let desk = desk();
    let entry = |bv: &str, arity: usize, build: &str, leaf: usize, schedule: &str| {
        let entry =
            json!({"bv": bv, "arity": arity, "build": build, "leaf": leaf, "schedule": schedule});
        json!({ "intersects": entry }).to_string()
    };
    let cases = [
        (String::new(), "fast.json: no settings of 'feeler explain'"),
        ("[1, 2]".to_owned(), "fast.json: no settings of 'feeler explain'"),
        (r#"{"intersects": {"arity": 8}}"#.to_owned(), "missing field `bv`"),
        (r#"{"touches": {}}"#.to_owned(), "no settings"),
        (entry("dop19", 8, "sah", 8, "depth"), "intersects: unknown volume 'dop19'"),
        (entry("obb", 3, "sah", 8, "depth"), "the arity is 2, 4 or 8, not 3"),
        (entry("obb", 8, "best", 8, "depth"), "there is no builder 'best'"),
        (entry("obb", 8, "sah", 17, "depth"), "a leaf has 1 to 16 triangles, not 17"),
        (entry("obb", 8, "sah", 8, "sah"), "there is no schedule 'sah'"),
        (
            entry("obb", 8, "sah", 8, "best").replace("intersects", "touches"),
            "no question 'touches'",
        ),
    ];
    for (text, message) in cases {
        desk.put("fast.json", text);
        desk.refuses("check triangle.obj triangle.obj --settings fast.json", message);
    }
    desk.refuses("check triangle.obj triangle.obj --settings none.json", "No such file");
}

#[test]
fn questions_and_poses_that_are_none() {
    let desk = desk();
    let explain = "explain triangle.obj triangle.obj";
    desk.refuses(explain, "--poses <FILE>");
    desk.refuses(&format!("{explain} --poses none.csv"), "none.csv: No such file");
    let explain = format!("{explain} --poses poses.csv");
    desk.refuses(&format!("{explain} --ask within"), "'--ask within' needs --within D");
    desk.refuses(&format!("{explain} --ask distance --within 1"), "--within belongs to");
    desk.refuses(&format!("{explain} --within -1"), "finite and not negative");
    desk.refuses(&format!("{explain} --ask size"), "[possible values: intersects, contacts,");
    desk.refuses(&format!("{explain} --seconds 0"), "a whole number from 1 to 86400");
    desk.refuses(&format!("{explain} --save nowhere/fast.json"), "cannot write nowhere/fast.json");
}

#[test]
fn one_triangle_or_none_is_explained_too() {
    let desk = desk();
    desk.put("empty.obj", "v 0 0 0\n");
    desk.put("one.csv", lifted(0.5));
    for meshes in ["triangle.obj triangle.obj", "empty.obj triangle.obj"] {
        let run = desk.feeler(&format!("explain {meshes} --poses one.csv --seconds 1 --json"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(run.json()["questions"].as_array().map(Vec::len), Some(3));
    }
}
