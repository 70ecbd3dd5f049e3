//! Budgets as they are typed: `100us`, `200steps`, or both.

use feeler::Budget;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A budget with its written form: a time, steps, or both.
///
/// ```
/// use feeler::Budget;
/// use feeler_research::Limit;
/// assert_eq!("200steps".parse(), Ok(Limit(Budget::steps(200))));
/// assert_eq!("0.1ms, 200 steps".parse::<Limit>().unwrap().to_string(), "100us,200steps");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit(pub Budget);

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut steps, mut limit) = (None, None);
        for part in text.split(',').map(str::trim) {
            let again = match part.strip_suffix("steps") {
                Some(count) => {
                    let count = count.trim_end().parse();
                    let count =
                        count.map_err(|_| "steps are a whole number: 200steps".to_owned())?;
                    steps.replace(count).is_some()
                }
                None => {
                    let time =
                        parse_time(part).map_err(|error| format!("{error}; or steps: 200steps"))?;
                    limit.replace(time).is_some()
                }
            };
            if again {
                return Err("one time and one number of steps at most".to_owned());
            }
        }
        Ok(Self(Budget { steps: steps.unwrap_or(u64::MAX), time: limit }))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Budget { steps, time } = self.0;
        let time = time.map(|time| match time.as_nanos() {
            nanos if nanos.is_multiple_of(1000) => format!("{}us", nanos / 1000),
            nanos => format!("{nanos}ns"),
        });
        let steps = (steps != u64::MAX).then(|| format!("{steps}steps"));
        f.write_str(&time.into_iter().chain(steps).collect::<Vec<_>>().join(","))
    }
}

/// Parses a time: a number with its unit.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(feeler_research::parse_time("0.25ms"), Ok(Duration::from_micros(250)));
/// ```
pub fn parse_time(text: &str) -> Result<Duration, String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let nanos = |text| parse_time(text).map(|time| time.as_nanos());
        let good = ["100ns", "1.5us", "2µs", "3μs", "0.25ms", "2 s", "0us"];
        let expected = [100, 1_500, 2_000, 3_000, 250_000, 2_000_000_000, 0];
        assert_eq!(good.map(nanos), expected.map(Ok));
        assert!(parse_time("100").unwrap_err().contains("needs its unit"));
        for bad in ["", "us", "100m", "1.2.3us", "-1us", "1e3us", "nanus", "99999999999999999999s"]
        {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn budgets_are_times_or_steps_or_both() {
        let budget = |text: &str| text.parse().map(|Limit(budget)| budget);
        assert_eq!(budget("100us"), Ok(Budget::micros(100)));
        assert_eq!(budget("200steps"), Ok(Budget::steps(200)));
        let both = Budget { steps: 200, ..Budget::micros(100) };
        assert_eq!([budget("100us,200steps"), budget("200 steps, 0.1ms")], [Ok(both), Ok(both)]);
        for bad in ["", "100", "100us,", "1us,2us", "1steps,2steps", "1.5steps", "-1steps"] {
            assert!(budget(bad).is_err(), "{bad}");
        }
        for text in ["100us", "7steps", "1500ns,9steps"] {
            assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
        }
    }
}
