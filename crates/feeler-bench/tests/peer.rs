//! Tests of the driver, with a rival that is only a shell script and makes all errors that a rival
//! can make.
#![cfg(unix)]

use feeler::{Mesh, Pose};
use feeler_bench::peer::{Answer, Ask, Case, Limits, Peer, PeerError, Peers, Run};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The limits are far more than a shell needs for a line, and far less than the sixty seconds that
/// the fake rival sleeps.
const LIMITS: Limits = Limits {
    load: Duration::from_secs(5),
    pose: Duration::from_secs(3),
    pass: Duration::from_secs(30),
};

fn case(poses: usize) -> Case {
    let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]);
    let mesh = mesh.unwrap();
    Case::new(&mesh, &mesh, &vec![Pose::IDENTITY; poses]).unwrap()
}

fn start(how: &str, ask: Ask) -> Result<Run, PeerError> {
    start_within(how, ask, LIMITS)
}

fn start_within(how: &str, ask: Ask, limits: Limits) -> Result<Run, PeerError> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_peer.sh");
    Peer::new("fake", script).with([how]).start(&case(6), ask, limits)
}

fn failure<T>(result: Result<T, PeerError>) -> PeerError {
    match result {
        Ok(_) => panic!("it was to fail"),
        Err(error) => error,
    }
}

/// Whether a process exists, possibly as a zombie.
fn alive(run_id: &str) -> bool {
    Command::new("kill").args(["-0", run_id]).output().unwrap().status.success()
}

fn id(run: &Run) -> String {
    run.ready().setting.strip_prefix("pid ").unwrap().to_owned()
}

#[test]
fn answers_come_in_order_with_their_times() {
    let mut run = start("well", Ask::Distance).unwrap();
    let ready = run.ready();
    assert_eq!((ready.name.as_str(), ready.version.as_str()), ("fake", "1.2"));
    assert_eq!((ready.build_ns, ready.memory), ([11, 22], None));
    for _ in 0..3 {
        let answers = run.pass().unwrap();
        assert!(answers.iter().all(|a| a.answer == Answer::Distance(0.5)));
        let times: Vec<u64> = answers.iter().map(|a| a.ns).collect();
        assert_eq!(times, [100, 101, 102, 103, 104, 105]);
    }
    assert_eq!(run.overhead().unwrap(), 77);
    assert_eq!(run.pass().unwrap().len(), 6);
}

#[test]
fn builds_have_two_times() {
    let mut run = start("well", Ask::Build).unwrap();
    assert_eq!((run.build().unwrap(), run.build().unwrap()), ([11, 22], [11, 22]));
}

#[test]
fn a_crash_has_its_pose_its_signal_and_the_last_words() {
    let mut run = start("crashes", Ask::Distance).unwrap();
    let error = failure(run.pass());
    let PeerError::Crashed { pose, status, last_words } = &error else { panic!("{error}") };
    assert_eq!((*pose, status.signal()), (Some(3), Some(11)));
    assert_eq!(last_words[..], ["assertion failed: node != 0"]);
    let text = error.to_string();
    assert!(text.contains("pose 3") && text.contains("SIGSEGV"), "{text}");
    // A second pass fails in the same way, and without waiting.
    assert!(matches!(failure(run.pass()), PeerError::Crashed { pose: Some(0), .. }));
}

#[test]
fn leaving_in_the_middle_is_a_crash_too() {
    let error = failure(start("leaves", Ask::Distance).unwrap().pass());
    let PeerError::Crashed { pose, status, last_words } = error else { panic!("{error}") };
    assert_eq!((pose, status.code(), last_words.len()), (Some(3), Some(0), 0));
}

#[test]
fn a_hang_is_noticed_in_time_and_ended() {
    let mut run = start("hangs", Ask::Distance).unwrap();
    let id = id(&run);
    let start = Instant::now();
    let error = failure(run.pass());
    assert!(start.elapsed() < Duration::from_secs(10));
    let PeerError::Hung { pose, limit } = error else { panic!("{error}") };
    assert_eq!((pose, limit), (Some(3), LIMITS.pose));
    assert!(!alive(&id), "the process outlived its hang");
}

#[test]
fn a_pass_has_its_limit_too() {
    let limits = Limits { pass: Duration::from_millis(700), ..LIMITS };
    let mut run = start_within("drags", Ask::Distance, limits).unwrap();
    let id = id(&run);
    let error = failure(run.pass());
    let PeerError::Slow { done, limit } = error else { panic!("{error}") };
    assert!((1..6).contains(&done) && limit == limits.pass, "{done}");
    assert!(!alive(&id), "the process outlived its time");
}

#[test]
fn failures_before_the_first_pose() {
    let error = failure(start("unsupported", Ask::Contacts));
    let PeerError::Unsupported { ask, reason } = error else { panic!("{error}") };
    assert_eq!((ask, reason.as_str()), (Ask::Contacts, "this library knows no contacts"));

    let error = failure(start("refuses", Ask::Distance));
    let PeerError::Crashed { pose, status, last_words } = error else { panic!("{error}") };
    assert_eq!((pose, status.code()), (None, Some(3)));
    assert_eq!(last_words, ["cannot open display"]);

    let error = failure(start("slow-start", Ask::Distance));
    assert!(matches!(error, PeerError::Hung { pose: None, .. }), "{error}");

    let error = failure(start("mumbles", Ask::Distance));
    assert!(matches!(&error, PeerError::Nonsense { line } if line == "loading..."), "{error}");

    let missing = Peer::new("none", "/nowhere/adapter").start(&case(1), Ask::Distance, LIMITS);
    assert!(matches!(failure(missing), PeerError::Io(_)));
}

#[test]
fn what_is_not_in_the_protocol_is_nonsense() {
    for (how, ask, expected) in [
        ("nonsense", Ask::Distance, "warning: nearly parallel"),
        ("hasty", Ask::Distance, "done"),
        ("talkative", Ask::Distance, "0.5 1"),
        ("well", Ask::Intersects, "0.5 100"),
        ("well", Ask::Contacts, "0.5 100"),
    ] {
        let mut run = start(how, ask).unwrap();
        let error = failure(run.pass());
        assert!(
            matches!(&error, PeerError::Nonsense { line } if line == expected),
            "{how}: {error}"
        );
        assert!(!alive(&id(&run)), "{how}: the process outlived its nonsense");
    }
}

#[test]
fn a_refused_query_is_an_answer_and_the_pass_goes_on() {
    let answers = start("excepts", Ask::Distance).unwrap().pass().unwrap();
    assert_eq!(answers[3].answer, Answer::Error("not_converged".to_owned()));
    assert_eq!((answers[3].ns, answers.len()), (9, 6));
}

#[test]
fn the_process_ends_with_the_run() {
    let run = start("well", Ask::Distance).unwrap();
    let id = id(&run);
    assert!(alive(&id));
    drop(run);
    assert!(!alive(&id));
}

#[test]
fn names_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let peers = Peers::at(folder.path());
    let text = failure(peers.get("colla")).to_string();
    assert!(text.contains("\"colla\"") && Peers::known().iter().all(|name| text.contains(name)));
    assert!(failure(peers.get("ode")).to_string().contains("cargo xtask peers ode"));

    std::fs::create_dir(folder.path().join("ode")).unwrap();
    std::fs::write(folder.path().join("ode/failure.txt"), "no package libode-dev\n").unwrap();
    assert!(failure(peers.get("ode")).to_string().ends_with("here: no package libode-dev"));

    std::fs::write(folder.path().join("ode/adapter"), "").unwrap();
    assert_eq!(peers.get("ode").unwrap().name(), "ode");
}
