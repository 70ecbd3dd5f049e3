//! What all parts do to each other.

use crate::asked::pose;
use crate::protocol::{ClashFound, ClashesFound};
use crate::stage::Stage;
use feeler::Budget;
use feeler_field::unwatched;
use feeler_world::{Limits, ObjectId, World};
use std::time::Instant;

/// The number of places that are tried for each depth: enough to tell deep from shallow.
const DEPTH_STEPS: u64 = 20;

/// The clashes of all parts, the worst first. Some parts are at other poses than those of the stage.
pub(crate) fn clashes(
    stage: &Stage,
    clearance: f64,
    moved: &[(usize, [f64; 12])],
) -> Result<ClashesFound, String> {
    let start = Instant::now();
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
    let limits = Limits { clearance, depth: Budget::steps(DEPTH_STEPS), ..Limits::default() };
    let clashes = world.clashes(limits, &unwatched).map_err(|error| error.to_string())?;
    let mut found = clashes.found;
    found.sort_by_key(|clash| std::cmp::Reverse(clash.kind));
    let number = |id: ObjectId| objects.binary_search(&id).expect("the world has no other objects");
    let list = found.iter().map(|clash| ClashFound {
        parts: clash.objects.map(number),
        kind: clash.kind.name(),
        confidence: clash.confidence,
        distance: clash.closest.distance,
        depth: clash.depth().map(|depth| depth.upper).filter(|depth| depth.is_finite()),
        contacts: clash.detail.map_or(0, |detail| detail.contacts),
        at: clash.closest.on_a,
    });
    let ns = start.elapsed().as_nanos() as u64;
    Ok(ClashesFound { clashes: list.collect(), pairs: clashes.candidates, ns })
}
