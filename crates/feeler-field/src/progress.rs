//! Progress reports of long computations, and how to stop them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A callback that is called with the finished share of the work, from 0 to 1, and may stop the
/// work. Several threads call it.
///
/// The shares need not increase from call to call: threads overtake each other, and the remaining
/// work may have to be guessed.
pub type Progress<'a> = &'a (dyn Fn(f64) -> ControlFlow<()> + Sync);

/// A [`Progress`] that ignores the reports and never stops the work.
///
/// ```
/// use feeler_field::{Offsets, Solid, unwatched};
/// let ball = Solid::new(feeler_scenes::shape::sphere(500))?;
/// assert!(Offsets::default().at(&ball, 0.1, &unwatched).is_ok());
/// # Ok::<(), feeler_field::FieldError>(())
/// ```
pub fn unwatched(_share: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A counter of work in parts of about the same size, for any number of threads.
///
/// ```
/// use feeler_field::Parts;
/// use std::ops::ControlFlow;
/// let half = |share: f64| if share < 0.5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
/// let parts = Parts::new(10, &half);
/// let done: Vec<u32> = (0..10).map_while(|i| parts.part(|| i)).collect();
/// assert_eq!(done, [0, 1, 2, 3]);
/// ```
///
/// A part should take at least some microseconds, so that the report costs nothing in comparison,
/// and at most a tenth of a second, so that the work can be stopped quickly.
pub struct Parts<'a> {
    progress: Progress<'a>,
    count: usize,
    done: AtomicUsize,
    stopped: AtomicBool,
}

impl<'a> Parts<'a> {
    /// A counter for this number of parts; the number may be approximate.
    pub fn new(count: usize, progress: Progress<'a>) -> Self {
        Self { progress, count, done: AtomicUsize::new(0), stopped: AtomicBool::new(false) }
    }

    /// Does one part and reports it; `None` if the work was stopped before, or is stopped by this
    /// report.
    pub fn part<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        if self.stopped.load(Ordering::Relaxed) {
            return None;
        }
        let result = work();
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if (self.progress)((done as f64 / self.count as f64).min(1.0)).is_break() {
            self.stopped.store(true, Ordering::Relaxed);
            return None;
        }
        Some(result)
    }
}
