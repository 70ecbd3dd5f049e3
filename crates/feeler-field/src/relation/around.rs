//! What is around a point of both surfaces.
//!
//! Near a point x, each triangle through x looks like a plane, a half plane or a wedge with its apex
//! at x. Within the plane of a triangle T, lines through x are drawn along the edges of T and along
//! everything that the other triangles through x share with that plane. Between two lines next to
//! each other nothing changes, so one direction in each such sector of T is enough.
//!
//! If a mesh does not meet itself, nothing changes either where two of its triangles in one plane have an edge
//! in common, and no other triangle is there. So all triangles of a plane make a *fan*, and
//! lines are drawn along its borders only: one edge of a fine box has as few sectors as that of a plain one.

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
    /// The number of its plane.
    plane: usize,
    /// Whether it faces the same side as the normal of the plane.
    is_facing: bool,
    /// The directions of its edges through the point; the triangle is to the left of each.
    edges: Vec<Vector>,
    /// The parts of these edges that begin at the point.
    rays: Vec<Ray>,
}

/// A part of an edge that begins at the point.
struct Ray {
    toward: Vector,
    /// Whether the triangle is to the left of it.
    is_left: bool,
}

/// Triangles of one solid in one plane, with the same in front and behind.
struct Fan {
    plane: usize,
    leaves: Vec<usize>,
    /// The directions in which it ends.
    borders: Vec<Vector>,
}

/// The triangles through a point, and how to look from it.
pub(super) struct Around<'s, 'a, 'm> {
    solids: &'s Solids<'a, 'm>,
    /// Whether each mesh is known not to meet itself, so that a patch has the same on either side all
    /// over.
    simple: [bool; 2],
    place: Place,
    /// The normals of the planes of all triangles.
    planes: Vec<Vector>,
    /// Those of A come first.
    leaves: Vec<Leaf>,
    /// What each solid looks like from here, when it was needed.
    outlooks: [OnceCell<Outlook>; 2],
}

