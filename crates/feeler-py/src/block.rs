//! Many poses in blocks.
//!
//! Poses are taken from their array in blocks. While the threads of the pool answer one block, this thread prepares the next and copies the answers before
//! into the result. So beside the result a batch needs the same memory for any number of poses, and no array is shared with threads that do not hold the
//! interpreter.

use crate::pose::PoseArray;
use crate::progress::Progress;
use crate::watch::{StopAtEnd, Watch};
use crate::work::{Running, start};
use feeler::Pose;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::Arc;

/// The number of poses in a block: some milliseconds of work, and a megabyte.
const BLOCK: usize = 8192;

/// The number of blocks that wait or are worked on at once.
const BLOCKS: usize = 2;

/// What answers a block of poses: the number of its first item, the poses, and how it is stopped. It returns the rows of all items as bytes, in any parts.
pub(crate) type Answer = dyn Fn(usize, &[Pose], &Watch) -> Vec<Vec<u8>> + Send + Sync;

/// Answers all items of an array, each of which has the same number of poses, and takes the rows of each block in their order.
pub(crate) fn answer_all(
    py: Python<'_>,
    poses: &PoseArray<'_>,
    poses_per_item: usize,
    progress: Option<&Bound<'_, PyAny>>,
    answer: &Arc<Answer>,
    mut take: impl FnMut(Vec<Vec<u8>>) -> PyResult<()>,
) -> PyResult<()> {
    let items = poses.len().checked_div(poses_per_item).unwrap_or(0);
    let items_per_block = (BLOCK / poses_per_item.max(1)).max(1);
    let watch = Arc::new(Watch::default());
    let _stop = StopAtEnd(Arc::clone(&watch));
    let mut progress = Progress::of(items, Arc::clone(&watch), progress);
    let mut running: VecDeque<Running<Vec<Vec<u8>>>> = VecDeque::new();
    for first in (0..items).step_by(items_per_block) {
        if running.len() == BLOCKS
            && let Some(block) = running.pop_front()
        {
            take(block.wait(py, &mut progress)?)?;
        }
        let end = items.min(first + items_per_block);
        let block = poses.block(first * poses_per_item..end * poses_per_item)?;
        let (watch, answer) = (Arc::clone(&watch), Arc::clone(answer));
        running.push_back(start(move || answer(first, &block, &watch))?);
    }
    for block in running {
        take(block.wait(py, &mut progress)?)?;
    }
    progress.end(py)
}

/// The rows of all items, of a fixed size each, as an array.
pub(crate) fn array_of<'py>(
    py: Python<'py>,
    (poses, poses_per_item): (&PoseArray<'py>, usize),
    shape: &[usize],
    dtype: &Bound<'py, PyAny>,
    progress: Option<&Bound<'py, PyAny>>,
    answer: &Arc<Answer>,
) -> PyResult<Bound<'py, PyAny>> {
    let (result, place) = empty(py, shape, dtype)?;
    let mut filled = 0;
    answer_all(py, poses, poses_per_item, progress, answer, |parts| {
        let mut place = place.readwrite();
        let place = place.as_slice_mut()?;
        for part in parts {
            place[filled..filled + part.len()].copy_from_slice(&part);
            filled += part.len();
        }
        Ok(())
    })?;
    Ok(result)
}

/// An array of rows, given their bytes.
pub(crate) fn rows<'py>(
    py: Python<'py>,
    bytes: &[u8],
    dtype: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let size: usize = dtype.getattr("itemsize")?.extract()?;
    let (result, place) = empty(py, &[bytes.len() / size], dtype)?;
    place.readwrite().as_slice_mut()?.copy_from_slice(bytes);
    Ok(result)
}

/// A new array, and its bytes.
fn empty<'py>(
    py: Python<'py>,
    shape: &[usize],
    dtype: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray1<u8>>)> {
    let result = py.import("numpy")?.call_method1("empty", (shape.to_vec(), dtype))?;
    let bytes = result.call_method1("reshape", (-1,))?.call_method1("view", ("u1",))?;
    Ok((result, bytes.cast_into::<PyArray1<u8>>()?))
}
