//! The options of depths.

use clap::Args as Group;
use feeler::Budget;
use feeler_field::Ways;
use feeler_research::parse_time;
use std::time::Duration;

/// The default of `--gap`.
const DEFAULT_GAP: f64 = 0.05;

/// The default of `--depth-budget`: what somebody waits for without being told why.
const DEFAULT_BUDGET: Duration = Duration::from_secs(2);

#[derive(Debug, Group)]
#[command(next_help_heading = "Options for depths")]
pub(crate) struct DepthArgs {
    /// For depths: the largest difference of the bounds, as a share of the upper one; 1 asks for no lower bound [default: 0.05]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, value_parser = share)]
    gap: Option<f64>,

    /// For depths: only places that B can reach from far away count, not pockets and cavities
    #[arg(long)]
    from_outside: bool,

    /// For depths: how long it may take; what is known by then is the answer [default: 2s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    depth_budget: Option<Duration>,
}

impl DepthArgs {
    pub(crate) fn gap(&self) -> f64 {
        self.gap.unwrap_or(DEFAULT_GAP)
    }

    pub(crate) fn ways(&self) -> Ways {
        if self.from_outside { Ways::FromOutside } else { Ways::Anywhere }
    }

    pub(crate) fn budget(&self) -> Budget {
        Budget { time: Some(self.depth_budget.unwrap_or(DEFAULT_BUDGET)), ..Budget::UNLIMITED }
    }

    /// The name of an option that was typed.
    pub(crate) fn typed(&self) -> Option<&'static str> {
        let options = [
            (self.gap.is_some(), "--gap"),
            (self.from_outside, "--from-outside"),
            (self.depth_budget.is_some(), "--depth-budget"),
        ];
        options.into_iter().find_map(|(is_typed, name)| is_typed.then_some(name))
    }
}

/// Parses a share from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        Ok(_) => Err("it has to be from 0 to 1".to_owned()),
        Err(_) => Err("it is not a number".to_owned()),
    }
}
