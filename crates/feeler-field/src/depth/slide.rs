//! From a free place to a nearer one, along the surfaces.

use super::placing::{Placing, Stop};
use super::vectors::nearest_beyond;
use feeler::inside::vector::{add_scaled, dot, length, sub};

/// How carefully B slides.
#[derive(Clone, Copy)]
pub(super) struct Care {
    /// How far B stays away from the planes along which it slides, as a share of the size. A move that
    /// starts within rounding of a contact would end at once.
    kept: f64,
    /// The least share by which a place must become nearer.
    gain: f64,
}

/// A slide to another place.
pub(super) const FAST: Care = Care { kept: 1e-8, gain: 1e-9 };

/// The last digits: where several planes stop B, a fast slide ends a hair away from some of them.
pub(super) const FINE: Care = Care { kept: 1e-11, gain: 1e-13 };

/// The largest number of moves of a slide. Two to five are usual, long thin triangles need more.
const MOST_MOVES: usize = 24;

/// Slides B from a stop towards where it was at first, and returns the nearest stop on the way. All
/// of the way is free.
///
/// The planes met so far bound a region of translations; its point that is nearest to zero is the
/// next goal (Je et al. 2012). Whatever stops B on its way there adds its plane. Planes
/// only propose a goal; what counts is the way that is really free.
///
/// Once the next goal is farther away than `enough`, the slide ends: it would hardly come nearer than that.
pub(super) fn slide(placing: &mut Placing<'_>, start: Stop, enough: f64, care: Care) -> Stop {
    let kept = care.kept * placing.size;
    let mut planes: Vec<([f64; 3], f64)> = Vec::new();
    let (mut stop, mut best) = (start, start);
    for _ in 0..MOST_MOVES {
        planes.push((stop.normal, dot(stop.normal, stop.at) + kept));
        let from = backed_off(&stop, kept);
        let goal = nearest_beyond(&planes);
        if length(goal) > (1.0 - care.gain) * length(best.at).min(enough) + kept {
            break;
        }
        let next = match placing.sweep(from, sub(goal, from)) {
            Some(next) => next,
            // The goal is free. From there B falls straight back, away from all planes.
            None => match placing.sweep(goal, goal.map(|x| -x)) {
                Some(next) => next,
                None => break,
            },
        };
        // Where B has left a plane behind, it does not stop B there.
        planes.retain(|(normal, height)| dot(*normal, next.at) - height < 1e-3 * placing.size);
        if length(next.at) < length(best.at) {
            best = next;
        }
        stop = next;
    }
    if length(best.at) > enough + 4.0 * kept {
        return best;
    }
    // What was kept as a distance from the planes is given back.
    let from = backed_off(&best, kept);
    match placing.sweep(from, from.map(|x| -x)) {
        Some(last) if length(last.at) < length(best.at) => last,
        _ => best,
    }
}

/// A place on the way to a stop, in front of its plane. The way is free, so it is free too.
fn backed_off(stop: &Stop, kept: f64) -> [f64; 3] {
    let closing = -dot(stop.normal, stop.along);
    let back = if closing > 0.0 { 2.0 * kept / closing } else { 0.0 };
    add_scaled(stop.at, -back.min(stop.time), stop.along)
}
