//! Poses that cannot be made are named in the run, in the summary and in the report.

use feeler_bench::Scene;
use feeler_bench::record::Folder;
use feeler_bench::run::{Options, Outcome, Step};
use std::fs;
use std::ops::ControlFlow;

#[test]
fn poses_below_an_open_sheet_are_left_out_by_name() {
    let scene = r#"
        name = "terrain"
        why = "a test"
        question = "intersects"
        a = "shape:terrain:500"
        b = "shape:gear:300"
        normalised = true
        poses = { generator = "offset", from = -30, to = 30, steps = 3, directions = 4, orientations = 1, resolution = 32 }
        passes = 1
        [[setting]]
        bv = "obb"
    "#;
    let desk = tempfile::tempdir().unwrap();
    let run = desk.path().join("run");
    let mut watch = |_: Step<'_>| ControlFlow::Continue(());
    let scenes = [Scene::parse(scene).unwrap()];
    let went = feeler_bench::run(&scenes, &Options::default(), &run, &mut watch);
    assert_eq!(went, Ok(Outcome::Finished));

    let summary = &feeler_bench::summary(&run).unwrap()[0];
    let sentence = "left out: B comes in through a hole of A";
    assert!(summary.left_out.iter().any(|it| it.ends_with(sentence)), "{:?}", summary.left_out);
    let numbers = summary.left_out.iter().map(|it| it.split_once(' ').unwrap().0.parse::<usize>());
    assert_eq!(summary.poses + numbers.map(Result::unwrap).sum::<usize>(), 3 * 4);
    let header = Folder::read(&run).unwrap().header;
    assert_eq!(header.scenes[0].left_out, summary.left_out);
    let page = run.join("report.html");
    feeler_bench::report::write(&run, &page).unwrap();
    assert!(fs::read_to_string(page).unwrap().contains(sentence));
}
