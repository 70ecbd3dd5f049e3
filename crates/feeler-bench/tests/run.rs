//! Tests of runs of small scenes, with rivals that are only a shell script.
#![cfg(unix)]

use feeler_bench::peer::{Limits, Peers};
use feeler_bench::record::{ContenderHeader, ContenderKind, Folder, Row};
use feeler_bench::run::{Options, Outcome, Step, Work};
use feeler_bench::{Scene, run};
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// A folder for runs, with another one for fake rivals of known names.
struct Desk(TempDir);

impl Desk {
    fn new(rivals: &[(&str, &str)]) -> Self {
        let desk = Self(TempDir::new().unwrap());
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_peer.sh");
        for (name, how) in rivals {
            let folder = desk.path("peers").join(name);
            fs::create_dir_all(&folder).unwrap();
            let adapter = folder.join("adapter");
            let text = format!("#!/bin/sh\nexec sh {} {how} \"$@\"\n", script.display());
            fs::write(&adapter, text).unwrap();
            fs::set_permissions(&adapter, fs::Permissions::from_mode(0o755)).unwrap();
        }
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn options(&self) -> Options {
        let mut options = Options::default();
        options.peers = Peers::at(self.path("peers"));
        options.limits = Limits {
            load: Duration::from_secs(10),
            pose: Duration::from_secs(2),
            pass: Duration::from_secs(10),
        };
        options
    }

    /// Runs scenes to their end.
    fn run(&self, scenes: &[Scene], folder: &str) -> Outcome {
        self.run_until(scenes, folder, |_| false)
    }

    /// Runs scenes until `is_last` returns true for a step.
    fn run_until(
        &self,
        scenes: &[Scene],
        folder: &str,
        mut is_last: impl FnMut(Work<'_>) -> bool + Send,
    ) -> Outcome {
        let mut watch = |step: Step<'_>| {
            assert!(step.done <= step.total, "{step:?}");
            if let Work::Poses(share) | Work::Truth(share) = step.work {
                assert!((0.0..=1.0).contains(&share), "{step:?}");
            }
            match is_last(step.work) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        run(scenes, &self.options(), &self.path(folder), &mut watch).unwrap()
    }

    fn refuses(&self, scenes: &[Scene], folder: &str) -> String {
        let mut watch = |_: Step<'_>| ControlFlow::Continue(());
        let result = run(scenes, &self.options(), &self.path(folder), &mut watch);
        result.unwrap_err().to_string()
    }

    fn rows(&self, folder: &str) -> Vec<Row> {
        Folder::read(&self.path(folder)).unwrap().rows
    }

    fn contender(&self, folder: &str, name: &str) -> ContenderHeader {
        let header = Folder::read(&self.path(folder)).unwrap().header;
        header.contenders.into_iter().find(|entry| entry.name == name).unwrap()
    }
}

/// A scene of two knots at six poses, with two volumes.
const KNOTS: &str = r#"
    name = "knots"
    why = "a test"
    question = "QUESTION"
    a = "shape:knot:300"
    poses = { generator = "sweep", from = 0.5, to = 2.6, steps = 3, turns = 2 }
    passes = 3
    peers = PEERS
    [[setting]]
    bv = "obb"
    [[setting]]
    bv = "aabb"
"#;

fn scene(question: &str, peers: &str) -> Scene {
    Scene::parse(&KNOTS.replace("QUESTION", question).replace("PEERS", peers)).unwrap()
}

/// The rows without their times, sorted.
fn shape(rows: &[Row]) -> Vec<String> {
    let without = |row: &Row| Row { ns: 0, ..row.clone() }.to_line();
    let mut lines: Vec<String> = rows.iter().map(without).collect();
    lines.sort_unstable();
    lines
}

/// The contender and the pass of each block, in the order of the file.
fn blocks(rows: &[Row]) -> Vec<(String, usize)> {
    let mut blocks: Vec<_> = rows.iter().map(|row| (row.contender.clone(), row.pass)).collect();
    blocks.dedup();
    blocks
}

#[test]
fn passes_are_interleaved_and_each_begins_with_another() {
    let desk = Desk::new(&[("fcl", "well")]);
    let scenes = [scene("distance", "[\"fcl\"]")];
    assert_eq!(desk.run(&scenes, "run"), Outcome::Finished);
    let [obb, aabb, fcl] = ["feeler obb", "feeler aabb", "fcl"];
    let expected = [
        [(obb, 1), (aabb, 1), (fcl, 1)],
        [(aabb, 2), (fcl, 2), (obb, 2)],
        [(fcl, 3), (obb, 3), (aabb, 3)],
    ];
    let expected: Vec<(String, usize)> =
        expected.iter().flatten().map(|&(name, pass)| (name.to_owned(), pass)).collect();
    let rows = desk.rows("run");
    assert_eq!(blocks(&rows), expected);
    assert_eq!(rows.len(), 3 * 3 * 6);
    let effort = |row: &Row| row.effort.is_some() == (row.pass == 1 && row.contender != "fcl");
    assert!(rows.iter().all(effort), "feeler tells its work once");
}

#[test]
fn a_wrong_answer_is_marked_and_can_be_asked_again() {
    let desk = Desk::new(&[("fcl", "well")]);
    desk.run(&[scene("distance", "[\"fcl\"]")], "run");
    let rows = desk.rows("run");
    let (theirs, ours): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| row.contender == "fcl");
    assert!(ours.iter().all(|row| row.right && row.error == Some(0.0)));
    assert!(theirs.iter().all(|row| !row.right && row.answer == "0.5"));

    let wrong = fs::read_to_string(desk.path("run/wrong.csv")).unwrap();
    let lines: Vec<&str> = wrong.lines().collect();
    assert_eq!(
        lines[0],
        "scene,contender,pose,answer,expected,m0,m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11"
    );
    assert_eq!(lines.len(), 1 + 6, "each pose once, not once a pass");
    for (pose, line) in lines[1..].iter().enumerate() {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[..4], ["knots", "fcl", &pose.to_string(), "0.5"]);
        let placed = feeler_io::parse_pose(&fields[5..].join(",")).unwrap();
        let [a, b] = ["a", "b"].map(|letter| {
            let file = desk.path(&format!("run/meshes/knots-{letter}.obj"));
            feeler::Model::new(feeler_io::read(file).unwrap())
        });
        assert_eq!(*a.mesh(), feeler_scenes::Shape::Knot.mesh(300));
        let exact = feeler::Pair::new(&a, &b).at(placed).distance().unwrap().distance;
        assert_eq!(fields[4], format!("{exact:?}"));
    }
    let entry = desk.contender("run", "fcl");
    assert_eq!((entry.status.as_str(), entry.kind), ("ok", ContenderKind::Peer));
    assert_eq!((entry.overhead_ns, entry.build_ns), (Some(77), Some([11, 22])));
}

