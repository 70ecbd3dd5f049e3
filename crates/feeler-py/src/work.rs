//! Work beside the interpreter: on which threads, and how it is stopped.
//!
//! *Direct* work runs on the calling thread, for queries of microseconds. All other work runs on the threads of a pool, while the calling thread
//! listens for Ctrl-C. If that comes, the call ends at once; the work is told to stop, and ends after the query at hand.
//!
//! A process that was forked has none of the threads of its parent, so it makes a pool of its own.

use crate::argument;
use crate::error;
use crate::progress::Progress;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long the calling thread waits before it looks for Ctrl-C again.
const PATIENCE: Duration = Duration::from_millis(40);

/// The threads of a process.
struct Threads {
    process: u32,
    pool: Arc<ThreadPool>,
}

static THREADS: Mutex<Option<Threads>> = Mutex::new(None);

/// The number of threads that was asked for; 0 for one a core.
static WANTED: AtomicUsize = AtomicUsize::new(0);

fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Threads { process, pool }) = &*threads {
        if *process == process::id() {
            return Ok(Arc::clone(pool));
        }
        // These threads exist in the parent only: nobody could wait for their end.
        std::mem::forget(threads.take());
    }
    let builder = ThreadPoolBuilder::new().num_threads(WANTED.load(Ordering::Relaxed));
    let builder = builder.thread_name(|index| format!("feeler {index}"));
    let pool = builder.build().map_err(|error| {
        error::of_panic(&format!("no threads can be started: {error}") as &(dyn Any + Send))
    })?;
    let pool = Arc::new(pool);
    *threads = Some(Threads { process: process::id(), pool: Arc::clone(&pool) });
    Ok(pool)
}

/// The number of threads on which batches and large questions run.
///
/// >>> import feeler
/// >>> feeler.threads() >= 1
/// True
#[pyfunction]
pub(crate) fn threads() -> PyResult<usize> {
    Ok(pool()?.current_num_threads())
}

/// Sets the number of threads of this process; ``None`` for one a core, or what ``RAYON_NUM_THREADS`` says. It changes no answer.
///
/// >>> import feeler
/// >>> feeler.set_threads(2)
/// >>> feeler.threads()
/// 2
/// >>> feeler.set_threads(None)
#[pyfunction]
#[pyo3(signature = (count))]
pub(crate) fn set_threads(count: Option<i64>) -> PyResult<()> {
    let count = count.map_or(Ok(0), |count| argument::count(count, 1, "count"))?;
    WANTED.store(count, Ordering::Relaxed);
    let old = THREADS.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(threads) = old
        && threads.process != process::id()
    {
        std::mem::forget(threads);
    }
    Ok(())
}

/// Work that runs, and its result.
pub(crate) struct Running<T>(Receiver<Result<T, Box<dyn Any + Send>>>);

/// Starts work on the pool.
pub(crate) fn start<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<Running<T>> {
    let (send, receive) = sync_channel(1);
    pool()?.spawn(move || {
        let result = catch_unwind(AssertUnwindSafe(work));
        // After Ctrl-C nobody waits for it.
        _ = send.send(result);
    });
    Ok(Running(receive))
}

impl<T: Send> Running<T> {
    /// Waits for the result. Every 40 ms, and when the result is there, it looks for Ctrl-C and shows the progress: of a batch, each block may take less.
    pub(crate) fn wait(self, py: Python<'_>, progress: &mut Progress) -> PyResult<T> {
        let Self(mut receive) = self;
        loop {
            let result;
            (receive, result) = py.detach(move || {
                let result = receive.recv_timeout(PATIENCE);
                (receive, result)
            });
            py.check_signals()?;
            progress.show(py)?;
            match result {
                Ok(Ok(value)) => return Ok(value),
                Ok(Err(panic)) => return Err(error::of_panic(&*panic)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(error::of_panic(&"the work ended without a result"));
                }
            }
        }
    }
}

/// Runs work on the pool, and listens for Ctrl-C.
pub(crate) fn run_watched<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    start(work)?.wait(py, &mut Progress::none())
}

/// Runs short work on this thread, while others may use the interpreter.
pub(crate) fn direct<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| error::of_panic(&*panic))
}

/// Panics, so that a test can see what becomes of a panic.
#[pyfunction]
#[pyo3(name = "_panic")]
pub(crate) fn panic_for_test(py: Python<'_>, is_long: bool) -> PyResult<()> {
    let panic = || panic!("a panic for a test");
    if is_long { run_watched(py, panic) } else { direct(py, panic) }
}
