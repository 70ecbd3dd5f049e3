//! The format of numbers and texts in plots and reports.

use std::fmt;

/// A text from a file. Characters with a meaning in HTML or in an attribute are escaped, and
/// characters that XML forbids are left out.
pub(crate) struct Text<'a>(pub(crate) &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => f.write_str(" ")?,
                control if control.is_control() => f.write_str("\u{fffd}")?,
                other => write!(f, "{other}")?,
            }
        }
        Ok(())
    }
}

/// The unit of the numbers on an axis or in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Nanoseconds.
    Time,
    /// A number without a unit.
    Plain,
    /// A share from zero to one.
    Share,
}

impl Unit {
    /// The number with up to three digits, without zeros at the end.
    pub(crate) fn show(self, value: f64) -> String {
        match self {
            Unit::Time => {
                let (value, unit) = suited(value);
                format!("{}\u{a0}{unit}", plain(value))
            }
            Unit::Plain => match value.abs() {
                size if (1e4..1e6).contains(&size) => format!("{}\u{a0}k", plain(value / 1e3)),
                size if (1e6..1e9).contains(&size) => format!("{}\u{a0}M", plain(value / 1e6)),
                size if size >= 1e9 => power(value),
                _ => plain(value),
            },
            Unit::Share => share(value),
        }
    }
}

/// A time from nanoseconds, in a suitable unit. It always has three digits, because times stand
/// below each other.
pub(crate) fn time(ns: f64) -> String {
    let (value, unit) = suited(ns);
    let digits = match value {
        0.0 => 0,
        // The limits are those of the rounded values.
        _ if value < 9.995 => 2,
        _ if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$}\u{a0}{unit}")
}

fn suited(ns: f64) -> (f64, &'static str) {
    match ns {
        _ if ns < 999.5 => (ns, "ns"),
        _ if ns < 999.5e3 => (ns / 1e3, "µs"),
        _ if ns < 999.5e6 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    }
}

/// A number with three digits, or with all digits of a whole number.
pub(crate) fn plain(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        "0".to_owned()
    } else if (1e-3..1e15).contains(&size) {
        let digits = (2 - size.log10().floor() as i32).clamp(0, 6) as usize;
        let text = format!("{value:.digits$}");
        let text = if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.')
        } else {
            &text
        };
        grouped(text)
    } else {
        power(value)
    }
}

/// A number with a power of ten.
fn power(value: f64) -> String {
    let exponent = value.abs().log10().floor() as i32;
    let factor = value / 10f64.powi(exponent);
    // For the smallest numbers the power underflows to zero.
    let factor = if factor.is_finite() { factor } else { value.signum() };
    let power = format!("10{}", raised(exponent));
    match plain(factor).as_str() {
        "1" => power,
        "−1" => format!("−{power}"),
        factor => format!("{factor}·{power}"),
    }
}

/// A share in percent.
pub(crate) fn share(value: f64) -> String {
    format!("{}\u{a0}%", plain(value * 100.0))
}

/// A factor: how many times as much.
pub(crate) fn ratio(value: f64) -> String {
    match value {
        _ if value >= 9.95 => format!("{value:.0}×"),
        _ => format!("{value:.1}×"),
    }
}

/// The exponent of a power law.
pub(crate) fn exponent(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}

/// A number with its digits in groups of three, and with a proper minus sign.
fn grouped(text: &str) -> String {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("−", rest),
        None => ("", text),
    };
    let (whole, part) = rest.split_once('.').map_or((rest, None), |(w, p)| (w, Some(p)));
    let mut out = sign.to_owned();
    for (i, digit) in whole.chars().enumerate() {
        if whole.len() > 4 && i > 0 && (whole.len() - i) % 3 == 0 {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    if let Some(part) = part {
        out.push('.');
        out.push_str(part);
    }
    out
}

/// An exponent in small raised digits.
fn raised(exponent: i32) -> String {
    let digit = |letter| match letter {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' => '⁰',
        _ => char::from_u32('⁰' as u32 + (letter as u32 - '0' as u32)).unwrap_or(letter),
    };
    exponent.to_string().chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (1.2345, "1.23"),
            (-0.25, "−0.25"),
            (123.456, "123"),
            (1234.0, "1234"),
            (20_480.0, "20\u{202f}480"),
            (0.001, "0.001"),
            (1e-5, "10⁻⁵"),
            (2.5e-7, "2.5·10⁻⁷"),
            (-1e20, "−10²⁰"),
        ] {
            assert_eq!(plain(value), text);
        }
        assert_eq!(time(1200.0), "1.20\u{a0}µs");
        assert_eq!(Unit::Time.show(1200.0), "1.2\u{a0}µs");
        assert_eq!(Unit::Plain.show(204_800.0), "205\u{a0}k");
        assert_eq!(Unit::Plain.show(2e8), "200\u{a0}M");
        assert_eq!(Unit::Plain.show(-3e10), "−3·10¹⁰");
        assert_eq!(time(9_996.0), "10.0\u{a0}µs");
        assert_eq!(time(999_700.0), "1.00\u{a0}ms");
        assert_eq!(time(0.0), "0\u{a0}ns");
        assert_eq!(share(0.125), "12.5\u{a0}%");
        assert_eq!((ratio(1.04), ratio(12.3)), ("1.0×".to_owned(), "12×".to_owned()));
    }

    #[test]
    fn extremes_have_a_text_too() {
        for value in [5e-324, f64::MIN_POSITIVE, f64::MAX, f64::MIN, -5e-324, 1e15, 999.999_999] {
            let text = plain(value);
            assert!(!text.contains("inf") && !text.contains("NaN") && text.len() < 24, "{text}");
        }
    }

    #[test]
    fn nothing_of_a_text_is_markup() {
        let text = Text("<b a=\"1\" b='2'>&\u{0}\n").to_string();
        assert_eq!(text, "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;\u{fffd} ");
    }
}
