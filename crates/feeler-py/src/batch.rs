//! One question at many poses.
//!
//! Poses are taken from their array in blocks. While the threads of the pool answer one block, this thread prepares the next and copies the answers before
//! into the result. So beside the result a batch needs the same memory for any number of poses, and no array is shared with threads that do not hold the
//! interpreter.

use crate::pose::PoseArray;
use crate::progress::Progress;
use crate::record::{InList, Record};
use crate::shape::Shape;
use crate::watch::{StopAtEnd, Watch};
use crate::work::{Running, start};
use feeler::{Pair, Pose, Scratch};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of poses in a block: some milliseconds of work, and a megabyte.
const BLOCK: usize = 8192;

/// The number of blocks that wait or are worked on at once.
const BLOCKS: usize = 2;

/// The largest number of poses that a thread takes at once: enough to use the order of a path.
const RUN: usize = 32;

/// Two models, and the memory for questions about them.
pub(crate) struct Asked {
    pub(crate) a: Arc<Shape>,
    pub(crate) b: Arc<Shape>,
    scratches: Mutex<Vec<Scratch>>,
}

impl Asked {
    pub(crate) fn new(a: Arc<Shape>, b: Arc<Shape>) -> Arc<Self> {
        Arc::new(Self { a, b, scratches: Mutex::default() })
    }

    pub(crate) fn pair(&self, pose: Pose) -> Pair<'_> {
        Pair::new(&self.a.model, &self.b.model).at(pose)
    }

    /// A scratch that no other thread has.
    pub(crate) fn scratch(&self) -> Lent<'_> {
        let known = self.scratches.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let scratch = known.unwrap_or_else(|| Scratch::new().remembering());
        Lent { of: self, scratch: Some(scratch) }
    }
}

/// A scratch that is given back at the end.
pub(crate) struct Lent<'a> {
    of: &'a Asked,
    /// `None` when it was given back.
    scratch: Option<Scratch>,
}

impl Deref for Lent<'_> {
    type Target = Scratch;

    fn deref(&self) -> &Scratch {
        self.scratch.as_ref().expect("it is given back at the end")
    }
}

impl DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut Scratch {
        self.scratch.as_mut().expect("it is given back at the end")
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        // After a panic nobody knows what is in it.
        if !std::thread::panicking() {
            let mut known = self.of.scratches.lock().unwrap_or_else(PoisonError::into_inner);
            known.extend(self.scratch.take());
        }
    }
}

/// What a question appends to the rows: a pair at the pose of a number, a scratch, and the rows.
type Ask = dyn Fn(&Pair<'_>, usize, &mut Scratch, &mut Vec<u8>) + Send + Sync;

/// One answer for each pose: an array with the axes of the poses.
pub(crate) fn one_each<'py, R: Record>(
    asked: &Arc<Asked>,
    poses: &PoseArray<'py>,
    progress: Option<&Bound<'py, PyAny>>,
    py: Python<'py>,
    ask: impl Fn(&Pair<'_>, usize, &mut Scratch) -> R + Send + Sync + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    poses.check()?;
    let (result, rows) = empty(py, poses.shape(), &R::LAYOUT.dtype(py, InList::OfOnePose)?)?;
    let mut filled = 0;
    let write = move |pair: &Pair<'_>, at: usize, scratch: &mut Scratch, bytes: &mut Vec<u8>| {
        ask(pair, at, scratch).write(bytes);
    };
    blocks(py, asked, poses, progress, Arc::new(write), |runs| {
        let mut rows = rows.readwrite();
        let rows = rows.as_slice_mut()?;
        for run in runs {
            rows[filled..filled + run.len()].copy_from_slice(&run);
            filled += run.len();
        }
        Ok(())
    })?;
    Ok(result)
}

/// A list of answers for each pose: one array of all, with the number of the pose.
pub(crate) fn list_each<'py, R: Record>(
    asked: &Arc<Asked>,
    poses: &PoseArray<'py>,
    progress: Option<&Bound<'py, PyAny>>,
    py: Python<'py>,
    ask: impl Fn(&Pair<'_>, usize, &mut Scratch, &mut dyn FnMut(&R)) + Send + Sync + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    poses.check()?;
    let mut all = Vec::new();
    let write = move |pair: &Pair<'_>, at: usize, scratch: &mut Scratch, bytes: &mut Vec<u8>| {
        ask(pair, at, scratch, &mut |row| {
            bytes.extend((at as i64).to_ne_bytes());
            row.write(bytes);
        });
    };
    blocks(py, asked, poses, progress, Arc::new(write), |runs| {
        runs.iter().for_each(|run| all.extend_from_slice(run));
        Ok(())
    })?;
    rows(py, &all, &R::LAYOUT.dtype(py, InList::OfManyPoses)?)
}

/// The array of the answers of one pose.
pub(crate) fn list<'py, R: Record>(py: Python<'py>, answers: &[R]) -> PyResult<Bound<'py, PyAny>> {
    let mut all = Vec::new();
    answers.iter().for_each(|answer| answer.write(&mut all));
    rows(py, &all, &R::LAYOUT.dtype(py, InList::OfOnePose)?)
}

/// An array of rows, given their bytes.
fn rows<'py>(
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

/// Asks at all poses, and takes the answers of each block in their order.
fn blocks(
    py: Python<'_>,
    asked: &Arc<Asked>,
    poses: &PoseArray<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    ask: Arc<Ask>,
    mut take: impl FnMut(Vec<Vec<u8>>) -> PyResult<()>,
) -> PyResult<()> {
    let watch = Arc::new(Watch::default());
    let _stop = StopAtEnd(Arc::clone(&watch));
    let mut progress = Progress::of(poses.len(), Arc::clone(&watch), progress);
    let mut running: VecDeque<Running<Vec<Vec<u8>>>> = VecDeque::new();
    for first in (0..poses.len()).step_by(BLOCK) {
        if running.len() == BLOCKS
            && let Some(block) = running.pop_front()
        {
            take(block.wait(py, &mut progress)?)?;
        }
        let block = poses.block(first..poses.len().min(first + BLOCK))?;
        let (asked, watch, ask) = (Arc::clone(asked), Arc::clone(&watch), Arc::clone(&ask));
        running.push_back(start(move || answer(&asked, first, &block, &watch, &*ask))?);
    }
    for block in running {
        take(block.wait(py, &mut progress)?)?;
    }
    progress.end(py)
}

/// The answers of a block, as the bytes of several runs.
fn answer(asked: &Asked, first: usize, poses: &[Pose], watch: &Watch, ask: &Ask) -> Vec<Vec<u8>> {
    let run = poses.len().div_ceil(8 * rayon::current_num_threads()).min(RUN);
    let runs = poses.par_chunks(run.max(1)).enumerate();
    let answered = runs.map_init(
        || asked.scratch(),
        |scratch, (number, poses)| {
            let mut rows = Vec::new();
            for (place, &pose) in poses.iter().enumerate() {
                if watch.is_stopped() {
                    break;
                }
                ask(&asked.pair(pose), first + number * run + place, scratch, &mut rows);
                watch.did(1);
            }
            rows
        },
    );
    answered.collect()
}
