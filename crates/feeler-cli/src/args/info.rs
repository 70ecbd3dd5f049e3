//! The options for showing files.

use super::{StreamArgs, TreeArgs};
use clap::Args as Group;
use feeler::Volume;

#[derive(Debug, Group)]
pub(crate) struct InfoArgs {
    /// Files, parts of files (gearbox.glb#Shaft) or built-in shapes (shape:knot:20000)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) stream: StreamArgs,

    /// The volume of the tree, or 'all'
    #[arg(long, value_name = "NAME", default_value = "obb", value_parser = kinds)]
    pub(crate) bv: Volumes,

    #[command(flatten)]
    pub(crate) tree: TreeArgs,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The kinds of volumes to show: one kind or all of them.
#[derive(Clone, Debug)]
pub(crate) struct Volumes(pub(crate) Vec<Volume>);

fn kinds(name: &str) -> Result<Volumes, String> {
    match name {
        "all" => Ok(Volumes(Volume::ALL.to_vec())),
        name => name
            .parse()
            .map(|kind| Volumes(vec![kind]))
            .map_err(|e| format!("{e}, or 'all' of them")),
    }
}

pub(super) const EXAMPLES: &str = "\
Examples:
  feeler info ring.ply
  feeler info shape:ring
  feeler info gearbox.glb#Shaft --bv dop18 --arity 2
  feeler info shape:knot:100000 --bv hybrid    # with the shapes of its nodes, level by level
  feeler info shape:knot:100000 --bv all --json";
