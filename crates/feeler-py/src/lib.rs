//! The extension module of the Python package `feeler`.
//!
//! It turns arrays into meshes and poses, asks the libraries, and turns answers into arrays. It computes nothing itself. The package around it is in the
//! folder `python`, and its tests too.
//!
//! - [`model`], [`pair`], [`world`] with [`clash`] and [`configurations`]: the classes that people use, and [`answer`] what a single question gives;
//! - [`pose`], [`array`], [`argument`]: what comes in;
//! - [`record`], [`batch`], [`block`]: many answers, as arrays;
//! - [`work`]: threads; [`watch`], [`progress`]: how work is stopped, and shown;
//! - [`shape`]: a model with what was found out about its solid; [`error`]: exceptions; [`cli`]: the command line.

mod answer;
mod argument;
mod array;
mod batch;
mod block;
mod clash;
mod cli;
mod configurations;
mod error;
mod model;
mod pair;
mod pose;
mod progress;
mod record;
mod shape;
mod watch;
mod work;
mod world;

use pyo3::prelude::*;

/// Exact collision and proximity between triangle meshes: the compiled part.
#[pymodule]
mod _feeler {
    #[pymodule_export]
    use crate::answer::{Closest, Depth, FirstContact, Related, Verdict};
    #[pymodule_export]
    use crate::clash::Clash;
    #[pymodule_export]
    use crate::cli::run_command;
    #[pymodule_export]
    use crate::model::{Model, read};
    #[pymodule_export]
    use crate::pair::Pair;
    #[pymodule_export]
    use crate::pose::{check_poses, quaternion_matrices, relative};
    #[pymodule_export]
    use crate::work::{panic_for_test, set_threads, threads};
    #[pymodule_export]
    use crate::world::World;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
