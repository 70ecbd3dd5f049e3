//! Ctrl-C, and being asked to end.

use anyhow::{Context, Result};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of shells for a program that Ctrl-C has ended.
pub(crate) const EXIT_CODE: u8 = 130;

/// Notes the first Ctrl-C, so that what is done can be kept; the second ends the process at once.
#[derive(Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on.
    pub(crate) fn listen() -> Result<Self> {
        let noted = Arc::new(AtomicBool::new(false));
        let note = Arc::clone(&noted);
        ctrlc::set_handler(move || {
            if note.swap(true, Ordering::Relaxed) {
                process::exit(EXIT_CODE.into());
            }
        })
        .context("cannot listen for Ctrl-C")?;
        Ok(Self(noted))
    }

    pub(crate) fn noted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
