//! The format of numbers and names in texts.

use std::time::Duration;

/// A count with its digits in groups of three: `1 912`.
pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A mean count or a time without a fraction, written like a count. It may be negative.
pub(crate) fn rounded(x: f64) -> String {
    let sign = if x <= -0.5 { "-" } else { "" };
    format!("{sign}{}", count(x.abs().round() as u64))
}

/// A count and a noun: `1 contact`, `12 contacts`.
pub(crate) fn counted(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" })
}

/// A time with three digits: `31.4 µs`.
pub(crate) fn time(time: Duration) -> String {
    let ns = time.as_nanos() as f64;
    let (unit, name) = match ns {
        ns if ns < 999.5 => return format!("{ns} ns"),
        ns if ns < 999.5e3 => (1e3, "µs"),
        ns if ns < 999.5e6 => (1e6, "ms"),
        _ => (1e9, "s"),
    };
    let value = ns / unit;
    let digits = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
    format!("{value:.digits$} {name}")
}

/// A coordinate with up to six digits. JSON has all digits.
pub(crate) fn coordinate(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        1e-4..1e6 => {
            let digits = (5 - x.abs().log10().floor() as i32).max(0) as usize;
            let text = format!("{x:.digits$}");
            match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
                false => text,
            }
        }
        _ => format!("{x:.5e}"),
    }
}

/// A probability with three digits. It is never written as one or zero, because these mean
/// certainty.
pub(crate) fn probability(p: f64) -> String {
    match p {
        p if p < 0.001 => "below 0.001".to_owned(),
        p if p > 0.999 => "above 0.999".to_owned(),
        p => format!("{p:.3}"),
    }
}

/// A point: `(0, 1.5, -2)`.
pub(crate) fn point(p: [f64; 3]) -> String {
    format!("({})", p.map(coordinate).join(", "))
}

/// A text from a file or the command line. Characters that would control a terminal are written as
/// escapes: `\u{1b}`.
pub(crate) fn printable(text: &str) -> String {
    let steers = |c: char| {
        // The escapes also cover marks that change the direction of writing, and line separators.
        let mark = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        c.is_control() || mark
    };
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        match steers(c) {
            true => printable.extend(c.escape_debug()),
            false => printable.push(c),
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        let all = [0, 999, 1_000, 1_912, 20_000, 1_234_567].map(count);
        assert_eq!(all, ["0", "999", "1 000", "1 912", "20 000", "1 234 567"]);
        let rounded = [0.4, -0.4, 999.6, -1234.5, 20_000.0].map(rounded);
        assert_eq!(rounded, ["0", "0", "1 000", "-1 235", "20 000"]);
        assert_eq!(
            [0, 1, 2].map(|n| counted(n, "contact")),
            ["0 contacts", "1 contact", "2 contacts"]
        );
    }

    #[test]
    fn times_have_three_digits() {
        let all = [0, 999, 1_000, 31_400, 999_499, 999_500, 123_456_789, 2_500_000_000];
        let expected =
            ["0 ns", "999 ns", "1.00 µs", "31.4 µs", "999 µs", "1.00 ms", "123 ms", "2.50 s"];
        assert_eq!(all.map(|ns| time(Duration::from_nanos(ns))), expected);
    }

    #[test]
    fn nothing_steers_a_terminal() {
        assert_eq!(printable("Zahnrad 'ä' \\ 齒輪"), "Zahnrad 'ä' \\ 齒輪");
        assert_eq!(printable("\u{1b}[2J\n\u{7f}\u{9b}"), "\\u{1b}[2J\\n\\u{7f}\\u{9b}");
        assert_eq!(printable("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
    }

    #[test]
    fn probabilities_are_not_certain() {
        let expected = ["below 0.001", "0.001", "0.973", "0.999", "above 0.999"];
        assert_eq!([0.0, 0.001, 0.97349, 0.999, 1.0 - 1e-9].map(probability), expected);
    }

    #[test]
    fn coordinates_are_short() {
        let all = [0.0, -0.0, 1.0, -2.5, 100.0, 1.0 / 3.0, 123456.7, 1e-7, -2.5e30, 9.9999999];
        let expected =
            ["0", "0", "1", "-2.5", "100", "0.333333", "123457", "1.00000e-7", "-2.50000e30", "10"];
        assert_eq!(all.map(coordinate), expected);
    }
}
