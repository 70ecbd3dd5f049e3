//! Pairs: every question about two models.

use crate::answer::{Closest, Depth, FirstContact, Related, Verdict};
use crate::argument::{self, count, length, share};
use crate::batch::{Asked, list, list_each, one_each};
use crate::error;
use crate::model::Model;
use crate::pose::Poses;
use crate::work::{direct, run_watched};
use feeler::{Budget, Pose, Scratch, Search};
use feeler_field::{DepthSearch, Relation, Ways};
use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Two models A and B, and all questions about them. A pose is that of B in A's frame.
///
/// Each question takes one pose and gives one answer, or an array of poses and gives an array of answers, in the same order, computed on all cores:
///
/// - a matrix of (4, 4), or an array of (..., 4, 4): the answers have the axes before the last two;
/// - a tuple of rotations and translations: (3, 3) and (3,), or (..., 3, 3) and (..., 3);
/// - a ``Rotation`` or ``RigidTransform`` of scipy, alone or as the first of such a tuple;
/// - an object with ``rotation`` and ``translation``, such as ``pinocchio.SE3`` or ``coal.Transform3s``, or a list of them;
/// - nothing, for B in its own frame. For quaternions see ``feeler.poses``.
///
/// A C-contiguous array of float64 is not copied. The answers are exact for these numbers, touching counts, and no number of threads changes them.
///
/// Work over two seconds shows its progress on a terminal. ``progress=True`` shows it at once and ``False`` never; a callable is called with the number
/// of poses that are done and the number of all. Ctrl-C ends long calls within a tenth of a second.
///
/// >>> import feeler, numpy as np
/// >>> ring = feeler.read("shape:ring:2000")
/// >>> pair = feeler.Pair(ring, ring)
/// >>> pair.intersects(feeler.poses([0, 0, 0.3]))
/// True
/// >>> pair.intersects(feeler.poses([[0, 0, 0.3], [0, 0, 3]]))
/// array([ True, False])
#[pyclass(frozen, module = "feeler", weakref)]
pub(crate) struct Pair {
    a: Py<Model>,
    b: Py<Model>,
    asked: Arc<Asked>,
    /// Whether the last call of each question at one pose was quick.
    was_quick: [AtomicBool; 7],
}

/// The questions that mostly take microseconds.
#[derive(Clone, Copy)]
enum Single {
    Intersects,
    Contacts,
    Distance,
    Within,
    AllWithin,
    FirstContact,
    Guided,
}

/// The number of triangles up to which the first call of a question is probably quick.
const FEW: usize = 1 << 14;

/// A time that is quick.
const QUICK: Duration = Duration::from_millis(1);

impl Pair {
    /// Asks at one pose: on the calling thread, where Ctrl-C has to wait for the answer, if the question was quick the last time. Nobody knows beforehand how many
    /// pairs of triangles are nearly as near as the nearest.
    fn one<T: Send + 'static>(
        &self,
        py: Python<'_>,
        pose: Pose,
        single: Single,
        ask: impl FnOnce(&feeler::Pair<'_>, &mut Scratch) -> T + Send + 'static,
    ) -> PyResult<T> {
        let was_quick = &self.was_quick[single as usize];
        let start = Instant::now();
        let answer = if was_quick.load(Ordering::Relaxed) {
            let asked = &*self.asked;
            direct(py, || ask(&asked.pair(pose), &mut asked.scratch()))
        } else {
            let asked = Arc::clone(&self.asked);
            run_watched(py, move || ask(&asked.pair(pose), &mut asked.scratch()))
        };
        was_quick.store(start.elapsed() < QUICK, Ordering::Relaxed);
        answer
    }
}

#[pymethods]
impl Pair {
    #[new]
    fn new(a: Py<Model>, b: Py<Model>) -> Self {
        let [of_a, of_b] = [&a, &b].map(|model| Arc::clone(&model.get().shape));
        let is_small = of_a.triangles() + of_b.triangles() <= FEW;
        let was_quick = std::array::from_fn(|_| AtomicBool::new(is_small));
        Self { a, b, asked: Asked::new(of_a, of_b), was_quick }
    }

    /// Model A.
    #[getter]
    fn a(&self, py: Python<'_>) -> Py<Model> {
        self.a.clone_ref(py)
    }

    /// Model B.
    #[getter]
    fn b(&self, py: Python<'_>) -> Py<Model> {
        self.b.clone_ref(py)
    }

