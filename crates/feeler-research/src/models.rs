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
        let same = a == b;
        let a = Model::build(a, &build);
        let b = if same { a.clone() } else { Model::build(b, &build) };
        Self { a, b, schedule: setting.schedule }
    }

    /// The pair of both models, with B at a pose in A's frame.
    pub fn at(&self, pose: Pose) -> Pair<'_> {
        let pair = Pair::new(&self.a, &self.b).at(pose);
        self.schedule.map_or(pair, |schedule| pair.scheduled(schedule))
    }
}
