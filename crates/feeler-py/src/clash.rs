//! Clashes of a world, as Python sees them.

use crate::answer::{Closest, Depth};
use pyo3::prelude::*;

/// Two objects that are closer than a clearance, and what they do to each other.
#[pyclass(frozen, module = "feeler")]
pub(crate) struct Clash {
    pub(crate) names: (String, String),
    pub(crate) clash: feeler_world::Clash,
}

#[pymethods]
impl Clash {
    /// The names of both objects, the one that was added first as A.
    #[getter]
    fn objects(&self) -> (String, String) {
        self.names.clone()
    }

    /// "near", "touching", "inside", "crossing" or "duplicate".
    #[getter]
    fn kind(&self) -> &'static str {
        self.clash.kind.name()
    }

    /// 1 if the kind is proven, as it always is for closed meshes; else an estimate.
    #[getter]
    fn confidence(&self) -> f64 {
        self.clash.confidence
    }

    /// Where the surfaces are nearest, in the world.
    #[getter]
    fn closest(&self) -> Closest {
        Closest(self.clash.closest)
    }

    /// The number of pairs of triangles that touch.
    #[getter]
    fn contacts(&self) -> Option<u64> {
        self.clash.detail.map(|detail| detail.contacts)
    }

    /// How far B must move to be free of A, in A's frame, if they cross or one is inside of the other; else None.
    #[getter]
    fn depth(&self) -> Option<Depth> {
        self.clash.depth().map(Depth)
    }

    fn __repr__(&self) -> String {
        let (a, b) = &self.names;
        format!("<feeler.Clash {}: {a}, {b}>", self.kind())
    }
}
