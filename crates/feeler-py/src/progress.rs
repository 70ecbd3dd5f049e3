//! Progress of work over two seconds: Python shows it, see `python/feeler/_progress.py`.

use crate::watch::Watch;
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time after which progress is shown, unless it was asked for.
const QUIET: Duration = Duration::from_secs(2);

/// Shows how much of some work is done.
pub(crate) struct Progress {
    start: Instant,
    total: usize,
    /// The counter of parts that are done; `None` for work that is not shown.
    watch: Option<Arc<Watch>>,
    /// What the caller typed: nothing, a bool, or a callable.
    wanted: Option<Py<PyAny>>,
    bar: Option<Py<PyAny>>,
}

impl Progress {
    /// Work that is not shown.
    pub(crate) fn none() -> Self {
        Self { start: Instant::now(), total: 0, watch: None, wanted: None, bar: None }
    }

    /// Work of some parts, shown as the caller wants it.
    pub(crate) fn of(total: usize, watch: Arc<Watch>, wanted: Option<&Bound<'_, PyAny>>) -> Self {
        let wanted = wanted.map(|wanted| wanted.clone().unbind());
        Self { start: Instant::now(), total, watch: Some(watch), wanted, bar: None }
    }

    /// Shows the parts that are done.
    pub(crate) fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(watch) = &self.watch else { return Ok(()) };
        if self.bar.is_none() {
            if self.wanted.is_none() && self.start.elapsed() < QUIET {
                return Ok(());
            }
            let module = py.import("feeler._progress")?;
            self.bar = Some(module.call_method1("begin", (self.total, &self.wanted))?.unbind());
        }
        if let Some(bar) = &self.bar {
            bar.call_method1(py, "show", (watch.done(),))?;
        }
        Ok(())
    }

    /// Shows that all is done.
    pub(crate) fn end(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.bar.is_some() || self.wanted.is_some() {
            self.show(py)?;
        }
        match self.bar.take() {
            Some(bar) => bar.call_method0(py, "close").map(drop),
            None => Ok(()),
        }
    }
}
