//! What can be typed.

mod bench;
mod calibrate;
mod explain;
mod guided;
mod near;
mod offset;
mod toward;

pub(crate) use bench::{
    BenchArgs, BenchCommand, CompareArgs, ListArgs, ReportArgs, Rivals, RunArgs,
};
pub(crate) use calibrate::CalibrateArgs;
pub(crate) use explain::ExplainArgs;
pub(crate) use guided::{GuidedArgs, GuidedBatchArgs};
pub(crate) use near::NearArgs;
pub(crate) use offset::OffsetArgs;
pub(crate) use toward::TowardArgs;

use crate::setting::{self, Saved, Setting};
use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use feeler::{Instructions, Kind, Pose, Rule, Schedule};
use std::path::PathBuf;

/// Exact collision and proximity between triangle meshes: do they touch, where, and how far apart are they?
#[derive(Debug, Parser)]
#[command(name = "feeler", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// How many threads build trees and fields, and answer a batch; 0 is as many as processors. Without it that many build, and one answers
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub(crate) threads: Option<u16>,

    /// The instructions that queries use; the best of this processor without it
    #[arg(long, global = true, value_name = "NAME", env = "FEELER_SIMD", value_parser = instructions)]
    pub(crate) simd: Option<Instructions>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show what feeler does, on built-in shapes
    #[command(after_help = DEMO_EXAMPLES)]
    Demo(DemoArgs),
    /// Ask whether two meshes touch, how far apart they are, or how far B can move: exit code 0 apart, 1 touching, 2 error, 3 open
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Box<CheckArgs>),
    /// Ask about two meshes at many poses: exit code 0 all apart, 1 some touch or are within the distance, 2 error, 3 some are open
    #[command(after_help = BATCH_EXAMPLES)]
    Batch(BatchArgs),
    /// Say what is in a file, and what trees over it look like
    #[command(after_help = INFO_EXAMPLES)]
    Info(InfoArgs),
    /// Find the setting that is fastest for two meshes and their poses, and say why
    #[command(after_help = explain::EXAMPLES)]
    Explain(ExplainArgs),
    /// Learn what the probabilities of guided queries are for your meshes, or for the built-in ones
    #[command(after_help = calibrate::EXAMPLES)]
    Calibrate(CalibrateArgs),
    /// Write surfaces at a distance from a mesh, inwards or outwards, and say how exact they are
    #[command(after_help = offset::EXAMPLES)]
    Offset(OffsetArgs),
    /// Measure feeler and its rivals, and check their answers
    #[command(after_help = bench::EXAMPLES)]
    Bench(BenchArgs),
}

#[derive(Debug, Group)]
pub(crate) struct DemoArgs {
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) query: QueryArgs,
}

#[derive(Debug, Group)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,

    /// Where B stands in A's frame, turned as it is
    #[arg(long, value_name = "X,Y,Z", conflicts_with = "pose", allow_hyphen_values = true, value_parser = feeler_io::parse_translation)]
    pub(crate) at: Option<Pose>,

    /// The pose of B in A's frame: the rotation matrix row by row, then the translation
    #[arg(long, value_name = "R00,R01,…,TZ", allow_hyphen_values = true, value_parser = feeler_io::parse_pose)]
    pub(crate) pose: Option<Pose>,

    /// Find all contacts, and list them or the first N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true)]
    pub(crate) contacts: Option<Option<usize>>,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) guided: GuidedArgs,

    #[command(flatten)]
    pub(crate) near: NearArgs,

    #[command(flatten)]
    pub(crate) toward: TowardArgs,

    #[command(flatten)]
    pub(crate) query: QueryArgs,
}

#[derive(Debug, Group)]
pub(crate) struct BatchArgs {
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,

    /// Poses of B in A's frame, a row of 12 numbers each: r00,r01,r02,r10,…,r22,tx,ty,tz; '-' is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) poses: PathBuf,

    /// The question
    #[arg(long, value_name = "QUESTION", default_value = "intersects")]
    pub(crate) ask: Question,

    /// The distance of '--ask within'
    #[arg(long, value_name = "D", required_if_eq("ask", "within"), allow_negative_numbers = true, value_parser = near::not_negative)]
    pub(crate) within: Option<f64>,

    #[command(flatten)]
    pub(crate) guided: GuidedBatchArgs,

    /// How answers are written
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    pub(crate) format: Format,

    /// Write to a file, which appears when all is done; until then it is called FILE.partial
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Ask each question so often, and report the shortest time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,

    #[command(flatten)]
    pub(crate) query: QueryArgs,
}

#[derive(Debug, Group)]
pub(crate) struct InfoArgs {
    /// Files, parts of files (gearbox.glb#Shaft) or built-in shapes (shape:knot:20000)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,

    /// The volume of the tree, or 'all'
    #[arg(long, value_name = "NAME", default_value = "obb", value_parser = kinds)]
    pub(crate) bv: Kinds,

