//! What a scratch remembers of the last query.

use crate::kernel::Test;
use crate::model::Id;
use crate::motion::{Motion, way};
use crate::rounding::power_of_two;
use crate::traverse::{Front, Trees, Visit};
use crate::unit::Unit;
use crate::{Contact, Effort, Instructions, Pair, Pose, Schedule};
use std::ops::ControlFlow;

/// What was found out about two models: where to begin next time, if they have moved little.
///
/// It is believed of these two only, by their numbers, and nothing of it changes an answer: triangles are tested before they count, and
/// a [`Front`] knows how long its proofs last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    models: [Id; 2],
    /// Triangles that met when it was last asked whether any do.
    pub(crate) contact: Option<Contact>,
    /// The nearest triangles when a distance was asked for.
    pub(crate) nearest: Option<[u32; 2]>,
    /// Where those who look for a contact ended, and those who look for what is near.
    pub(crate) touching: Trail,
    pub(crate) near: Trail,
}

impl Memory {
    /// Forgets what was of other models.
    pub(crate) fn turn_to(&mut self, pair: &Pair<'_>) {
        let models = [pair.a().id(), pair.b().id()];
        if self.models != models {
            self.models = models;
            (self.contact, self.nearest) = (None, None);
            self.touching.forget();
            self.near.forget();
        }
    }
}

/// A front, and where B was when it was last asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    front: Front,
    pose: Option<Pose>,
}

/// The longest step, in units of the smaller mesh, that a front helps with; beyond, a query from the roots is as fast or faster.
pub(crate) mod stride {
    /// For distances.
    pub(crate) const NEAR: f64 = 1.0 / 32.0;
    /// For contacts where there was none.
    pub(crate) const APART: f64 = 1.0 / 256.0;
    /// For contacts where the last one is lost: there are others, and the roots lead to one in two microseconds.
    pub(crate) const TOUCHING: f64 = 1.0 / 2048.0;
}

/// Where a trail leads.
pub(crate) enum Lead {
    /// Nowhere: B has come too far, or the meshes are too far apart.
    Lost,
    /// All triangles are known to be beyond the limit.
    Beyond,
    /// To the front, with the motion of this pose, and how far B has moved, in A's unit.
    Front(Motion, f32),
}

impl Trail {
    pub(crate) fn forget(&mut self) {
        self.pose = None;
        self.front.forget();
    }

    /// Goes to the pose of a pair, in a query to which nothing beyond a limit matters, if that is no further than a [`stride`].
    pub(crate) fn lead(&mut self, pair: &Pair<'_>, limit: f64, stride: f64) -> Lead {
        let (a, b, pose) = (pair.a().unit(), pair.b().unit(), pair.pose());
        let exponent = exponent(a, b);
        let stride = stride * power_of_two((a.exponent.min(b.exponent) - exponent).max(-1000));
        let last = self.pose.replace(pose);
        let Some(way) = last.map(|last| way(a, b, [&last, &pose], exponent)) else {
            return Lead::Lost;
        };
        if way.is_nan() || way > stride {
            self.front.forget();
            return Lead::Lost;
        }
        self.front.travelled(way);
        if self.front.is_beyond((limit * power_of_two(-exponent)).next_up()) {
            return Lead::Beyond;
        }
        match Motion::near(a, b, &pose) {
            Some(motion) => Lead::Front(motion, (way / unit(pair, &motion)) as f32),
            None => Lead::Lost,
        }
    }

    /// Begins a traversal at the front.
    pub(crate) fn resume(
        &mut self,
        pair: &Pair<'_>,
        motion: &Motion,
        test: Test,
        schedule: Schedule,
        (instructions, effort): (Instructions, &mut Effort),
        visit: &mut dyn Visit,
    ) -> ControlFlow<()> {
        let trees = Trees::new(pair.a(), pair.b(), motion);
        let (unit, front) = (unit(pair, motion), &mut self.front);
        trees.resume(test, instructions, schedule, unit, front, effort, visit)
    }
}

/// Fronts count in `2^exponent`: the unit of the larger mesh.
fn exponent(a: &Unit, b: &Unit) -> i32 {
    a.exponent.max(b.exponent)
}

/// A's unit in the transfers of a motion, in that of fronts. It is larger only where a mesh is tiny beside its coordinates.
fn unit(pair: &Pair<'_>, motion: &Motion) -> f64 {
    let exponent = exponent(pair.a().unit(), pair.b().unit());
    power_of_two((motion.exponent - exponent).clamp(-1000, 1000))
}
