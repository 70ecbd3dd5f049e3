//! Worlds: many objects with names and poses.

use crate::answer::{Closest, Verdict, matrix};
use crate::argument;
use crate::clash::Clash;
use crate::configurations::{self, Clearance};
use crate::error::{self, refused};
use crate::model::Model;
use crate::pair::{budget, duration};
use crate::pose::Poses;
use crate::progress::Progress;
use crate::shape::Shape;
use crate::watch::{StopAtEnd, Watch};
use crate::work::{direct, run_watched, start};
use feeler::{Budget, Pose};
use feeler_world::{Limits, Object, ObjectId, Rules, World as Inner, WorldError};
use numpy::PyArray2;
use pyo3::prelude::*;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Many objects, each a model at a pose, with a name; questions about all of them at once.
///
/// Pairs come in the order in which their objects were added. Objects come, move and go at any time; there is no update to be called. An object's pose
/// is replaced by the nearest rotation if it is off by more than 1e-12.
///
/// >>> import feeler
/// >>> box = feeler.read("shape:box:12")
/// >>> world = feeler.World()
/// >>> for name, x in [("a", 0), ("b", 1.5), ("c", 4)]:
/// ...     world.add(name, box, feeler.poses([x, 0, 0]))
/// >>> world.touching()
/// [('a', 'b')]
/// >>> world.place("c", feeler.poses([3.5, 0, 0]))
/// >>> world.touching(), world.nearest()[:2]
/// ([('a', 'b'), ('b', 'c')], ('a', 'b'))
/// >>> world.set_rules('rule = [{ ignore = ["a", "*"] }]')
/// >>> [(clash.objects, clash.kind) for clash in world.clashes()]
/// [(('b', 'c'), 'touching')]
#[pyclass(frozen, module = "feeler", weakref)]
pub(crate) struct World {
    inner: Arc<Mutex<Inner>>,
    /// The models of the objects, to be given back; those of removed objects stay until their name is used again.
    models: Mutex<HashMap<String, Arc<Shape>>>,
    /// The text of the rules, to be pickled.
    rules: Mutex<String>,
}

/// An object as it is pickled: name, model, pose, group and margin.
type PickledObject<'py> = (String, Py<Model>, Bound<'py, PyArray2<f64>>, Option<String>, f64);

/// A world as it is pickled: what makes it again, of its objects and the text of its rules.
type PickledWorld<'py> = (Bound<'py, PyAny>, (Vec<PickledObject<'py>>, String));

/// Locks a world. After a panic it is as good as before: every question brings it up to date.
fn locked(world: &Mutex<Inner>) -> MutexGuard<'_, Inner> {
    world.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of an object.
fn name(world: &Inner, id: ObjectId) -> String {
    world.object(id).map_or_else(|_| String::new(), |object| object.name().to_owned())
}

/// The names of two objects.
fn names(world: &Inner, ids: [ObjectId; 2]) -> (String, String) {
    let [a, b] = ids.map(|id| name(world, id));
    (a, b)
}

/// The one pose that was given.
fn one(pose: Option<&Bound<'_, PyAny>>) -> PyResult<Pose> {
    match Poses::of(pose)? {
        Poses::One(pose) => Ok(pose),
        Poses::Many(_) => Err(error::value("an object has one pose, of (4, 4)")),
    }
}

impl World {
    /// Changes the world, or looks at it, in no time.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut Inner) -> Result<T, WorldError> + Send,
    ) -> PyResult<T> {
        direct(py, || ask(&mut locked(&self.inner)))?.map_err(refused)
    }

    /// Asks a question about many objects.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut Inner) -> Result<T, WorldError> + Send + 'static,
    ) -> PyResult<T> {
        let inner = Arc::clone(&self.inner);
        run_watched(py, move || ask(&mut locked(&inner)))?.map_err(refused)
    }

    /// The models of all objects, with what is known of their solids.
    fn shapes(&self) -> HashMap<String, Arc<Shape>> {
        self.models.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add_shape(
        &self,
        py: Python<'_>,
        name: String,
        shape: &Arc<Shape>,
        pose: Pose,
    ) -> PyResult<ObjectId> {
        let (model, key) = (Arc::clone(&shape.model), name.clone());
        let id = self.with(py, move |world| world.add(name, model, pose))?;
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        models.insert(key, Arc::clone(shape));
        Ok(id)
    }
}

#[pymethods]
impl World {
    #[new]
    fn new() -> Self {
        Self { inner: Arc::default(), models: Mutex::default(), rules: Mutex::default() }
    }

