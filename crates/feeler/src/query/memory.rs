//! The memory of a scratch: what it keeps of the last query for the next one.

use crate::calibration::Evidence;
use crate::kernel::Test;
use crate::model::Id;
use crate::motion::{Motion, way};
use crate::rounding::power_of_two;
use crate::traverse::{Front, Prospect, Trees, Visit};
use crate::unit::Unit;
use crate::{Contact, Effort, Instructions, Pair, Pose, Schedule};
use std::ops::ControlFlow;

/// The results of the last queries of two models: where to begin the next query, if the models have
/// moved little.
///
/// A memory is used only for these two models, which it knows by their numbers. It never changes an
/// answer: triangles are tested before they count, and a [`Front`] knows how long its proofs last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    models: [Id; 2],
    /// The triangles that the last search for a contact found.
    pub(crate) contact: Option<Contact>,
    /// The triangles that the last search for a distance found.
    pub(crate) nearest: Option<[u32; 2]>,
    /// The front of searches for a contact.
    pub(crate) touching: Trail,
    /// The front of searches for near triangles.
    pub(crate) near: Trail,
}

impl Memory {
    /// Forgets everything if it belongs to other models.
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

/// An interrupted guided query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guided {
    /// The models and the pose of the query; `None` if no query can be resumed.
    pub(super) of: Option<([Id; 2], Pose)>,
    pub(super) prospect: Prospect,
}

impl Guided {
    /// What the interrupted search has seen.
    pub(crate) fn evidence(&self) -> Evidence {
        self.prospect.evidence()
    }
}

/// A front, and the pose of B in the last query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    front: Front,
    pose: Option<Pose>,
}

/// The longest steps of B, in units of the smaller mesh, for which a front helps. After a longer step a
/// query from the roots is as fast or faster.
pub(crate) mod stride {
    /// The longest step for a distance.
    pub(crate) const NEAR: f64 = 1.0 / 32.0;
    /// The longest step for a contact, if there was none in the last query.
    pub(crate) const APART: f64 = 1.0 / 256.0;
    /// The longest step for a contact, if the last contact is lost: there are other contacts, and a
    /// search from the roots finds one in two microseconds.
    pub(crate) const TOUCHING: f64 = 1.0 / 2048.0;
}

/// The use of a trail for a query.
pub(crate) enum Lead {
    /// No use: B has moved too far, or the meshes are too far apart.
    Lost,
    /// All triangles are known to be beyond the limit.
    Beyond,
    /// The front, to resume with the motion of this pose. The number is how far B has moved, in A's unit.
    Front(Motion, f32),
}

impl Trail {
    /// Forgets the front and the pose.
    pub(crate) fn forget(&mut self) {
        self.pose = None;
        self.front.forget();
    }

    /// Goes to the pose of a pair, if that is no further than a [`stride`]. Triangles beyond the limit do
    /// not matter to the query.
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

    /// Runs a traversal that begins at the front.
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

/// The exponent of the unit of fronts, `2^exponent`, which is the unit of the larger mesh.
fn exponent(a: &Unit, b: &Unit) -> i32 {
    a.exponent.max(b.exponent)
}

/// A's unit in the transfers of a motion, measured in the unit of fronts. It is larger than the unit of
/// fronts only if a mesh is tiny beside its coordinates.
fn unit(pair: &Pair<'_>, motion: &Motion) -> f64 {
    let exponent = exponent(pair.a().unit(), pair.b().unit());
    power_of_two((motion.exponent - exponent).clamp(-1000, 1000))
}
