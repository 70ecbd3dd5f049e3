//! The handling of Ctrl-C and of signals that ask the process to end.

use anyhow::{Context, Result};
use std::fmt;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The exit code that shells use for a program ended by Ctrl-C.
pub(crate) const EXIT_CODE: u8 = 130;

/// A flag for the first Ctrl-C, so that finished work can be kept. The second Ctrl-C ends the
/// process at once.
#[derive(Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

/// The error of an interrupt before there was anything to keep.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted; nothing is written")
    }
}

impl std::error::Error for Interrupted {}

impl Interrupt {
    /// Installs the handler.
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

    /// Does some work, but stops waiting for it at Ctrl-C. The work has its own thread, because a
    /// thread that reads from a pipe cannot be woken.
    pub(crate) fn or<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Interrupted> {
        /// The time between two checks for Ctrl-C.
        const CHECK_INTERVAL: Duration = Duration::from_millis(50);
        let (done, result) = mpsc::channel();
        let thread = thread::spawn(move || done.send(work()));
        loop {
            match result.recv_timeout(CHECK_INTERVAL) {
                _ if self.noted() => return Err(Interrupted),
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => match thread.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(_) => unreachable!("a thread that does not panic sends its result"),
                },
            }
        }
    }
}