    /// The parts of a file at their places: an assembly in glTF, GLB, 3MF or OBJ. Parts that differ only by their poses share a model.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let read = move || {
            let scene = feeler_io::read_scene(path)?;
            let rigid = scene.rigid();
            let models: Vec<_> =
                rigid.meshes.into_iter().map(|mesh| Shape::new(feeler::Model::new(mesh))).collect();
            Ok((scene.labels(), models, rigid.instances))
        };
        let (labels, models, instances) =
            run_watched(py, read)?.map_err(|error: feeler_io::Error| error::of_file(&error))?;
        let world = Self::new();
        for (label, (model, pose)) in labels.into_iter().zip(instances) {
            world.add_shape(py, label, &models[model], pose)?;
        }
        Ok(world)
    }

    /// Adds an object. Objects may share a model. A name that is taken is a ``ValueError``.
    #[pyo3(signature = (name, model, pose=None, *, group=None, margin=0.0))]
    fn add(
        &self,
        py: Python<'_>,
        name: String,
        model: &Bound<'_, Model>,
        pose: Option<&Bound<'_, PyAny>>,
        group: Option<&str>,
        margin: f64,
    ) -> PyResult<()> {
        let id = self.add_shape(py, name, &model.get().shape, one(pose)?)?;
        self.with(py, |world| {
            if let Err(error) = world.set_margin(id, margin) {
                world.remove(id)?;
                return Err(error);
            }
            world.set_group(id, group)
        })
    }

    /// Takes an object out of the world.
    fn remove(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.with(py, |world| {
            let id = world.find(name)?;
            world.remove(id).map(drop)
        })
    }

    /// Moves an object to a pose in the world.
    #[pyo3(signature = (name, pose))]
    fn place(&self, py: Python<'_>, name: &str, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let pose = one(Some(pose))?;
        self.with(py, |world| {
            let id = world.find(name)?;
            world.place(id, pose)
        })
    }

    /// Moves many objects: ``poses`` has one matrix for each name.
    fn place_all(
        &self,
        py: Python<'_>,
        names: Vec<String>,
        poses: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let poses = match Poses::of(Some(poses))? {
            Poses::One(pose) => vec![pose],
            Poses::Many(poses) => poses.block(0..poses.len())?,
        };
        if poses.len() != names.len() {
            let (poses, names) = (poses.len(), names.len());
            return Err(error::value(format!("there are {poses} poses and {names} names")));
        }
        self.with(py, |world| {
            let ids = names.iter().map(|name| world.find(name)).collect::<Result<Vec<_>, _>>()?;
            ids.into_iter().zip(poses).try_for_each(|(id, pose)| world.place(id, pose))
        })
    }

    /// Gives an object another model.
    fn exchange(&self, py: Python<'_>, name: &str, model: &Bound<'_, Model>) -> PyResult<()> {
        let shape = &model.get().shape;
        self.with(py, |world| {
            let id = world.find(name)?;
            world.exchange(id, Arc::clone(&shape.model))
        })?;
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        models.insert(name.to_owned(), Arc::clone(shape));
        Ok(())
    }

    /// Puts an object into a group, for rules, or with None into no group.
    #[pyo3(signature = (name, group))]
    fn set_group(&self, py: Python<'_>, name: &str, group: Option<&str>) -> PyResult<()> {
        self.with(py, |world| {
            let id = world.find(name)?;
            world.set_group(id, group)
        })
    }

    /// Sets the distance that others must keep from an object: for ``touching``, two objects touch if they are no further apart than both margins together.
    fn set_margin(&self, py: Python<'_>, name: &str, margin: f64) -> PyResult<()> {
        self.with(py, |world| {
            let id = world.find(name)?;
            world.set_margin(id, margin)
        })
    }

    /// Sets the rules about which pairs matter, in TOML as for ``feeler clash --rules``: ``check``, ``ignore`` and ``chain``, by names, patterns and ``@groups``;
    /// the last rule that speaks of a pair decides. It returns the rules that speak of no pair, which are probably mistakes.
    fn set_rules(&self, py: Python<'_>, rules: &str) -> PyResult<Option<Vec<String>>> {
        let parsed: Rules = rules.parse().map_err(error::value)?;
        let idle = self.with(py, |world| {
            world.set_rules(parsed);
            Ok(world.idle_rules().into_iter().map(str::to_owned).collect::<Vec<_>>())
        })?;
        rules.clone_into(&mut self.rules.lock().unwrap_or_else(PoisonError::into_inner));
        Ok((!idle.is_empty()).then_some(idle))
    }

    /// The names of all objects, in the order in which they were added.
    #[getter]
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |world| {
            Ok(world.objects().map(|(_, object)| object.name().to_owned()).collect())
        })
    }

    /// The pose of an object, as a matrix of (4, 4).
    fn pose<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let pose =
            self.with(py, |world| world.find(name).and_then(|id| Ok(*world.object(id)?.pose())))?;
        matrix(py, &pose)
    }

    /// The group of an object, or None.
    fn group(&self, py: Python<'_>, name: &str) -> PyResult<Option<String>> {
        self.with(py, |world| {
            let id = world.find(name)?;
            Ok(world.object(id)?.group().map(str::to_owned))
        })
    }

    /// The distance that others must keep from an object.
    fn margin(&self, py: Python<'_>, name: &str) -> PyResult<f64> {
        self.with(py, |world| {
            let id = world.find(name)?;
            Ok(world.object(id)?.margin())
        })
    }

    /// The model of an object.
    fn model(&self, py: Python<'_>, name: &str) -> PyResult<Model> {
        self.with(py, |world| world.find(name).map(drop))?;
        let models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        let shape = models.get(name).ok_or_else(|| refused(WorldError::Gone))?;
        Ok(Model { shape: Arc::clone(shape) })
    }

    /// All pairs of objects that touch, by their names; with a name, the objects that touch this one.
    #[pyo3(signature = (name=None))]
    fn touching<'py>(&self, py: Python<'py>, name: Option<String>) -> PyResult<Bound<'py, PyAny>> {
        let Some(of) = name else {
            let pairs = self.ask(py, |world| {
                let pairs = world.touching();
                Ok(pairs.into_iter().map(|ids| names(world, ids)).collect::<Vec<_>>())
            })?;
            return pairs.into_pyobject(py);
        };
        let others = self.ask(py, move |world| {
            let id = world.find(&of)?;
            let others = world.touching_of(id)?;
            Ok(others.into_iter().map(|id| self::name(world, id)).collect::<Vec<_>>())
        })?;
        others.into_pyobject(py)
    }

    /// The names of two objects that touch, of which no pair comes before them; None if nothing touches. It is sooner known than all pairs.
    ///
    /// >>> import feeler
    /// >>> box, world = feeler.read("shape:box:12"), feeler.World()
    /// >>> for name in "abc":
    /// ...     world.add(name, box)
    /// >>> world.first_touching()
    /// ('a', 'b')
    fn first_touching(&self, py: Python<'_>) -> PyResult<Option<(String, String)>> {
        self.ask(py, |world| Ok(world.first_touching().map(|ids| names(world, ids))))
    }

    /// All pairs of objects that touch, or of which one is inside of the other. Only closed meshes have an inside.
    ///
    /// >>> import feeler
    /// >>> box, world = feeler.read("shape:box:12"), feeler.World()
    /// >>> world.add("box", box)
    /// >>> world.add("core", feeler.Model(box.vertices / 2, box.faces))
    /// >>> world.touching(), world.overlapping()
    /// ([], [('box', 'core')])
    fn overlapping(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        let models = self.shapes();
        self.ask(py, move |world| {
            let touching: HashSet<[ObjectId; 2]> = world.touching().into_iter().collect();
            // Without a step of work, these are the pairs whose boxes meet.
            let candidates = world.guided(Budget::steps(0), 0.0);
            let overlap = |&ids: &[ObjectId; 2]| {
                touching.contains(&ids) || {
                    let [a, b] = ids.map(|id| {
                        world.object(id).ok().and_then(|object| models.get(object.name()))
                    });
                    let pose = world.pair(ids).map(|pair| pair.pose()).unwrap_or_default();
                    a.zip(b).is_some_and(|(a, b)| a.nests_with(b, pose))
                }
            };
            let pairs = candidates.into_iter().map(|(ids, _)| ids).filter(overlap);
            Ok(pairs.map(|ids| names(world, ids)).collect())
        })
    }

    /// The objects that a model at a pose would touch. No rule applies; margins of the objects do.
    ///
    /// With ``solid=True`` objects count, too, that are inside of the model or around it, if both are closed.
    #[pyo3(signature = (model, pose=None, *, solid=false))]
    fn touching_model(
        &self,
        py: Python<'_>,
        model: &Bound<'_, Model>,
        pose: Option<&Bound<'_, PyAny>>,
        solid: bool,
    ) -> PyResult<Vec<String>> {
        let (shape, pose) = (Arc::clone(&model.get().shape), one(pose)?);
        let models = if solid { self.shapes() } else { HashMap::new() };
        self.ask(py, move |world| {
            let mut found = world.touching_model(&shape.model, pose);
            let around = |object: &Object| {
                let relative = Pose::relative(object.pose(), &pose);
                models.get(object.name()).is_some_and(|other| other.nests_with(&shape, relative))
            };
            let touching: HashSet<ObjectId> = found.iter().copied().collect();
            let others = world.objects().filter(|(id, _)| !touching.contains(id));
            found.extend(others.filter(|(_, object)| around(object)).map(|(id, _)| id));
            found.sort_unstable();
            Ok(found.into_iter().map(|id| name(world, id)).collect())
        })
    }

    /// The object that is the nearest to a model at a pose, with a ``Closest`` in the object's frame; None if there is none with triangles.
    #[pyo3(signature = (model, pose=None))]
    fn nearest_model(
        &self,
        py: Python<'_>,
        model: &Bound<'_, Model>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<(String, Closest)>> {
        /// A name that nobody types.
        const PROBE: &str = "\0probe";
        let (model, pose) = (Arc::clone(&model.get().shape.model), one(pose)?);
        self.ask(py, move |world| {
            let probe = world.add(PROBE, model, pose)?;
            let near = world.nearest_of(probe);
            world.remove(probe)?;
            Ok(near?.map(|near| (name(world, near.objects[0]), Closest(near.closest))))
        })
    }

    /// The pairs of an object here and an object of another world that touch. No rule applies; margins do.
    fn touching_world(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Self>,
    ) -> PyResult<Vec<(String, String)>> {
        // A copy, so that two threads that ask in both directions do not wait for each other.
        let other = &other.get().inner;
        let mut other = direct(py, || locked(other).clone())?;
        self.ask(py, move |world| {
            let found = world.touching_world(&mut other);
            Ok(found.into_iter().map(|[own, id]| (name(world, own), name(&other, id))).collect())
        })
    }

    /// All pairs of objects that are no further apart than a clearance: both names and a ``Closest`` in the frame of the first; with a name, the pairs
    /// with this object. Margins do not count.
    #[pyo3(signature = (clearance, name=None))]
    fn within(
        &self,
        py: Python<'_>,
        clearance: f64,
        name: Option<String>,
    ) -> PyResult<Vec<(String, String, Closest)>> {
        self.ask(py, move |world| {
            let near = match name {
                Some(name) => {
                    let id = world.find(&name)?;
                    world.within_of(id, clearance)?
                }
                None => world.within(clearance)?,
            };
            let named = near.into_iter().map(|near| {
                let (a, b) = names(world, near.objects);
                (a, b, Closest(near.closest))
            });
            Ok(named.collect())
        })
    }

    /// The two objects that are the nearest, with a ``Closest`` in the frame of the first; with a name, this object and the nearest to it. None if there
    /// are no two objects that are looked at.
    #[pyo3(signature = (name=None))]
    fn nearest(
        &self,
        py: Python<'_>,
        name: Option<String>,
    ) -> PyResult<Option<(String, String, Closest)>> {
        self.ask(py, move |world| {
            let near = match name {
                Some(name) => {
                    let id = world.find(&name)?;
                    world.nearest_of(id)?
                }
                None => world.nearest(),
            };
            Ok(near.map(|near| {
                let (a, b) = names(world, near.objects);
                (a, b, Closest(near.closest))
            }))
        })
    }

    /// What all objects do to each other as solids: a list of ``Clash``. Objects that are apart are near up to the ``clearance``; objects that cross count as
    /// touching if a motion no longer than the ``tolerance`` frees one of the other.
    /// ``depths=False`` leaves out the depths, and the tolerance with them; the kinds alone are known sooner. ``seconds`` ends the search of each depth.
    #[pyo3(signature = (*, clearance=0.0, tolerance=0.0, depths=true, seconds=None, progress=None))]
    fn clashes(
        &self,
        py: Python<'_>,
        clearance: f64,
        tolerance: f64,
        depths: bool,
        seconds: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Clash>> {
        /// The parts in which progress is counted.
        const PARTS: usize = 1000;
        let time = seconds.map(|seconds| duration(seconds, "seconds")).transpose()?;
        let depth = Budget { steps: if depths { u64::MAX } else { 0 }, time };
        let limits = Limits { clearance, tolerance, depth };
        let watch = Arc::new(Watch::default());
        let _stop = StopAtEnd(Arc::clone(&watch));
        let mut progress = Progress::of(PARTS, Arc::clone(&watch), progress);
        let inner = Arc::clone(&self.inner);
        let work = move || {
            let mut world = locked(&inner);
            let report = |share: f64| {
                watch.reached((share * PARTS as f64) as usize);
                if watch.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let clashes = world.clashes(limits, &report)?.found;
            let named = clashes
                .into_iter()
                .map(|clash| Clash { names: names(&world, clash.objects), clash });
            Ok(named.collect())
        };
        let clashes = start(work)?.wait(py, &mut progress)?.map_err(refused)?;
        progress.end(py)?;
        Ok(clashes)
    }

    /// What can be said within a budget about each pair of objects whose boxes meet: both names and a ``Verdict``. Pairs that are not named do not touch, and that
    /// is proved. The budget is for all pairs together.
    #[pyo3(signature = (*, micros=None, steps=None, eps=0.01))]
    fn guided(
        &self,
        py: Python<'_>,
        micros: Option<f64>,
        steps: Option<i64>,
        eps: f64,
    ) -> PyResult<Vec<(String, String, Verdict)>> {
        let (budget, eps) = (budget(micros, steps)?, argument::eps(eps)?);
        self.ask(py, move |world| {
            let found = world.guided(budget, eps);
            let named = found.into_iter().map(|(ids, verdict)| {
                let (a, b) = names(world, ids);
                (a, b, Verdict(verdict))
            });
            Ok(named.collect())
        })
    }

    /// Moves some objects, such as the links of a robot, through many configurations: ``poses`` has the shape (..., links, 4, 4). The world itself does not change.
    ///
    /// It gives an array with the fields ``touches``, whether anything does that the rules look at; ``links``, a matrix that tells which links touch each other;
    /// and ``others``, which links touch objects that are no links. With ``clearance=True`` there is ``clearance``, the distance from any link to whatever it may not touch; it takes longer.
    /// Pairs of other objects are not looked at.
    ///
    /// >>> import feeler, numpy as np
    /// >>> box, world = feeler.read("shape:box:12"), feeler.World()
    /// >>> for name in ["upper arm", "hand", "table"]:
    /// ...     world.add(name, box)
    /// >>> poses = np.stack([feeler.poses([[0, 0, 4], [0, 0, 1.5]]), feeler.poses([[0, 0, 4], [0, 0, 5]])])
    /// >>> found = world.configurations(["upper arm", "hand"], poses, clearance=True)
    /// >>> found["touches"], found["links"][:, 0, 1], found["others"][:, 1], found["clearance"]
    /// (array([ True,  True]), array([False,  True]), array([ True, False]), array([0., 0.]))
    #[pyo3(signature = (links, poses, *, clearance=false, progress=None))]
    fn configurations<'py>(
        &self,
        py: Python<'py>,
        links: Vec<String>,
        poses: &Bound<'py, PyAny>,
        clearance: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let world = direct(py, || locked(&self.inner).clone())?;
        let clearance = if clearance { Clearance::Wanted } else { Clearance::Left };
        configurations::answer(py, world, &links, poses, clearance, progress)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |world| Ok(world.len()))
    }

    fn __contains__(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.with(py, |world| Ok(world.find(name).is_ok()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<PickledWorld<'py>> {
        // Objects that share a model share it afterwards, too.
        let mut models: HashMap<*const Shape, Py<Model>> = HashMap::new();
        let shapes = self.shapes();
        let mut objects = Vec::new();
        for name in self.names(py)? {
            let shape = shapes.get(&name).ok_or_else(|| refused(WorldError::Gone))?;
            let model = match models.entry(Arc::as_ptr(shape)) {
                Entry::Occupied(known) => known.get().clone_ref(py),
                Entry::Vacant(place) => {
                    place.insert(Py::new(py, Model { shape: Arc::clone(shape) })?).clone_ref(py)
                }
            };
            let (pose, group) = (self.pose(py, &name)?, self.group(py, &name)?);
            let margin = self.margin(py, &name)?;
            objects.push((name, model, pose, group, margin));
        }
        let rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let rebuilt = py.import("feeler._worlds")?.getattr("rebuilt")?;
        Ok((rebuilt, (objects, rules)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let count = self.__len__(py)?;
        Ok(format!("<feeler.World of {count} object{}>", if count == 1 { "" } else { "s" }))
    }
}
