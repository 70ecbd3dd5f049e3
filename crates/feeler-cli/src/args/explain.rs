//! The options for comparing the costs of settings.

use super::number::whole;
use super::{MeshArgs, NotationArgs, near, notation};
use crate::question::Question;
use clap::Args as Group;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,

    /// Poses of B in A's frame, as for 'feeler batch'; half of them choose, the other half confirm
    #[arg(long, value_name = "FILE")]
    pub(crate) poses: PathBuf,

    #[command(flatten)]
    pub(crate) notation: NotationArgs,

    /// The questions, separated by commas [default: intersects,contacts,distance, and within if there is a --within]
    #[arg(long, value_name = "QUESTIONS", value_delimiter = ',')]
    pub(crate) ask: Vec<Question>,

    /// The distance of the question 'within'
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = near::not_negative)]
    pub(crate) within: Option<f64>,

    /// About how long it may take
    #[arg(long, value_name = "N", default_value = "30", value_parser = whole(1..=86_400_u32))]
    pub(crate) seconds: u32,

    /// Write the choice to a file, for --settings of other commands
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const EXAMPLES: &str = "\
Examples:
  feeler explain knot.obj ring.ply --poses poses.csv
  feeler explain knot.obj ring.ply --poses poses.csv --ask distance --seconds 120
  feeler explain knot.obj ring.ply --poses poses.csv --within 0.01 --save fast.json
  feeler batch knot.obj ring.ply --poses poses.csv --ask distance --settings fast.json

The time of a query is T = Nv*Cv + Np*Cp + Nu*Cu + Cb: tests of volumes, tests of triangles and volumes
placed in the other tree, how many there are and what each costs, and what is left. All of it is measured,
on these meshes at these poses. The choice is made in stages: all volumes; arity, builder and schedule of
the best ones; the best settings in turns. It is confirmed at poses that had no part in it, and where it
gains less than 5 % on the default, that is recommended.";

pub(super) fn examples() -> String {
    format!("{EXAMPLES}\n\n{}", notation::LAYOUTS)
}
