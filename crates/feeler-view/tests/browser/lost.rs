//! Errors of questions, and a server that ends.

use crate::driver::{driver, is_ready, knot_and_ring};
use feeler::Pose;
use feeler_view::Viewer;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Set in the process that is the server of the test below.
const SERVES: &str = "FEELER_TEST_SERVES";

#[test]
fn errors_and_a_lost_server_are_shown() {
    if !is_ready() {
        return;
    }
    let mut server = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "lost::serves", "--nocapture"])
        .env(SERVES, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let address = lines.map_while(Result::ok).find(|line| line.starts_with("http://")).unwrap();
    let mut page = driver("lost", &address).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(page.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert_eq!(lines.next().as_deref(), Some("{\"ready\":true}"));
    server.kill().unwrap();
    server.wait().unwrap();
    let seen: Value = serde_json::from_str(&lines.next().unwrap()).unwrap();
    assert!(page.wait().unwrap().success());

    let says = |name: &str, words: &str| {
        assert!(seen[name].as_str().unwrap().contains(words), "{name}: {seen}");
    };
    assert_eq!(seen["before"], json!(""));
    says("typed", "'far' is no number");
    assert_eq!(seen["moved"], json!(""));
    says("refused", "a direction has three numbers, and not all of them are 0");
    assert_eq!(seen["closed"], json!(""));
    says("gone", "is 'feeler view' still running?");
    says("still", "is 'feeler view' still running?");
}

#[test]
#[ignore = "it is the server of the test above"]
fn serves() {
    if std::env::var_os(SERVES).is_none() {
        return;
    }
    let viewer = Viewer::bind(knot_and_ring(500, Pose::translation([0.0, 0.0, 1.5]))).unwrap();
    println!("\n{}", viewer.address());
    viewer.run();
}
