//! The result of one run of the binary.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A cube of two parts: the bottom half of its surface is `tub`, the other half is `lid`.
pub(crate) const TWO_PARTS: &str = "\
v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1
o tub\nf 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6
o lid\nf 5 6 7 8\nf 3 4 8 7\nf 4 1 5 8\n";

/// One triangle in the plane z = 0.
pub(crate) const TRIANGLE: &str = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";

/// A row of a poses file: B moved along z.
pub(crate) fn lifted(z: f64) -> String {
    format!("1,0,0,0,1,0,0,0,1,0,0,{z}\n")
}

/// The exit code and the output of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The lines of stdout, with the time at the end of each line masked.
    pub(crate) fn without_times(&self) -> Vec<String> {
        let is_time = |text: &str| {
            let text = text.trim_start();
            text.starts_with(|c: char| c.is_ascii_digit()) && !text.ends_with(')')
        };
        let mask = |line: &str| match line.rsplit_once(',') {
            Some((rest, time)) if is_time(time) => format!("{rest},TIME"),
            _ => line.to_owned(),
        };
        self.stdout.lines().map(mask).collect()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect("one JSON value")
    }
}

/// A folder with files, in which the binary runs.
pub(crate) struct Desk(TempDir);

impl Desk {
    /// A folder with `parts.obj` and `triangle.obj`.
    pub(crate) fn new() -> Self {
        let desk = Self(TempDir::new().expect("a temporary folder"));
        desk.put("parts.obj", TWO_PARTS);
        desk.put("triangle.obj", TRIANGLE);
        desk
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file in the temporary folder");
    }

    pub(crate) fn get(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file in the temporary folder")
    }

    /// The names of all files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the temporary folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The binary, without the environment variables of the tests.
    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_feeler"));
        command.args(line.split(' ')).current_dir(self.0.path()).env_remove("FEELER_SIMD");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs `feeler` with arguments separated by single spaces.
    pub(crate) fn feeler(&self, line: &str) -> Run {
        finish(self.command(line).output().expect("the binary runs"))
    }

    /// Runs `feeler` with a text on standard input.
    pub(crate) fn feeler_reads(&self, line: &str, input: &str) -> Run {
        let mut child =
            self.command(line).stdin(Stdio::piped()).spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(input.as_bytes()).expect("the binary reads");
        drop(stdin);
        finish(child.wait_with_output().expect("the binary ends"))
    }

    /// Checks that the command fails: exit code 2, nothing on stdout, this message on stderr.
    #[track_caller]
    pub(crate) fn refuses(&self, line: &str, message: &str) {
        let run = self.feeler(line);
        assert!(run.stderr.contains(message), "feeler {line}\nsays {}", run.stderr);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "feeler {line}");
    }
}

fn finish(output: std::process::Output) -> Run {
    Run {
        code: output.status.code().expect("an exit code"),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// The path of a real mesh, on machines that have it.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/meshes");
    Some(folder.join(name)).filter(|path| path.is_file())
}
