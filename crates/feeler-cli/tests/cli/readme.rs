//! A test that the README is true: its commands run as they are pasted, in an empty folder.

#![cfg(unix)]

use std::process::{Command, Stdio};

const README: &str = include_str!("../../../../README.md");

/// The program of the README.
mod example {
    include!("readme/example.rs");

    #[test]
    fn the_program_runs() {
        main().unwrap();
    }

    #[test]
    fn the_program_is_that_of_the_readme() {
        assert_eq!(super::blocks("rust"), [include_str!("readme/example.rs")]);
    }
}

/// The blocks of code in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let start = format!("```{language}\n");
    README.split(&start).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn every_line_runs_in_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let binaries = std::path::Path::new(env!("CARGO_BIN_EXE_feeler")).parent().unwrap();
    let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap());
    let lines = blocks("console").into_iter().flat_map(str::lines);
    let lines = lines.map(|line| line.strip_prefix("$ ").expect("a line to type"));
    let (mut asked, mut slow) = (0, 0);
    for line in lines.filter(|line| !line.starts_with("cargo ")) {
        if line.split_once('#').is_some_and(|(_, comment)| comment.contains("slow: ")) {
            slow += 1;
            continue;
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(folder.path()).env("PATH", &path);
        let output = shell.stdin(Stdio::null()).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        // Codes 0 and 1 are answers, 3 is an answer without a proof. Code 2 is an error, and shells
        // have other codes.
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{line}\n{stderr}");
        asked += usize::from(line.starts_with("feeler "));
    }
    assert!(asked > 8 && slow < 4, "{asked} lines were run, {slow} were not");
}
