//! One question at many poses of a pair.

use crate::block;
use crate::pose::PoseArray;
use crate::record::{InList, Record};
use crate::shape::Shape;
use feeler::{Pair, Pose, Scratch};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

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

/// One answer for each pose: an array with the axes of the poses.
pub(crate) fn one_each<'py, R: Record>(
    asked: &Arc<Asked>,
    poses: &PoseArray<'py>,
    progress: Option<&Bound<'py, PyAny>>,
    py: Python<'py>,
    ask: impl Fn(&Pair<'_>, usize, &mut Scratch) -> R + Send + Sync + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    poses.check()?;
    let dtype = R::LAYOUT.dtype(py, InList::OfOnePose)?;
    let answer = answer(asked, move |pair, at, scratch, bytes| ask(pair, at, scratch).write(bytes));
    block::array_of(py, (poses, 1), poses.shape(), &dtype, progress, &answer)
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
    let answer = answer(asked, move |pair, at, scratch, bytes| {
        ask(pair, at, scratch, &mut |row| {
            bytes.extend((at as i64).to_ne_bytes());
            row.write(bytes);
        });
    });
    let mut all = Vec::new();
    block::answer_all(py, poses, 1, progress, &answer, |parts| {
        parts.iter().for_each(|part| all.extend_from_slice(part));
        Ok(())
    })?;
    block::rows(py, &all, &R::LAYOUT.dtype(py, InList::OfManyPoses)?)
}

/// The array of the answers of one pose.
pub(crate) fn list<'py, R: Record>(py: Python<'py>, answers: &[R]) -> PyResult<Bound<'py, PyAny>> {
    let mut all = Vec::new();
    answers.iter().for_each(|answer| answer.write(&mut all));
    block::rows(py, &all, &R::LAYOUT.dtype(py, InList::OfOnePose)?)
}

/// What answers a block, given what one question appends to the rows: for a pair at the pose of a number, with a scratch.
fn answer(
    asked: &Arc<Asked>,
    ask: impl Fn(&Pair<'_>, usize, &mut Scratch, &mut Vec<u8>) + Send + Sync + 'static,
) -> Arc<block::Answer> {
    let asked = Arc::clone(asked);
    Arc::new(move |first, poses, watch| {
        let run = poses.len().div_ceil(8 * rayon::current_num_threads()).clamp(1, RUN);
        let answered = poses.par_chunks(run).enumerate().map_init(
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
    })
}
