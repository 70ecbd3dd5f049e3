//! Tests of the feature `serde`, with JSON.

use super::poses;
use ::serde::{Serialize, de::DeserializeOwned};
use feeler::{
    Answer, Arity, Budget, Build, Closest, Contact, Distance, Effort, FirstContact, Mesh, Model,
    Pair, Pose, Question, Rule, Schedule, Scratch, Search, Ties, Verdict, Volume,
};
use serde_json::{Value, from_value, json, to_value};
use std::fmt::Debug;

/// Writes a value, and checks what is written, and that it is read as the same.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, expected: Value) {
    let text = serde_json::to_string(&value).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected);
    assert_eq!(from_value::<T>(to_value(&value).unwrap()).unwrap(), value);
}

#[track_caller]
fn refused<T: DeserializeOwned + Debug>(value: Value, why: &str) {
    let error = from_value::<T>(value).unwrap_err().to_string();
    assert!(error.contains(why), "{error}");
}

#[test]
fn poses_are_checked_when_they_are_read() {
    for pose in poses() {
        check(pose, json!({ "rotation": pose.matrix(), "translation": pose.origin() }));
    }
    let with = |rotation: [[f64; 3]; 3], translation: Value| json!({ "rotation": rotation, "translation": translation });
    let unit = Pose::IDENTITY.matrix();
    let mut scaled = unit;
    scaled[1][1] = 2.0;
    refused::<Pose>(with(scaled, json!([0, 0, 0])), "the pose is not rigid");
    refused::<Pose>(with(unit.map(|row| row.map(|x| -x)), json!([0, 0, 0])), "a reflection");
    refused::<Pose>(with(unit, json!([0, 2e300, 0])), "larger than 1e300");
    refused::<Pose>(with(unit, json!([0, 0])), "length 2");
    refused::<Pose>(json!({ "rotation": unit }), "missing field `translation`");
    let mut more = with(unit, json!([0, 0, 0]));
    more["scale"] = json!(2);
    refused::<Pose>(more, "unknown field `scale`");
}

#[test]
fn settings_are_read_with_defaults_and_without_typing_errors() {
    check(Build::default(), json!({ "volume": "obb", "arity": 8, "rule": "sah", "leaf_size": 8 }));
    for volume in Volume::ALL {
        check(volume, json!(volume.name()));
    }
    for rule in Rule::ALL {
        check(rule, json!(rule.name()));
    }
    for schedule in [Schedule::DepthFirst, Schedule::BestFirst] {
        check(schedule, json!(schedule.name()));
    }
    let binary = Build { volume: Volume::DOP18, arity: Arity::Two, ..Build::default() };
    assert_eq!(from_value::<Build>(json!({ "volume": "dop18", "arity": 2 })).unwrap(), binary);
    refused::<Build>(json!({ "volume": "dop19" }), "unknown volume 'dop19'");
    refused::<Build>(json!({ "arity": 3 }), "the arity is 2, 4 or 8, not 3");
    refused::<Build>(json!({ "leafsize": 3 }), "unknown field `leafsize`");

    let unlimited = json!({ "steps": u64::MAX, "time": null });
    check(Budget::UNLIMITED, unlimited.clone());
    check(
        Search::default(),
        json!({
            "absolute_error": 0.0, "relative_error": 0.0, "beyond": null, "guess": null,
            "budget": unlimited, "ties": "first",
        }),
    );
    let quick =
        Search { beyond: 5.0, budget: Budget::micros(50), ties: Ties::Any, ..Search::default() };
    check(quick, to_value(quick).unwrap());
    let written = json!({ "beyond": 5.0, "budget": { "time": { "secs": 0, "nanos": 50_000 } }, "ties": "any" });
    assert_eq!(from_value::<Search>(written).unwrap(), quick);
    check(Question::Within(0.5), json!({ "within": 0.5 }));
    check(Question::Within(f64::INFINITY), json!({ "within": null }));
    check(Question::Distance, json!("distance"));
    let error = to_value(Question::Within(f64::NAN)).unwrap_err();
    assert_eq!(error.to_string(), "NaN is no number to write");
}

#[test]
fn answers_come_back() {
    let mesh = Mesh::from_points([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]);
    let model = Model::new(mesh.unwrap());
    let pair = Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, 0.5]));
    let mut scratch = Scratch::new();
    let found: Distance = pair.distance_with(&Search::default(), &mut scratch);
    let closest: Closest = found.closest.unwrap();
    let written = json!({
        "distance": 0.5, "on_a": closest.on_a, "on_b": closest.on_b, "triangles": [0, 0],
    });
    check(closest, written.clone());
    check(found, json!({ "lower": 0.5, "closest": written }));
    check(Answer::Distance(Some(closest)), json!({ "distance": written }));
    let effort: Effort = scratch.effort();
    check(effort, to_value(effort).unwrap());
    let falling: FirstContact = pair.first_contact([0.0, 0.0, -1.0]).unwrap();
    check(falling, to_value(falling).unwrap());
    let empty = Model::new(Mesh::default());
    let nothing = Pair::new(&model, &empty).distance_with(&Search::default(), &mut scratch);
    check(nothing, json!({ "lower": null, "closest": null }));

    let contact = Contact { a: 3, b: 5 };
    check(contact, json!({ "a": 3, "b": 5 }));
    check(Answer::Contacts(vec![contact]), json!({ "contacts": [{ "a": 3, "b": 5 }] }));
    check(Answer::Intersects(true), json!({ "intersects": true }));
    check(Verdict::Hit(contact), json!({ "hit": { "a": 3, "b": 5 } }));
    check(Verdict::Free, json!("free"));
    check(Verdict::Likely { p: 0.25 }, json!({ "likely": { "p": 0.25 } }));
}
