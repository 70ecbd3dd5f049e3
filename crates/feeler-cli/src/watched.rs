//! Long work of several threads, with a progress bar and Ctrl-C.

use crate::interrupt::Interrupt;
use crate::progress::Progress;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// The progress bar and the interrupt of long work.
pub(crate) struct Watched<'a> {
    interrupt: &'a Interrupt,
    bar: Mutex<Progress>,
}

impl<'a> Watched<'a> {
    /// No bar appears before the first [`start`](Self::start).
    pub(crate) fn new(interrupt: &'a Interrupt) -> Self {
        Self { interrupt, bar: Mutex::new(Progress::hidden()) }
    }

    pub(crate) fn start(&self, what: &str) {
        self.replace(Progress::share(what));
    }

    pub(crate) fn end(&self) {
        self.replace(Progress::hidden());
    }

    fn replace(&self, progress: Progress) {
        *self.bar.lock().expect("no thread panics with it") = progress;
    }

    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        if self.interrupt.noted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Reports the finished share. If another thread holds the bar, the report is skipped instead
    /// of waiting.
    pub(crate) fn tell(&self, done: f64) -> ControlFlow<()> {
        if let Ok(mut bar) = self.bar.try_lock() {
            bar.reach(done);
        }
        self.go_on()
    }
}