#[test]
fn rivals_that_fail_are_marked_and_the_rest_goes_on() {
    let rivals = [
        ("parry", "nonsense"),
        ("coal", "crashes"),
        ("ode", "hangs"),
        ("cgal", "unsupported"),
        ("trueform", "refuses"),
        ("fcl", "well"),
    ];
    let desk = Desk::new(&rivals);
    let names = r#"["parry", "coal", "ode", "cgal", "trueform", "bullet", "fcl"]"#;
    assert_eq!(desk.run(&[scene("distance", names)], "run"), Outcome::Finished);
    for (name, status, note) in [
        ("feeler obb", "ok", ""),
        ("feeler aabb", "ok", ""),
        ("fcl", "ok", ""),
        ("parry", "nonsense", "nearly parallel"),
        ("coal", "crashed", "at pose 3: signal: 11"),
        ("ode", "hung", "silent for 2s at pose 3"),
        ("cgal", "unsupported", "this library knows no distance"),
        ("trueform", "crashed", "cannot open display"),
        ("bullet", "not built", "cargo xtask peers bullet"),
    ] {
        let entry = desk.contender("run", name);
        assert_eq!(entry.status, status, "{name}: {}", entry.note);
        assert!(entry.note.contains(note), "{name}: {}", entry.note);
        let rows = desk.rows("run").iter().filter(|row| row.contender == name).count();
        assert_eq!(rows, if status == "ok" { 18 } else { 0 }, "{name}");
    }
    // A failed contender is not tried again: that would take another two seconds each time.
    let start = std::time::Instant::now();
    assert_eq!(desk.run(&[scene("distance", names)], "run"), Outcome::Finished);
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn rivals_have_no_word_for_within() {
    let desk = Desk::new(&[("fcl", "well")]);
    desk.run(&[scene("within:0.1", "[\"fcl\"]")], "run");
    let entry = desk.contender("run", "fcl");
    assert_eq!(entry.status, "unsupported");
    assert_eq!(entry.note, "rivals are not asked 'within:0.1'");
    let answers: Vec<String> = desk.rows("run").into_iter().map(|row| row.answer).collect();
    assert!(answers.contains(&"0".to_owned()) && answers.contains(&"1".to_owned()));
}

/// Stops a run, simulates a power failure, continues the run, and compares it with a run that was
/// never stopped.
fn stop_and_continue(
    desk: &Desk,
    scenes: &[Scene],
    name: &str,
    whole: &[Row],
    is_last: impl FnMut(Work<'_>) -> bool + Send,
) {
    assert_eq!(desk.run_until(scenes, name, is_last), Outcome::Stopped, "{name}");
    let folder = desk.path(name);
    let before = desk.rows(name);
    assert!(before.len() < whole.len());
    let page = folder.join("report.html");
    feeler_bench::report::write(&folder, &page).expect("a stopped run has a report");
    fs::remove_file(page).unwrap();
    // The power fails in the middle of the next block, and of a line.
    let next = &whole[before.len()..];
    let half = if next[0].answer.is_empty() { 0 } else { 3 };
    let mut torn = next[..half].iter().map(|row| row.to_line() + "\n").collect::<String>();
    torn += &next[half].to_line()[..9];
    let records = folder.join("records.csv");
    fs::write(&records, fs::read_to_string(&records).unwrap() + &torn).unwrap();

    assert_eq!(desk.run(scenes, name), Outcome::Finished);
    let rows = desk.rows(name);
    assert_eq!(shape(&rows), shape(whole), "{name}");
    assert_eq!(rows[..before.len()], before[..], "what was there stays");
    assert_eq!(desk.contender(name, "feeler aabb").status, "ok");
}

#[test]
fn a_stopped_run_continues_and_does_nothing_twice() {
    let desk = Desk::new(&[("fcl", "well")]);
    let scenes = [scene("intersects", "[]"), Scene::parse(&BUILD.replace("NAME", "b")).unwrap()];
    let mut total = 0;
    let count = |_: Work<'_>| {
        total += 1;
        false
    };
    desk.run_until(&scenes, "whole", count);
    let whole = desk.rows("whole");
    for call in 0..total {
        let mut calls = 0;
        let is_last = |_: Work<'_>| {
            calls += 1;
            calls > call
        };
        stop_and_continue(&desk, &scenes, &format!("stopped-{call}"), &whole, is_last);
    }
}

