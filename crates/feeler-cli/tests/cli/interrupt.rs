//! Ctrl-C in the middle of a batch.

#![cfg(unix)]

use crate::run::{Desk, lifted};
use std::process::Command;
use std::time::{Duration, Instant};

/// More than can be answered before the test interrupts.
const POSES: usize = 20_000;

#[test]
fn what_is_done_is_kept_and_marked() {
    interrupt(1);
}

#[test]
fn what_several_threads_have_done_is_kept_up_to_the_first_gap() {
    interrupt(3);
}

fn interrupt(threads: usize) {
    let desk = Desk::new();
    desk.put("poses.csv", lifted(0.0).repeat(POSES));
    let line = format!(
        "batch shape:knot shape:ring --poses poses.csv --ask contacts --repeat 20 --threads {threads} -o answers.csv"
    );
    let child = desk.command(&line).spawn().unwrap();
    let has_rows = || desk.path("answers.csv.partial").metadata().is_ok_and(|file| file.len() > 0);
    let patience = Instant::now() + Duration::from_secs(60);
    while !has_rows() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();

    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert_eq!(desk.names(), ["answers.csv.partial", "parts.obj", "poses.csv", "triangle.obj"]);
    let kept = desk.get("answers.csv.partial");
    let rows = kept.lines().count() - 1;
    assert!((1..POSES).contains(&rows));
    assert!(stderr.contains(&format!("interrupted; {rows} of {POSES} answers are in")), "{stderr}");
    for (number, row) in kept.lines().skip(1).enumerate() {
        assert!(row.starts_with(&format!("{number},")) && row.split(',').count() == 5, "{row}");
    }

    // The next run does not trample on it.
    desk.refuses(&line, "answers.csv.partial is in the way");
    assert_eq!(desk.get("answers.csv.partial"), kept);
}
