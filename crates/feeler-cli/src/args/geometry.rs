//! The options of the geometry of contacts.

use clap::Args as Group;
use std::path::PathBuf;

/// Options that ask for something else.
const OTHERS: [&str; 8] =
    ["contacts", "distance", "within", "toward", "deadline", "steps", "relation", "depth"];

#[derive(Debug, Group)]
#[command(next_help_heading = "Options for the geometry of contacts")]
pub(crate) struct GeometryArgs {
    /// Write the curves along which the surfaces cross as lines, to an OBJ or PLY file
    #[arg(long, value_name = "FILE", conflicts_with_all = OTHERS)]
    pub(crate) curves: Option<PathBuf>,
}
