//! A robot's links at many configurations.

use crate::block::{self, Answer};
use crate::error::{self, refused};
use crate::pose::{PoseArray, Poses};
use feeler::Pose;
use feeler_world::{ObjectId, World};
use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// The largest number of configurations that a thread takes at once.
const RUN: usize = 32;

/// Whether the clearance is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clearance {
    Wanted,
    Left,
}

/// What the links of a world touch at many configurations.
pub(crate) fn answer<'py>(
    py: Python<'py>,
    world: World,
    links: &[String],
    poses: &Bound<'py, PyAny>,
    clearance: Clearance,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ids = links.iter().map(|name| world.find(name)).collect::<Result<Vec<_>, _>>();
    let ids = ids.map_err(refused)?;
    let places: HashMap<ObjectId, usize> = ids.iter().copied().zip(0..).collect();
    if places.len() < ids.len() {
        return Err(error::value("a link is named twice"));
    }
    let count = ids.len();
    let (poses, shape) = of_links(poses, count)?;
    poses.check()?;
    let dtype = dtype(py, count, clearance)?;
    let robot = Robot { ids, places, clearance };
    let answer: Arc<Answer> = Arc::new(move |_, poses, watch| {
        let items = poses.len() / count;
        let run = items.div_ceil(8 * rayon::current_num_threads()).clamp(1, RUN);
        let runs = poses.par_chunks(run * count).map_init(
            || world.clone(),
            |world, poses| {
                let mut rows = Vec::new();
                for poses in poses.chunks_exact(count) {
                    if watch.is_stopped() {
                        break;
                    }
                    robot.write(world, poses, &mut rows);
                    watch.did(1);
                }
                rows
            },
        );
        runs.collect()
    });
    block::array_of(py, (&poses, count), &shape, &dtype, progress, &answer)
}

/// The poses, and the axes before those of links and matrices.
fn of_links<'py>(
    poses: &Bound<'py, PyAny>,
    count: usize,
) -> PyResult<(PoseArray<'py>, Vec<usize>)> {
    if let Poses::Many(poses) = Poses::of(Some(poses))?
        && let [shape @ .., links] = poses.shape()
        && *links == count
        && count > 0
    {
        let shape = shape.to_vec();
        return Ok((poses, shape));
    }
    Err(error::value(format!(
        "poses must have the shape (..., {count}, 4, 4), one for each of {count} links"
    )))
}

/// The links, by their places in the array.
struct Robot {
    ids: Vec<ObjectId>,
    places: HashMap<ObjectId, usize>,
    clearance: Clearance,
}

impl Robot {
    /// Appends the row of a configuration.
    fn write(&self, world: &mut World, poses: &[Pose], rows: &mut Vec<u8>) {
        let known = "the links were found in this world";
        let count = self.ids.len();
        for (&id, &pose) in self.ids.iter().zip(poses) {
            world.place(id, pose).expect(known);
        }
        let mut links = vec![0; count * count];
        let mut others = vec![0; count];
        for (at, &id) in self.ids.iter().enumerate() {
            for other in world.touching_of(id).expect(known) {
                match self.places.get(&other) {
                    Some(place) => links[at * count + place] = 1,
                    None => others[at] = 1,
                }
            }
        }
        let touches = links.iter().chain(&others).any(|&touches| touches == 1);
        rows.push(u8::from(touches));
        rows.extend(links);
        rows.extend(others);
        if self.clearance == Clearance::Wanted {
            let near = |&id: &ObjectId| world.nearest_of(id).expect(known);
            let distances = self.ids.iter().filter_map(near).map(|near| near.closest.distance);
            rows.extend(distances.fold(f64::INFINITY, f64::min).to_ne_bytes());
        }
    }
}

/// The type of the row of a configuration.
fn dtype(py: Python<'_>, links: usize, clearance: Clearance) -> PyResult<Bound<'_, PyAny>> {
    let fields = PyList::empty(py);
    fields.append(("touches", "?"))?;
    fields.append(("links", "?", (links, links)))?;
    fields.append(("others", "?", (links,)))?;
    if clearance == Clearance::Wanted {
        fields.append(("clearance", "f8"))?;
    }
    py.import("numpy")?.call_method1("dtype", (fields,))
}
