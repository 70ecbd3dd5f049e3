//! The commands for README and CI.
//!
//! `cargo xtask test` runs every check; `cargo xtask test --long` runs them with ten times as many
//! random cases. `cargo xtask peers` installs and builds the peers, the libraries that feeler is
//! compared with.

mod peers;

use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask test          format, lints, unit, property, vector, CLI and doc tests (a few minutes)
cargo xtask test --long   the same with ten times as many random cases (about an hour)
cargo xtask peers         installs and builds the rivals that feeler is compared with (a few minutes)
cargo xtask peers NAME... only these";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["test"] => test(TestLength::Short),
        ["test", "--long"] => test(TestLength::Long),
        ["peers", ref names @ ..] => peers::peers(names),
        _ => {
            eprintln!("{HELP}");
            ExitCode::from(2)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TestLength {
    Short,
    Long,
}

fn test(length: TestLength) -> ExitCode {
    let steps: [(&str, &[&str]); 5] = [
        ("format", &["fmt", "--all", "--check"]),
        (
            "lints",
            &["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"],
        ),
        ("tests", &["test", "--workspace", "--all-targets", "--quiet"]),
        ("examples in the documentation", &["test", "--workspace", "--doc", "--quiet"]),
        ("documentation", &["doc", "--workspace", "--no-deps", "--quiet"]),
    ];
    let mut failed = Vec::new();
    for (name, arguments) in steps {
        println!("\n== {name}: cargo {}", arguments.join(" "));
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).env("RUSTDOCFLAGS", "--deny warnings");
        if length == TestLength::Long {
            command.env("FEELER_LONG", "1");
        }
        let passed = command.status().is_ok_and(|status| status.success());
        println!(
            "== {name}: {} in {:.0} s",
            if passed { "passed" } else { "FAILED" },
            start.elapsed().as_secs_f64()
        );
        if !passed {
            failed.push(name);
        }
    }
    if failed.is_empty() {
        println!("\nall {} steps passed", steps.len());
        ExitCode::SUCCESS
    } else {
        println!("\nfailed: {}", failed.join(", "));
        ExitCode::FAILURE
    }
}
