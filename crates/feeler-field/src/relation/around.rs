//! What is around a point of both surfaces.
//!
//! Near a point x, each triangle through x looks like a plane, a half plane or a wedge with its apex
//! at x. Within the plane of a triangle T, lines through x are drawn along the edges of T and along
//! everything that the other triangles through x share with that plane. Between two lines next to
//! each other nothing changes, so one direction in each such sector of T is enough.

use super::facts::Facts;
use super::solids::{Solids, Which};
use crate::boundary::PatchSides;
use crate::boundary::rays::Outlook;
use crate::exact::{
    Place, Spot, Triangle, Vector, cross, dot, is_zero, minus, negated, normal, sign_of, sum,
    vector_between,
};
use std::cell::OnceCell;

/// A triangle through the point.
struct Leaf {
    which: Which,
    index: u32,
    normal: Vector,
    /// The directions of its edges through the point; the triangle is to the left of each.
    edges: Vec<Vector>,
}

/// The triangles through a point, and how to look from it.
pub(super) struct Around<'s, 'a, 'm> {
    solids: &'s Solids<'a, 'm>,
    /// Whether each mesh is known not to meet itself, so that a patch has the same on either side all
    /// over.
    simple: [bool; 2],
    place: Place,
    leaves: Vec<Leaf>,
    /// What each solid looks like from here, when it was needed.
    outlooks: [OnceCell<Outlook>; 2],
}

impl<'s, 'a, 'm> Around<'s, 'a, 'm> {
    pub(super) fn new(solids: &'s Solids<'a, 'm>, simple: [bool; 2], place: Place) -> Self {
        let mut leaves = Vec::new();
        for which in 0..2 {
            for (index, triangle) in solids.star(which, &place) {
                leaves.push(Leaf::new(which, index, &triangle, &place));
            }
        }
        Self { solids, simple, place, leaves, outlooks: Default::default() }
    }

    /// Adds all that can be seen from here to the facts.
    pub(super) fn look(&self, facts: &mut Facts) {
        if let Some(sides) = self.flat() {
            return facts.on(sides);
        }
        // If only one surface passes here, all is on one side of the other.
        let has_leaf = |which: Which| self.leaves.iter().any(|leaf| leaf.which == which);
        let beside =
            [0, 1].map(|which: Which| (!has_leaf(which)).then(|| self.encloses(which, vec![])));
        for leaf in &self.leaves {
            let component = self.solids.boundaries[leaf.which].component(leaf.index);
            for direction in self.sectors(leaf) {
                if facts.has_all_cells() && facts.is_settled(leaf.which, component) {
                    break;
                }
                self.look_along(leaf, component, &direction, beside[1 - leaf.which], facts);
            }
        }
    }

    /// What both solids have in front and behind if all triangles here are in one plane, and both surfaces pass.
    ///
    /// A closed mesh that does not meet itself covers all directions of that plane, each once. Most
    /// points of flat faces on each other are such points.
    fn flat(&self) -> Option<[PatchSides; 2]> {
        let first = self.leaves.first()?;
        let other = self.leaves.iter().find(|leaf| leaf.which != first.which)?;
        let is_parallel = |leaf: &Leaf| is_zero(&cross(&leaf.normal, &first.normal));
        if self.simple != [true; 2] || !self.leaves.iter().all(is_parallel) {
            return None;
        }
        // The leaves of A come first.
        Some([self.known_sides(first, first), self.known_sides(other, first)])
    }

    /// Looks at a leaf in one of its directions. The other solid is `beside` if it is known what of it is there.
    fn look_along(
        &self,
        leaf: &Leaf,
        component: usize,
        direction: &Vector,
        beside: Option<bool>,
        facts: &mut Facts,
    ) {
        let (own, other) = (leaf.which, 1 - leaf.which);
        let sides = self.sides(own, leaf, leaf, direction);
        let covering = self.leaves.iter().find(|cover| {
            cover.which == other
                && is_zero(&cross(&cover.normal, &leaf.normal))
                && cover.contains(direction)
        });
        match covering {
            Some(cover) => {
                let others = self.sides(other, cover, leaf, direction);
                facts.on(if own == 0 { [sides, others] } else { [others, sides] });
            }
            None => {
                let inside =
                    beside.unwrap_or_else(|| self.encloses(other, vec![direction.clone()]));
                facts.off(own, component, sides, inside);
            }
        }
    }

