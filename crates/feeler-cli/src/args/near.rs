//! The options of distances.

use super::number::whole;
use clap::Args as Group;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use feeler::{Budget, Search, Ties};

#[derive(Debug, Group)]
#[command(next_help_heading = "Options for distances")]
pub(crate) struct NearArgs {
    /// Find the distance, and where they are nearest
    #[arg(long, conflicts_with_all = ["contacts", "within"])]
    pub(crate) distance: bool,

    /// With --distance: nothing further away than this matters
    #[arg(long, value_name = "D", requires = "distance", allow_negative_numbers = true, value_parser = not_negative)]
    beyond: Option<f64>,

    /// With --distance: it may be off by this share of itself
    #[arg(long, value_name = "SHARE", requires = "distance", allow_negative_numbers = true, value_parser = not_negative)]
    relative_error: Option<f64>,

    /// With --distance: it may be off by this much
    #[arg(long, value_name = "D", requires = "distance", allow_negative_numbers = true, value_parser = not_negative)]
    absolute_error: Option<f64>,

    /// With --distance: how long it may take; what is known by then is an interval
    #[arg(long, value_name = "MICROSECONDS", requires = "distance", value_parser = whole::<u64>(..))]
    budget: Option<u64>,

    /// With --distance: which of several pairs of triangles equally near is named; any is found sooner [default: first]
    #[arg(long, value_name = "WHICH", requires = "distance", value_parser = ties())]
    ties: Option<Ties>,

    /// Ask whether anything is within this distance
    #[arg(long, value_name = "D", conflicts_with = "contacts", allow_negative_numbers = true, value_parser = not_negative)]
    pub(crate) within: Option<f64>,

    /// With --within: find all pairs of triangles that are, and list them or the first N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, requires = "within", conflicts_with = "distance", value_parser = whole::<usize>(..))]
    pub(crate) all: Option<Option<usize>>,
}

impl NearArgs {
    /// The search that the options describe.
    pub(crate) fn search(&self) -> Search {
        let default = Search::default();
        Search {
            absolute_error: self.absolute_error.unwrap_or(default.absolute_error),
            relative_error: self.relative_error.unwrap_or(default.relative_error),
            beyond: self.beyond.unwrap_or(default.beyond),
            budget: self.budget.map_or(default.budget, Budget::micros),
            ties: self.ties.unwrap_or(default.ties),
            ..default
        }
    }
}

/// The parser of `--ties`: which of several equally near pairs is the answer.
pub(super) fn ties() -> impl TypedValueParser<Value = Ties> {
    PossibleValuesParser::new(["first", "any"])
        .map(|name| if name == "any" { Ties::Any } else { Ties::First })
}

/// Parses a number that can be a distance.
pub(super) fn not_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
        Ok(_) => Err("it has to be finite and not negative".to_owned()),
        Err(_) => Err("it is not a number".to_owned()),
    }
}
