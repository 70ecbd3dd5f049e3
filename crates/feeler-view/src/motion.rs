//! Questions about ways, and about chances.

use crate::asked::{Asked, timed};
use crate::protocol::{
    ContactFound, Cost, GuidedFound, MOST_STEPS, Nearest, POSES_AT_A_TIME, PathFound,
};
use crate::wire::{Answer, Packed};
use feeler::{Budget, Pose, Scratch, Search};

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

/// The distances at some poses of a path of B in A's frame.
pub(crate) fn path(asked: &Asked, path: &[Pose], from: usize, scratch: &mut Scratch) -> PathFound {
    let pair = asked.pair();
    let poses = path.iter().skip(from).take(POSES_AT_A_TIME);
    let search = Search::default();
    let distance = |&pose: &Pose| pair.at(pose).distance_with(&search, scratch).upper();
    PathFound { from, distances: poses.map(distance).collect() }
}
