//! The options of clash reports.

use clap::{Args as Group, ValueEnum};
use feeler_world::ClashKind;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct ClashArgs {
    /// The assembly: a file with parts, several files, parts of them (gearbox.glb#Shaft), or one job (*.toml, *.json) that tells where
    /// files stand. Without a job files are placed as they are
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,

    /// Report parts that are apart, but no further than this
    #[arg(long, value_name = "D", default_value = "0", allow_negative_numbers = true, value_parser = length)]
    pub(crate) clearance: f64,

    /// Parts that cross count as touching if moving one by this much is known to free it: drawn flush, parts mostly cross by a rounding
    #[arg(long, value_name = "D", default_value = "0", allow_negative_numbers = true, value_parser = length)]
    pub(crate) tolerance: f64,

    /// How many places are tried for the depth of each pair that crosses: fewer take less time and find longer ways out, 0 asks no depth [default: all that are worth it, some thousands]
    #[arg(long, value_name = "N")]
    pub(crate) depth_steps: Option<u64>,

    /// A TOML file that tells which pairs matter: [[rule]] with ignore = ["bolt*", "nut*"], check = […] or chain = […]
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,

    /// The kinds to report, separated by commas: duplicate, crossing, inside, touching, near [default: all]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kind)]
    pub(crate) only: Vec<ClashKind>,

    /// An earlier report (of --format json): say only what is new, gone, worse, better or changed since then, and exit with 1 only if something is new, worse or changed
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Form,

    /// Where to write the report; standard output without it
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The form of a clash report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people: one line for all pairs of the same two parts
    Table,
    /// Everything, on one line
    Json,
    /// One line for each clash
    Csv,
    /// One page with a picture of each clash, without scripts
    Html,
    /// The page of the viewer with these clashes, to be turned, in one file that needs no server; '-o NAME.html' asks for it too, and gets the form html if this build has no viewer
    View,
    /// A test case for each pair, for CI
    Junit,
    /// SARIF 2.1.0, for code hosts
    Sarif,
    /// BCF 2.1, for BIM tools: a zip archive with a topic, pictures and cameras for each group; '-o NAME.bcf' asks for it too
    Bcf,
}

fn length(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..f64::INFINITY).contains(&number) => Ok(number),
        _ => Err("it must be a finite number of 0 or more".to_owned()),
    }
}

fn kind(text: &str) -> Result<ClashKind, String> {
    let names = ClashKind::ALL.map(ClashKind::name).join(", ");
    let known = ClashKind::ALL.into_iter().find(|kind| kind.name() == text);
    known.ok_or_else(|| format!("the kinds are {names}"))
}

pub(super) const EXAMPLES: &str = "\
Examples:
  feeler clash gearbox.glb
  feeler clash gearbox.glb --tolerance 0.001 --clearance 0.05 --only crossing,near
  feeler clash gearbox.glb --depth-steps 0
  feeler clash frame.stl door.stl hinge.stl --rules allowed.toml
  feeler clash cell.toml
  feeler clash gearbox.glb --format json -o before.json
  feeler clash gearbox.glb --baseline before.json
  feeler clash gearbox.glb -o clashes.html
  feeler clash gearbox.glb --format html -o pictures.html
  feeler clash gearbox.glb --format junit -o clashes.xml
  feeler clash gearbox.glb -o clashes.bcf

Parts are solids: 'duplicate' fill the same space, 'crossing' pass through each other, of 'inside' one is in the other,
'touching' share points but no inside, 'near' are apart but within the clearance. For closed meshes this is exact;
for others the report has a confidence below 1. Exit code 0 no clash, 1 some, 2 error.

Rules (the last one that speaks of a pair decides; @ is for the group of a part, * and ? stand for anything):
  [[rule]]
  ignore = [\"bolt*\", \"nut*\"]
  [[rule]]
  chain = [\"base\", \"arm\", \"hand\"]

A job has files, which may move parts, and rules; paths are beside the job, poses as in 'feeler check':
  [[object]]
  file = \"frame.stl\"
  [[object]]
  file = \"door.stl\"
  name = \"left door\"
  at = [0, 0, 1.5]
  rotate = [\"z:90deg\"]
  [[move]]                         # any object, by its name, from where it is
  name = \"left door\"
  at = [0, 0.001, 0]";
