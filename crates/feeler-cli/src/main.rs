//! The binary `feeler`: do two meshes touch, and where?
//!
//! It reads what was typed, lets the library answer, and writes the answer down. Nothing is computed here.

mod args;
mod census;
mod command;
mod format;
mod guide;
mod input;
mod interrupt;
mod output;
mod pair;
mod poses;
mod progress;
mod session;
mod setting;
mod table;
mod watched;

use clap::Parser;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    match command::run(args::Args::parse()) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            // Where even this cannot be written, the exit code has to do.
            let message = format::printable(&format!("{error:#}"));
            let _ = writeln!(std::io::stderr(), "feeler: {message}");
            ExitCode::from(2)
        }
    }
}
