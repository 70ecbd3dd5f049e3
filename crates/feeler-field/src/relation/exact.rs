//! The relation of closed meshes.

use super::around::Around;
use super::corners::{self, Places};
use super::facts::Facts;
use super::flat::Flats;
use super::pieces::Touched;
use super::solids::{Solids, Which};
use super::{Related, Relation, Shares};
use crate::exact::{Place, Spot, Triangle};
use feeler::Contact;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn relate(solids: &Solids<'_, '_>) -> Related {
    if is_copy(solids) {
        return coincident(solids);
    }
    let mut facts = Facts::new(solids);
    let mut search = Search { solids, simple: [false; 2], places: Places::default(), flats: None };
    let pair = solids.pair();
    let some = pair.any_contact();
    facts.touch = some.is_some();
    if let Some(contact) = some {
        // Most surfaces that meet cross, and one place where they do tells everything.
        search.look_at_contact(contact, &mut facts);
    }
    if !facts.are_complete() {
        let contacts = if some.is_some() { pair.contacts() } else { Vec::new() };
        search.look_everywhere(&contacts, &mut facts);
    }
    facts.conclude(1.0)
}

/// The number of contacts that are looked at for a glance.
const GLANCES: usize = 16;

/// The relation, if it is seen at the components, where no triangles touch, or else at a few contacts; `None`
/// if it takes more.
pub(super) fn at_a_glance(solids: &Solids<'_, '_>) -> Option<Relation> {
    let pair = solids.pair();
    let Some(contact) = pair.any_contact() else {
        // Each component is inside or outside as a whole.
        let is_any_inside = (0..2).any(|which: Which| {
            let boundary = solids.boundaries[which];
            boundary.firsts().iter().any(|&triangle| {
                let [corner, ..] = solids.triangle(which, triangle);
                solids.encloses(1 - which, &Spot::at(corner))
            })
        });
        return (!is_any_inside).then_some(Relation::Apart);
    };
    let mut facts = Facts::new(solids);
    let mut search = Search { solids, simple: [false; 2], places: Places::default(), flats: None };
    search.look_at_contact(contact, &mut facts);
    if !facts.has_all_cells() {
        let contacts = pair.contacts();
        let step = contacts.len().div_ceil(GLANCES).max(1);
        for &contact in contacts.iter().step_by(step) {
            search.look_at_contact(contact, &mut facts);
            if facts.has_all_cells() {
                break;
            }
        }
    }
    facts.has_all_cells().then_some(Relation::Crossing)
}

/// The search for cells of all kinds.
struct Search<'s, 'a, 'm> {
    solids: &'s Solids<'a, 'm>,
    /// Whether each mesh is known not to meet itself.
    simple: [bool; 2],
    /// The places that were looked at.
    places: Places,
    /// The flat parts of both, if neither meets itself.
    flats: Option<Flats<'s, 'a, 'm>>,
}

