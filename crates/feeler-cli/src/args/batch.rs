//! The options for two meshes at many poses.

use super::number::whole;
use super::{DepthArgs, GuidedBatchArgs, MeshArgs, NotationArgs, QueryArgs, near, notation};
use crate::question::Question;
use clap::{Args as Group, ValueEnum};
use feeler::Ties;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct BatchArgs {
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,

    /// Poses of B in A's frame, a row of numbers each, see below; '-' is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) poses: PathBuf,

    #[command(flatten)]
    pub(crate) notation: NotationArgs,

    /// The question
    #[arg(long, value_name = "QUESTION", default_value = "intersects")]
    pub(crate) ask: Question,

    /// The distance of '--ask within'
    #[arg(long, value_name = "D", required_if_eq("ask", "within"), allow_negative_numbers = true, value_parser = near::not_negative)]
    pub(crate) within: Option<f64>,

    /// With '--ask distance': which of several pairs of triangles equally near is named; any is found sooner [default: first]
    #[arg(long, value_name = "WHICH", value_parser = near::ties())]
    pub(crate) ties: Option<Ties>,

    #[command(flatten)]
    pub(crate) guided: GuidedBatchArgs,

    #[command(flatten)]
    pub(crate) depths: DepthArgs,

    /// How answers are written
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    pub(crate) format: Format,

    /// Write to a file, which appears when all is done; until then it is called FILE.partial
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Ask each question so often, and report the shortest time
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(1_u32..))]
    pub(crate) repeat: u32,

    #[command(flatten)]
    pub(crate) query: QueryArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Comma-separated values with a header line
    Csv,
    /// One JSON object a line
    Jsonl,
}

const EXAMPLES: &str = "\
Examples:
  feeler batch knot.obj ring.ply --poses poses.csv > answers.csv
  feeler batch knot.obj ring.ply --poses poses.csv --ask contacts --format jsonl -o answers.jsonl
  feeler batch knot.obj ring.ply --poses poses.csv --ask distance --ties any
  feeler batch knot.obj ring.ply --poses trajectory.csv --quaternion wxyz
  feeler batch knot.obj ring.ply --poses poses.csv --ask within --within 0.01
  feeler batch knot.obj ring.ply --poses poses.csv --ask distance --budget 20us
  feeler batch knot.obj ring.ply --poses poses.csv --ask relation
  feeler batch knot.obj ring.ply --poses poses.csv --ask depth --gap 1
  feeler batch knot.obj ring.ply --poses poses.csv --ask guided --budget 100us --eps 0.01
  feeler batch knot.obj ring.ply --poses poses.csv --ask guided --budget 200steps --calibration mine.calibration
  feeler batch knot.obj ring.ply --poses poses.csv --ask distance --threads 0 -o answers.csv
  generate-poses | feeler batch shape:knot shape:ring --poses - --repeat 5

The answers have the columns pose (rows counted from 0), answer (0 or 1, or the number of contacts),
volume_tests, triangle_tests and ns.

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

'relation' takes the meshes as solids. Its columns are pose, answer, confidence and ns; the answer is apart, touching,
crossing, b-inside-a, a-inside-b or same, and the confidence is 1 if both meshes are closed. JSON has the
number of components, too, that are inside, outside, crossing or on the other surface. Exit code 3 where no surfaces touch and some
are not certain.

'depth' takes them as solids, too. Its columns are pose, lower, upper, proof, the translation x,y,z that frees B, and ns. The
proof of the lower bound is free, convex, cover or none; JSON has the triangles that stop B, too.

Every distance starts from the nearest triangles of the pose before, so a path is faster than a heap; only
every 32nd starts from nothing.

One pose is answered after the other, for threads disturb each other's times. --threads N answers with N of them,
--threads 0 with as many as there are processors: the same lines in the same order, but for ns, and but for
what a budget of time leaves open.";

pub(super) fn examples() -> String {
    format!("{EXAMPLES}\n\n{}", notation::LAYOUTS)
}
