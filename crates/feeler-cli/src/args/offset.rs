//! The options of offset surfaces.

use super::StreamArgs;
use super::number::whole;
use clap::Args as Group;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct OffsetArgs {
    /// The mesh: a file, a part of one (gearbox.glb#Shaft) or a built-in shape (shape:knot:20000)
    #[arg(value_name = "MESH")]
    pub(crate) mesh: String,

    #[command(flatten)]
    pub(crate) stream: StreamArgs,

    /// How far from the mesh, inwards if negative; several times for several surfaces
    #[arg(long, value_name = "D", required = true, allow_negative_numbers = true, value_parser = finite)]
    pub(crate) by: Vec<f64>,

    /// D is in percent of the largest possible penetration: -100 is the deepest point inside
    #[arg(long)]
    pub(crate) percent: bool,

    /// Cells of the grid along the longest side of the mesh [default: 128]
    #[arg(long, value_name = "N", conflicts_with = "error", value_parser = whole(1..=4096_u32))]
    pub(crate) resolution: Option<u32>,

    /// Make the grid so fine that no measured error of the surface is larger
    #[arg(long, value_name = "E", allow_negative_numbers = true, value_parser = positive)]
    pub(crate) error: Option<f64>,

    /// Move the vertices to the exact distance
    #[arg(long)]
    pub(crate) polish: bool,

    /// How many points of each surface are measured for its error, beside the vertices
    #[arg(long, value_name = "N", default_value = "20000", value_parser = whole::<u32>(..))]
    pub(crate) samples: u32,

    /// Where to write: a .ply, .obj or .glb file; for several surfaces FILE-1, FILE-2, …
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn finite(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if f64::is_finite(number) => Ok(number),
        _ => Err("it must be a finite number".to_owned()),
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match finite(text) {
        Ok(number) if number > 0.0 => Ok(number),
        _ => Err("it must be a finite number above 0".to_owned()),
    }
}

pub(super) const EXAMPLES: &str = "\
Examples:
  feeler offset shape:ring --by 0.05 -o outer.ply
  feeler offset shape:ring --by -10 --by -50 --by 10 --percent -o ring.obj
  feeler offset gearbox.glb#Shaft --by 0.2 --error 0.01 --polish -o shaft.glb
  feeler offset shape:knot --by -0.05 --resolution 200 -o knot.ply --json

Any mesh will do: closed or open, overlapping itself, inside out. Inside is where its generalised winding
number is above one half; where the mesh is open, so are its offset surfaces.
The error is the true one: the exact distance of points on the surface from the mesh, less D. Levels go from
the largest possible penetration, which is printed, to any distance outwards.";