impl Search<'_, '_, '_> {
    fn look_everywhere(&mut self, contacts: &[Contact], facts: &mut Facts) {
        let solids = self.solids;
        self.simple = solids.boundaries.map(|boundary| boundary.self_contact().is_none());
        self.flats = (self.simple == [true; 2]).then(|| Flats::new(solids));
        let mut touched = [0, 1].map(|which| Touched::new(solids, which, contacts));
        for touched in &mut touched {
            touched.look_at_components(solids, facts);
        }
        for touched in &touched {
            if !facts.are_complete() {
                touched.look_at_pieces(solids, facts);
            }
        }
        for &contact in contacts {
            self.look_at_contact(contact, facts);
        }
        let knotted = (0..2).filter(|&which| !self.simple[which]).collect::<Vec<Which>>();
        for &which in &knotted {
            self.look_at_knots(which, &touched[which], facts);
        }
        if !knotted.is_empty() && !facts.are_complete() {
            self.look_at_triples(contacts, facts);
        }
    }

    /// Looks around the corners of what two triangles share.
    fn look_at_contact(&mut self, contact: Contact, facts: &mut Facts) {
        let solids = self.solids;
        let triangles = [contact.a, contact.b];
        let settled = |which: Which| {
            facts.is_settled(which, solids.boundaries[which].component(triangles[which]))
        };
        if !solids.has_area(contact) || facts.has_all_cells() && settled(0) && settled(1) {
            return;
        }
        if let Some(places) = self.flats.as_mut().and_then(|flats| flats.look(contact, facts)) {
            for place in places {
                self.look_at(place, facts);
            }
            return;
        }
        let [a, b] = [0, 1].map(|which| solids.triangle(which, triangles[which]));
        self.look_at_section(&a, &b, facts);
    }

    fn look_at_section(&mut self, a: &Triangle, b: &Triangle, facts: &mut Facts) {
        for place in corners::section(a, b) {
            if facts.are_complete() {
                break;
            }
            self.look_at(place, facts);
        }
    }

    fn look_at(&mut self, place: Place, facts: &mut Facts) {
        if self.places.insert(&place) {
            Around::new(self.solids, self.simple, place).look(facts);
        }
    }

    /// Looks around the corners of what triangles of one mesh share elsewhere than at common edges
    /// and corners.
    fn look_at_knots(&mut self, which: Which, touched: &Touched, facts: &mut Facts) {
        let boundary = self.solids.boundaries[which];
        for contact in boundary.self_contacts() {
            let triangles = [contact.a, contact.b];
            let components = triangles.map(|triangle| boundary.component(triangle));
            let is_idle = facts.has_all_cells()
                && components.iter().all(|&component| facts.is_settled(which, component));
            if is_idle || !components.iter().any(|&c| touched.is_component_touched(c)) {
                continue;
            }
            let [a, b] = triangles.map(|triangle| self.solids.triangle(which, triangle));
            self.look_at_section(&a, &b, facts);
        }
    }

    /// Looks around the points where the planes of three triangles meet in all three.
    fn look_at_triples(&mut self, contacts: &[Contact], facts: &mut Facts) {
        let solids = self.solids;
        // The partners of each triangle that come after it in the order of solids and numbers.
        let mut partners: BTreeMap<(Which, u32), BTreeSet<(Which, u32)>> = BTreeMap::new();
        let mut add = |from, to| partners.entry(from).or_default().insert(to);
        for &contact in contacts.iter().filter(|&&contact| solids.has_area(contact)) {
            add((0, contact.a), (1, contact.b));
        }
        for which in 0..2 {
            for contact in solids.boundaries[which].self_contacts() {
                add((which, contact.a), (which, contact.b));
            }
        }
        let triangle = |(which, index): (Which, u32)| solids.triangle(which, index);
        for (&first, seconds) in &partners {
            for &second in seconds {
                let Some(thirds) = partners.get(&second) else { continue };
                for &third in thirds.intersection(seconds) {
                    let triangles = [first, second, third].map(triangle);
                    if let Some(place) = corners::common(triangles.each_ref()) {
                        self.look_at(place, facts);
                    }
                }
            }
        }
    }
}

/// Whether both meshes have the same triangles.
fn is_copy(solids: &Solids<'_, '_>) -> bool {
    let [a, b] = solids.boundaries;
    if a.len() != b.len() || a.len() == 0 {
        return false;
    }
    let key = |which: Which| {
        let bits = |corner: [f64; 3]| corner.map(|x| (x + 0.0).to_bits());
        move |index: u32| {
            let [p, q, r] = solids.triangle(which, index).map(bits);
            [[p, q, r], [q, r, p], [r, p, q]].into_iter().min().expect("three corners")
        }
    };
    let (of_a, of_b) = (key(0), key(1));
    let first = of_a(0);
    if !(0..b.len()).any(|index| of_b(index) == first) {
        return false;
    }
    let sorted = |key: &dyn Fn(u32) -> [[u64; 3]; 3]| {
        let mut keys: Vec<_> = (0..a.len()).map(key).collect();
        keys.sort_unstable();
        keys
    };
    sorted(&of_a) == sorted(&of_b)
}

