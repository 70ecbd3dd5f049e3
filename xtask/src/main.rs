//! The commands for README and CI.
//!
//! `cargo xtask test` runs every check; `cargo xtask test --long` runs them with ten times as many
//! random cases. `cargo xtask layers` checks that crates and modules use only what is below them, and
//! draws them. `cargo xtask peers` installs and builds the peers, the libraries that feeler is
//! compared with. `cargo xtask view` and `cargo xtask install` make the page of the viewer. `cargo
//! xtask python` builds and tests the Python package.
//! `cargo xtask papers` makes the figures of `docs/papers.md`.

mod layers;
mod papers;
mod peers;
mod python;
mod viewer;

use layers::Page;
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask test          layers, format, lints, unit, property, vector, CLI, doc and Python tests (a few minutes)
cargo xtask test --long   the same with ten times as many random cases, and random input for every reader (over an hour)
cargo xtask layers        checks that crates and modules use only what is below them, and draws them
cargo xtask layers --check-drawing   also compares the drawing with the one in ARCHITECTURE.md
cargo xtask layers --write           also writes the drawing to ARCHITECTURE.md
cargo xtask peers         installs and builds the rivals that feeler is compared with (a few minutes)
cargo xtask peers NAME... only these
cargo xtask papers        makes the figures of docs/papers.md again (less than half an hour); more with --help
cargo xtask view FILE...  makes the page of the viewer (node fetches what it is made of), and opens it with these meshes
cargo xtask install       makes the page, and installs feeler with the viewer in it
cargo xtask page          makes the page alone: packages and wheels that are built after it carry it
cargo xtask python        builds the Python package, and tests it in fresh environments (minutes)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["test"] => test(TestLength::Short),
        ["test", "--long"] => test(TestLength::Long),
        ["layers"] => layers::layers(Page::Ignore),
        ["layers", "--check-drawing"] => layers::layers(Page::Check),
        ["layers", "--write"] => layers::layers(Page::Write),
        ["peers", ref names @ ..] => peers::peers(names),
        ["papers", ref arguments @ ..] => papers::papers(arguments),
        ["view", ref files @ ..] => viewer::view(files),
        ["install", ref options @ ..] => viewer::install(options),
        ["page"] => page(),
        ["python"] => python::python(),
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

/// The features that the tests, the lints and the documentation have on, so that `feeler` is compiled once.
const FEATURES: &str =
    "--features=feeler/glam,feeler/mint,feeler/nalgebra,feeler/serde,feeler-cli/view";

/// The plain loop of `fuzz`, which is a workspace of its own.
const FUZZ: &[&str] = &[
    "run",
    "--release",
    "--manifest-path=fuzz/Cargo.toml",
    "--no-default-features",
    "--quiet",
    "--",
    "60",
];

/// The page of the viewer, for the tests. Without node there is none, and they say that it is not tested.
fn page() -> ExitCode {
    if !viewer::has_npm() {
        println!("NOT TESTED: the viewer, because npm is not there. Install node to test it.");
        return ExitCode::SUCCESS;
    }
    match viewer::page() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the page of the viewer cannot be made: {error}");
            ExitCode::FAILURE
        }
    }
}

fn test(length: TestLength) -> ExitCode {
    let mut steps: Vec<(&str, &[&str])> = vec![
        ("viewer", &["xtask", "page"]), // first: the page is compiled into the programs that are tested
        ("layers", &["xtask", "layers", "--check-drawing"]),
        ("format", &["fmt", "--all", "--check"]),
        (
            "lints",
            &[
                "clippy",
                "--workspace",
                "--all-targets",
                FEATURES,
                "--quiet",
                "--",
                "--deny",
                "warnings",
            ],
        ),
        (
            "tests", // to the end, so that one run tells all that fails
            &["test", "--workspace", "--all-targets", "--no-fail-fast", FEATURES, "--quiet"],
        ),
        ("examples in the documentation", &["test", "--workspace", "--doc", FEATURES, "--quiet"]),
        ("documentation", &["doc", "--workspace", "--no-deps", FEATURES, "--quiet"]),
        ("the Python package", &["xtask", "python"]),
    ];
    if length == TestLength::Long {
        steps.push(("random input, a minute for each target", FUZZ));
    }
    let mut failed = Vec::new();
    for (name, arguments) in &steps {
        println!("\n== {name}: cargo {}", arguments.join(" "));
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO"));
        command.args(*arguments).env("RUSTDOCFLAGS", "--deny warnings");
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
            failed.push(*name);
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
