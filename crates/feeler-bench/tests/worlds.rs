//! Tests of worlds: feeler against the pairs asked one by one, and rivals that are only a shell script.
#![cfg(unix)]

use feeler::Model;
use feeler_bench::peer::{Limits, Peer, PeerError, PlayedEnd, WorldCase, WorldRun};
use feeler_bench::run::{Options, Outcome, Work};
use feeler_bench::worlds::{Misses, WorldScene, WorldsRun, built_in, run, steps, touching};
use feeler_bench::{Drift, Recording};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

const SCENE: &str = r#"
name = "rings"
why = "a test"
world = { shapes = ["ring:100", "knot:100"], count = 40, edge = 6, frames = 3 }
passes = 2
"#;

fn recording() -> Recording {
    let shapes = vec!["ring:100".to_owned(), "knot:100".to_owned()];
    Recording::drifting(&Drift { shapes, count: 40, edge: 6.0, frames: 3 }, 1).unwrap()
}

/// The right answers, as files for the fake rival.
fn answers() -> (TempDir, Vec<Vec<[u32; 2]>>) {
    let recording = recording();
    let models: Vec<Model> = recording.meshes.iter().cloned().map(Model::new).collect();
    let answers: Vec<_> =
        recording.frames.iter().map(|frame| touching(&recording, frame, &models)).collect();
    let folder = tempfile::tempdir().unwrap();
    for (frame, pairs) in answers.iter().enumerate() {
        let text: String = pairs.iter().map(|[a, b]| format!("{b} {a}\n")).collect();
        std::fs::write(folder.path().join(format!("pairs.{frame}")), text).unwrap();
    }
    (folder, answers)
}

fn start(how: &str, pairs: &Path) -> Result<WorldRun, PeerError> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_world.sh");
    let pairs = pairs.join("pairs");
    let limits = Limits {
        load: Duration::from_secs(5),
        pose: Duration::from_secs(3),
        pass: Duration::from_secs(if how == "hangs" { 1 } else { 20 }),
    };
    let case = WorldCase::new(&recording()).unwrap();
    Peer::new("fake", script).with([how, pairs.to_str().unwrap()]).start_world(&case, limits)
}

#[test]
fn a_rival_plays_frame_by_frame() {
    let (folder, answers) = answers();
    let mut run = start("well", folder.path()).unwrap();
    assert_eq!((run.ready().build_ns, run.ready().memory), (33, Some(44)));
    for _ in 0..2 {
        let played = run.pass();
        assert!(played.end.is_none());
        let times: Vec<_> = played.frames.iter().map(|frame| (frame.new_ns, frame.ns)).collect();
        assert_eq!(times, [(Some(700), 100), (None, 110), (None, 120)]);
        for (frame, touching) in played.frames.iter().zip(&answers) {
            assert!(touching.len() > 20);
            assert_eq!(Misses::of(&frame.touching, touching), Misses::default());
        }
    }
}

#[test]
fn what_goes_wrong_is_told_and_keeps_the_frames_before() {
    let (folder, _) = answers();
    let end = |how: &str| {
        let played = start(how, folder.path()).unwrap().pass();
        assert_eq!(played.frames.len(), 2, "{how}");
        played.end.unwrap()
    };
    let crashed = end("crashes");
    let PlayedEnd::Failed(PeerError::Crashed { pose: Some(2), last_words, .. }) = &crashed else {
        panic!("{crashed:?}")
    };
    assert_eq!(last_words[0], "assertion failed");
    assert!(matches!(end("hangs"), PlayedEnd::Slow));
    let nonsense = |how: &str| match end(how) {
        PlayedEnd::Failed(PeerError::Nonsense { line }) => line,
        other => panic!("{other:?}"),
    };
    assert_eq!(nonsense("nonsense"), "frame of mind");
    assert_eq!(nonsense("liar"), "0 99"); // there is no object 99
    let refused = |how: &str| match start(how, folder.path()) {
        Ok(_) => panic!("it was to fail"),
        Err(error) => error.to_string(),
    };
    assert_eq!(refused("unsupported"), "no worlds: this library knows pairs only");
    assert!(refused("mumbles").contains("loading..."));
}