    /// Whether any two triangles meet: a bool, or an array of them.
    #[pyo3(signature = (poses=None, *, progress=None))]
    fn intersects<'py>(
        &self,
        py: Python<'py>,
        poses: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match Poses::of(poses)? {
            Poses::One(pose) => self
                .one(py, pose, Single::Intersects, |pair, scratch| pair.intersects_with(scratch))?
                .into_bound_py_any(py),
            Poses::Many(poses) => {
                one_each(&self.asked, &poses, progress, py, |pair, _, scratch| {
                    pair.intersects_with(scratch)
                })
            }
        }
    }

    /// Whether the solids share a point: whether any two triangles meet, or one closed mesh is inside of the other. A bool, or an array of them.
    ///
    /// >>> import feeler
    /// >>> box, ball = feeler.read("shape:box:12"), feeler.read("shape:sphere:500")
    /// >>> small = feeler.Model(ball.vertices / 2, ball.faces)
    /// >>> feeler.Pair(box, small).intersects(), feeler.Pair(box, small).overlaps()
    /// (False, True)
    #[pyo3(signature = (poses=None, *, progress=None))]
    fn overlaps<'py>(
        &self,
        py: Python<'py>,
        poses: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Arc::clone(&self.asked);
        let ask = move |pair: &feeler::Pair<'_>, scratch: &mut Scratch| {
            pair.intersects_with(scratch) || asked.a.nests_with(&asked.b, pair.pose())
        };
        match Poses::of(poses)? {
            Poses::One(pose) => {
                let asked = Arc::clone(&self.asked);
                let answer = move || ask(&asked.pair(pose), &mut asked.scratch());
                run_watched(py, answer)?.into_bound_py_any(py)
            }
            Poses::Many(poses) => {
                one_each(&self.asked, &poses, progress, py, move |pair, _, scratch| {
                    ask(pair, scratch)
                })
            }
        }
    }

    /// All pairs of triangles that meet, by triangle of A, then of B: an array with the fields ``a`` and ``b``.
    ///
    /// For many poses it is one array, with the number of the pose in the field ``pose``. ``limit`` is the largest number of pairs of one pose that are
    /// wanted.
    ///
    /// >>> import feeler
    /// >>> square = feeler.Model([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]])
    /// >>> feeler.Pair(square, square).contacts(feeler.poses([[0.5, 0.5, 0], [1, 1, 0], [2, 0, 0]])).tolist()
    /// [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1)]
    #[pyo3(signature = (poses=None, *, limit=None, progress=None))]
    fn contacts<'py>(
        &self,
        py: Python<'py>,
        poses: Option<&Bound<'py, PyAny>>,
        limit: Option<i64>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limit = limit.map_or(Ok(usize::MAX), |limit| count(limit, 0, "limit"))?;
        match Poses::of(poses)? {
            Poses::One(pose) => {
                let contacts = self.one(py, pose, Single::Contacts, move |pair, scratch| {
                    pair.first_contacts_with(limit, scratch).to_vec()
                })?;
                list(py, &contacts)
            }
            Poses::Many(poses) => {
                list_each(&self.asked, &poses, progress, py, move |pair, _, scratch, write| {
                    pair.first_contacts_with(limit, scratch).iter().for_each(write);
                })
            }
        }
    }

    /// The distance and the nearest points: a ``Closest``, or an array with the fields ``distance``, ``on_a``, ``on_b`` and ``triangles``.
    ///
    /// Of triangles that are equally near it names the first, by triangle of A, then of B. An empty mesh is near to nothing: one pose gives None then,
    /// and an array infinite distances.
    ///
    /// >>> import feeler, numpy as np
    /// >>> box = feeler.read("shape:box:12")
    /// >>> far = feeler.Pair(box, box).distance(feeler.poses([[3, 0, 0], [0, 5, 0]]))
    /// >>> far["distance"], far["on_b"][1]
    /// (array([1., 3.]), array([-1.,  4.,  1.]))
    #[pyo3(signature = (poses=None, *, progress=None))]
    fn distance<'py>(
        &self,
        py: Python<'py>,
        poses: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ask = |pair: &feeler::Pair<'_>, scratch: &mut Scratch| {
            pair.distance_with(&Search::default(), scratch).closest
        };
        match Poses::of(poses)? {
            Poses::One(pose) => {
                self.one(py, pose, Single::Distance, ask)?.map(Closest).into_bound_py_any(py)
            }
            Poses::Many(poses) => {
                one_each(&self.asked, &poses, progress, py, move |pair, _, scratch| {
                    ask(pair, scratch)
                })
            }
        }
    }

    /// Whether any two triangles are no further apart than a distance: a bool, or an array of them.
    ///
    /// >>> import feeler
    /// >>> box = feeler.read("shape:box:12")
    /// >>> feeler.Pair(box, box).within(1, feeler.poses([[3, 0, 0], [3.01, 0, 0]]))
    /// array([ True, False])
    #[pyo3(signature = (distance, poses=None, *, progress=None))]
    fn within<'py>(
        &self,
        py: Python<'py>,
        distance: f64,
        poses: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let distance = length(distance, "distance")?;
        match Poses::of(poses)? {
            Poses::One(pose) => self
                .one(py, pose, Single::Within, move |pair, scratch| {
                    pair.within_with(distance, scratch)
                })?
                .into_bound_py_any(py),
            Poses::Many(poses) => {
                one_each(&self.asked, &poses, progress, py, move |pair, _, scratch| {
                    pair.within_with(distance, scratch)
                })
            }
        }
    }

    /// All pairs of triangles no further apart than a distance, by triangle of A, then of B: an array with the fields of ``distance``.
    ///
    /// For many poses it is one array, with the number of the pose in the field ``pose``.
    #[pyo3(signature = (distance, poses=None, *, progress=None))]
    fn all_within<'py>(
        &self,
        py: Python<'py>,
        distance: f64,
        poses: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let distance = length(distance, "distance")?;
        match Poses::of(poses)? {
            Poses::One(pose) => {
                let near = self.one(py, pose, Single::AllWithin, move |pair, scratch| {
                    pair.all_within_with(distance, scratch).to_vec()
                })?;
                list(py, &near)
            }
            Poses::Many(poses) => {
                list_each(&self.asked, &poses, progress, py, move |pair, _, scratch, write| {
                    pair.all_within_with(distance, scratch).iter().for_each(write);
                })
            }
        }
    }

    /// How far B can move in a direction before it touches A: a ``FirstContact`` or None, or an array with the fields ``time``, ``pose``, ``normal`` and those of
    /// ``distance``; the time is infinite where B never touches A.
    ///
    /// There may be one direction for all poses, or one for each. A contact after the time ``until`` does not count.
    ///
    /// >>> import feeler
    /// >>> box = feeler.read("shape:box:12")
    /// >>> feeler.Pair(box, box).first_contact([0, 0, -2], feeler.poses([0, 0, 10])).time.__round__(9)
    /// 4.0
    #[pyo3(signature = (direction, poses=None, *, until=f64::INFINITY, progress=None))]
    fn first_contact<'py>(
        &self,
        py: Python<'py>,
        direction: &Bound<'py, PyAny>,
        poses: Option<&Bound<'py, PyAny>>,
        until: f64,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if until != f64::INFINITY {
            length(until, "until")?;
        }
        let poses = Poses::of(poses)?;
        let count = if let Poses::Many(poses) = &poses { poses.len() } else { 1 };
        let module = py.import("feeler._poses")?;
        let directions = module.call_method1("directions", (direction, count))?;
        let directions = directions.cast::<PyArray2<f64>>()?;
        debug_assert_eq!(directions.shape()[1], 3, "_poses.py has checked it");
        let directions = directions.readonly();
        let directions: Vec<[f64; 3]> = directions.as_slice()?.as_chunks().0.to_vec();
        match poses {
            Poses::One(pose) => self
                .one(py, pose, Single::FirstContact, move |pair, scratch| {
                    pair.first_contact_with(directions[0], until, scratch)
                })?
                .map(FirstContact)
                .into_bound_py_any(py),
            Poses::Many(poses) => {
                one_each(&self.asked, &poses, progress, py, move |pair, at, scratch| {
                    let direction = directions[at % directions.len()];
                    pair.first_contact_with(direction, until, scratch)
                })
            }
        }
    }

    /// Whether the meshes touch, as far as a budget allows: a ``Verdict``, or an array with the fields ``touches``, ``is_proof``, ``p`` and ``triangles``.
    ///
    /// The budget is for each pose: ``micros`` is a time, ``steps`` a number of steps, which gives the same verdict on every machine. The search also
    /// ends if the answer is wrong with a probability of at most ``eps``.
    ///
    /// >>> import feeler
    /// >>> knot, ring = feeler.read("shape:knot"), feeler.read("shape:ring")
    /// >>> feeler.Pair(knot, ring).guided(steps=1000, eps=0).is_proof
    /// True
    #[pyo3(signature = (poses=None, *, micros=None, steps=None, eps=0.01, progress=None))]
    fn guided<'py>(
        &self,
        py: Python<'py>,
        poses: Option<&Bound<'py, PyAny>>,
        micros: Option<f64>,
        steps: Option<i64>,
        eps: f64,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (budget, eps) = (budget(micros, steps)?, argument::eps(eps)?);
        match Poses::of(poses)? {
            Poses::One(pose) => self
                .one(py, pose, Single::Guided, move |pair, scratch| {
                    pair.guided_with(budget, eps, scratch)
                })
                .map(Verdict)?
                .into_bound_py_any(py),
            Poses::Many(poses) => {
                one_each(&self.asked, &poses, progress, py, move |pair, _, scratch| {
                    pair.guided_with(budget, eps, scratch)
                })
            }
        }
    }

    /// What the solids are to each other: a ``Related``, or an array with the fields ``relation`` and ``confidence``.
    ///
    /// >>> import feeler
    /// >>> box = feeler.read("shape:box:12")
    /// >>> feeler.Pair(box, box).relation(feeler.poses([[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]))["relation"].tolist()
    /// ['same', 'crossing', 'touching', 'apart']
    #[pyo3(signature = (poses=None, *, progress=None))]
    fn relation<'py>(
        &self,
        py: Python<'py>,
        poses: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Arc::clone(&self.asked);
        let ask = move |pose: Pose| {
            asked.a.with_body(|a| {
                asked.b.with_body(|b| Relation::between(a.boundary(), b.boundary(), pose))
            })
        };
        match Poses::of(poses)? {
            Poses::One(pose) => {
                run_watched(py, move || ask(pose)).map(Related)?.into_bound_py_any(py)
            }
            Poses::Many(poses) => {
                one_each(&self.asked, &poses, progress, py, move |pair, _, _| ask(pair.pose()))
            }
        }
    }

    /// How far B must move to be free of A: a ``Depth``, or an array with the fields ``lower``, ``upper``, ``translation``, ``pose`` and ``proof``.
    ///
    /// Both bounds are the depth for convex solids. For others the upper bound is the best place that was found; a lower bound is searched if ``gap``, the
    /// largest difference of the bounds as a share of the upper one, is below 1. ``seconds`` ends the search of each pose. With ``from_outside`` only
    /// places count that B can reach from far away.
    ///
    /// >>> import feeler
    /// >>> box = feeler.read("shape:box:12")
    /// >>> feeler.Pair(box, box).depth(feeler.poses([1.5, 0.2, 0.1])).translation.round(6).tolist()
    /// [0.5, 0.0, 0.0]
    #[pyo3(signature = (poses=None, *, gap=1.0, seconds=None, from_outside=false, progress=None))]
    fn depth<'py>(
        &self,
        py: Python<'py>,
        poses: Option<&Bound<'py, PyAny>>,
        gap: f64,
        seconds: Option<f64>,
        from_outside: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        share(gap, 1.0, "gap")?;
        let time = seconds.map(|seconds| duration(seconds, "seconds")).transpose()?;
        let ways = if from_outside { Ways::FromOutside } else { Ways::Anywhere };
        let asked = Arc::clone(&self.asked);
        let ask = move |pose: Pose| {
            asked.a.with_body(|a| {
                asked.b.with_body(|b| {
                    let start = Instant::now();
                    let mut search = DepthSearch::new(a, b, pose, ways);
                    let time = time.map(|time| time.saturating_sub(start.elapsed()));
                    search.run(gap, Budget { time, ..Budget::UNLIMITED })
                })
            })
        };
        match Poses::of(poses)? {
            Poses::One(pose) => {
                run_watched(py, move || ask(pose)).map(Depth)?.into_bound_py_any(py)
            }
            Poses::Many(poses) => {
                one_each(&self.asked, &poses, progress, py, move |pair, _, _| ask(pair.pose()))
            }
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyType>, (Py<Model>, Py<Model>)) {
        (py.get_type::<Self>().unbind(), (self.a(py), self.b(py)))
    }

    fn __repr__(&self) -> String {
        let [a, b] = [&self.asked.a, &self.asked.b].map(|shape| shape.triangles());
        format!("<feeler.Pair of {a} and {b} triangles>")
    }
}

/// The budget of a number of microseconds and a number of steps.
pub(crate) fn budget(micros: Option<f64>, steps: Option<i64>) -> PyResult<Budget> {
    let time = micros.map(|micros| duration(1e-6 * micros, "micros")).transpose()?;
    let steps = steps.map_or(Ok(u64::MAX), |steps| count(steps, 0, "steps"))?;
    Ok(Budget { steps, time })
}

/// The duration of a number of seconds.
pub(crate) fn duration(seconds: f64, name: &str) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|error| error::value(format!("{name} has to be a time: {error}")))
}
