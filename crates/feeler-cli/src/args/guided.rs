//! The options of guided queries.

use super::number::whole;
use crate::guide::{self, Guide};
use crate::question::Question;
use anyhow::{Result, bail};
use clap::{ArgGroup, Args as Group};
use feeler::{Budget, Calibration};
use feeler_research::{Limit, parse_time};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The default of `--eps`. A caller that gives a budget wants it to be used, so by default only a
/// proof ends the search.
const DEFAULT_EPS: f64 = 0.0;

#[derive(Debug, Group)]
#[command(next_help_heading = "Options for guided queries")]
#[command(group(ArgGroup::new("limits").args(["deadline", "steps"]).multiple(true)))]
pub(crate) struct GuidedArgs {
    /// Answer in this time, by a proof or a probability: 100us, 2ms, …
    #[arg(long, value_name = "TIME", conflicts_with_all = ["contacts", "distance", "within", "toward"], value_parser = parse_time)]
    deadline: Option<Duration>,

    /// Answer after so many pairs of nodes, likewise; the same on every machine
    #[arg(long, value_name = "N", conflicts_with_all = ["contacts", "distance", "within", "toward"], value_parser = whole::<u64>(..))]
    steps: Option<u64>,

    /// With --deadline or --steps: end sooner, when the likelier answer is wrong with no more than this probability [default: 0, which only a proof is]
    #[arg(long, value_name = "P", requires = "limits", allow_negative_numbers = true, value_parser = eps)]
    eps: Option<f64>,

    /// With --deadline or --steps: probabilities by this file of 'feeler calibrate'
    #[arg(long, value_name = "FILE", requires = "limits")]
    calibration: Option<PathBuf>,
}

impl GuidedArgs {
    /// The guide of the query, or `None` if the query is not guided.
    pub(crate) fn guide(&self) -> Option<Guide> {
        let Self { deadline, steps, eps, .. } = *self;
        let budget = Budget { time: deadline, steps: steps.unwrap_or(u64::MAX) };
        (deadline.is_some() || steps.is_some())
            .then(|| Guide { budget, eps: eps.unwrap_or(DEFAULT_EPS) })
    }

    /// The calibration that gives the probabilities.
    pub(crate) fn calibration(&self) -> Result<Calibration> {
        guide::calibration(self.calibration.as_deref())
    }
}

/// The options of guided queries at many poses, and the budget of distances.
#[derive(Debug, Group)]
pub(crate) struct GuidedBatchArgs {
    /// With '--ask guided' or '--ask distance': what a pose may take, a time or steps or both: 100us, 200steps, 100us,200steps
    #[arg(long, value_name = "BUDGET", required_if_eq("ask", "guided"), value_parser = budget)]
    budget: Option<Budget>,

    /// With '--ask guided': end sooner, when the likelier answer is wrong with no more than this probability [default: 0, which only a proof is]
    #[arg(long, value_name = "P", allow_negative_numbers = true, value_parser = eps)]
    eps: Option<f64>,

    /// With '--ask guided': probabilities by this file of 'feeler calibrate'
    #[arg(long, value_name = "FILE")]
    calibration: Option<PathBuf>,
}

impl GuidedBatchArgs {
    /// The guide of the queries, or `None` without a budget.
    pub(crate) fn guide(&self) -> Option<Guide> {
        self.budget.map(|budget| Guide { budget, eps: self.eps.unwrap_or(DEFAULT_EPS) })
    }

    /// The budget for each pose, or `None` without a limit.
    pub(crate) fn budget(&self) -> Option<Budget> {
        self.budget
    }

    /// Refuses an option that makes no sense for a question.
    pub(crate) fn check(&self, question: Question) -> Result<()> {
        let guided = question == Question::Guided;
        if self.budget.is_some() && !guided && question != Question::Distance {
            bail!("--budget belongs to '--ask guided' or '--ask distance'");
        }
        if self.eps.is_some() && !guided {
            bail!("--eps belongs to '--ask guided'");
        }
        if self.calibration.is_some() && !guided {
            bail!("--calibration belongs to '--ask guided'");
        }
        Ok(())
    }

    /// The file that is read, if there is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.calibration.as_deref()
    }

    /// The calibration that gives the probabilities.
    pub(crate) fn calibration(&self) -> Result<Calibration> {
        guide::calibration(self.calibration.as_deref())
    }
}

/// Parses a budget: a time, steps, or both.
fn budget(text: &str) -> Result<Budget, String> {
    text.parse().map(|Limit(budget)| budget)
}

/// Parses a probability of a wrong answer. With one half or more every answer would be good enough.
fn eps(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(eps) if (0.0..=0.5).contains(&eps) => Ok(eps),
        Ok(_) => Err("it has to be from 0 to 0.5".to_owned()),
        Err(_) => Err("it is not a number".to_owned()),
    }
}
