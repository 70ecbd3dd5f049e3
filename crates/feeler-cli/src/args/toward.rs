//! The options of first contacts.

use clap::Args as Group;

#[derive(Debug, Group)]
#[command(next_help_heading = "Options for first contacts")]
pub(crate) struct TowardArgs {
    /// Move B this way, and find where it first touches A
    #[arg(long, value_name = "X,Y,Z", conflicts_with_all = ["contacts", "distance", "within"], allow_hyphen_values = true, value_parser = direction)]
    pub(crate) toward: Option<[f64; 3]>,

    /// With --toward: no further than this many times X,Y,Z; 1 is to there, without it there is no end
    #[arg(long, value_name = "TIMES", requires = "toward", allow_negative_numbers = true, value_parser = super::near::not_negative)]
    until: Option<f64>,
}

impl TowardArgs {
    /// The end of the motion, as a multiple of the direction.
    pub(crate) fn until(&self) -> f64 {
        self.until.unwrap_or(f64::INFINITY)
    }
}

/// Parses a direction: a vector that is not zero.
fn direction(text: &str) -> Result<[f64; 3], String> {
    let direction = feeler_io::parse_translation(text).map_err(|error| error.to_string())?.origin();
    match direction == [0.0; 3] {
        true => Err("it leads nowhere".to_owned()),
        false => Ok(direction),
    }
}
