//! Meshes from arrays.
//!
//! A mesh owns its numbers, so they are copied, once. float64 and float32, and integers of 32 and 64 bits, are read where they are; all others become one of
//! these in Python, see `python/feeler/_meshes.py`.

use crate::error;
use feeler::{Mesh, MeshError, Point};
use numpy::{Element, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The mesh of an array of vertices and an array of faces.
pub(crate) fn mesh(
    vertices: &Bound<'_, PyAny>,
    faces: Option<&Bound<'_, PyAny>>,
) -> PyResult<Mesh> {
    let module = vertices.py().import("feeler._meshes")?;
    let (vertices, faces) = module
        .call_method1("arrays", (vertices, faces))?
        .extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
    if let Some(points) = rows::<f64>(&vertices)? {
        with_faces(triples(&points)?, &faces)
    } else if let Some(points) = rows::<f32>(&vertices)? {
        with_faces(triples(&points)?, &faces)
    } else {
        Err(PyTypeError::new_err("vertices must be float64 or float32"))
    }
}

/// New positions of vertices.
pub(crate) fn positions(vertices: &Bound<'_, PyAny>) -> PyResult<Vec<[f64; 3]>> {
    let module = vertices.py().import("feeler._meshes")?;
    let vertices = module.call_method1("positions", (vertices,))?;
    let points =
        rows::<f64>(&vertices)?.ok_or_else(|| PyTypeError::new_err("vertices must be float64"))?;
    Ok(triples(&points)?.to_vec())
}

fn with_faces<T>(points: &[[T; 3]], faces: &Bound<'_, PyAny>) -> PyResult<Mesh>
where
    for<'a> &'a [T; 3]: Point,
{
    if let Some(faces) = rows::<i64>(faces)? {
        made(points, triples(&faces)?)
    } else if let Some(faces) = rows::<i32>(faces)? {
        made(points, triples(&faces)?)
    } else if let Some(faces) = rows::<u32>(faces)? {
        made(points, triples(&faces)?)
    } else if let Some(faces) = rows::<u64>(faces)? {
        made(points, triples(&faces)?)
    } else {
        Err(PyTypeError::new_err("faces must be integers"))
    }
}

fn made<T, I: Copy + TryInto<i128>>(points: &[[T; 3]], faces: &[[I; 3]]) -> PyResult<Mesh>
where
    for<'a> &'a [T; 3]: Point,
{
    Mesh::from_points(points, faces).map_err(|error: MeshError| error::value(error))
}

/// The array, if its numbers are of a type.
fn rows<'py, T: Element>(array: &Bound<'py, PyAny>) -> PyResult<Option<PyReadonlyArray2<'py, T>>> {
    match array.cast::<PyArray2<T>>() {
        Ok(array) => array.try_readonly().map(Some).map_err(error::value),
        Err(_) => Ok(None),
    }
}

/// The rows of an array with three columns.
fn triples<'a, T: Element>(array: &'a PyReadonlyArray2<'_, T>) -> PyResult<&'a [[T; 3]]> {
    debug_assert_eq!(array.shape()[1], 3, "_meshes.py has checked it");
    Ok(array.as_slice()?.as_chunks().0)
}

/// A new array with the rows of a table.
pub(crate) fn table<'py, T: Element + Copy>(
    py: Python<'py>,
    rows: &[[T; 3]],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    numpy::PyArray1::from_slice(py, rows.as_flattened()).reshape([rows.len(), 3])
}
