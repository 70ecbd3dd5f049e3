//! The guide of guided queries: their limits and their calibration.

use anyhow::{Context, Result, bail};
use feeler::{Budget, Calibration, Verdict};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The budget of a guided query, and the probability of a wrong answer that is allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guide {
    pub(crate) budget: Budget,
    pub(crate) eps: f64,
}

/// The calibration from a file, or the one that ships.
pub(crate) fn calibration(path: Option<&Path>) -> Result<Calibration> {
    /// The largest size of a file in bytes; feeler's files have some hundred bytes.
    const MOST_FILE_BYTES: u64 = 1 << 20;
    let Some(path) = path else { return Ok(Calibration::default()) };
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(MOST_FILE_BYTES).read_to_string(&mut text))
        .with_context(|| path.display().to_string())?;
    match text.parse::<Calibration>() {
        Ok(calibration) => Ok(calibration),
        Err(error) => bail!("{}:{}: {}", path.display(), error.line, error.reason),
    }
}

/// The kind of an answer, in one word for programs.
pub(crate) fn kind(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Hit(_) => "hit",
        Verdict::Free => "free",
        Verdict::Likely { .. } => "likely",
    }
}
