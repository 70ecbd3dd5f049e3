//! What work and the thread that waits for it tell each other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How much of some work is done, and whether it should go on.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    stopped: AtomicBool,
    done: AtomicUsize,
}

impl Watch {
    /// Whether the work should stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Notes that parts of the work are done.
    pub(crate) fn did(&self, parts: usize) {
        self.done.fetch_add(parts, Ordering::Relaxed);
    }

    /// Notes that this number of parts is done, if it is the largest so far.
    pub(crate) fn reached(&self, parts: usize) {
        self.done.fetch_max(parts, Ordering::Relaxed);
    }

    /// The number of parts that are done.
    pub(crate) fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }
}

/// Stops the work when the call ends, however it ends.
pub(crate) struct StopAtEnd(pub(crate) Arc<Watch>);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }
}