/// Stops a run in the middle of each generator that may take long, from the thread that reports
/// first.
#[test]
fn a_run_stopped_while_poses_are_made_continues() {
    let desk = Desk::new(&[]);
    for (name, generator) in [
        (
            "offset",
            "from = -20.0, to = 20.0, steps = 3, directions = 3, orientations = 2, resolution = 24",
        ),
        ("distances", "distances = [0.01, 0.1], poses = 5"),
        ("around-contact", "from = 0.9, to = 1.1, steps = 2, poses = 5"),
        ("cube", "share = 0.5, poses = 100"),
        ("enclosed", "distances = [0.01, 0.02], poses = 3, scale = 0.05"),
    ] {
        let sweep = "generator = \"sweep\", from = 0.5, to = 2.6, steps = 3, turns = 2";
        let text = KNOTS.replace("QUESTION", "intersects").replace("PEERS", "[]");
        assert!(text.contains(sweep));
        let text = text.replace(sweep, &format!("generator = \"{name}\", {generator}"));
        // A ball has room inside.
        let text = text.replace("shape:knot:300", "shape:sphere:300");
        let scenes = [scene("contacts", "[]"), Scene::parse(&text.replace("knots", name)).unwrap()];
        desk.run(&scenes, &format!("{name}-whole"));
        let whole = desk.rows(&format!("{name}-whole"));
        let middle = |work: Work<'_>| matches!(work, Work::Poses(share) if share > 0.3);
        stop_and_continue(&desk, &scenes, name, &whole, middle);
    }
}

