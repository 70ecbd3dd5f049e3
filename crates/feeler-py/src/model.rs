//! Models.

use crate::array;
use crate::error;
use crate::shape::Shape;
use crate::work::run_watched;
use feeler::{Arity, Build, Mesh, Rule, Volume};
use feeler_scenes::Shape as BuiltIn;
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::Arc;

/// A mesh of triangles, prepared for questions.
///
/// ``vertices`` has a row of three numbers for each vertex: float64 is used to the last bit, float32 exactly too. ``faces`` has three indices of vertices
/// for each triangle, of any type of integers. Nothing is required of the mesh: it may be open, may cross itself, and may have triangles without area.
/// Instead of two arrays, an object with ``vertices`` and ``faces`` will do, such as a mesh of trimesh. A model cannot be changed.
///
/// ``volume``, ``arity``, ``rule`` and ``leaf_size`` change how long questions take, and no answer.
///
/// >>> import feeler
/// >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
/// >>> model = feeler.Model(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
/// >>> model
/// <feeler.Model of 4 triangles>
/// >>> len(model), model.bounds.tolist()
/// (4, [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]])
/// >>> feeler.Model(corners, [[0, 1, 4]])
/// Traceback (most recent call last):
///     ...
/// ValueError: triangle 0 = (0, 1, 4): an index is out of range, there are 4 vertices
#[pyclass(frozen, module = "feeler", weakref)]
pub(crate) struct Model {
    pub(crate) shape: Arc<Shape>,
}

impl Model {
    fn of(model: feeler::Model) -> Self {
        Self { shape: Shape::new(model) }
    }

    fn mesh(&self) -> &Mesh {
        self.shape.model.mesh()
    }
}

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (vertices, faces=None, *, volume=None, arity=8, rule=None, leaf_size=8))]
    fn new(
        vertices: &Bound<'_, PyAny>,
        faces: Option<&Bound<'_, PyAny>>,
        volume: Option<&str>,
        arity: usize,
        rule: Option<&str>,
        leaf_size: usize,
    ) -> PyResult<Self> {
        let build = Build {
            volume: volume.map_or(Ok(Volume::default()), str::parse).map_err(error::value)?,
            arity: Arity::try_from(arity).map_err(error::value)?,
            rule: rule.map_or(Ok(Rule::default()), named_rule)?,
            leaf_size,
        };
        let mesh = array::mesh(vertices, faces)?;
        run_watched(vertices.py(), move || feeler::Model::build(mesh, &build)).map(Self::of)
    }

    /// The positions of all vertices, as a new float64 array of (n, 3).
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array::table(py, self.mesh().vertices())
    }

    /// The vertices of all triangles, as a new uint32 array of (n, 3).
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        array::table(py, self.mesh().triangles())
    }

    /// The lower and the upper corner of the smallest box around all triangles, as an array of (2, 3); None for an empty mesh.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        self.shape.model.bounds().map(|bounds| array::table(py, &bounds)).transpose()
    }

    /// The kind of volume in the tree.
    #[getter]
    fn volume(&self) -> &'static str {
        self.shape.model.volume().name()
    }

    /// Whether the mesh has no holes, so that it has an inside. The first call takes some microseconds a triangle.
    ///
    /// >>> import feeler
    /// >>> feeler.read("shape:ring:500").is_closed, feeler.read("shape:sheet:500").is_closed
    /// (True, False)
    #[getter]
    fn is_closed(&self, py: Python<'_>) -> PyResult<bool> {
        let shape = Arc::clone(&self.shape);
        run_watched(py, move || shape.with_body(|body| body.boundary().is_closed()))
    }

    /// The same triangles with other positions of the vertices: two to four times as fast as a new model.
    ///
    /// >>> import feeler, numpy
    /// >>> ball = feeler.read("shape:sphere:500")
    /// >>> ball.refitted(2 * ball.vertices).bounds.round(1).tolist()
    /// [[-2.0, -2.0, -2.0], [2.0, 2.0, 2.0]]
    fn refitted(&self, py: Python<'_>, vertices: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (vertices, old) = (array::positions(vertices)?, Arc::clone(&self.shape));
        let refitted = run_watched(py, move || {
            let mut model = (*old.model).clone();
            model.refit(vertices).map(|()| model)
        })?;
        refitted.map(Self::of).map_err(error::value)
    }

    /// The model as bytes, with its tree. ``Model.from_bytes`` reads them sooner than a model is built; ``pickle`` uses both.
    ///
    /// >>> import feeler, pickle
    /// >>> ring = feeler.read("shape:ring:500")
    /// >>> len(pickle.loads(pickle.dumps(ring))) == len(feeler.Model.from_bytes(ring.to_bytes())) == len(ring)
    /// True
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let shape = Arc::clone(&self.shape);
        let bytes = run_watched(py, move || shape.model.to_bytes())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The model that ``to_bytes`` has written. Bytes that were damaged are a ``ValueError``; they need not be trusted.
    #[staticmethod]
    fn from_bytes(data: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let bytes = data.as_bytes().to_vec();
        let model = run_watched(data.py(), move || feeler::Model::from_bytes(&bytes))?;
        model.map(Self::of).map_err(error::value)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Self>().getattr("from_bytes")?, (self.to_bytes(py)?,)))
    }

    fn __len__(&self) -> usize {
        self.shape.triangles()
    }

    fn __repr__(&self) -> String {
        let count = self.shape.triangles();
        format!("<feeler.Model of {count} triangle{}>", if count == 1 { "" } else { "s" })
    }
}

fn named_rule(name: &str) -> PyResult<Rule> {
    Rule::ALL.into_iter().find(|rule| rule.name() == name).ok_or_else(|| {
        let known: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
        error::value(format!("the rule \"{name}\" is not known; known are {}", known.join(", ")))
    })
}

/// Reads a mesh: OBJ, STL, PLY, OFF, glTF, GLB or 3MF.
///
/// ``gearbox.glb#Shaft`` is a part of a file. ``shape:ring:2000`` is a ring of 2000 triangles: the built-in shapes of the command line.
///
/// >>> import feeler
/// >>> feeler.read("shape:ring:2016")
/// <feeler.Model of 2016 triangles>
/// >>> feeler.read("missing.obj")
/// Traceback (most recent call last):
///     ...
/// FileNotFoundError: missing.obj: No such file or directory (os error 2)
#[pyfunction]
pub(crate) fn read(py: Python<'_>, path: PathBuf) -> PyResult<Model> {
    let read = move || -> PyResult<feeler::Model> {
        let text = path.to_string_lossy();
        let mesh = match text.strip_prefix("shape:") {
            Some(name) => BuiltIn::by_name(name).map_err(error::value)?,
            None if path.to_str().is_some() => {
                feeler_io::read_source(&text).map_err(|error| error::of_file(&error))?
            }
            None => feeler_io::read(&path).map_err(|error| error::of_file(&error))?,
        };
        Ok(feeler::Model::new(mesh))
    };
    run_watched(py, read)?.map(Model::of)
}
