//! Tests of Ctrl-C in the middle of a batch, and before it.

#![cfg(unix)]

use crate::run::{Desk, lifted};
use std::process::Command;
use std::time::{Duration, Instant};

/// More poses than can be answered before the test interrupts.
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
    // The header may be written long before the first row.
    let partial = desk.path("answers.csv.partial");
    let has_rows = || std::fs::read_to_string(&partial).is_ok_and(|text| text.lines().count() > 2);
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
    let grouped = |n: usize| match n {
        ..1000 => n.to_string(),
        _ => format!("{} {:03}", n / 1000, n % 1000),
    };
    let message = format!("interrupted; {} of 20 000 answers are in", grouped(rows));
    assert!(stderr.contains(&message), "{stderr}");
    for (number, row) in kept.lines().skip(1).enumerate() {
        assert!(row.starts_with(&format!("{number},")) && row.split(',').count() == 5, "{row}");
    }

    // The next run does not overwrite the partial file.
    desk.refuses(&line, "answers.csv.partial is in the way");
    assert_eq!(desk.get("answers.csv.partial"), kept);
}

/// A poses file that never comes: the pipe stays open without data.
#[cfg(target_os = "linux")]
#[test]
fn waiting_for_poses_can_be_interrupted() {
    let desk = Desk::new();
    for line in [
        "batch triangle.obj triangle.obj --poses - -o answers.csv",
        "explain triangle.obj triangle.obj --poses - --save answers.csv",
        "calibrate triangle.obj triangle.obj --poses - -o answers.csv",
    ] {
        let mut child = desk.command(line).stdin(std::process::Stdio::piped()).spawn().unwrap();
        let pipe = child.stdin.take().unwrap();
        wait_until_it_listens(child.id());
        let kill = ["-INT", &child.id().to_string()];
        assert!(Command::new("kill").args(kill).status().unwrap().success());
        let patience = Instant::now() + Duration::from_secs(20);
        while child.try_wait().unwrap().is_none() && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(pipe); // a process that still waits ends now
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{line}: {stderr}");
        assert_eq!(stderr, "feeler: interrupted; nothing is written\n", "{line}");
        assert_eq!(desk.names(), ["parts.obj", "triangle.obj"], "{line}");
    }
}

/// Waits until the process has a handler for Ctrl-C. The system shows this in the second bit of a
/// mask.
#[cfg(target_os = "linux")]
fn wait_until_it_listens(process: u32) {
    let patience = Instant::now() + Duration::from_secs(60);
    while Instant::now() < patience {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:\t")).unwrap();
        if u64::from_str_radix(mask, 16).unwrap() & 0b10 != 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
