//! The options of the experiments with the published methods.

use super::number::whole;
use super::{MeshArgs, NotationArgs, TreeArgs, notation};
use anyhow::{Result, anyhow};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as Group, Subcommand};
use feeler::Volume;
use feeler_research::adb::{Domain, Few, InCell, Overlap, Pretest, Regions, Sizes, Table};
use feeler_research::{Counting, Limit, Mode, Published, Setting, Traversal};
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct ResearchArgs {
    #[command(subcommand)]
    pub(crate) command: ResearchCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ResearchCommand {
    /// Ask average-distribution trees as published (Klein and Zachmann, 2003) beside exact queries
    #[command(after_help = adb_examples())]
    Adb(Box<AdbArgs>),
    /// Compute the published table of probabilities, write it to a file, or check a file
    #[command(after_help = TABLES_EXAMPLES)]
    Tables(TablesArgs),
}

#[derive(Debug, Group)]
pub(crate) struct AdbArgs {
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,

    /// Poses of B in A's frame, as for 'feeler batch' [default: the sweep of the papers, with both meshes scaled to a box of side 2]
    #[arg(long, value_name = "FILE")]
    pub(crate) poses: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) notation: NotationArgs,

    /// In the sweep, the poses at each of its 18 distances [default: 12]
    #[arg(long, value_name = "N", conflicts_with = "poses", value_parser = whole(1..=10_000_u16))]
    pub(crate) turns: Option<u16>,

    /// The volume of the trees
    #[arg(long, value_name = "NAME", default_value = "aabb")]
    bv: Volume,

    #[command(flatten)]
    tree: TreeArgs,

    #[command(flatten)]
    method: MethodArgs,

    /// With '--table full': the table from this file of 'feeler research tables'
    #[arg(long, value_name = "FILE")]
    pub(crate) table_file: Option<PathBuf>,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The options of the published method, one for each field of [`Published`].
#[derive(Debug, Group)]
#[command(next_help_heading = "Options of the published method")]
struct MethodArgs {
    /// The share of a cell's largest section that must be full for the cell to count, 0 to 1
    #[arg(long, value_name = "T", default_value = "0.02", allow_negative_numbers = true)]
    tau: f64,

    /// The smallest probability with which two nodes count as colliding, 0 to 1
    #[arg(long, value_name = "P", default_value = "0.9", allow_negative_numbers = true)]
    p_min: f64,

    /// The number of colliding pairs of nodes with which the meshes count as colliding
    #[arg(long, value_name = "K", default_value = "10", value_parser = whole(1..=1_000_000_usize))]
    k_min: usize,

    /// How cells are counted: by the nodes below, or by clipping
    #[arg(long, value_name = "HOW", default_value = "approximate", value_parser = countings())]
    count: Counting,

    /// What works, or what the papers print; the options after it change it one by one
    #[arg(long, value_name = "VARIANT", default_value = "pretested", value_parser = traversals())]
    traversal: Traversal,

    /// The number of cells along each side of a node
    #[arg(long, value_name = "N", default_value = "8", value_parser = whole(1..=16_usize))]
    cells: usize,

    /// The regions of a node that are counted separately: whole, grid:N or sectors
    #[arg(long, value_name = "REGIONS", default_value = "whole")]
    regions: Regions,

    /// The part of a node that is divided into cells: box, or dop, which takes trees of DOPs as what they are
    #[arg(long, value_name = "PART", default_value = "box")]
    domain: Domain,

    /// Where probabilities come from: a small table, the full one, a closed form, or directly from equation 6
    #[arg(long, value_name = "TABLE", default_value = "small", value_parser = tables())]
    table: Table,

    /// The volume that two boxes share: aligned, aligned:RATIO, spheres, three-slabs, slab-product or exact
    #[arg(long, value_name = "NAME")]
    estimate: Option<Overlap>,

    /// Nodes of different sizes: descend, descend:RATIO, flat or equal
    #[arg(long, value_name = "NAME")]
    sizes: Option<Sizes>,

    /// Whether volumes must overlap first: none or volumes
    #[arg(long, value_name = "NAME")]
    pretest: Option<Pretest>,

    /// Less than half a cell: prune or keep
    #[arg(long, value_name = "NAME", default_value = "prune")]
    few: Few,

    /// The probability of a collision in a cell: depth, or flatness, which is not published
    #[arg(long, value_name = "BY", default_value = "depth")]
    in_cell: InCell,

    /// When a query ends unfinished, a time or steps or both: 100us, 200steps, 100us,200steps
    #[arg(long, value_name = "BUDGET")]
    budget: Option<Limit>,
}

#[derive(Debug, Group)]
pub(crate) struct TablesArgs {
    /// Write the table to a file
    #[arg(short, long, value_name = "FILE", conflicts_with = "check")]
    pub(crate) output: Option<PathBuf>,

    /// Read a file and compare it with the table as it is computed here: exit code 2 if it differs
    #[arg(long, value_name = "FILE")]
    pub(crate) check: Option<PathBuf>,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl AdbArgs {
    /// The setting that the options describe.
    pub(crate) fn setting(&self) -> Result<Setting> {
        let published = self.method.published();
        published.check().map_err(|error| anyhow!(error))?;
        let setting = Setting { bv: self.bv, mode: Mode::Adb(published), ..Setting::default() };
        Ok(self.tree.over(setting))
    }

    /// The published method that the options describe.
    pub(crate) fn published(&self) -> Published {
        self.method.published()
    }
}

impl MethodArgs {
    fn published(&self) -> Published {
        Published {
            tau: self.tau,
            p_min: self.p_min,
            k_min: self.k_min,
            count: self.count,
            traversal: self.traversal,
            cells: self.cells,
            regions: self.regions,
            domain: self.domain,
            table: self.table,
            estimate: self.estimate,
            sizes: self.sizes,
            pretest: self.pretest,
            few: self.few,
            in_cell: self.in_cell,
            budget: self.budget.unwrap_or_default(),
        }
    }
}

fn countings() -> impl TypedValueParser<Value = Counting> {
    PossibleValuesParser::new(["approximate", "exact"]).map(|name| match name.as_str() {
        "exact" => Counting::Exact,
        _ => Counting::Approximate,
    })
}

fn traversals() -> impl TypedValueParser<Value = Traversal> {
    PossibleValuesParser::new(["pretested", "printed"]).map(|name| match name.as_str() {
        "printed" => Traversal::Printed,
        _ => Traversal::Pretested,
    })
}

fn tables() -> impl TypedValueParser<Value = Table> {
    PossibleValuesParser::new(Table::ALL.map(Table::name)).map(|name| {
        let named = Table::ALL.into_iter().find(|table| table.name() == name);
        named.expect("the possible values are the names of tables")
    })
}

pub(super) const EXAMPLES: &str = "\
Examples:
  feeler research adb shape:knot:20000 shape:knot:20000 --arity 2 --build median
  feeler research tables -o bins.table";

const ADB_EXAMPLES: &str = "\
Examples:
  feeler research adb shape:knot:20000 shape:knot:20000 --arity 2 --build median
  feeler research adb shape:gear shape:gear --arity 2 --build boxtree --traversal printed --tau 1 --p-min 0.99
  feeler research adb knot.obj ring.ply --poses poses.csv --bv dop18 --regions sectors --cells 6
  feeler research adb shape:knot shape:ring --table full --table-file bins.table --budget 200steps --json

The published method guesses: its answers are compared with the exact ones, and the times with those of
feeler's default and of a 24-DOP tree of arity 2 with SSE2, the rival of the papers. A query that its budget
ends answers 'no collision'. docs/benchmark.md explains the options, which a scene has as well.";

fn adb_examples() -> String {
    format!("{ADB_EXAMPLES}\n\n{}", notation::LAYOUTS)
}

const TABLES_EXAMPLES: &str = "\
Examples:
  feeler research tables
  feeler research tables -o bins.table
  feeler research tables --check bins.table

The table has the probability of at least x collision cells, for x from 1 to 10 and up to 512 cells.";
