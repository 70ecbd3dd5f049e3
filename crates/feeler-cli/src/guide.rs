//! How guided queries are asked.

use anyhow::{Context, Result, bail};
use feeler::{Budget, Calibration, Verdict};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a guided query may take, and how sure is sure enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guide {
    pub(crate) budget: Budget,
    pub(crate) eps: f64,
}

/// The calibration of a file, or the one that ships.
pub(crate) fn calibration(path: Option<&Path>) -> Result<Calibration> {
    /// The longest file in bytes; ours have some hundred.
    const LONGEST: u64 = 1 << 20;
    let Some(path) = path else { return Ok(Calibration::default()) };
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST).read_to_string(&mut text))
        .with_context(|| path.display().to_string())?;
    match text.parse::<Calibration>() {
        Ok(calibration) => Ok(calibration),
        Err(error) => bail!("{}:{}: {}", path.display(), error.line, error.reason),
    }
}

/// What kind of answer it is, in one word for programs.
pub(crate) fn kind(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Hit(_) => "hit",
        Verdict::Free => "free",
        Verdict::Likely { .. } => "likely",
    }
}