#[test]
fn feeler_names_every_pair_in_every_pass() {
    let folder = tempfile::tempdir().unwrap();
    let scene = WorldScene::parse(&format!("{SCENE}\npeers = [\"ode\"]\n")).unwrap();
    let mut options = Options::default();
    options.peers = feeler_bench::peer::Peers::at("/nowhere");
    let mut seen = Vec::new();
    let mut watch = |step: feeler_bench::run::Step<'_>| {
        if let Work::Pass(name, pass) = step.work {
            seen.push((name.to_owned(), pass));
        }
        assert_eq!(step.total, 6);
        ControlFlow::Continue(())
    };
    assert_eq!(steps(&scene), 6);
    let outcome = run(&[scene], &options, folder.path(), &mut watch).unwrap();
    assert_eq!(outcome, Outcome::Finished);
    assert_eq!(seen, [("feeler".to_owned(), 1), ("feeler".to_owned(), 2)]);
    let results = WorldsRun::read(folder.path()).unwrap().scenes.remove(0);
    let expected: usize = answers().1.iter().map(Vec::len).sum();
    assert_eq!((results.objects, results.frames, results.touching), (40, 3, expected));
    let [feeler, ode] = &results.standings[..] else { panic!("{:?}", results.standings) };
    assert!(feeler.is_right() && feeler.new_ns.is_some() && feeler.frames == 3);
    assert_eq!((feeler.passes, &feeler.status[..], &ode.status[..]), (2, "ok", "not built"));
    assert!(!ode.is_right() && results.best_rival().is_none());
    let rows = std::fs::read_to_string(folder.path().join("worlds.csv")).unwrap();
    assert_eq!(rows.lines().count(), 1 + 2 * 3);
    assert!(rows.lines().skip(1).all(|line| line.ends_with(",0,0")), "{rows}");

    // The report has the table, alone and beside a run.
    let page = folder.path().join("report.html");
    feeler_bench::report::write(folder.path(), &page).unwrap();
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("<h3>rings</h3>") && html.contains("not built"), "{html}");
}

#[test]
fn groups_are_not_compared_with_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = feeler_scenes::Shape::by_name("ring:100").unwrap();
    feeler_io::write(folder.path().join("ring.ply"), &mesh).unwrap();
    let columns = "frame,object,mesh,group,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz\n";
    let line = |frame: u32, object: usize, group: u32, x: f64| {
        format!("{frame},{object},ring,{group},1,0,0,0,1,0,0,0,1,{x},0,0\n")
    };
    // All four touch all others; then the last one goes away, and comes back in a new world.
    let frame = |number: u32, last: f64| -> String {
        let groups = [1, 1, 2, 0].into_iter().enumerate();
        let at = |object: usize| if object == 3 { last } else { 0.1 * object as f64 };
        groups.map(|(object, group)| line(number, object, group, at(object))).collect()
    };
    let text = [columns, &frame(0, 0.3), &frame(1, 99.0), &line(2, 0, 0, 0.0), &line(2, 1, 0, 0.1)];
    std::fs::write(folder.path().join("world.csv"), text.concat()).unwrap();
    std::fs::write(
        folder.path().join("a.toml"),
        "name = \"a\"\nwhy = \"b\"\nworld = \"world.csv\"\npasses = 1\n",
    )
    .unwrap();
    let scene = WorldScene::read(&folder.path().join("a.toml")).unwrap();
    let out = folder.path().join("out");
    run(&[scene], &Options::default(), &out, &mut |_| ControlFlow::Continue(())).unwrap();
    let results = WorldsRun::read(&out).unwrap().scenes.remove(0);
    // Of six pairs one is in a group; then only those of the first two with the third; then one.
    assert_eq!((results.touching, results.worlds), (5 + 2 + 1, 2));
    assert!(results.standings[0].is_right());
}

#[test]
fn a_run_that_is_stopped_keeps_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let scene = WorldScene::parse(SCENE).unwrap();
    let mut watch = |step: feeler_bench::run::Step<'_>| match step.work {
        Work::Pass(_, 2) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let outcome = run(&[scene], &Options::default(), folder.path(), &mut watch).unwrap();
    assert_eq!(outcome, Outcome::Stopped);
    let results = WorldsRun::read(folder.path()).unwrap().scenes.remove(0);
    assert_eq!(results.standings[0].passes, 1);
}

#[test]
fn built_in_scenes_can_be_made() {
    for mut scene in built_in() {
        if let feeler_bench::worlds::WorldSource::Drifting(drift) = &mut scene.world {
            (drift.count, drift.frames) = (drift.shapes.len(), 1);
        }
        assert_eq!(scene.recording(None, 1).unwrap().frames.len(), 1);
    }
}
