//! `cargo xtask papers` makes the figures of `docs/papers.md` again, with their data.

use std::path::Path;
use std::process::{Command, ExitCode};

/// Starts the program that asks and draws, in the folder from which `cargo xtask` was called: the
/// meshes are named from there.
pub(crate) fn papers(arguments: &[&str]) -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask has a parent");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--release", "--quiet", "--manifest-path"]).arg(root.join("Cargo.toml"));
    cargo.args(["--package", "feeler-bench", "--example", "papers", "--"]).args(arguments);
    match cargo.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => ExitCode::from(status.code().map_or(1, |code| code as u8)),
        Err(error) => {
            eprintln!("cargo: {error}");
            ExitCode::FAILURE
        }
    }
}