#[test]
fn more_passes_are_added_to_a_finished_run() {
    let desk = Desk::new(&[]);
    let mut scenes = [scene("contacts", "[]")];
    desk.run(&scenes, "run");
    scenes[0].passes = 4;
    let mut steps = Vec::new();
    let note = |work: Work<'_>| {
        if let Work::WarmUp(_) | Work::Pass(..) = work {
            steps.push(format!("{work:?}"));
        }
        false
    };
    assert_eq!(desk.run_until(&scenes, "run", note), Outcome::Finished);
    let expected = [
        "WarmUp(\"feeler obb\")",
        "WarmUp(\"feeler aabb\")",
        "Pass(\"feeler aabb\", 4)",
        "Pass(\"feeler obb\", 4)",
    ];
    assert_eq!(steps, expected);
    assert_eq!(desk.rows("run").len(), 2 * 4 * 6);
}

#[test]
fn a_folder_of_another_run_is_refused() {
    let desk = Desk::new(&[]);
    let scenes = [scene("intersects", "[]")];
    desk.run(&scenes, "run");
    let before = desk.rows("run");
    let other = scene("distance", "[]");
    assert!(desk.refuses(&[other], "run").contains("scene knots was another one then"));
    let two = [scenes[0].clone(), Scene::parse(&BUILD.replace("NAME", "b")).unwrap()];
    assert!(desk.refuses(&two, "run").contains("the scenes knots, and this is knots, b"));
    let twice = [scenes[0].clone(), scenes[0].clone()];
    assert_eq!(desk.refuses(&twice, "new"), "there are two scenes knots");
    assert_eq!(desk.rows("run"), before);

    fs::create_dir(desk.path("mine")).unwrap();
    fs::write(desk.path("mine/thesis.tex"), "").unwrap();
    assert!(desk.refuses(&scenes, "mine").contains("there is something in it, but no run"));
}

const BUILD: &str = r#"
    name = "NAME"
    why = "a test"
    question = "build"
    a = "shape:knot:300"
    passes = 2
    peers = ["fcl"]
    [[setting]]
    bv = "obb"
"#;

#[test]
fn building_is_timed_too() {
    let desk = Desk::new(&[("fcl", "well")]);
    desk.run(&[Scene::parse(&BUILD.replace("NAME", "build")).unwrap()], "run");
    let rows = desk.rows("run");
    assert_eq!(blocks(&rows).len(), 4);
    assert!(rows.iter().all(|row| row.pose == 0 && row.answer.is_empty() && row.ns > 0));
    assert!(rows.iter().all(|row| row.prescribed == 2.0 * 300.0), "{:?}", rows[0]);
    let theirs: Vec<u64> =
        rows.iter().filter(|row| row.contender == "fcl").map(|row| row.ns).collect();
    assert_eq!(theirs, [33, 33], "A and B together");
}

#[test]
fn two_runs_are_compared() {
    let desk = Desk::new(&[("fcl", "well")]);
    let scenes = [scene("distance", "[\"fcl\"]")];
    desk.run(&scenes, "old");
    desk.run(&scenes, "new");
    // On this machine feeler with boxes is three times slower, and everything else is unchanged.
    let records = fs::read_to_string(desk.path("old/records.csv")).unwrap();
    let slower = |line: &str| match Row::parse(line) {
        Ok(row) if row.contender == "feeler aabb" => Row { ns: 3 * row.ns, ..row }.to_line() + "\n",
        _ => line.to_owned() + "\n",
    };
    fs::write(desk.path("new/records.csv"), records.lines().map(slower).collect::<String>())
        .unwrap();
    let changes = feeler_bench::compare(&desk.path("old"), &desk.path("new")).unwrap();
    let find = |name: &str| changes.iter().find(|change| change.contender == name).unwrap();
    assert_eq!(changes.len(), 3);
    assert_eq!((find("fcl").ratio, find("fcl").wrong), (1.0, [6, 6]));
    assert_eq!(find("feeler obb").ratio, 1.0);
    assert_eq!(find("feeler aabb").ratio, 3.0);
    desk.run(&[scene("intersects", "[]")], "other");
    let other = feeler_bench::compare(&desk.path("old"), &desk.path("other"));
    assert!(other.unwrap_err().to_string().contains("in common"), "the same name is not enough");
    let nothing = feeler_bench::compare(&desk.path("old"), &desk.path("peers"));
    assert!(nothing.unwrap_err().to_string().ends_with("there is no run in it"));
}
