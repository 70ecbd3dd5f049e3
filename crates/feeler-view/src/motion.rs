//! Questions about ways, and about chances.

use crate::asked::{Asked, timed};
use crate::assembly;
use crate::protocol::{
    ContactFound, Cost, GuidedFound, MOST_STEPS, Nearest, NearestFound, POSES_AT_A_TIME, PathFound,
};
use crate::stage::Stage;
use crate::wire::{Answer, Packed};
use feeler::{Budget, Pose, Scratch, Search};
use feeler_world::WorldError;
use std::ops::Range;

/// A guided query with a stop after each step.
pub(crate) fn guided(asked: &Asked, steps: u32, eps: f64, scratch: &mut Scratch) -> Answer {
    let (pair, steps) = (asked.pair(), steps.min(MOST_STEPS));
    let eps = if eps.is_finite() { eps.clamp(0.0, 0.5) } else { 0.0 };
    let (_, time) = timed(|| pair.guided_with(Budget::steps(steps.into()), eps, scratch));
    let cost = Cost::new(scratch.effort(), time);
    let mut verdict = pair.guided_with(Budget::steps(0), eps, scratch);
    let mut chances = vec![verdict.p()];
    while chances.len() <= steps as usize && !verdict.is_proof() {
        let before = scratch.evidence().steps;
        verdict = pair.resume_with(Budget::steps(1), eps, scratch);
        if !verdict.is_proof() && scratch.evidence().steps == before {
            break; // it is sure enough
        }
        chances.push(verdict.p());
    }
    let head = GuidedFound {
        p: verdict.p(),
        proved: verdict.is_proof(),
        steps: chances.len() - 1,
        likeliest: pair.suspect(scratch).map(|suspect| suspect.nodes),
        cost,
    };
    let mut packed = Packed::new();
    packed.floats(chances);
    Answer::numbers(&head, packed)
}

/// How far B can go along a direction of the common frame.
pub(crate) fn first_contact(
    asked: &Asked,
    direction: [f64; 3],
    scratch: &mut Scratch,
) -> Result<ContactFound, String> {
    if direction.iter().any(|x| !x.is_finite()) || direction == [0.0; 3] {
        return Err("a direction has three numbers, and not all of them are 0".to_owned());
    }
    let place = &asked.poses[0];
    let turn = Pose::new(place.matrix(), [0.0; 3]).unwrap_or_default().inverse();
    let pair = asked.pair();
    let (found, time) =
        timed(|| pair.first_contact_with(turn.apply(direction), f64::INFINITY, scratch));
    Ok(ContactFound {
        time: found.map(|found| found.time),
        nearest: found.map(|found| Nearest::of(&found.closest, place)),
        cost: Cost::new(scratch.effort(), time),
    })
}

/// The distances of two parts at some poses of the path.
pub(crate) fn path(
    asked: &Asked,
    parts: [usize; 2],
    stage: &Stage,
    from: usize,
    scratch: &mut Scratch,
) -> PathFound {
    let pair = asked.pair();
    let search = Search::default();
    let pose = |step: usize| {
        let [a, b] = [0, 1].map(|side| {
            let moves = stage.moves.iter().find(|moves| moves.part == parts[side]);
            moves.map_or(asked.poses[side], |moves| moves.poses[step])
        });
        if stage.moves.is_empty() { stage.path[step] } else { Pose::relative(&a, &b) }
    };
    let distance = |step| pair.at(pose(step)).distance_with(&search, scratch).upper();
    PathFound { from, distances: steps(stage, from).map(distance).collect() }
}

/// At some poses of the path, the parts that are the nearest: one that moves, and one that stands.
pub(crate) fn nearest(
    stage: &Stage,
    from: usize,
    moved: &[(usize, [f64; 12])],
) -> Result<NearestFound, String> {
    let (mut world, objects) = assembly::world(stage, moved)?;
    let said = |error: WorldError| error.to_string();
    for (number, id) in objects.iter().enumerate() {
        let moves = stage.moves.iter().any(|moves| moves.part == number);
        world.set_group(*id, Some(if moves { "moves" } else { "stands" })).map_err(said)?;
    }
    if stage.moves.len() < objects.len() {
        let rules = "default = \"ignore\"\n[[rule]]\ncheck = [\"@moves\", \"@stands\"]";
        world.set_rules(rules.parse().expect("the rules are right"));
    }
    let mut found = NearestFound { from, distances: Vec::new(), parts: Vec::new() };
    for step in steps(stage, from) {
        for moves in &stage.moves {
            world.place(objects[moves.part], moves.poses[step]).map_err(said)?;
        }
        let Some(near) = world.nearest() else { break }; // there is nothing to be near to
        found.distances.push(near.closest.distance);
        found.parts.push(near.objects.map(|id| assembly::number(&objects, id)));
    }
    Ok(found)
}

/// The poses of a path that are asked at a time.
fn steps(stage: &Stage, from: usize) -> Range<usize> {
    let all = stage.moves.first().map_or(stage.path.len(), |moves| moves.poses.len());
    from.min(all)..from.saturating_add(POSES_AT_A_TIME).min(all)
}
