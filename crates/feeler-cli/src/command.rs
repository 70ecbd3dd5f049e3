//! The commands, one module for each.

mod batch;
mod bench;
mod cache;
mod calibrate;
mod check;
mod clash;
mod demo;
mod documents;
mod explain;
mod info;
mod offset;
mod research;
mod view;

use crate::args::{Args, Command};
use crate::interrupt::{self, Interrupted};
use crate::voice;
use anyhow::{Context, Result};
use feeler::{Budget, Distance, Instructions, Search, Verdict};
use feeler_field::{Depth, Proof, Related, Relation};

/// The end of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The command did its work.
    Done,
    /// The meshes do not touch.
    Apart,
    /// The meshes touch, or come as near as the question asked.
    Touching,
    /// The time limit or the allowed error leaves the answer open.
    Unknown,
    /// Ctrl-C ended the command early.
    Interrupted,
    /// The output was closed before its end, and no pose up to there touches.
    Unread,
}

impl From<Verdict> for Outcome {
    /// Only a proof gives an answer.
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Hit(_) => Self::Touching,
            Verdict::Free => Self::Apart,
            Verdict::Likely { .. } => Self::Unknown,
        }
    }
}

impl From<Related> for Outcome {
    /// An estimate that nothing touches leaves open whether one solid is inside of the other.
    fn from(related: Related) -> Self {
        match related.relation {
            Relation::Touching | Relation::Crossing => Self::Touching,
            _ if related.confidence < 1.0 => Self::Unknown,
            Relation::Apart => Self::Apart,
            _ => Self::Touching,
        }
    }
}

impl From<Depth> for Outcome {
    fn from(depth: Depth) -> Self {
        if depth.proof == Proof::Free { Self::Apart } else { Self::Touching }
    }
}

impl Outcome {
    /// The answer about touching, as far as the interval of a distance search tells.
    fn of_distance(distance: &Distance, search: &Search) -> Self {
        // A search without a limit that found nothing has proven that nothing is there, even with a
        // bound of zero.
        let found_none = distance.closest.is_none() && search.budget == Budget::UNLIMITED;
        match distance {
            _ if distance.upper() == 0.0 => Self::Touching,
            _ if distance.lower > 0.0 || found_none => Self::Apart,
            _ => Self::Unknown,
        }
    }
}

impl From<Outcome> for u8 {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done | Outcome::Apart => 0,
            Outcome::Touching => 1,
            Outcome::Unknown => 3,
            Outcome::Interrupted => interrupt::EXIT_CODE,
            // The code of a process that the signal for a broken pipe ended. Zero would say that
            // all poses are apart.
            Outcome::Unread => 128 + 13,
        }
    }
}

/// Runs the command that was typed.
pub(crate) fn run(args: Args) -> Result<Outcome> {
    if let Some(threads) = args.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global().with_context(|| format!("cannot start {threads} threads"))?;
    }
    // Queries use several threads only if the user asks for them, because threads disturb each
    // other's times.
    let threads = args.threads.map_or(1, |_| rayon::current_num_threads());
    let instructions = args.simd.unwrap_or_else(Instructions::best);
    let outcome = match args.command {
        Command::Demo(args) => demo::run(&args, instructions),
        Command::Check(args) => check::run(&args, instructions),
        Command::Batch(args) => batch::run(&args, instructions, threads),
        Command::Clash(args) => clash::run(&args),
        Command::View(args) => view::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Explain(args) => explain::run(&args, instructions),
        Command::Calibrate(args) => calibrate::run(&args),
        Command::Offset(args) => offset::run(&args),
        Command::Bench(args) => bench::run(args),
        Command::Research(args) => research::run(&args),
        Command::Cache(args) => cache::run(&args),
        Command::Completions(args) => documents::completions(&args),
        Command::Man(args) => documents::man(&args),
    };
    match outcome {
        Err(error) if error.is::<Interrupted>() => {
            voice::note(&error.to_string());
            Ok(Outcome::Interrupted)
        }
        outcome => outcome,
    }
}
