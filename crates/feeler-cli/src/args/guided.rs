//! The options of guided queries.

use super::number::whole;
use crate::guide::{self, Guide};
use crate::question::Question;
use anyhow::{Result, bail};
use clap::{ArgGroup, Args as Group};
use feeler::{Budget, Calibration};
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
    #[arg(long, value_name = "TIME", conflicts_with_all = ["contacts", "distance", "within", "toward"], value_parser = time)]
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

/// Parses a time: a number with its unit.
fn time(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !matches!(c, '0'..='9' | '.' | '-' | '+'));
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    let second = match unit.trim_start() {
        "ns" => 1e-9,
        "us" | "µs" | "μs" => 1e-6, // the micro sign, and the Greek letter
        "ms" => 1e-3,
        "s" => 1.0,
        "" => return Err("a time needs its unit: ns, us, ms or s".to_owned()),
        _ => return Err("it is not a number with the unit ns, us, ms or s".to_owned()),
    };
    match number.parse::<f64>() {
        Ok(number) if number >= 0.0 => Duration::try_from_secs_f64(number * second)
            .map_err(|_| "it is too long a time".to_owned()),
        Ok(_) => Err("it is less than no time".to_owned()),
        Err(_) => Err("it is not a number with the unit ns, us, ms or s".to_owned()),
    }
}

/// Parses a budget: a time, steps, or both.
fn budget(text: &str) -> Result<Budget, String> {
    let (mut steps, mut limit) = (None, None);
    for part in text.split(',').map(str::trim) {
        let again = match part.strip_suffix("steps") {
            Some(count) => {
                let count = count.trim_end().parse();
                let count = count.map_err(|_| "steps are a whole number: 200steps".to_owned())?;
                steps.replace(count).is_some()
            }
            None => {
                let time = time(part).map_err(|error| format!("{error}; or steps: 200steps"))?;
                limit.replace(time).is_some()
            }
        };
        if again {
            return Err("one time and one number of steps at most".to_owned());
        }
    }
    Ok(Budget { steps: steps.unwrap_or(u64::MAX), time: limit })
}

/// Parses a probability of a wrong answer. With one half or more every answer would be good enough.
fn eps(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(eps) if (0.0..=0.5).contains(&eps) => Ok(eps),
        Ok(_) => Err("it has to be from 0 to 0.5".to_owned()),
        Err(_) => Err("it is not a number".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let nanos = |text| time(text).map(|time| time.as_nanos());
        let good = ["100ns", "1.5us", "2µs", "3μs", "0.25ms", "2 s", "0us"];
        let expected = [100, 1_500, 2_000, 3_000, 250_000, 2_000_000_000, 0];
        assert_eq!(good.map(nanos), expected.map(Ok));
        assert!(time("100").unwrap_err().contains("needs its unit"));
        for bad in ["", "us", "100m", "1.2.3us", "-1us", "1e3us", "nanus", "99999999999999999999s"]
        {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn budgets_are_times_or_steps_or_both() {
        assert_eq!(budget("100us"), Ok(Budget::micros(100)));
        assert_eq!(budget("200steps"), Ok(Budget::steps(200)));
        let both = Budget { steps: 200, ..Budget::micros(100) };
        assert_eq!([budget("100us,200steps"), budget("200 steps, 0.1ms")], [Ok(both), Ok(both)]);
        for bad in ["", "100", "100us,", "1us,2us", "1steps,2steps", "1.5steps", "-1steps"] {
            assert!(budget(bad).is_err(), "{bad}");
        }
    }
}
