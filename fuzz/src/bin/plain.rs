//! The plain loop: `plain [SECONDS [TARGET…]]` damages the seeds of each target at random, on stable Rust.
//!
//! An input that breaks something is written to `artifacts/TARGET/`, and the program ends with an error.

use feeler_fuzz::damage::{Random, damage};
use feeler_fuzz::target::{ALL, Target};
use std::panic::catch_unwind;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// An input that takes longer than this is a fault of its own.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().map_or(Ok(60), |text| text.parse());
    let names: Vec<String> = arguments.collect();
    let known = |name: &String| ALL.iter().any(|target| target.name == name);
    let (Ok(seconds), true) = (seconds, names.iter().all(known)) else {
        let known: Vec<&str> = ALL.iter().map(|target| target.name).collect();
        eprintln!("plain [SECONDS [TARGET...]]; targets are {}", known.join(", "));
        return ExitCode::from(2);
    };
    let wanted =
        |target: &&Target| names.is_empty() || names.iter().any(|name| name == target.name);
    let broken = ALL.iter().filter(wanted).filter(|target| !keeps(target, seconds)).count();
    if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a target for a while; returns whether nothing broke.
fn keeps(target: &Target, seconds: u64) -> bool {
    let seeds = (target.seeds)();
    let start = Instant::now();
    // Another run tries other inputs.
    let now = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos() as u64);
    let mut random = Random(now);
    let mut count = 0u64;
    while start.elapsed() < Duration::from_secs(seconds) {
        let mut bytes = seeds[count as usize % seeds.len()].clone();
        if count >= seeds.len() as u64 {
            damage(&mut bytes, &mut random);
        }
        let begin = Instant::now();
        let panicked = catch_unwind(|| (target.run)(&bytes)).is_err();
        if panicked || begin.elapsed() > PATIENCE {
            let why = if panicked { "panicked" } else { "took more than 10 s" };
            println!("{}: {why}; the input is {}", target.name, keep(target.name, &bytes));
            return false;
        }
        count += 1;
    }
    println!("{}: {count} inputs in {seconds} s", target.name);
    true
}

/// Writes an input; returns where it is, or its bytes if it cannot be written.
fn keep(target: &str, bytes: &[u8]) -> String {
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target);
    let path = folder.join(format!("plain-{sum:016x}"));
    match std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, bytes)) {
        Ok(()) => path.display().to_string(),
        Err(_) => format!("{bytes:?}"),
    }
}
