//! Requests that a world refuses, and rules.

use feeler::{Budget, Mesh, MeshError, Model, Pose};
use feeler_scenes::Shape;
use feeler_world::{ObjectId, Rules, World, WorldError};
use std::sync::Arc;

fn cube() -> Arc<Model> {
    Arc::new(Model::new(Shape::Box.mesh(12)))
}

/// Some cubes at one place, so that all pairs touch.
fn heap(names: &[&str]) -> (World, Vec<ObjectId>) {
    let (mut world, model) = (World::new(), cube());
    let ids = names
        .iter()
        .map(|name| world.add(*name, model.clone(), Pose::IDENTITY).expect("a new name"));
    let ids = ids.collect();
    (world, ids)
}

/// The names of all pairs that touch.
fn touching(world: &mut World) -> Vec<String> {
    let pairs = world.touching();
    let name = |id| world.object(id).expect("it is there").name().to_string();
    pairs.into_iter().map(|[a, b]| format!("{} {}", name(a), name(b))).collect()
}

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

#[test]
fn a_name_is_taken_once_and_unknown_names_have_neighbours() {
    let (mut world, ids) = heap(&["screw-1", "screw-2", "plate"]);
    let taken = world.add("plate", cube(), Pose::IDENTITY).expect_err("the name is taken");
    assert_eq!(taken.to_string(), "there are two objects named \"plate\"");
    assert_eq!(world.len(), 3);
    assert_eq!(world.find("plate"), Ok(ids[2]));
    let unknown = world.find("scew-1").expect_err("no such name").to_string();
    assert_eq!(unknown, "no object is named \"scew-1\"; similar: \"screw-1\", \"screw-2\"");
    assert_eq!(
        world.find("xyz").expect_err("no such name").to_string(),
        "no object is named \"xyz\""
    );
}

#[test]
fn a_removed_object_is_gone_even_if_its_place_is_used_again() {
    let (mut world, ids) = heap(&["a", "b"]);
    let removed = world.remove(ids[0]).expect("it is there");
    assert_eq!(removed.name(), "a");
    let again = world.add("a", cube(), Pose::IDENTITY).expect("the name is free");
    assert!(again > ids[1]);
    assert_eq!(world.place(ids[0], Pose::IDENTITY), Err(WorldError::Gone));
    assert_eq!(world.remove(ids[0]).map(|_| ()), Err(WorldError::Gone));
    assert_eq!(world.nearest_of(ids[0]), Err(WorldError::Gone));
    // The new object is the later one, although it has the place of the first.
    assert_eq!(world.touching(), [[ids[1], again]]);
}

#[test]
fn bad_numbers_are_refused_and_change_nothing() {
    let (mut world, ids) = heap(&["a", "b"]);
    for margin in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(world.set_margin(ids[0], margin), Err(WorldError::Margin { .. })));
        let refused = world.within(-margin.abs());
        assert!(matches!(refused, Err(WorldError::Clearance { .. })), "{margin}");
    }
    let wrong = world.refit(ids[0], vec![[0.0; 3]]);
    assert!(matches!(wrong, Err(WorldError::Vertices(MeshError::VertexCount { .. }))));
    assert_eq!(touching(&mut world), ["a b"]);
}

#[test]
fn an_empty_mesh_touches_nothing_and_is_near_nothing() {
    let (mut world, ids) = heap(&["a"]);
    let empty = Model::new(Mesh::new(Vec::new(), Vec::new()).expect("an empty mesh"));
    let nothing = world.add("nothing", empty, Pose::IDENTITY).expect("a new name");
    assert!(world.touching().is_empty() && world.nearest().is_none());
    assert_eq!(world.nearest_of(nothing), Ok(None));
    assert!(world.within(f64::INFINITY).expect("a clearance").is_empty());
    // It gets a shape, and loses it again.
    world.exchange(nothing, cube()).expect("it is there");
    assert_eq!(world.touching(), [[ids[0], nothing]]);
    world.exchange(nothing, Model::new(Mesh::default())).expect("it is there");
    assert!(world.touching().is_empty());
}

