//! feeler, as it plays a world.

use crate::peer::{Played, PlayedEnd, PlayedFrame};
use crate::{Frame, Recording};
use feeler::{Mesh, Model, Pose};
use feeler_world::{ObjectId, Rules, World};
use rayon::ThreadPool;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// feeler with the models of a recording, in one thread, as rivals are.
pub(super) struct FeelerPlayer<'r> {
    recording: &'r Recording,
    models: Vec<Arc<Model>>,
    /// The names of the objects, by number.
    names: Vec<String>,
    rules: Rules,
    /// One triangle.
    probe: Model,
    alone: ThreadPool,
    /// The time to build all models, in nanoseconds.
    pub(super) build_ns: u64,
    /// The memory of all models in bytes.
    pub(super) bytes: u64,
}

impl<'r> FeelerPlayer<'r> {
    pub(super) fn new(recording: &'r Recording) -> Self {
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let alone = alone.expect("a thread can be started");
        let (models, build_ns) = timed(|| {
            let build = |mesh: &Mesh| Arc::new(Model::new(mesh.clone()));
            alone.install(|| recording.meshes.iter().map(build).collect::<Vec<_>>())
        });
        let stats = models.iter().map(|model| model.stats());
        let bytes = stats.map(|tree| (tree.node_bytes + tree.leaf_bytes) as u64).sum();
        let most = recording.frames.iter().map(|frame| frame.objects.len()).max().unwrap_or(0);
        let groups: BTreeSet<u32> = objects_of(recording).filter(|group| *group != 0).collect();
        let rule = |group: &u32| format!("[[rule]]\nignore = [\"@{group}\", \"@{group}\"]\n");
        let rules: String = groups.iter().map(rule).collect();
        let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]);
        Self {
            recording,
            models,
            names: (0..most).map(|number| format!("object {number}")).collect(),
            rules: rules.parse().expect("groups are numbers"),
            probe: Model::new(triangle.expect("finite numbers")),
            alone,
            build_ns,
            bytes,
        }
    }

    /// Plays all frames, or as many as the limit allows.
    pub(super) fn pass(&self, limit: Duration) -> Played {
        self.alone.install(|| {
            let start = Instant::now();
            let mut frames = Vec::new();
            let mut world = (World::new(), Vec::new());
            for frame in &self.recording.frames {
                if start.elapsed() > limit {
                    return Played { frames, end: Some(PlayedEnd::Slow) };
                }
                let mut new_ns = None;
                if frame.starts_world {
                    drop(std::mem::take(&mut world));
                    let (made, ns) = timed(|| self.world(frame));
                    (world, new_ns) = (made, Some(ns));
                }
                let (world, ids) = &mut world;
                let (touching, ns) = timed(|| {
                    for (placed, &id) in frame.objects.iter().zip(&*ids) {
                        if placed.has_moved {
                            world.place(id, placed.pose).expect("it is in the world");
                        }
                    }
                    world.touching()
                });
                let number =
                    |id: ObjectId| ids.binary_search(&id).expect("identities ascend") as u32;
                let touching = touching.into_iter().map(|pair| pair.map(number)).collect();
                frames.push(PlayedFrame { new_ns, ns, touching });
            }
            Played { frames, end: None }
        })
    }

    /// A world with the objects of a frame that has answered a question, and their identities.
    fn world(&self, frame: &Frame) -> (World, Vec<ObjectId>) {
        let mut world = World::with_capacity(frame.objects.len());
        world.set_rules(self.rules.clone());
        let mut ids = Vec::with_capacity(frame.objects.len());
        for (placed, name) in frame.objects.iter().zip(&self.names) {
            let model = self.models[placed.mesh].clone();
            let id = world.add(&name[..], model, placed.pose).expect("names are different");
            if placed.group != 0 {
                let group = placed.group.to_string();
                world.set_group(id, Some(&group)).expect("it was just added");
            }
            ids.push(id);
        }
        // The first question sorts the objects; that belongs to a new world. Nothing is near this triangle.
        world.touching_model(&self.probe, Pose::translation([Mesh::LIMIT, 0.0, 0.0]));
        (world, ids)
    }
}

fn objects_of(recording: &Recording) -> impl Iterator<Item = u32> {
    recording.frames.iter().flat_map(|frame| &frame.objects).map(|placed| placed.group)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_nanos() as u64)
}
