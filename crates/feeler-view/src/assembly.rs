//! What all parts do to each other.

use crate::asked::pose;
use crate::protocol::{ClashFound, ClashesFound, MOST_CLASHES};
use crate::stage::Stage;
use feeler::Budget;
use feeler_field::unwatched;
use feeler_world::{Clash, Limits, ObjectId, World};
use std::time::{Duration, Instant};

/// The number of places that are tried for each depth: enough to tell deep from shallow.
const DEPTH_STEPS: u64 = 20;

/// Clashes of the parts of a stage.
pub(crate) struct Found {
    /// The worst first.
    pub(crate) clashes: Vec<Clash>,
    /// The identity of each part, in ascending order.
    pub(crate) objects: Vec<ObjectId>,
    /// The number of pairs that were looked at.
    pub(crate) pairs: usize,
    pub(crate) time: Duration,
}

/// The parts as the objects of a world. Some are at other poses than those of the stage.
pub(crate) fn world(
    stage: &Stage,
    moved: &[(usize, [f64; 12])],
) -> Result<(World, Vec<ObjectId>), String> {
    let mut world = World::new();
    let mut objects: Vec<ObjectId> = Vec::new();
    for (number, part) in stage.parts.iter().enumerate() {
        let id = world.add(number.to_string(), part.model.clone(), part.pose);
        objects.push(id.map_err(|error| error.to_string())?);
    }
    for (number, numbers) in moved {
        let id = objects.get(*number).ok_or_else(|| format!("there is no part {number}"))?;
        world.place(*id, pose(*numbers)?).map_err(|error| error.to_string())?;
    }
    Ok((world, objects))
}

/// The number of a part.
pub(crate) fn number(objects: &[ObjectId], id: ObjectId) -> usize {
    objects.binary_search(&id).expect("the world has no other objects")
}

/// The clashes of all parts.
pub(crate) fn clashes(
    stage: &Stage,
    clearance: f64,
    moved: &[(usize, [f64; 12])],
) -> Result<Found, String> {
    let start = Instant::now();
    let (mut world, objects) = world(stage, moved)?;
    let limits = Limits { clearance, depth: Budget::steps(DEPTH_STEPS), ..Limits::default() };
    let clashes = world.clashes(limits, &unwatched).map_err(|error| error.to_string())?;
    let mut found = clashes.found;
    // Stable, so that equal ones stay in the order of the parts.
    found.sort_by(|x, y| y.kind.cmp(&x.kind).then(height(x).total_cmp(&height(y))));
    Ok(Found { clashes: found, objects, pairs: clashes.candidates, time: start.elapsed() })
}

/// The distance of two parts, or minus the depth.
fn height(clash: &Clash) -> f64 {
    clash.depth().map_or(clash.closest.distance, |depth| -depth.upper)
}

impl Found {
    /// What the page lists.
    pub(crate) fn listed(&self) -> ClashesFound {
        let list = self.clashes.iter().take(MOST_CLASHES).map(|clash| ClashFound {
            parts: clash.objects.map(|id| number(&self.objects, id)),
            kind: clash.kind.name(),
            confidence: clash.confidence,
            distance: clash.closest.distance,
            depth: clash.depth().map(|depth| depth.upper).filter(|depth| depth.is_finite()),
            contacts: clash.detail.map_or(0, |detail| detail.contacts),
            at: clash.closest.on_a,
        });
        ClashesFound {
            clashes: list.collect(),
            all: self.clashes.len(),
            pairs: self.pairs,
            ns: self.time.as_nanos() as u64,
        }
    }
}
