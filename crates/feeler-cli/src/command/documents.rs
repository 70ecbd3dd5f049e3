//! `feeler completions` and `feeler man`: documents about feeler itself.

use super::Outcome;
use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::output;
use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_mangen::Man;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "feeler", &mut script);
    print(script)
}

pub(crate) fn man(args: &ManArgs) -> Result<Outcome> {
    let mut feeler = Args::command();
    feeler.build(); // gives commands their full names and the global options
    let mut command = &feeler;
    for name in &args.command {
        command = command.find_subcommand(name).with_context(|| {
            let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let of = command.get_display_name().unwrap_or("feeler");
            format!("'{of}' has no command '{name}'; known are {known}")
        })?;
    }
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    print(page)
}

fn print(text: Vec<u8>) -> Result<Outcome> {
    output::print(&String::from_utf8(text)?)?;
    Ok(Outcome::Done)
}
