//! The options of the geometry of contacts.

use super::number::whole;
use clap::Args as Group;
use std::path::PathBuf;

/// Options that ask for something else.
const OTHERS: [&str; 8] =
    ["contacts", "distance", "within", "toward", "deadline", "steps", "relation", "depth"];

#[derive(Debug, Group)]
#[command(next_help_heading = "Options for the geometry of contacts")]
pub(crate) struct GeometryArgs {
    /// Write the curves along which the surfaces cross, and the borders of flat patches, as lines to an OBJ or PLY file
    #[arg(long, value_name = "FILE", conflicts_with_all = OTHERS)]
    pub(crate) curves: Option<PathBuf>,

    /// Find the places where they meet, each with its normal, depth, and N points that stand for it [default: 4]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "4", value_parser = whole::<usize>(..), conflicts_with_all = OTHERS, conflicts_with = "curves")]
    pub(crate) regions: Option<usize>,

    /// Find the volume that both solids share, with a bound of its error
    #[arg(long, conflicts_with_all = OTHERS, conflicts_with_all = ["curves", "regions"])]
    pub(crate) volume: bool,
}

impl GeometryArgs {
    pub(crate) fn is_asked(&self) -> bool {
        self.curves.is_some() || self.regions.is_some() || self.volume
    }
}