#[test]
fn a_deformed_object_leaves_its_instances_alone() {
    let (mut world, ids) = heap(&["a", "b"]);
    let lifted: Vec<[f64; 3]> =
        cube().mesh().vertices().iter().map(|v| [v[0], v[1], v[2] + 5.0]).collect();
    world.refit(ids[1], lifted).expect("as many vertices");
    assert!(world.touching().is_empty());
    assert_eq!(world.object(ids[0]).expect("it is there").model().mesh(), cube().mesh());
}

#[test]
fn the_last_rule_that_speaks_of_a_pair_decides() {
    let (mut world, ids) = heap(&["arm 1", "arm 2", "arm 3", "tool", "box"]);
    world.set_group(ids[3], Some("tools")).expect("it is there");
    world.set_rules(rules(r#"rule = [{ chain = ["arm 1", "arm 2", "arm 3", "tool"] }]"#));
    let all_but_neighbours = [
        "arm 1 arm 3",
        "arm 1 tool",
        "arm 1 box",
        "arm 2 tool",
        "arm 2 box",
        "arm 3 box",
        "tool box",
    ];
    assert_eq!(touching(&mut world), all_but_neighbours);
    world.set_rules(rules(
        r#"default = "ignore"
           rule = [{ check = ["@tools", "*"] }, { ignore = ["tool", "arm ?"] }, { check = ["arm 2", "tool"] }]"#,
    ));
    assert_eq!(touching(&mut world), ["arm 2 tool", "tool box"]);
    assert_eq!(world.guided(Budget::UNLIMITED, 0.0).len(), 2);
    assert_eq!(world.touching_of(ids[3]).expect("it is there"), [ids[1], ids[4]]);
    // Rules hold for objects that come, and that change their group.
    world.add("arm 9", cube(), Pose::IDENTITY).expect("a new name");
    assert_eq!(touching(&mut world), ["arm 2 tool", "tool box"]);
    world.set_group(ids[3], None).expect("it is there");
    assert_eq!(touching(&mut world), ["arm 2 tool"]);
    assert_eq!(world.idle_rules(), [r#"check = ["@tools", "*"]"#]);
}

#[test]
fn a_rule_about_one_object_alone_is_idle() {
    let (mut world, _) = heap(&["a", "b"]);
    world.set_rules(rules(r#"rule = [{ ignore = ["a", "a"] }, { ignore = ["a*", "?"] }]"#));
    assert_eq!(world.idle_rules(), [r#"ignore = ["a", "a"]"#]);
}

#[test]
fn rules_that_cannot_be_read_say_why() {
    let error = |text: &str| text.parse::<Rules>().expect_err("no rules").to_string();
    assert!(error("rule = [{ ignor = [\"a\", \"b\"] }]").contains("unknown field `ignor`"));
    assert!(error("rule = [{ ignore = [\"a\"] }]").contains("length 2"));
    assert_eq!(error("rule = [{}]"), "rule 1: a rule has one of check, ignore and chain");
    let two = r#"rule = [{ chain = ["a", "b"] }, { chain = ["a"] }]"#;
    assert_eq!(error(two), "rule 2: a chain has two or more names");
    assert!(error("default = \"maybe\"").contains("maybe"));
}

#[test]
fn margins_of_both_objects_add_up() {
    let (mut world, ids) = heap(&["a", "b"]);
    let [low, high] = cube().bounds().expect("it has triangles");
    let edge = high[2] - low[2];
    world.place(ids[1], Pose::translation([0.0, 0.0, edge + 0.5])).expect("it is there");
    world.set_margin(ids[0], 0.25).expect("a margin");
    assert!(world.touching().is_empty());
    world.set_margin(ids[1], 0.25).expect("a margin");
    assert_eq!(world.touching(), [[ids[0], ids[1]]]);
    assert!(world.within(0.4).expect("a clearance").is_empty());
}