    #[command(flatten)]
    pub(crate) tree: TreeArgs,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct MeshArgs {
    /// Mesh A: a file, a part of one (gearbox.glb#Shaft) or a built-in shape (shape:knot:20000)
    #[arg(value_name = "A")]
    pub(crate) a: String,

    /// Mesh B, likewise
    #[arg(value_name = "B")]
    pub(crate) b: String,
}

/// How two models are built and asked. It never changes an answer.
#[derive(Clone, Debug, Group)]
#[command(next_help_heading = "Options for speed, which change no answer")]
pub(crate) struct QueryArgs {
    /// The volume of the trees: obb, aabb, sphere, dop14, dop18, dop24, dop26, hull, … [default: obb]
    #[arg(long, value_name = "NAME")]
    bv: Option<Kind>,

    #[command(flatten)]
    tree: TreeArgs,

    /// Which volumes are opened first [default: best for distances, depth for all else]
    #[arg(long, value_name = "ORDER", value_parser = schedules())]
    schedule: Option<Schedule>,

    /// What 'feeler explain --save' has found to be fast; the options above win over it
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
}

impl QueryArgs {
    /// What is meant, for a question.
    pub(crate) fn setting(&self, question: Question) -> Result<Setting> {
        let saved = self.settings.as_deref().map(Saved::read).transpose()?;
        let start = saved.map_or(Setting::default(), |saved| saved.setting(question));
        let tree = self.tree.over(start);
        Ok(Setting {
            bv: self.bv.unwrap_or(tree.bv),
            schedule: self.schedule.or(tree.schedule),
            ..tree
        })
    }
}

/// The shape of a tree.
#[derive(Clone, Copy, Debug, Group)]
pub(crate) struct TreeArgs {
    /// Children a node [default: 8]
    #[arg(long, value_name = "N", value_parser = arities())]
    arity: Option<usize>,

    /// How triangles are grouped [default: sah]
    #[arg(long = "build", value_name = "RULE", value_parser = rules())]
    rule: Option<Rule>,

