//! The options for learning the probabilities of guided queries.

use super::number::whole;
use super::{NotationArgs, notation};
use clap::Args as Group;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct CalibrateArgs {
    /// Mesh A: a file, a part of one (gearbox.glb#Shaft) or a built-in shape (shape:knot:20000); without meshes it
    /// learns from the built-in corpus
    #[arg(value_name = "A", requires = "b")]
    pub(crate) a: Option<String>,

    /// Mesh B, likewise
    #[arg(value_name = "B")]
    pub(crate) b: Option<String>,

    /// Poses of B in A's frame to learn from, as for 'feeler batch' [default: six sets in equal parts, see below]
    #[arg(long, value_name = "FILE", requires = "a", conflicts_with_all = ["count", "seed"])]
    pub(crate) poses: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) notation: NotationArgs,

    /// How many poses to make where no file has them [default: 4000]
    #[arg(long, value_name = "N", requires = "a", value_parser = whole::<u32>(..))]
    pub(crate) count: Option<u32>,

    /// Where randomness starts [default: 1]
    #[arg(long, value_name = "N", requires = "a", value_parser = whole::<u64>(..))]
    pub(crate) seed: Option<u64>,

    /// Write the calibration to a file, which appears when all is done
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write what is said about it as JSON, with the calibration in it
    #[arg(long)]
    pub(crate) json: bool,
}

const EXAMPLES: &str = "\
Examples:
  feeler calibrate knot.obj ring.ply -o mine.calibration
  feeler calibrate knot.obj ring.ply --poses poses.csv -o mine.calibration
  feeler check knot.obj ring.ply --at 0,0,1.5 --deadline 100us --calibration mine.calibration
  feeler batch knot.obj ring.ply --poses others.csv --ask guided --budget 100us --calibration mine.calibration
  feeler calibrate    # a minute on two cores; it makes the calibration that ships

A probability is one of a population: of all queries that look the same after so many steps, this share
touches. It holds for meshes and poses like those that it was learned from. The calibration that ships is for
compact, long, flat and hollow things, at six sets of poses in equal parts: turned about z and moved along x;
turned and moved in any way; turned about one axis and moved along one; the last two also near the first contact;
and both of them with another mesh. If you ask about other poses, give some with --poses. All of it is for the
default tree: obb, arity 8. A calibration of an older feeler is refused: make it again.

Of your poses every fourth is kept for testing. What is said about them is the expected calibration error
after 8 to 512 steps: how far probabilities are from the shares that touch, in ten bins, in the mean
over all queries. Those already proved count, and are never off: the error of the open ones alone is this
divided by their share, and of that about 1/sqrt(n) is chance, for n of them. Then, for --eps 0.01, 0.05, 0.1 and 0.25, how many of
the answers 'probably free' touch, and how many of those 'probably touching' are free: a calibration is good if
neither is more than eps. There must be 100 poses or more, some of which touch and some do not.";

pub(super) fn examples() -> String {
    format!("{EXAMPLES}\n\n{}", notation::LAYOUTS)
}
