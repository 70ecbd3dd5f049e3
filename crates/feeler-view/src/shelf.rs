//! Models of the same meshes with other trees.

use crate::stage::Stage;
use feeler::{Build, Model};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The models of a stage, for a few settings of trees.
#[derive(Debug)]
pub(crate) struct Shelf {
    /// The models that the stage came with.
    pub(crate) models: Vec<Arc<Model>>,
    /// The settings that were asked for last, the newest at the end.
    others: Mutex<Vec<Rebuilt>>,
}

/// The models of one setting, each built when it is first asked for.
#[derive(Clone, Debug)]
struct Rebuilt {
    build: Build,
    models: Arc<[OnceLock<Arc<Model>>]>,
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
        let models = {
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
            Arc::clone(&others.last().expect("one was pushed").models)
        };
        let made = || Arc::new(Model::build(self.models[mesh].mesh().clone(), build));
        Arc::clone(models[mesh].get_or_init(made))
    }
}
