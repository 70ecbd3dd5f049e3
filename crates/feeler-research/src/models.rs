//! Two models, built as a setting says.

use crate::Setting;
use feeler::{Mesh, Model, Pair, Pose, Schedule};

/// Two models, and the order in which their volumes are opened.
#[derive(Clone)]
pub struct Models {
    a: Model,
    b: Model,
    /// The schedule, or `None` for the best one of each question.
    pub schedule: Option<Schedule>,
}

impl Models {
    /// Builds both models; only one if the meshes are equal.
    pub fn build(a: Mesh, b: Mesh, setting: Setting) -> Self {
        let build = setting.build();
        Self::made(a, b, setting.schedule, |mesh| Model::build(mesh, &build))
    }

    /// Makes both models by a function of the mesh; only one if the meshes are equal.
    pub fn made(
        a: Mesh,
        b: Mesh,
        schedule: Option<Schedule>,
        model: impl Fn(Mesh) -> Model,
    ) -> Self {
        let same = a == b;
        let a = model(a);
        let b = if same { a.clone() } else { model(b) };
        Self { a, b, schedule }
    }

    /// The pair of both models, with B at a pose in A's frame.
    pub fn at(&self, pose: Pose) -> Pair<'_> {
        let pair = Pair::new(&self.a, &self.b).at(pose);
        self.schedule.map_or(pair, |schedule| pair.scheduled(schedule))
    }
}
