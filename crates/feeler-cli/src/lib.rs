//! The command line `feeler`: do two meshes touch, and where? Its program and the Python package both start it here.
//!
//! It parses the arguments, calls the library for the answer, and writes the answer. It computes
//! nothing itself.

mod args;
mod assembly;
#[cfg(feature = "view")]
mod browser;
mod census;
mod command;
mod format;
mod guide;
mod input;
mod interrupt;
mod job;
mod lengths;
mod output;
#[cfg(feature = "view")]
mod path;
mod picture;
mod poses;
mod progress;
mod question;
mod relation;
mod session;
mod setting;
mod sources;
mod table;
mod usage;
mod voice;
mod watched;

use clap::Parser;
use std::ffi::OsString;

/// Runs the command line, and returns its exit code. The first argument is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let args = match args::Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => return usage::report(error),
    };
    lengths::choose(args.unit, args.scale);
    match command::run(args) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            voice::error(&format!("{error:#}"));
            2
        }
    }
}
