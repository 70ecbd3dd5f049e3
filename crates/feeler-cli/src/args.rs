//! The command line: what can be typed, and the help texts.

mod batch;
mod bench;
mod cache;
mod calibrate;
mod check;
mod clash;
mod depth;
mod documents;
mod explain;
mod geometry;
mod guided;
mod info;
mod meshes;
mod near;
mod notation;
mod number;
mod offset;
#[cfg(test)]
mod papers;
mod place;
mod query;
mod research;
mod toward;
mod view;

pub(crate) use batch::{BatchArgs, Format};
pub(crate) use bench::{
    BenchArgs, BenchCommand, CompareArgs, ListArgs, ReportArgs, Rivals, RunArgs, WorldsArgs,
};
pub(crate) use cache::{CacheAction, CacheArgs};
pub(crate) use calibrate::CalibrateArgs;
pub(crate) use check::CheckArgs;
pub(crate) use clash::{ClashArgs, Form};
pub(crate) use depth::DepthArgs;
pub(crate) use documents::{CompletionsArgs, ManArgs};
pub(crate) use explain::ExplainArgs;
pub(crate) use geometry::GeometryArgs;
pub(crate) use guided::{GuidedArgs, GuidedBatchArgs};
pub(crate) use info::InfoArgs;
pub(crate) use meshes::{MeshArgs, StreamArgs};
pub(crate) use near::NearArgs;
pub(crate) use notation::NotationArgs;
pub(crate) use offset::OffsetArgs;
pub(crate) use place::PlaceArgs;
pub(crate) use query::{QueryArgs, TreeArgs};
pub(crate) use research::{AdbArgs, ResearchArgs, ResearchCommand, TablesArgs};
pub(crate) use toward::TowardArgs;
pub(crate) use view::{PictureArgs, ViewArgs};

use clap::{Args as Group, Parser, Subcommand};
use feeler::Instructions;
use feeler_io::{Unit, UnitError};
use number::whole;

/// Exact collision and proximity between triangle meshes: do they touch, where, and how far apart are they?
#[derive(Debug, Parser)]
#[command(name = "feeler", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// How many threads build trees and fields, and answer a batch; 0 is as many as processors. Without it that many build, and one answers
    #[arg(long, global = true, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<u16>,

    /// The instructions that queries use; the best of this processor without it
    #[arg(long, global = true, value_name = "NAME", env = "FEELER_SIMD", value_parser = instructions)]
    pub(crate) simd: Option<Instructions>,

    /// The unit of all lengths: um, mm, cm, in, ft or m. Files that have a unit (glTF, 3MF, COLLADA) are converted, others are taken to be in it. Without it, that of the first file that has one
    #[arg(long, global = true, value_name = "UNIT", value_parser = unit)]
    pub(crate) unit: Option<Unit>,

    /// Multiply the coordinates of files that have no unit (OBJ, STL, PLY, OFF) by this: 25.4 for inches among millimetres
    #[arg(long, global = true, value_name = "F", default_value = "1", hide_default_value = true, allow_negative_numbers = true, value_parser = scale)]
    pub(crate) scale: f64,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show what feeler does, on built-in shapes
    #[command(after_help = DEMO_EXAMPLES)]
    Demo(DemoArgs),
    /// Ask whether two meshes touch, how far apart they are, or how far B can move: exit code 0 apart, 1 touching, 2 error, 3 open
    #[command(after_help = check::EXAMPLES)]
    Check(Box<CheckArgs>),
    /// Ask about two meshes at many poses: exit code 0 all apart, 1 some touch or are within the distance, 2 error, 3 some are open
    #[command(after_help = batch::examples())]
    Batch(BatchArgs),
    /// Report what the parts of an assembly do to each other: exit code 0 no clash, 1 some, 2 error
    #[command(after_help = clash::EXAMPLES)]
    Clash(ClashArgs),
    /// Look at meshes in a browser: move them, and see whether they touch, how far apart they are, and how that is found out
    #[command(after_help = view::EXAMPLES)]
    View(ViewArgs),
    /// Say what is in a file, and what trees over it look like
    #[command(after_help = info::EXAMPLES)]
    Info(InfoArgs),
    /// Find the setting that is fastest for two meshes and their poses, and say why
    #[command(after_help = explain::examples())]
    Explain(ExplainArgs),
    /// Learn what the probabilities of guided queries are for your meshes, or for the built-in ones
    #[command(after_help = calibrate::examples())]
    Calibrate(CalibrateArgs),
    /// Write surfaces at a distance from a mesh, inwards or outwards, and say how exact they are
    #[command(after_help = offset::EXAMPLES)]
    Offset(OffsetArgs),
    /// Measure feeler and its rivals, and check their answers
    #[command(after_help = bench::EXAMPLES)]
    Bench(BenchArgs),
    /// Try the methods of the papers that feeler compares itself with
    #[command(after_help = research::EXAMPLES)]
    Research(ResearchArgs),
    /// Show or clear the trees that '--cache' keeps
    #[command(after_help = cache::EXAMPLES)]
    Cache(CacheArgs),
    /// Write the completions of a shell to standard output
    #[command(after_help = documents::COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Write a page for 'man' to standard output
    #[command(after_help = documents::MAN_EXAMPLES)]
    Man(ManArgs),
}

#[derive(Debug, Group)]
pub(crate) struct DemoArgs {
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) query: QueryArgs,
}

fn unit(name: &str) -> Result<Unit, String> {
    name.parse().map_err(|error: UnitError| error.to_string())
}

fn scale(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(scale) if scale > 0.0 && f64::is_finite(scale) => Ok(scale),
        _ => Err("it must be a finite number above 0".to_owned()),
    }
}

fn threads(text: &str) -> Result<u16, String> {
    whole(0..=1024)(text).map_err(|wanted| format!("{wanted}; 0 is as many as processors"))
}

fn instructions(name: &str) -> Result<Instructions, String> {
    if name.is_empty() {
        return Ok(Instructions::best()); // an empty FEELER_SIMD counts as unset
    }
    let all = Instructions::all();
    let names: Vec<&str> = all.iter().map(Instructions::name).collect();
    let unknown = || format!("this processor has {}", names.join(", "));
    all.iter().find(|known| known.name() == name).copied().ok_or_else(unknown)
}

const EXAMPLES: &str = "\
Examples:
  feeler demo
  feeler check shape:knot shape:ring --at 0,0,1.5
  feeler check shape:knot shape:ring --at 0,0,1.5 --rotate x:90deg --distance
  feeler check shape:knot shape:ring --at 0,0,5 --toward 0,0,-1
  feeler check shape:knot shape:ring --at 0,0,1.5 --deadline 100us
  feeler batch knot.obj ring.ply --poses poses.csv -o answers.csv
  feeler clash gearbox.glb --clearance 0.5
  feeler view gearbox.glb
  feeler info gearbox.glb
  feeler explain knot.obj ring.ply --poses poses.csv
  feeler calibrate knot.obj ring.ply -o mine.calibration
  feeler offset shape:ring --by -0.05 -o inner.ply
  feeler bench run
  feeler research adb shape:knot shape:knot

A mesh is an OBJ, STL, PLY, OFF, glTF/GLB, 3MF or COLLADA file, or a shape that is built in. With --json, errors and notes
are JSON too, one object a line on standard error. 'feeler help COMMAND' tells more.";

const DEMO_EXAMPLES: &str = "\
Examples:
  feeler demo
  feeler demo --bv sphere --arity 2
  feeler demo --json";
