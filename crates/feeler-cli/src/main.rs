//! The binary `feeler`: do two meshes touch, and where?
//!
//! It reads what was typed, lets the library answer, and writes the answer down. Nothing is computed here.

mod args;
mod census;
mod command;
mod format;
mod input;
mod interrupt;
mod output;
mod pair;
mod poses;
mod progress;
mod session;
mod table;

use clap::Parser;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match command::run(args::Args::parse()) {
        Ok(outcome) => outcome.into(),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Where even this cannot be written, the exit code has to do.
            let _ = writeln!(std::io::stderr(), "feeler: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whoever reads our output has seen enough, like `head`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind)
    };
    error.chain().any(|cause| kind(cause) == Some(ErrorKind::BrokenPipe))
}
