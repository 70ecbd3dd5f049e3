//! The search for a short translation that frees B.

use super::Ways;
use super::difference::{HullDepth, hull_depth};
use super::placing::{Placing, Stop};
use super::slide::slide;
use super::vectors::{all_around, unit};
use feeler::inside::vector::{length, sub};

/// The number of directions that are tried at the best distance so far.
const DIRECTIONS: usize = 512;

/// The distances, as shares of the best one so far, at which B may be free in a pocket or a cavity.
const SHARES: [f64; 4] = [0.999, 0.75, 0.5, 0.25];

/// The nearest free place that is found; `None` if there is none within the range of numbers.
///
/// 1. B comes in from far away, along the direction in which the convex hulls part soonest, and slides
///    on.
/// 2. All around, B is tried at a smaller distance, and slides on where it is free.
///
/// Every place is verified by an exact query. From outside, only places count that B reaches from
/// far away.
pub(super) fn nearest_free(placing: &mut Placing<'_>, ways: Ways) -> Option<Stop> {
    let hulls = hull_depth(placing.a.extremes(), &placing.b.extremes().posed(&placing.pose));
    let parting = hulls.map(|HullDepth { normal, .. }| normal).filter(|n| length(*n) > 0.5);
    let between = unit(sub(placing.middle_of_b(), placing.middle_of_a()));
    let axes = [
        [0.0, 0.0, 1.0],
        [0.0, 0.0, -1.0],
        [0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
        [1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0],
    ];
    let mut best: Option<Stop> = None;
    let first = parting.into_iter().chain(between).chain(axes).take(2);
    for direction in first {
        improve(placing, &mut best, direction);
    }
    let shares = match ways {
        Ways::Anywhere => &SHARES[..],
        Ways::FromOutside => &SHARES[..1],
    };
    for share in shares {
        for direction in axes.into_iter().chain(all_around(DIRECTIONS)) {
            let Some(known) = best else {
                improve(placing, &mut best, direction);
                continue;
            };
            let radius = share * length(known.at);
            let at = direction.map(|x| radius * x);
            if !placing.is_free(at) {
                continue;
            }
            match ways {
                Ways::FromOutside => improve(placing, &mut best, direction),
                Ways::Anywhere => {
                    let inwards = placing.sweep(at, at.map(|x| -x));
                    let found = inwards.map(|stop| slide(placing, stop));
                    keep(placing, &mut best, found);
                }
            }
        }
    }
    best
}

/// Comes in from far away against a direction, and slides on from there.
fn improve(placing: &mut Placing<'_>, best: &mut Option<Stop>, direction: [f64; 3]) {
    let stop = placing.exit(direction);
    keep(placing, best, stop);
    let slid = stop.map(|stop| slide(placing, stop));
    keep(placing, best, slid);
}

/// Keeps a stop that is nearer than the best one and free.
fn keep(placing: &mut Placing<'_>, best: &mut Option<Stop>, found: Option<Stop>) {
    let Some(found) = found else { return };
    let is_nearer = best.is_none_or(|best| length(found.at) < length(best.at));
    if is_nearer && placing.is_free(found.at) {
        *best = Some(found);
    }
}
