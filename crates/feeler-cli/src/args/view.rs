//! The options of the viewer, and of pictures beside an answer.

use super::{NotationArgs, PlaceArgs};
use clap::Args as Group;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct ViewArgs {
    /// Meshes, or assemblies with all their parts: files, parts of them (gearbox.glb#Shaft) or built-in shapes (shape:knot:20000); the knot and the ring without any
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,

    /// Poses of the second mesh in the frame of the first, to be played: a row of numbers each, as for 'feeler batch'. With a first column 'part', poses of these parts where they are, as for a robot
    #[arg(long, value_name = "FILE")]
    pub(crate) poses: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) notation: NotationArgs,

    /// Show a scene of the benchmark and play its poses: a name ('feeler bench list') or a file (*.toml)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["files", "poses", "at", "rotate", "quat", "pose"])]
    pub(crate) scene: Option<String>,

    /// Write a page that shows the same, as one file that needs no server, and end
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// Only print the address, and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,

    #[command(flatten)]
    pub(crate) place: PlaceArgs,
}

#[derive(Debug, Group)]
#[command(next_help_heading = "A picture beside the answer")]
pub(crate) struct PictureArgs {
    /// Write a page that shows both meshes and the answer, as one file that needs no server
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// Write the same as an image, for which a Chromium browser must be installed
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
}

impl PictureArgs {
    pub(crate) fn is_wanted(&self) -> bool {
        self.html.is_some() || self.png.is_some()
    }
}

pub(super) const EXAMPLES: &str = "\
Examples:
  feeler view
  feeler view knot.obj ring.ply
  feeler view shape:knot shape:ring --at 0,0,1.5
  feeler view gearbox.glb
  feeler view robot.glb#Arm cell.glb --poses path.csv
  feeler view arm.stl hand.stl cell.glb --poses robot.csv
  feeler view --scene sweep-gear
  feeler view gearbox.glb --html gearbox.html
  feeler view scan.ply part.stl --no-open

The viewer is a page in your browser and a server for it on this machine only, at an address with a secret in it. Nothing
leaves the machine, no other page can reach the server, and only the meshes that were named can be read. Ctrl-C ends it.

--at, --rotate, --quat and --pose place the second mesh, and want exactly two.";
