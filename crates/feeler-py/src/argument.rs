//! Numbers as arguments: what makes no sense is refused, with the words of the command line.

use crate::error;
use pyo3::prelude::*;

/// A length, which is not negative.
pub(crate) fn length(number: f64, name: &str) -> PyResult<f64> {
    match number.is_finite() && number >= 0.0 {
        true => Ok(number),
        false => {
            Err(error::value(format!("{name} has to be finite and not negative, not {number}")))
        }
    }
}

/// A number from 0 to another.
pub(crate) fn share(number: f64, most: f64, name: &str) -> PyResult<f64> {
    match (0.0..=most).contains(&number) {
        true => Ok(number),
        false => Err(error::value(format!("{name} has to be from 0 to {most}, not {number}"))),
    }
}

/// The probability of a wrong answer that is allowed: more than a half would be no answer.
pub(crate) fn eps(number: f64) -> PyResult<f64> {
    share(number, 0.5, "eps")
}

/// A number of things.
pub(crate) fn count<T: TryFrom<i64>>(number: i64, least: i64, name: &str) -> PyResult<T> {
    T::try_from(number)
        .ok()
        .filter(|_| number >= least)
        .ok_or_else(|| error::value(format!("{name} has to be at least {least}, not {number}")))
}
