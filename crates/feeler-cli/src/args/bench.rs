//! The options of benchmarks.

use super::number::whole;
use clap::{Args as Group, Subcommand};
use feeler_bench::peer::Peers;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    pub(crate) command: BenchCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchCommand {
    /// List the scenes that come with feeler, and the rivals
    List(ListArgs),
    /// Run scenes: all of a preset, some of it, or files
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArgs),
    /// Play worlds of many objects: who names all pairs that touch, frame by frame, and how fast
    #[command(after_help = WORLDS_EXAMPLES)]
    Worlds(WorldsArgs),
    /// Make one HTML file of a run: figures, tables, wrong answers, and what the papers claimed
    #[command(after_help = REPORT_EXAMPLES)]
    Report(ReportArgs),
    /// Compare two runs: exit code 1 where something is slower or wrong that was not
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArgs),
}

#[derive(Debug, Group)]
pub(crate) struct ListArgs {
    /// The set of scenes
    #[arg(long, value_name = "NAME", default_value = "small", value_parser = presets)]
    pub(crate) preset: String,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct RunArgs {
    /// Names of scenes of the preset, or files (*.toml); all scenes of the preset without any
    #[arg(value_name = "SCENE")]
    pub(crate) scenes: Vec<String>,

    /// The set of scenes
    #[arg(long, value_name = "NAME", default_value = "small", value_parser = presets)]
    pub(crate) preset: String,

    /// The folder of the run: a new one, or that of a run to continue [default: feeler-bench-DATE-1, or the next number]
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) race: RaceArgs,
}

#[derive(Debug, Group)]
pub(crate) struct WorldsArgs {
    /// Names of worlds that come with feeler (drift, drift-heavy, drift-packed), or files (*.toml); all that come with feeler without any
    #[arg(value_name = "SCENE")]
    pub(crate) scenes: Vec<String>,

    /// The folder for worlds.json and worlds.csv, which may have a run already [default: feeler-bench-DATE-1, or the next number]
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) race: RaceArgs,
}

// The options of a race of pairs and of one of worlds.
#[derive(Debug, Group)]
pub(crate) struct RaceArgs {
    /// How many passes every contender makes, in the place of what the scenes say
    #[arg(long, value_name = "N", value_parser = whole(1..=1000_u16))]
    pub(crate) passes: Option<u16>,

    /// Where meshes and recorded worlds are that are not beside their scene
    #[arg(long, value_name = "FOLDER")]
    pub(crate) meshes: Option<PathBuf>,

    /// Of the rivals in a scene, those that take part: all, none, or names separated by commas
    #[arg(long, value_name = "NAMES", default_value = "all", value_parser = rivals)]
    pub(crate) peers: Rivals,

    /// Where randomness starts
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u64>(..))]
    pub(crate) seed: u64,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct ReportArgs {
    /// The folder of the run
    pub(crate) folder: PathBuf,

    /// The file to write [default: report.html in the folder]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Group)]
pub(crate) struct CompareArgs {
    /// The folder of the first run
    pub(crate) old: PathBuf,

    /// The folder of the second run
    pub(crate) new: PathBuf,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The choice of the rivals that take part.
#[derive(Clone, Debug)]
pub(crate) enum Rivals {
    All,
    Only(Vec<String>),
}

fn rivals(text: &str) -> Result<Rivals, String> {
    match text {
        "all" => Ok(Rivals::All),
        "none" => Ok(Rivals::Only(Vec::new())),
        names => {
            let names: Vec<String> = names.split(',').map(str::to_owned).collect();
            for name in &names {
                Peers::check(name).map_err(|error| error.to_string())?;
            }
            Ok(Rivals::Only(names))
        }
    }
}

fn presets(name: &str) -> Result<String, String> {
    let known = feeler_bench::presets();
    match known.contains(&name) {
        true => Ok(name.to_owned()),
        false => Err(format!("known are {}", known.join(", "))),
    }
}

pub(super) const EXAMPLES: &str = "\
Examples:
  feeler bench list
  feeler bench run
  feeler bench run sweep-knot mine.toml --peers fcl,coal -o before
  feeler bench report before
  feeler bench compare before after

docs/benchmark.md tells how scenes are written and what is in the files.";

const RUN_EXAMPLES: &str = "\
Examples:
  feeler bench run
  feeler bench run sweep-knot sweep-gear --peers none
  feeler bench run mine.toml --meshes models -o monday    # once more: continues, if it was stopped

Every answer is checked against the exact one. Ctrl-C ends the run after the pass at hand, or at once
while poses are made; with the same -o it continues from there. 'cargo xtask peers' builds the rivals, FEELER_PEERS says where they
are if they are somewhere else; who is not built is left out and listed as such.";

const WORLDS_EXAMPLES: &str = "\
Examples:
  feeler bench worlds
  feeler bench worlds drift --peers none
  feeler bench worlds mine.toml --meshes recordings -o monday
  feeler bench report monday

Every pair of every frame is compared with the exact answer. docs/worlds.md tells how worlds are recorded.";

const COMPARE_EXAMPLES: &str = "\
Examples:
  feeler bench compare before after
  feeler bench compare before after --json

A ratio above 1 is slower. What passes of the same run differ by is noise, and 5 % are in any case.";

const REPORT_EXAMPLES: &str = "\
Examples:
  feeler bench report before
  feeler bench report before -o report.html

The file needs nothing else: no network, no scripts.";
