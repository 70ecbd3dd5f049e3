//! Tests of settings that may be wrong, from the scene to the report.

use feeler::{Arity, Build, Model, Volume};
use feeler_bench::Scene;
use feeler_bench::record::{Folder, Row};
use feeler_bench::run::{Options, Outcome, Step};
use std::fs;
use std::ops::ControlFlow;

/// Two knots at 120 poses: two exact settings, and three that guess.
const SCENE: &str = r#"
    name = "knots"
    why = "a test"
    question = "intersects"
    a = "shape:knot:300"
    poses = { generator = "sweep", from = 0.5, to = 2.6, steps = 6, turns = 20 }
    passes = 3
    [[setting]]
    bv = "obb"
    [[setting]]
    bv = "aabb"
    [[setting]]
    bv = "aabb"
    guided = 0.4
    [[setting]]
    bv = "aabb"
    arity = 2
    adb = { tau = 1, p_min = 0.99, k_min = 10, count = "exact", traversal = "printed" }
    [[setting]]
    bv = "dop18"
    arity = 2
    leaf = 1
    build = "median"
    adb = { tau = 0.02, p_min = 0.9, k_min = 1 }
"#;

/// Guesses are recorded and judged like all answers, but are not counted as errors of the exact
/// settings.
#[test]
fn guesses_are_judged_apart() {
    let desk = tempfile::tempdir().unwrap();
    let run = desk.path().join("run");
    let mut watch = |_: Step<'_>| ControlFlow::Continue(());
    let scenes = [Scene::parse(SCENE).unwrap()];
    let went = feeler_bench::run(&scenes, &Options::default(), &run, &mut watch);
    assert_eq!(went, Ok(Outcome::Finished));

    let contender = |name: &str| {
        let contenders = Folder::read(&run).unwrap().header.contenders;
        contenders.into_iter().find(|entry| entry.name == name).unwrap()
    };
    let of = |name: &str| -> Vec<Row> {
        Folder::read(&run).unwrap().rows.into_iter().filter(|row| row.contender == name).collect()
    };
    let wrong = |name: &str| of(name).iter().filter(|row| !row.right).count() / 3;
    let answers = |name: &str, answer: &str| of(name).iter().filter(|r| r.answer == answer).count();
    let printed = "feeler aabb arity-2 adb 1/0.99/10 exact-count printed";
    let works = "feeler dop18 arity-2 median leaf-1 adb 0.02/0.9/1";
    let touching = answers("feeler obb", "1");
    assert!(touching > 0 && answers("feeler obb", "0") > 0);
    for (name, precision) in [
        ("feeler obb", "exact"),
        ("feeler aabb", "exact"),
        ("feeler aabb guided 0.4", "probable"),
        (printed, "probable"),
        (works, "probable"),
    ] {
        assert_eq!(of(name).len(), 3 * 120, "{name}");
        let entry = contender(name);
        assert_eq!((entry.precision.as_str(), entry.status.as_str()), (precision, "ok"), "{name}");
        assert_eq!(entry.is_probable(), precision == "probable");
        if precision == "exact" {
            assert_eq!(wrong(name), 0, "{name}");
        }
    }
    // As printed, the method never finds a collision; in the working variant it finds some.
    assert_eq!((answers(printed, "1"), wrong(printed)), (0, touching / 3));
    assert!(answers(works, "1") > 0 && answers(works, "0") > 0);
    let knot = feeler_scenes::Shape::Knot.mesh(300);
    let binary = Build { volume: Volume::AABB, arity: Arity::Two, ..Build::default() };
    let stats = Model::build(knot, &binary).stats();
    let more = contender(printed).bytes_per_node.unwrap() * stats.nodes as f64;
    assert_eq!(
        more.round() as usize,
        stats.node_bytes + 16 * stats.nodes,
        "8 bytes for each child"
    );

    let guesses: usize = ["feeler aabb guided 0.4", printed, works].map(wrong).iter().sum();
    let listed = fs::read_to_string(run.join("wrong.csv")).unwrap();
    assert_eq!(listed.lines().count(), 1 + guesses);
    let summary = &feeler_bench::summary(&run).unwrap()[0];
    let apart: Vec<bool> = summary.contenders.iter().map(|it| it.is_probable()).collect();
    assert_eq!(apart, [false, false, true, true, true], "exact ones first");
    let page = run.join("report.html");
    feeler_bench::report::write(&run, &page).unwrap();
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("feeler in its exact settings had no wrong answer."));
    let sentence = format!("may be wrong, were so {guesses} times of 360.");
    assert!(page.contains(&sentence), "{sentence}");
    assert!(page.contains("Wrong answers against"));
    assert!(page.contains("36 (ADB tree of AABBs)") && page.contains("28 (AABB tree)"));
}

