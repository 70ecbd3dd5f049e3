//! Which contacts are in one region.

use crate::boundary::Groups;
use crate::{Curve, FlatPatch};
use feeler::triangle::Section;
use feeler::{Contact, Pair};
use std::collections::HashMap;

/// What belongs to one region.
#[derive(Default)]
pub(super) struct Gathered<'c> {
    pub(super) contacts: Vec<Contact>,
    pub(super) curves: Vec<&'c Curve>,
    pub(super) patches: Vec<&'c FlatPatch>,
    /// Contacts that are on no curve and in no patch: their triangles touch.
    touching: Vec<Contact>,
}

/// A triangle of one of the meshes, and a corner of one that meets it.
type Link = (usize, u32, [u64; 3]);

/// The regions of some contacts, in the order of their first contacts.
pub(super) fn all<'c>(
    pair: &Pair<'_>,
    contacts: &[Contact],
    curves: &'c [Curve],
    patches: &'c [FlatPatch],
) -> Vec<Gathered<'c>> {
    let number = |contact: &Contact| {
        contacts.binary_search(contact).expect("curves and patches are made of contacts") as u32
    };
    let mut is_on_curve = vec![false; contacts.len()];
    let mut is_in_patch = vec![false; contacts.len()];
    let mut pairs: Vec<[u32; 2]> = Vec::new();
    for (contacts, marks) in curves
        .iter()
        .map(|curve| (&curve.contacts, 0))
        .chain(patches.iter().map(|patch| (&patch.contacts, 1)))
    {
        let first = number(&contacts[0]);
        for contact in contacts {
            let number = number(contact);
            pairs.push([first, number]);
            if marks == 0 {
                is_on_curve[number as usize] = true
            } else {
                is_in_patch[number as usize] = true
            }
        }
    }
    // Contacts that touch hang together with all beside them.
    let links = |contact: &Contact| -> Vec<Link> {
        let bits = |corner: [f64; 3]| corner.map(|x| (x + 0.0).to_bits());
        let of_a = pair.a().mesh().triangle(contact.a).map(|corner| (1, contact.b, bits(corner)));
        let of_b = pair.b().mesh().triangle(contact.b).map(|corner| (0, contact.a, bits(corner)));
        of_a.into_iter().chain(of_b).collect()
    };
    let mut known: HashMap<Link, u32> = HashMap::new();
    for (number, contact) in (0..).zip(contacts).filter(|&(i, _)| !is_on_curve[i as usize]) {
        for link in links(contact) {
            pairs.push([*known.entry(link).or_insert(number), number]);
        }
    }
    if !known.is_empty() {
        for (number, contact) in (0..).zip(contacts).filter(|&(i, _)| is_on_curve[i as usize]) {
            pairs
                .extend(links(contact).iter().filter_map(|link| Some([*known.get(link)?, number])));
        }
    }
    let groups = Groups::joined(contacts.len(), pairs);
    let mut regions: Vec<Gathered<'c>> = Vec::new();
    regions.resize_with(groups.count, Gathered::default);
    for (number, &contact) in contacts.iter().enumerate() {
        let region = &mut regions[groups.of[number] as usize];
        region.contacts.push(contact);
        if !is_on_curve[number] && !is_in_patch[number] {
            region.touching.push(contact);
        }
    }
    let region_of = |contacts: &[Contact]| groups.of[number(&contacts[0]) as usize] as usize;
    for curve in curves {
        regions[region_of(&curve.contacts)].curves.push(curve);
    }
    for patch in patches {
        regions[region_of(&patch.contacts)].patches.push(patch);
    }
    regions
}

impl Gathered<'_> {
    /// The points of the region, without those that come twice in a row.
    pub(super) fn points(&self, pair: &Pair<'_>) -> Vec<[f64; 3]> {
        let mut points: Vec<[f64; 3]> = Vec::new();
        points.extend(self.curves.iter().flat_map(|curve| &curve.points));
        points.extend(self.patches.iter().flat_map(|patch| patch.outline.iter().flatten()));
        // Sections take microseconds each, and beside a curve or a patch they tell nothing new.
        if points.is_empty() {
            for &contact in &self.touching {
                match pair.section(contact) {
                    Some(Section::Point(point)) => points.push(point),
                    Some(Section::Segment(ends)) => points.extend(ends),
                    Some(Section::Polygon(polygon)) => points.extend(polygon.corners()),
                    None => {}
                }
            }
        }
        points.dedup();
        points
    }
}
