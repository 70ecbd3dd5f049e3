//! The file of a calibration: a header, and a line for each number.

use super::{Calibration, WEIGHTS};
use std::fmt;
use std::str::FromStr;

/// The first word of a calibration file. The version of the format follows.
const HEADER: &str = "feeler-calibration";

/// The version of the format. Version 1 had one set of ten weights for both sides.
const VERSION: u32 = 2;

/// The names of the terms, in the order of the weights.
const TERMS: [&str; WEIGHTS] =
    ["1", "l", "r", "c", "u", "lu", "lc", "cu", "uu", "cc", "v", "vu", "vl", "a", "au", "al"];

impl Calibration {
    /// All numbers with their names, in the order of the file.
    fn numbers(&mut self) -> impl Iterator<Item = (String, &mut f32)> {
        let Self { free, touching, caution: [of_free, of_touching], unseen } = self;
        let side = |name: &'static str| TERMS.iter().map(move |term| format!("{name}.{term}"));
        let sides = side("free").zip(free).chain(side("touching").zip(touching));
        let others =
            [("free.caution", of_free), ("touching.caution", of_touching), ("unseen", unseen)];
        sides.chain(others.into_iter().map(|(name, number)| (name.to_owned(), number)))
    }
}

impl fmt::Display for Calibration {
    /// Writes a header, and a line for each number with its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER} {VERSION}")?;
        for (name, number) in Self::numbers(&mut { *self }) {
            writeln!(f, "{name} {number}")?;
        }
        Ok(())
    }
}

impl FromStr for Calibration {
    type Err = CalibrationError;

    fn from_str(text: &str) -> Result<Self, CalibrationError> {
        let mut lines =
            text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#'));
        let error = |line: usize, reason: String| CalibrationError { line: line + 1, reason };
        let (at, header) = lines.next().unwrap_or_default();
        let version =
            header.trim().strip_prefix(HEADER).map(|version| version.trim().parse::<u32>());
        match version {
            Some(Ok(VERSION)) => {}
            Some(Ok(old)) if old < VERSION => {
                let reason = format!(
                    "this calibration has the format {old} of an older feeler, which had one set of \
                     weights for both sides; make it again with 'feeler calibrate'"
                );
                return Err(error(at, reason));
            }
            Some(Ok(new)) => {
                let reason = format!(
                    "this calibration has the format {new} of a newer feeler; this one reads {VERSION}"
                );
                return Err(error(at, reason));
            }
            _ => return Err(error(at, format!("expected \"{HEADER} {VERSION}\""))),
        }
        let mut calibration = Self::default();
        for (name, number) in calibration.numbers() {
            let (at, line) = lines.next().ok_or_else(|| {
                error(text.lines().count(), format!("the number {name:?} is missing"))
            })?;
            let value = line.split_once(' ').filter(|(word, _)| *word == name);
            *number = value
                .and_then(|(_, value)| value.trim().parse::<f32>().ok())
                .filter(|number| number.is_finite())
                .ok_or_else(|| {
                    error(at, format!("expected {name:?} and a finite number, not {line:?}"))
                })?;
        }
        match lines.find(|(_, line)| !line.trim().is_empty()) {
            Some((at, line)) => Err(error(at, format!("expected the end, not {line:?}"))),
            None => Ok(calibration),
        }
    }
}

/// The reason why a text is not a calibration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalibrationError {
    /// The number of the line, from one.
    pub line: usize,
    /// The expectation that the line did not meet.
    pub reason: String,
}

impl fmt::Display for CalibrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for CalibrationError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        let read = |text: &str| text.parse::<Calibration>().unwrap_err();
        assert_eq!(read("").line, 1);
        assert_eq!(read("# mine\nfeeler-calibration\n").line, 2);
        assert_eq!(read("feeler-calibration 2\nfree.1 0.5\nfree.l x\n").line, 3);
        assert_eq!(read("feeler-calibration 2\nfree.1 NaN\n").line, 2);
        let whole = Calibration::default().to_string();
        let lines = 1 + 2 * WEIGHTS + 3;
        assert_eq!(whole.lines().count(), lines);
        let short = whole.lines().take(lines - 1).collect::<Vec<_>>().join("\n");
        assert_eq!(read(&short).line, lines);
        assert_eq!(read(&format!("{whole}more\n")).line, lines + 1);
    }

    #[test]
    fn other_formats_are_named() {
        let old = "# mine\nfeeler-calibration 1\n1 0.5\n".parse::<Calibration>().unwrap_err();
        assert!(old.line == 2 && old.reason.contains("'feeler calibrate'"), "{old}");
        let new = "feeler-calibration 3\n".parse::<Calibration>().unwrap_err();
        assert!(new.line == 1 && new.reason.contains("newer feeler"), "{new}");
    }
}