/// Every option of the published method can be switched on in a scene, on any volume and arity, and
/// changes what it should.
#[test]
fn every_option_of_the_published_method_is_run() {
    let options = [
        "regions = \"grid:2\"",
        "regions = \"sectors\"",
        "cells = 4",
        "domain = \"dop\"",
        "table = \"closed\"",
        "table = \"direct\"",
        "estimate = \"aligned\"",
        "estimate = \"spheres\"",
        "estimate = \"three-slabs\"",
        "estimate = \"exact\"",
        "sizes = \"equal\"",
        "pretest = \"none\"",
        "few = \"keep\"",
        "in_cell = \"flatness\"",
        "budget = \"2steps\"",
        "count = \"exact\"",
    ];
    let trees = [("rss", 8), ("sphere", 4), ("dop14", 2), ("hybrid", 8), ("hull", 4), ("lss", 2)];
    let mut scene = r#"
        name = "options"
        why = "a test"
        question = "intersects"
        a = "shape:knot:400"
        poses = { generator = "sweep", from = 0.5, to = 2.6, steps = 5, turns = 8 }
        passes = 1
    "#
    .to_owned();
    let usual = "tau = 0.02, p_min = 0.9, k_min = 3";
    for option in std::iter::once("").chain(options) {
        let option = if option.is_empty() { String::new() } else { format!(", {option}") };
        scene += &format!("[[setting]]\nbv = \"aabb\"\narity = 2\nadb = {{ {usual}{option} }}\n");
    }
    for (bv, arity) in trees {
        scene += &format!("[[setting]]\nbv = \"{bv}\"\narity = {arity}\nadb = {{ {usual} }}\n");
    }
    let desk = tempfile::tempdir().unwrap();
    let run = desk.path().join("run");
    let mut watch = |_: Step<'_>| ControlFlow::Continue(());
    let scenes = [Scene::parse(&scene).unwrap()];
    let went = feeler_bench::run(&scenes, &Options::default(), &run, &mut watch);
    assert_eq!(went, Ok(Outcome::Finished));
    let folder = Folder::read(&run).unwrap();
    let entries = &folder.header.contenders;
    assert_eq!(entries.len(), 1 + options.len() + trees.len());
    for entry in entries {
        let rows: Vec<&Row> =
            folder.rows.iter().filter(|row| row.contender == entry.name).collect();
        assert_eq!((entry.status.as_str(), rows.len()), ("ok", 40), "{}", entry.name);
        let touching = rows.iter().filter(|row| row.answer == "1").count();
        println!("{}: {touching} touch", entry.name);
        // Two steps are too few to find three pairs of nodes.
        let none = entry.name.ends_with("2steps");
        assert_eq!(touching == 0, none, "{}: {touching} of 40", entry.name);
        assert!(touching < 40, "{}", entry.name);
    }
    let bytes = |end: &str| {
        let entry = entries.iter().find(|entry| entry.name.ends_with(end)).unwrap();
        entry.bytes_per_node.unwrap()
    };
    let more = bytes("grid:2") - bytes("aabb arity-2 adb 0.02/0.9/3");
    assert_eq!(more, 2.0 * 8.0 * 4.0, "two children, eight regions");
}
