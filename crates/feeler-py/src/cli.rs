//! The command line.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command line `feeler` with these arguments, of which the first is the name of the program, and returns its exit code.
#[pyfunction]
#[pyo3(name = "_run_command")]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    py.detach(|| run(arguments))
        .ok_or_else(|| PyRuntimeError::new_err("this feeler was built without its command line"))
}

#[cfg(feature = "cli")]
fn run(arguments: Vec<OsString>) -> Option<u8> {
    Some(feeler_cli::run(arguments))
}

#[cfg(not(feature = "cli"))]
fn run(_arguments: Vec<OsString>) -> Option<u8> {
    None
}