impl<'s, 'a, 'm> Around<'s, 'a, 'm> {
    pub(super) fn new(solids: &'s Solids<'a, 'm>, simple: [bool; 2], place: Place) -> Self {
        let (mut leaves, mut planes) = (Vec::new(), Vec::new());
        for which in 0..2 {
            for (index, triangle) in solids.star(which, &place) {
                leaves.push(Leaf::new(which, index, &triangle, &place, &mut planes));
            }
        }
        Self { solids, simple, place, planes, leaves, outlooks: Default::default() }
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
        let fans = self.fans();
        for fan in &fans {
            for direction in self.sectors(fan, &fans) {
                let leaf = fan.leaves.iter().map(|&index| &self.leaves[index]);
                let Some(leaf) = leaf.into_iter().find(|leaf| self.contains(leaf, &direction))
                else {
                    continue;
                };
                let component = self.solids.boundaries[leaf.which].component(leaf.index);
                if facts.has_all_cells() && facts.is_settled(leaf.which, component) {
                    continue;
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
        if self.simple != [true; 2] || self.planes.len() > 1 {
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
            cover.which == other && cover.plane == leaf.plane && self.contains(cover, direction)
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
        let normal = &self.planes[leaf.plane];
        let mut asides = [normal.clone(), negated(normal)];
        if !leaf.is_facing {
            asides.reverse();
        }
        let [front, back] =
            asides.map(|aside| self.encloses(which, vec![direction.clone(), aside]));
        PatchSides { front, back }
    }

    /// What the solid of a leaf has in front of another leaf in the same plane, and behind it, if its mesh
    /// does not meet itself.
    fn known_sides(&self, cover: &Leaf, leaf: &Leaf) -> PatchSides {
        let boundary = self.solids.boundaries[cover.which];
        let PatchSides { front, back } = boundary.patch_sides(boundary.patch(cover.index));
        match cover.is_facing == leaf.is_facing {
            true => PatchSides { front, back },
            false => PatchSides { front: back, back: front },
        }
    }

    /// Whether a solid encloses the spot some tiny steps away from here.
    fn encloses(&self, which: Which, toward: Vec<Vector>) -> bool {
        let outlook = self.outlooks[which].get_or_init(|| self.solids.outlook(which, &self.place));
        outlook.encloses(&Spot::beside(self.place.clone(), toward))
    }

    /// Whether a triangle goes on from the point in a direction within its plane, or along one of its edges.
    fn contains(&self, leaf: &Leaf, direction: &Vector) -> bool {
        let normal = &self.planes[leaf.plane];
        let is_left = |edge: &Vector| {
            let turn = sign_of(&dot(normal, &cross(edge, direction)));
            if leaf.is_facing { turn >= 0 } else { turn <= 0 }
        };
        leaf.edges.iter().all(is_left)
    }

    /// The fans of all triangles. If a mesh may meet itself, each of its triangles is a fan of its own.
    fn fans(&self) -> Vec<Fan> {
        let mut fans: Vec<Fan> = Vec::new();
        for (index, leaf) in self.leaves.iter().enumerate() {
            let is_known = |fan: &&mut Fan| {
                let first = &self.leaves[fan.leaves[0]];
                let alike = |one: &Leaf| (one.which, one.plane, one.is_facing);
                self.simple[leaf.which] && alike(first) == alike(leaf)
            };
            match fans.iter_mut().find(is_known) {
                Some(fan) => fan.leaves.push(index),
                None => {
                    let borders = Vec::new();
                    fans.push(Fan { plane: leaf.plane, leaves: vec![index], borders });
                }
            }
        }
        for fan in &mut fans {
            let rays = || fan.leaves.iter().flat_map(|&index| &self.leaves[index].rays);
            let goes_on = |ray: &Ray| {
                rays().any(|other| {
                    other.is_left != ray.is_left && is_one_way(&other.toward, &ray.toward)
                })
            };
            fan.borders =
                rays().filter(|ray| !goes_on(ray)).map(|ray| ray.toward.clone()).collect();
        }
        fans
    }

    /// A direction within each sector of the plane of a fan.
    fn sectors(&self, fan: &Fan, fans: &[Fan]) -> Vec<Vector> {
        let normal = &self.planes[fan.plane];
        let others = (0..self.planes.len()).filter(|&other| other != fan.plane);
        let mut lines: Vec<Vector> =
            others.map(|other| cross(normal, &self.planes[other])).collect();
        for other in fans.iter().filter(|other| other.plane == fan.plane) {
            lines.extend_from_slice(&other.borders);
        }
        if lines.is_empty() {
            lines.push(any_along(normal));
        }
        let lines = turned(normal, lines);
        // The lines as rays, counter-clockwise all around.
        let rays: Vec<Vector> = lines.iter().cloned().chain(lines.iter().map(negated)).collect();
        let between = |i: usize| match lines.len() {
            1 => cross(normal, &rays[i]),
            _ => sum(&rays[i], &rays[(i + 1) % rays.len()]),
        };
        (0..rays.len()).map(between).collect()
    }
}

impl Leaf {
    fn new(
        which: Which,
        index: u32,
        triangle: &Triangle,
        place: &Place,
        planes: &mut Vec<Vector>,
    ) -> Self {
        let own = normal(triangle);
        let known = planes.iter().position(|plane| is_zero(&cross(plane, &own)));
        let (plane, is_facing) = match known {
            Some(plane) => (plane, sign_of(&dot(&planes[plane], &own)) > 0),
            None => {
                planes.push(own);
                (planes.len() - 1, true)
            }
        };
        let at = triangle.map(|corner| place.is_same(&Place::corner(corner)));
        let (mut edges, mut rays) = (Vec::new(), Vec::new());
        for i in 0..3 {
            let (from, to) = (triangle[i], triangle[(i + 1) % 3]);
            if !place.is_on_line(from, to) {
                continue;
            }
            let along = vector_between(from, to);
            if !at[(i + 1) % 3] {
                rays.push(Ray { toward: along.clone(), is_left: true });
            }
            if !at[i] {
                rays.push(Ray { toward: negated(&along), is_left: false });
            }
            edges.push(along);
        }
        Self { which, index, plane, is_facing, edges, rays }
    }
}

/// Whether two directions on one line or not point the same way.
fn is_one_way(a: &Vector, b: &Vector) -> bool {
    is_zero(&cross(a, b)) && sign_of(&dot(a, b)) > 0
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
