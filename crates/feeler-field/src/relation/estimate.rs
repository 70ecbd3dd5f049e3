//! The relation of meshes of which at least one has holes: an estimate.

use super::facts::Facts;
use super::solids::{Solids, Which};
use super::{Related, Relation};
use crate::boundary::{MOST_CONFIDENCE, PatchSides};
use crate::exact::{Place, Spot, place_side};
use feeler::Contact;
use feeler::triangle::intersects;

/// The number of corners that are looked at of each component.
const SAMPLES: usize = 64;

/// What was seen at some corners of a component.
#[derive(Clone, Copy, Debug, Default)]
struct Sampled {
    count: usize,
    /// The number of corners inside of the other solid.
    inside: usize,
    /// The sum of how much they are inside, from 0 to 1.
    sum: f64,
    /// The sum of how clearly each of them is inside or outside, from 0 to 1.
    clearness: f64,
}

impl Sampled {
    fn add(&mut self, inside: f64) {
        self.count += 1;
        self.inside += usize::from(inside > 0.5);
        self.sum += inside;
        self.clearness += (2.0 * inside - 1.0).abs();
    }

    /// How much the component is inside, on average.
    fn mean(&self) -> f64 {
        self.sum / self.count as f64
    }

    fn is_split(&self) -> bool {
        self.inside > 0 && self.inside < self.count
    }
}

pub(super) fn relate(solids: &Solids<'_, '_>) -> Related {
    let mut facts = Facts::new(solids);
    let contacts = solids.pair().contacts();
    facts.touch = !contacts.is_empty();
    if solids.boundaries.iter().any(|boundary| boundary.len() == 0) {
        // All is outside of an empty mesh.
        for which in 0..2 {
            let components = 0..solids.boundaries[which].components();
            components.for_each(|component| facts.part(which, component, false));
        }
        return facts.conclude(1.0);
    }
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

/// Whether two triangles pass through each other: then the solids do, wherever the holes are.
pub(super) fn crosses_somewhere(solids: &Solids<'_, '_>) -> bool {
    let pair = solids.pair();
    pair.any_contact().is_some_and(|contact| {
        crosses(solids, contact)
            || pair.contacts().into_iter().any(|contact| crosses(solids, contact))
    })
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
    let mut sampled = vec![Sampled::default(); free.len()];
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
        sampled.add(solids.insideness(1 - which, corner));
    }
    let most = if solids.boundaries[1 - which].is_closed() { 1.0 } else { MOST_CONFIDENCE };
    let mut lowest: Option<f64> = None;
    for (component, sampled) in sampled.iter().enumerate().filter(|(_, s)| s.count > 0) {
        let sides = PatchSides { front: false, back: true };
        let confidence = if meets[component] && sampled.is_split() {
            facts.off(which, component, sides, true);
            facts.off(which, component, sides, false);
            sampled.clearness / sampled.count as f64
        } else {
            // A component that meets nothing is on one side: where it is on average.
            facts.off(which, component, sides, sampled.mean() > 0.5);
            (2.0 * sampled.mean() - 1.0).abs()
        };
        lowest = Some(lowest.map_or(confidence, |lowest| lowest.min(confidence)));
    }
    lowest.map_or(0.0, |lowest| lowest.min(most))
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
    /// How much a point in A's frame that is on neither mesh is inside, from 0 to 1.
    fn insideness(&self, which: Which, point: [f64; 3]) -> f64 {
        let boundary = self.boundaries[which];
        if boundary.is_closed() {
            return f64::from(u8::from(self.encloses(which, &Spot::at(point))));
        }
        let point = if which == 1 { self.pose().inverse().apply(point) } else { point };
        boundary.winding_number(point).clamp(0.0, 1.0)
    }
}
