//! The relation of meshes of which at least one has holes: an estimate.

use super::facts::Facts;
use super::solids::{Solids, Which};
use super::{Related, Relation};
use crate::boundary::PatchSides;
use crate::exact::{Place, place_side};
use crate::{Located, Position};
use feeler::Contact;
use feeler::triangle::intersects;

/// The number of corners that are looked at of each component.
const SAMPLES: usize = 64;

/// Where a component is: how much of it was seen where, with the lowest confidence.
#[derive(Clone, Copy, Debug, Default)]
struct Sampled {
    count: usize,
    inside: usize,
    confidence: f64,
}

pub(super) fn relate(solids: &Solids<'_, '_>) -> Related {
    let mut facts = Facts::new(solids);
    let contacts = solids.pair().contacts();
    facts.touch = !contacts.is_empty();
    let mut confidence: f64 = 1.0;
    for which in 0..2 {
        confidence = confidence.min(look_at_samples(solids, which, &contacts, &mut facts));
    }
    let related = facts.conclude(confidence);
    // Surfaces that pass each other do so wherever the holes are.
    if contacts.iter().any(|&contact| crosses(solids, contact)) {
        return Related { relation: Relation::Crossing, confidence: 1.0, ..related };
    }
    related
}

/// Looks at some corners of each component, and returns the lowest confidence.
fn look_at_samples(
    solids: &Solids<'_, '_>,
    which: Which,
    contacts: &[Contact],
    facts: &mut Facts,
) -> f64 {
    let boundary = solids.boundaries[which];
    let mut is_met = vec![false; boundary.len() as usize];
    let mut meets = vec![false; boundary.components()];
    for contact in contacts {
        let triangle = [contact.a, contact.b][which];
        is_met[triangle as usize] = true;
        meets[boundary.component(triangle)] = true;
    }
    let mut free = vec![0_usize; boundary.components()];
    for triangle in (0..boundary.len()).filter(|&t| !is_met[t as usize]) {
        free[boundary.component(triangle)] += 1;
    }
    let mut sampled = vec![Sampled { confidence: 1.0, ..Sampled::default() }; free.len()];
    let mut passed = vec![0_usize; free.len()];
    for triangle in (0..boundary.len()).filter(|&t| !is_met[t as usize]) {
        let component = boundary.component(triangle);
        passed[component] += 1;
        // The samples are spread evenly over the triangles.
        let due = passed[component] * SAMPLES.min(free[component]) / free[component];
        let sampled = &mut sampled[component];
        if due <= sampled.count {
            continue;
        }
        let [corner, ..] = solids.triangle(which, triangle);
        let located = solids.locate(1 - which, corner);
        sampled.count += 1;
        sampled.inside += usize::from(located.position == Position::Inside);
        sampled.confidence = sampled.confidence.min(located.confidence);
    }
    let (mut lowest, mut is_seen) = (1.0_f64, false);
    for (component, sampled) in sampled.iter().enumerate().filter(|(_, s)| s.count > 0) {
        is_seen = true;
        let is_split = sampled.inside > 0 && sampled.inside < sampled.count;
        // A component that meets nothing is on one side: what most samples say.
        let most = 2 * sampled.inside > sampled.count;
        let sides = PatchSides { front: false, back: true };
        if meets[component] && is_split {
            facts.off(which, component, sides, true);
            facts.off(which, component, sides, false);
        } else {
            facts.off(which, component, sides, most);
        }
        let share = sampled.inside.max(sampled.count - sampled.inside) as f64;
        let agreement =
            if meets[component] { 1.0 } else { 2.0 * share / sampled.count as f64 - 1.0 };
        lowest = lowest.min(sampled.confidence.min(agreement));
    }
    if is_seen { lowest } else { 0.0 }
}

/// Whether the inner of one triangle passes through the inner of the other: two of its corners are strictly on
/// different sides, and so it is the other way round.
fn crosses(solids: &Solids<'_, '_>, contact: Contact) -> bool {
    let (a, b) = (solids.triangle(0, contact.a), solids.triangle(1, contact.b));
    let passes = |these: &[[f64; 3]; 3], others: &[[f64; 3]; 3]| {
        let sides = these.map(|corner| place_side(others, &Place::corner(corner)));
        sides.contains(&1) && sides.contains(&-1)
    };
    passes(&a, &b) && passes(&b, &a) && intersects(&a, &b)
}

impl Solids<'_, '_> {
    /// Where a point in A's frame is that is on neither mesh.
    fn locate(&self, which: Which, point: [f64; 3]) -> Located {
        let boundary = self.boundaries[which];
        if boundary.is_closed() {
            let inside = self.encloses(which, &crate::exact::Spot::at(point));
            return Located::proven(if inside { Position::Inside } else { Position::Outside });
        }
        let point = if which == 1 { self.pose().inverse().apply(point) } else { point };
        boundary.estimate(point)
    }
}
