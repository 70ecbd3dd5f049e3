//! The answers to single questions, as Python sees them.

use feeler::{Contact, Pose};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

/// The nearest points of two meshes: exact up to some units in the last place.
///
/// >>> import feeler
/// >>> box = feeler.read("shape:box:12")
/// >>> feeler.Pair(box, box).distance(feeler.poses([3, 0, 0]))
/// <feeler.Closest 1 from (1, -1, -1) on triangle 2 of A to (2, -1, -1) on triangle 0 of B>
#[pyclass(frozen, module = "feeler")]
pub(crate) struct Closest(pub(crate) feeler::Closest);

#[pymethods]
impl Closest {
    /// The distance; zero if and only if the meshes touch.
    #[getter]
    fn distance(&self) -> f64 {
        self.0.distance
    }

    /// The point on A, in A's frame.
    #[getter]
    fn on_a<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.on_a)
    }

    /// The point on B, in A's frame too.
    #[getter]
    fn on_b<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.on_b)
    }

    /// The triangle of A and the triangle of B.
    #[getter]
    fn triangles(&self) -> (u32, u32) {
        self.0.triangles.into()
    }

    fn __repr__(&self) -> String {
        format!("<feeler.Closest {}>", self.0)
    }
}

/// How far B can move before it touches A.
#[pyclass(frozen, module = "feeler")]
pub(crate) struct FirstContact(pub(crate) feeler::FirstContact);

#[pymethods]
impl FirstContact {
    /// The time of the contact: B has moved by this factor times the direction.
    #[getter]
    fn time(&self) -> f64 {
        self.0.time
    }

    /// The pose of B at that time, as a matrix of (4, 4).
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        matrix(py, &self.0.pose)
    }

    /// The normal of a plane that stops B, of length one; None if the meshes cross at the start.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.0.normal.map(|normal| PyArray1::from_slice(py, &normal))
    }

    /// The triangles that touch first, and their nearest points.
    #[getter]
    fn closest(&self) -> Closest {
        Closest(self.0.closest)
    }

    fn __repr__(&self) -> String {
        format!("<feeler.FirstContact {}>", self.0)
    }
}

/// What a search with a budget says about whether two meshes touch: a proof, or a probability.
#[pyclass(frozen, module = "feeler")]
pub(crate) struct Verdict(pub(crate) feeler::Verdict);

#[pymethods]
impl Verdict {
    /// The likelier answer.
    #[getter]
    fn touches(&self) -> bool {
        self.0.touches()
    }

    /// Whether the answer is proved.
    #[getter]
    fn is_proof(&self) -> bool {
        self.0.is_proof()
    }

    /// The probability that the meshes touch; 0 or 1 if that is proved.
    #[getter]
    fn p(&self) -> f64 {
        self.0.p()
    }

    /// The triangle of A and the triangle of B that touch; None if none were found.
    #[getter]
    fn triangles(&self) -> Option<(u32, u32)> {
        match self.0 {
            feeler::Verdict::Hit(Contact { a, b }) => Some((a, b)),
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        format!("<feeler.Verdict {}>", self.0)
    }
}

/// How deep two solids are in each other: bounds of the length of the shortest translation of B that frees it.
#[pyclass(frozen, module = "feeler")]
pub(crate) struct Depth(pub(crate) feeler_field::Depth);

#[pymethods]
impl Depth {
    /// A proven lower bound of the depth.
    #[getter]
    fn lower(&self) -> f64 {
        self.0.lower
    }

    /// The length of the translation: an upper bound, which is verified.
    #[getter]
    fn upper(&self) -> f64 {
        self.0.upper
    }

    /// The shortest translation found that frees B.
    #[getter]
    fn translation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.translation)
    }

    /// B's pose after it, as a matrix of (4, 4).
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        matrix(py, &self.0.pose)
    }

    /// The reason of the lower bound: "free", "convex", "cover" or "none".
    #[getter]
    fn proof(&self) -> &'static str {
        self.0.proof.name()
    }

    /// The triangles that stop B on the way back from there; None if it need not move.
    #[getter]
    fn contact(&self) -> Option<Closest> {
        self.0.contact.map(Closest)
    }

    fn __repr__(&self) -> String {
        format!("<feeler.Depth {}>", self.0)
    }
}

/// What two solids are to each other.
#[pyclass(frozen, module = "feeler")]
pub(crate) struct Related(pub(crate) feeler_field::Related);

#[pymethods]
impl Related {
    /// "apart", "touching", "crossing", "b-inside-a", "a-inside-b" or "same".
    #[getter]
    fn relation(&self) -> &'static str {
        self.0.relation.name()
    }

    /// 1 if it is proven, as it always is for closed meshes; else an estimate.
    #[getter]
    fn confidence(&self) -> f64 {
        self.0.confidence
    }

    fn __repr__(&self) -> String {
        let feeler_field::Related { relation, confidence, .. } = self.0;
        let sure =
            if confidence == 1.0 { String::new() } else { format!(" ({confidence:.2} sure)") };
        format!("<feeler.Related {}{sure}>", relation.name())
    }
}

/// A pose as a matrix of (4, 4).
pub(crate) fn matrix<'py>(py: Python<'py>, pose: &Pose) -> PyResult<Bound<'py, PyArray2<f64>>> {
    PyArray1::from_slice(py, &pose.to_row_major()).reshape([4, 4])
}
