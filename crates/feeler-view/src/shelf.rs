//! Models of the same meshes with other trees.

use crate::stage::Stage;
use feeler::{Build, Model};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The models of a stage, for a few settings of trees.
#[derive(Debug)]
pub(crate) struct Shelf {
    /// The models that the stage came with.
    pub(crate) models: Vec<Arc<Model>>,
    /// The settings that were asked for last, the newest at the end.
    others: Mutex<Vec<Rebuilt>>,
}

/// A model, and the time that it took to build it; empty until it is asked for.
type Built = OnceLock<(Arc<Model>, Duration)>;

/// The models of one setting, each built when it is first asked for, and the time that this took.
#[derive(Clone, Debug)]
struct Rebuilt {
    build: Build,
    models: Arc<[Built]>,
}

impl Shelf {
    /// The number of settings that are kept beside the default. A page cannot make the server keep more.
    const ROOM: usize = 3;

    pub(crate) fn new(stage: &Stage) -> Self {
        let models = stage.models().into_iter().cloned().collect();
        Self { models, others: Mutex::new(Vec::new()) }
    }

    /// The model of a mesh with a tree of some setting. The first call for a setting builds the tree.
    pub(crate) fn model(&self, mesh: usize, build: &Build) -> Arc<Model> {
        if *build == Build::default() {
            return Arc::clone(&self.models[mesh]);
        }
        let rebuilt = self.rebuilt(build);
        let made = || {
            let start = Instant::now();
            let model = Model::build(self.models[mesh].mesh().clone(), build);
            (Arc::new(model), start.elapsed())
        };
        Arc::clone(&rebuilt.models[mesh].get_or_init(made).0)
    }

    /// How long it took to build such a model, if it was built here.
    pub(crate) fn time(&self, mesh: usize, build: &Build) -> Option<Duration> {
        let is_other = *build != Build::default();
        is_other
            .then(|| self.rebuilt(build))
            .and_then(|rebuilt| Some(rebuilt.models[mesh].get()?.1))
    }

    /// The models of a setting. If there are too many settings, the one that was not asked for longest is given up.
    fn rebuilt(&self, build: &Build) -> Rebuilt {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        match others.iter().position(|rebuilt| rebuilt.build == *build) {
            Some(at) => {
                let found = others.remove(at);
                others.push(found);
            }
            None => {
                let models = self.models.iter().map(|_| OnceLock::new()).collect();
                others.push(Rebuilt { build: *build, models });
                if others.len() > Self::ROOM {
                    others.remove(0);
                }
            }
        }
        others.last().expect("one was pushed").clone()
    }
}
