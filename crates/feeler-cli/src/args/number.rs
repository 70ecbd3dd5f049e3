//! The parser of whole numbers, with errors that say which numbers are allowed.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// A parser of whole numbers in a range.
pub(super) fn whole<T: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<T> + Clone,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(match (range.start_bound(), range.end_bound()) {
            (Bound::Included(from), Bound::Included(to)) => {
                format!("it has to be a whole number from {from} to {to}")
            }
            (Bound::Included(from), _) => format!("it has to be a whole number, {from} or more"),
            _ => "it has to be a whole number".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_wanted() {
        assert_eq!(
            [whole(0..=9_u8)("0"), whole(0..=9)("9"), whole(1..)("7")],
            [Ok(0), Ok(9), Ok(7)]
        );
        for bad in ["x", "-1", "10", "1.5", ""] {
            let wanted = "it has to be a whole number from 0 to 9";
            assert_eq!(whole(0..=9_u8)(bad), Err(wanted.to_owned()), "{bad}");
        }
        assert_eq!(whole(1_u32..)("0"), Err("it has to be a whole number, 1 or more".to_owned()));
        assert_eq!(whole::<u64>(..)("x"), Err("it has to be a whole number".to_owned()));
    }
}