/// The relation of a mesh to itself.
fn coincident(solids: &Solids<'_, '_>) -> Related {
    let a = solids.boundaries[0];
    let encloses = (0..a.patches() as u32).any(|patch| {
        let sides = a.patch_sides(patch);
        sides.front || sides.back
    });
    let relation = if encloses { Relation::Same } else { Relation::Touching };
    let shares = Shares { coincident: a.components(), ..Shares::default() };
    Related { relation, confidence: 1.0, components: [shares; 2] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Boundary;
    use feeler::{Mesh, Model, Pair, Pose};

    /// Axis-parallel boxes in one mesh.
    fn boxes(corners: &[[[f64; 3]; 2]]) -> Model {
        let cube = feeler_scenes::shape::cuboid(12);
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for [low, high] in corners {
            let first = vertices.len() as u32;
            let place = |p: &[f64; 3]| [0, 1, 2].map(|i| if p[i] < 0.0 { low[i] } else { high[i] });
            vertices.extend(cube.vertices().iter().map(place));
            triangles.extend(cube.triangles().iter().map(|t| t.map(|v| v + first)));
        }
        Model::new(Mesh::new(vertices, triangles).unwrap())
    }

    /// The places that are looked at for a step of the search.
    fn looked_at(
        a: &Model,
        b: &Model,
        step: impl FnOnce(&mut Search<'_, '_, '_>, &mut Facts),
    ) -> (usize, Facts) {
        let (a, b) = (Boundary::of(a), Boundary::of(b));
        let solids = Solids::new(&a, &b, Pose::IDENTITY);
        let mut facts = Facts::new(&solids);
        let mut search =
            Search { solids: &solids, simple: [false; 2], places: Places::default(), flats: None };
        step(&mut search, &mut facts);
        (search.places.count(), facts)
    }

    const FAR: [[f64; 3]; 2] = [[90.0; 3], [91.0; 3]];

    /// Three bars along the axes, which cross: some points are on three faces.
    #[test]
    fn points_of_three_triangles_are_looked_at() {
        let bar = |axis: usize| {
            let (low, high) = [(-1.0, 1.0), (-0.5, 1.5), (-0.75, 0.75)][axis];
            let along = |x: f64, end: f64| [0, 1, 2].map(|i| if i == axis { end } else { x });
            [along(low, -9.0), along(high, 7.0)]
        };
        let a = boxes(&[bar(0), bar(1), bar(2)]);
        let (count, _) =
            looked_at(&a, &boxes(&[FAR]), |search, facts| search.look_at_triples(&[], facts));
        assert!(count > 0);
        let (a, b) = (boxes(&[bar(0), bar(1)]), boxes(&[bar(2)]));
        let contacts = Pair::new(&a, &b).contacts();
        let (mixed, _) =
            looked_at(&a, &b, |search, facts| search.look_at_triples(&contacts, facts));
        assert_eq!(mixed, count, "whichever mesh they belong to");
    }

    #[test]
    fn knots_are_looked_at_where_a_component_needs_it() {
        let a = boxes(&[[[0.0; 3], [2.0; 3]], [[1.0; 3], [3.0; 3]]]);
        let touched = |search: &Search<'_, '_, '_>| Touched::new(search.solids, 0, &[]);
        let (count, _) = looked_at(&a, &boxes(&[FAR]), |search, facts| {
            search.look_at_knots(0, &touched(search), facts);
        });
        assert_eq!(count, 0, "nothing meets the other solid");
        let contact = [Contact { a: 0, b: 0 }];
        let (count, _) = looked_at(&a, &boxes(&[FAR]), |search, facts| {
            search.look_at_knots(0, &Touched::new(search.solids, 0, &contact), facts);
        });
        // The edges of each box pass three faces of the other one; there are more corners where the
        // polygon of the crossing passes diagonals.
        assert!(count >= 6, "{count}");
    }

    /// A cube on a plate: the other faces of the cube show that it is outside.
    #[test]
    fn pieces_that_meet_nothing_are_looked_at() {
        let (a, b) =
            (boxes(&[[[0.0; 3], [1.0; 3]]]), boxes(&[[[-5.0, -5.0, -1.0], [5.0, 5.0, 0.0]]]));
        let contacts = Pair::new(&a, &b).contacts();
        let (_, facts) = looked_at(&a, &b, |search, facts| {
            Touched::new(search.solids, 0, &contacts).look_at_pieces(search.solids, facts);
        });
        assert_eq!(facts.conclude(1.0).components[0].outside, 1);
    }
}
