//! Pieces of surface that meet nothing: all of a piece has the same in front, behind and around.

use super::facts::Facts;
use super::solids::{Solids, Which};
use crate::exact::Spot;
use feeler::Contact;

/// Which triangles and components of a solid meet the other one.
pub(super) struct Touched {
    which: Which,
    triangles: Vec<bool>,
    components: Vec<bool>,
}

impl Touched {
    /// The triangles of a solid in these contacts. Contacts of triangles without area do not count.
    pub(super) fn new(solids: &Solids<'_, '_>, which: Which, contacts: &[Contact]) -> Self {
        let boundary = solids.boundaries[which];
        let mut triangles = vec![false; boundary.len() as usize];
        let mut components = vec![false; boundary.components()];
        for contact in contacts.iter().filter(|&&contact| solids.has_area(contact)) {
            let triangle = [contact.a, contact.b][which];
            triangles[triangle as usize] = true;
            components[boundary.component(triangle)] = true;
        }
        Self { which, triangles, components }
    }

    /// Whether the surroundings of a component, if it meets the same mesh elsewhere, are known from its pieces.
    pub(super) fn is_component_touched(&self, component: usize) -> bool {
        self.components[component]
    }

    /// Looks at the components that meet nothing of the other solid: each of them is inside or
    /// outside of it as a whole. If a mesh meets itself, components of which not enough is known are looked at
    /// as if they met the other.
    pub(super) fn look_at_components(&mut self, solids: &Solids<'_, '_>, facts: &mut Facts) {
        let boundary = solids.boundaries[self.which];
        let mut inside: Vec<Option<bool>> = vec![None; self.components.len()];
        let mut patches_seen = vec![false; boundary.patches()];
        let mut kinds = vec![[false; 2]; self.components.len()];
        for triangle in 0..boundary.len() {
            let component = boundary.component(triangle);
            if self.components[component] {
                continue;
            }
            let inside = *inside[component].get_or_insert_with(|| self.is_inside(solids, triangle));
            facts.part(self.which, component, inside);
            let patch = boundary.patch(triangle) as usize;
            if !boundary.is_degenerate(triangle) && !patches_seen[patch] {
                patches_seen[patch] = true;
                let sides = boundary.patch_sides(patch as u32);
                facts.off(self.which, component, sides, inside);
                for side in [sides.front, sides.back] {
                    kinds[component][usize::from(side)] = true;
                }
            }
        }
        if boundary.self_contact().is_some() {
            for (touched, kinds) in self.components.iter_mut().zip(kinds) {
                *touched |= kinds != [true; 2];
            }
        }
    }

    /// Looks at the other pieces of surface that meet nothing.
    pub(super) fn look_at_pieces(&self, solids: &Solids<'_, '_>, facts: &mut Facts) {
        if !self.components.contains(&true) {
            return;
        }
        let boundary = solids.boundaries[self.which];
        let mut meets = self.triangles.clone();
        for contact in boundary.self_contacts() {
            meets[contact.a as usize] = true;
            meets[contact.b as usize] = true;
        }
        let is_simple = boundary.self_contact().is_none();
        let is_plain = |t: u32| !meets[t as usize] && !boundary.is_degenerate(t);
        let pieces = boundary.pieces(is_plain);
        let mut seen = vec![false; pieces.count];
        for triangle in (0..boundary.len()).filter(|&triangle| is_plain(triangle)) {
            let component = boundary.component(triangle);
            let piece = pieces.of[triangle as usize] as usize;
            let is_idle = facts.has_all_cells() && facts.is_settled(self.which, component);
            if seen[piece] || is_idle || !self.components[component] {
                continue;
            }
            seen[piece] = true;
            let sides = match is_simple {
                true => boundary.patch_sides(boundary.patch(triangle)),
                false => boundary.sides_at_middle(triangle),
            };
            facts.off(self.which, component, sides, self.is_inside(solids, triangle));
        }
    }

    /// Whether a triangle that does not meet the other solid is inside of it.
    fn is_inside(&self, solids: &Solids<'_, '_>, triangle: u32) -> bool {
        let [corner, ..] = solids.triangle(self.which, triangle);
        solids.encloses(1 - self.which, &Spot::at(corner))
    }
}