    /// The largest number of triangles in a leaf [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    leaf: Option<u8>,
}

impl TreeArgs {
    /// A setting changed by what was typed.
    pub(crate) fn over(&self, setting: Setting) -> Setting {
        Setting {
            arity: self.arity.unwrap_or(setting.arity),
            rule: self.rule.unwrap_or(setting.rule),
            leaf: self.leaf.unwrap_or(setting.leaf),
            ..setting
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Question {
    /// Do they touch? 0 or 1
    Intersects,
    /// How many pairs of triangles touch, and in JSON, which?
    Contacts,
    /// How far apart are they, and where are they nearest?
    Distance,
    /// Is anything within a distance? 0 or 1, and a pair of triangles that is
    Within,
    /// Do they touch, as far as that can be found out with --budget? The likelier answer, 0 or 1, and its probability
    Guided,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Comma-separated values with a header line
    Csv,
    /// One JSON object a line
    Jsonl,
}

/// One kind of volume or all of them.
#[derive(Clone, Debug)]
pub(crate) struct Kinds(pub(crate) Vec<Kind>);

fn kinds(name: &str) -> Result<Kinds, String> {
    match name {
        "all" => Ok(Kinds(Kind::ALL.map(|(_, kind)| kind).to_vec())),
        name => {
            name.parse().map(|kind| Kinds(vec![kind])).map_err(|e| format!("{e}, or 'all' of them"))
        }
    }
}

fn arities() -> impl TypedValueParser<Value = usize> {
    PossibleValuesParser::new(["2", "4", "8"])
        .map(|arity| arity.parse().expect("the possible values are numbers"))
}

fn rules() -> impl TypedValueParser<Value = Rule> {
    PossibleValuesParser::new(Rule::ALL.map(Rule::name))
        .map(|name| setting::rule(&name).expect("the possible values are the names of rules"))
}

fn schedules() -> impl TypedValueParser<Value = Schedule> {
    PossibleValuesParser::new(setting::SCHEDULES.map(setting::schedule_name)).map(|name| {
        setting::schedule(&name).expect("the possible values are the names of schedules")
    })
}

fn instructions(name: &str) -> Result<Instructions, String> {
    if name.is_empty() {
        return Ok(Instructions::best()); // FEELER_SIMD= is as good as unset
    }
    let all = Instructions::all();
    let names: Vec<&str> = all.iter().map(Instructions::name).collect();
    let unknown = || format!("this processor has {}", names.join(", "));
    all.iter().find(|known| known.name() == name).copied().ok_or_else(unknown)
}

const EXAMPLES: &str = "\
Examples:
  feeler demo
  feeler check knot.obj ring.ply --at 0,0,1.5
  feeler check knot.obj ring.ply --at 0,0,1.5 --distance
  feeler check knot.obj ring.ply --at 0,0,5 --toward 0,0,-1
  feeler check knot.obj ring.ply --at 0,0,1.5 --deadline 100us
  feeler batch knot.obj ring.ply --poses poses.csv -o answers.csv
  feeler info gearbox.glb
  feeler explain knot.obj ring.ply --poses poses.csv
  feeler calibrate knot.obj ring.ply -o mine.calibration
  feeler offset ring.ply --by -0.05 -o inner.ply
  feeler bench run

Files are OBJ, STL, PLY, OFF, glTF/GLB or 3MF. 'feeler help COMMAND' tells more.";

const DEMO_EXAMPLES: &str = "\
Examples:
  feeler demo
  feeler demo --bv sphere --arity 2
  feeler demo --json";

const CHECK_EXAMPLES: &str = "\
Examples:
  feeler check knot.obj ring.ply
  feeler check knot.obj ring.ply --at 0,0,1.5 && echo apart
  feeler check gearbox.glb#Shaft gearbox.glb#Housing --contacts=10
  feeler check shape:knot shape:ring:5000 --pose 0,-1,0,1,0,0,0,0,1,0.5,0,0 --json
  feeler check knot.obj ring.ply --at 0,0,1.5 --distance --json
  feeler check knot.obj ring.ply --at 0,0,1.5 --distance --budget 20
  feeler check knot.obj ring.ply --within 0.01 || echo too close
  feeler check knot.obj ring.ply --within 0.01 --all=10
  feeler check knot.obj ring.ply --at 0,0,5 --toward 0,0,-1
  feeler check knot.obj ring.ply --at 0,0,5 --toward 0,0,-2 --until 1 && echo the step is free
  feeler check knot.obj ring.ply --at 0,0,1.5 --deadline 100us
  feeler check knot.obj ring.ply --at 0,0,1.5 --steps 200 --eps 0.001 --calibration mine.calibration --json

B's points x are at R*x + t in A's frame. Touching counts as touching, exactly.
Without --contacts the search ends at the first contact found; which one that is depends on the tree.
--distance is 0 exactly when they touch, and of triangles equally near names the first. With --beyond, an
error or a budget it is an interval that is proven; exit code 3 where that leaves open whether they touch.
--within ends at the first pair found, likewise; exit code 1 where there is one, touching or not, else 0.
--toward tells the time of the first contact in multiples of X,Y,Z (in A's frame), the pose of B there, and the
triangles and points that touch first. It is never late, and early by some hundred roundings at most. Exit code 1
where B touches A on its way, or from the start (time 0); 0 where it never does, or not until --until.
--deadline and --steps end with a proof, or, when they are used up or --eps is reached, with the probability that
they touch: exit code 0 proved apart, 1 proved touching, 3 not proved. The probability is that of many queries of
which the search has seen as much; which ones, 'feeler help calibrate' tells. It was learned with the default
tree, so other options for speed change it; --schedule plays no part.";

const BATCH_EXAMPLES: &str = "\
Examples:
  feeler batch knot.obj ring.ply --poses poses.csv > answers.csv
  feeler batch knot.obj ring.ply --poses poses.csv --ask contacts --format jsonl -o answers.jsonl
  feeler batch knot.obj ring.ply --poses poses.csv --ask distance
  feeler batch knot.obj ring.ply --poses poses.csv --ask within --within 0.01
  feeler batch knot.obj ring.ply --poses poses.csv --ask distance --budget 20us
  feeler batch knot.obj ring.ply --poses poses.csv --ask guided --budget 100us --eps 0.01
  feeler batch knot.obj ring.ply --poses poses.csv --ask guided --budget 200steps --calibration mine.calibration
  feeler batch knot.obj ring.ply --poses poses.csv --ask distance --threads 0 -o answers.csv
  generate-poses | feeler batch shape:knot shape:ring --poses - --repeat 5

The poses file has a row of 12 numbers a pose, separated by commas, semicolons or spaces. A header line,
blank lines and comments after '#' are passed over. The answers have the columns pose (rows counted
from 0), answer (0 or 1, or the number of contacts), volume_tests, triangle_tests and ns.

'distance' and 'within' have eight columns more after the answer: triangle_a and triangle_b, and the points
ax,ay,az on A and bx,by,bz on B where these two are nearest, all in A's frame. The distance has all its
digits; where a mesh is empty it is 'inf'. Where there is no pair the eight are empty, in JSON null. For
'within' they are some pair that is near enough; which one depends on the tree.

'distance' with --budget has the columns lower, upper and exact for the answer: the distance is not below lower
and not above upper, by proof, and exact is 1 (in JSON true) where both are the same. Triangles and points are those
at the distance upper. Exit code 3 where none is proved to touch and some are open.

'guided' has two columns more after the answer, which is the likelier one: p, the probability that they touch,
and kind: hit (proved to touch), free (proved apart) or likely; in JSON the contact, too. A budget of steps gives
the same answers everywhere, a time does not. Exit code 3 where none is proved to touch and some are open.

Every distance starts from the nearest triangles of the pose before, so a path is faster than a heap; only
every 32nd starts from nothing.

One pose is answered after the other, for threads disturb each other's times. --threads N answers with N of them,
--threads 0 with as many as there are processors: the same lines in the same order, but for ns, and but for
what a budget of time leaves open.";

const INFO_EXAMPLES: &str = "\
Examples:
  feeler info ring.ply
  feeler info gearbox.glb#Shaft --bv dop18 --arity 2
  feeler info shape:knot:100000 --bv all --json";