    /// What a solid has in front of a leaf and behind it, beside a direction in which its own leaf `cover`
    /// covers the leaf.
    fn sides(&self, which: Which, cover: &Leaf, leaf: &Leaf, direction: &Vector) -> PatchSides {
        if self.simple[which] {
            return self.known_sides(cover, leaf);
        }
        let [front, back] = [leaf.normal.clone(), negated(&leaf.normal)]
            .map(|aside| self.encloses(which, vec![direction.clone(), aside]));
        PatchSides { front, back }
    }

    /// What the solid of a leaf has in front of another leaf in the same plane, and behind it, if its mesh
    /// does not meet itself.
    fn known_sides(&self, cover: &Leaf, leaf: &Leaf) -> PatchSides {
        let boundary = self.solids.boundaries[cover.which];
        let PatchSides { front, back } = boundary.patch_sides(boundary.patch(cover.index));
        match sign_of(&dot(&cover.normal, &leaf.normal)) > 0 {
            true => PatchSides { front, back },
            false => PatchSides { front: back, back: front },
        }
    }

    /// Whether a solid encloses the spot some tiny steps away from here.
    fn encloses(&self, which: Which, toward: Vec<Vector>) -> bool {
        let outlook = self.outlooks[which].get_or_init(|| self.solids.outlook(which, &self.place));
        outlook.encloses(&Spot::beside(self.place.clone(), toward))
    }

    /// A direction within each sector of a leaf.
    fn sectors(&self, leaf: &Leaf) -> Vec<Vector> {
        let mut lines = leaf.edges.clone();
        for other in &self.leaves {
            let line = cross(&leaf.normal, &other.normal);
            if !is_zero(&line) {
                lines.push(line);
            } else {
                lines.extend_from_slice(&other.edges);
            }
        }
        if lines.is_empty() {
            lines.push(any_along(&leaf.normal));
        }
        let lines = turned(&leaf.normal, lines);
        // The lines as rays, counter-clockwise all around.
        let rays: Vec<Vector> = lines.iter().cloned().chain(lines.iter().map(negated)).collect();
        let between = |i: usize| match lines.len() {
            1 => cross(&leaf.normal, &rays[i]),
            _ => sum(&rays[i], &rays[(i + 1) % rays.len()]),
        };
        (0..rays.len()).map(between).filter(|direction| leaf.contains(direction)).collect()
    }
}

impl Leaf {
    fn new(which: Which, index: u32, triangle: &Triangle, place: &Place) -> Self {
        let edges = [0, 1, 2]
            .map(|i| [triangle[i], triangle[(i + 1) % 3]])
            .into_iter()
            .filter(|&[from, to]| place.is_on_line(from, to))
            .map(|[from, to]| vector_between(from, to));
        Self { which, index, normal: normal(triangle), edges: edges.collect() }
    }

    /// Whether the triangle goes on from the point in a direction within its plane that is along none of its
    /// edges.
    fn contains(&self, direction: &Vector) -> bool {
        let is_left = |edge: &Vector| sign_of(&dot(&self.normal, &cross(edge, direction))) > 0;
        self.edges.iter().all(is_left)
    }
}

/// Some direction normal to another.
fn any_along(normal: &Vector) -> Vector {
    let [x, y, z] = normal;
    let zero = || minus(normal, normal)[0].clone();
    match sign_of(x) == 0 && sign_of(y) == 0 {
        true => [z.clone(), zero(), zero()],
        false => [-y, x.clone(), zero()],
    }
}

/// Lines through a point in a plane, each once, as directions within half a turn of the first, in
/// the order of their angles.
fn turned(normal: &Vector, lines: Vec<Vector>) -> Vec<Vector> {
    let turn = |from: &Vector, to: &Vector| sign_of(&dot(normal, &cross(from, to)));
    let mut rest = lines.into_iter();
    let Some(first) = rest.next() else { return Vec::new() };
    let mut others: Vec<Vector> = rest
        .filter_map(|line| match turn(&first, &line) {
            0 => None,
            1 => Some(line),
            _ => Some(negated(&line)),
        })
        .collect();
    others.sort_by(|p, q| turn(q, p).cmp(&0));
    others.dedup_by(|p, q| turn(p, q) == 0);
    others.insert(0, first);
    others
}
