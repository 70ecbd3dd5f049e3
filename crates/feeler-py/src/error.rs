//! Exceptions.
//!
//! Wrong numbers are a `ValueError`, wrong types a `TypeError`, files an `OSError`, each with the words of the command line.

use feeler_io::ErrorKind;
use feeler_world::WorldError;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use std::any::Any;
use std::fmt::Display;
use std::io;

/// A `ValueError` with the text of an error.
pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for a file that is refused: an `OSError` if it cannot be read or written, else a `ValueError`.
pub(crate) fn of_file(error: &feeler_io::Error) -> PyErr {
    match error.kind() {
        ErrorKind::Unreadable(kind) | ErrorKind::Unwritable(kind) => {
            io::Error::new(kind, error.to_string()).into()
        }
        _ => value(error),
    }
}

/// The exception for an error of a world: a `KeyError` for an unknown name.
pub(crate) fn refused(error: WorldError) -> PyErr {
    match error {
        WorldError::UnknownName { .. } => PyKeyError::new_err(error.to_string()),
        _ => value(error),
    }
}

/// The exception for a panic: `feeler.InternalError`, see `python/feeler/_errors.py`.
pub(crate) fn of_panic(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no text");
    let version = env!("CARGO_PKG_VERSION");
    let text = format!(
        "feeler {version} made a mistake: {text}. Please report this, with the meshes and the pose."
    );
    Python::attach(|py| {
        let class = py.import("feeler._errors").and_then(|errors| errors.getattr("InternalError"));
        class.and_then(|class| class.call1((text,))).map_or_else(|error| error, PyErr::from_value)
    })
}
