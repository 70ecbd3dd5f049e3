//! Poses from arrays.
//!
//! A float64 array of (4, 4) or (..., 4, 4) that is C-contiguous is read where it is. All other forms become such an array in Python, see
//! `python/feeler/_poses.py`.

use crate::error;
use feeler::{Pose, PoseError};
use numpy::{PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::Range;

/// One pose, or many.
pub(crate) enum Poses<'py> {
    One(Pose),
    Many(PoseArray<'py>),
}

/// An array of matrices.
pub(crate) struct PoseArray<'py> {
    numbers: Bound<'py, PyArrayDyn<f64>>,
    /// The axes before the last two.
    shape: Vec<usize>,
    precision: Precision,
}

/// The precision in which the numbers of a pose were given.
#[derive(Clone, Copy)]
enum Precision {
    /// f64: the matrix is used as it is.
    Double,
    /// f32: the nearest pose is meant.
    Single,
}

impl<'py> Poses<'py> {
    /// The poses that a caller has given; none is the identity.
    pub(crate) fn of(given: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let Some(given) = given else { return Ok(Self::One(Pose::IDENTITY)) };
        if let Ok(matrix) = given.cast::<PyArray2<f64>>()
            && matrix.shape() == [4, 4]
        {
            let numbers = matrix.readonly();
            // A slice of a matrix in Fortran's order would be its columns.
            let pose = if matrix.is_c_contiguous() {
                pose(numbers.as_slice()?, Precision::Double)
            } else {
                let numbers: Vec<f64> = numbers.as_array().iter().copied().collect();
                pose(&numbers, Precision::Double)
            };
            return pose.map(Self::One).map_err(error::value);
        }
        if let Ok(numbers) = given.cast::<PyArrayDyn<f64>>()
            && numbers.is_c_contiguous()
            && let [shape @ .., 4, 4] = numbers.shape()
            && !shape.is_empty()
        {
            let shape = shape.to_vec();
            let (numbers, precision) = (numbers.clone(), Precision::Double);
            return Ok(Self::Many(PoseArray { numbers, shape, precision }));
        }
        Self::converted(given)
    }

    /// Poses in any other form.
    fn converted(given: &Bound<'py, PyAny>) -> PyResult<Self> {
        let module = given.py().import("feeler._poses")?;
        let (numbers, is_single) = module
            .call_method1("matrices", (given,))?
            .extract::<(Bound<'py, PyArrayDyn<f64>>, bool)>()?;
        let precision = if is_single { Precision::Single } else { Precision::Double };
        let [shape @ .., 4, 4] = numbers.shape() else {
            return Err(PyValueError::new_err("poses must have the shape (..., 4, 4)"));
        };
        let shape = shape.to_vec();
        if shape.is_empty() {
            let numbers = numbers.readonly();
            return pose(numbers.as_slice()?, precision).map(Self::One).map_err(error::value);
        }
        Ok(Self::Many(PoseArray { numbers, shape, precision }))
    }
}

impl PoseArray<'_> {
    /// The number of poses.
    pub(crate) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// The axes before the last two, which are those of the answers.
    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Checks all poses, and listens for Ctrl-C: a million take some hundredths of a second, and much longer if their memory is cold.
    pub(crate) fn check(&self) -> PyResult<()> {
        /// The number of poses between two looks at Ctrl-C, when other threads may use the interpreter, too.
        const CHUNK: usize = 1 << 14;
        let py = self.numbers.py();
        for first in (0..self.len()).step_by(CHUNK) {
            let numbers = self.numbers()?;
            let (poses, _) = numbers.as_slice()?.as_chunks::<16>();
            let chunk = poses.iter().enumerate().skip(first).take(CHUNK);
            let wrong = |(at, numbers): (usize, &[f64; 16])| {
                pose(numbers, self.precision).err().map(|error| self.fault(at, &error))
            };
            if let Some(fault) = chunk.filter_map(wrong).next() {
                return Err(fault);
            }
            py.check_signals()?;
            py.detach(std::thread::yield_now);
        }
        Ok(())
    }

    /// Some of the poses.
    pub(crate) fn block(&self, range: Range<usize>) -> PyResult<Vec<Pose>> {
        let numbers = self.numbers()?;
        let (poses, _) = numbers.as_slice()?.as_chunks::<16>();
        let one =
            |at: usize| pose(&poses[at], self.precision).map_err(|error| self.fault(at, &error));
        range.map(one).collect()
    }

    fn numbers(&self) -> PyResult<PyReadonlyArrayDyn<'_, f64>> {
        self.numbers.try_readonly().map_err(error::value)
    }

    /// The error of one pose, with its place.
    fn fault(&self, at: usize, error: &PoseError) -> PyErr {
        let mut place = Vec::with_capacity(self.shape.len());
        let mut rest = at;
        for length in self.shape.iter().rev() {
            place.push((rest % length).to_string());
            rest /= length;
        }
        place.reverse();
        error::value(format!("poses[{}]: {error}", place.join(", ")))
    }
}

/// The pose of 16 numbers, row by row.
fn pose(numbers: &[f64], precision: Precision) -> Result<Pose, PoseError> {
    let numbers: [f64; 16] = numbers.try_into().expect("a pose has 16 numbers");
    match precision {
        Precision::Double => Pose::from_row_major(numbers),
        Precision::Single => {
            let [a, b, c, x, d, e, f, y, g, h, i, z, last @ ..] = numbers;
            if last != [0.0, 0.0, 0.0, 1.0] {
                return Err(PoseError::LastRow(last));
            }
            Pose::nearest([[a, b, c], [d, e, f], [g, h, i]], [x, y, z])
        }
    }
}

/// The matrices of quaternions and translations, row by row. Both arrays are C-contiguous, with one row for each pose.
#[pyfunction]
#[pyo3(name = "_quaternion_matrices")]
pub(crate) fn quaternion_matrices<'py>(
    xyzw: &Bound<'py, PyArray2<f64>>,
    translation: &Bound<'py, PyArray2<f64>>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (q, t) = (xyzw.readonly(), translation.readonly());
    let (q, t) = (q.as_slice()?.as_chunks::<4>().0, t.as_slice()?.as_chunks::<3>().0);
    let mut rows = Vec::with_capacity(16 * q.len());
    for (at, (&q, &t)) in q.iter().zip(t).enumerate() {
        let pose = Pose::from_quaternion_xyzw(q, t)
            .map_err(|error| error::value(format!("poses[{at}]: {error}")))?;
        rows.extend(pose.to_row_major());
    }
    let count = rows.len() / 16;
    numpy::PyArray1::from_vec(xyzw.py(), rows).reshape([count, 16])
}

/// The pose of B in A, given both in the world, as a world computes it.
#[pyfunction]
#[pyo3(name = "_relative")]
pub(crate) fn relative<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (Poses::One(of_a), Poses::One(of_b)) = (Poses::of(Some(a))?, Poses::of(Some(b))?) else {
        return Err(PyValueError::new_err("a relative pose is that of two matrices"));
    };
    numpy::PyArray1::from_slice(a.py(), &Pose::relative(&of_a, &of_b).to_row_major())
        .reshape([4, 4])
}

/// Checks poses in any form, as every question does first.
#[pyfunction]
#[pyo3(name = "_check_poses")]
pub(crate) fn check_poses(poses: &Bound<'_, PyAny>) -> PyResult<()> {
    match Poses::of(Some(poses))? {
        Poses::One(_) => Ok(()),
        Poses::Many(poses) => poses.check(),
    }
}
