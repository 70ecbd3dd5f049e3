//! Flat patches: where faces of two surfaces lie on each other.
//!
//! Two triangles of one plane share a convex polygon. Its sides are parts of their edges, and a
//! side within a patch belongs to two polygons, one from each side of an edge. So a side has a name, the edge and the triangle
//! that it passes, or two edges that lie on each other; what is left of pairs with one name is the
//! outline. Signs of f64 coordinates decide all of it.
//!
//! - `polygon`: the sides of what two triangles of one plane share.

mod polygon;

use crate::boundary::Groups;
use crate::exact::Plane;
use feeler::inside::vector::{add_scaled, cross, dot, length, sub};
use feeler::{Contact, Pair, Scratch};
use polygon::{Name, Side, sides};
use std::collections::HashMap;

/// A flat patch that lies on two surfaces.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FlatPatch {
    /// The unit normal of A's triangles there.
    pub normal: [f64; 3],
    /// The area.
    pub area: f64,
    /// The centre of the area.
    pub centroid: [f64; 3],
    /// The border: closed polygons. The patch is to the left of them, as seen from where the normal points.
    pub outline: Vec<Vec<[f64; 3]>>,
    /// The triangles that lie on each other.
    pub contacts: Vec<Contact>,
}

impl FlatPatch {
    /// The patches of a pair, in the order of their first contacts.
    ///
    /// ```
    /// use feeler::{Model, Pair, Pose};
    /// use feeler_field::FlatPatch;
    /// let cube = Model::new(feeler_scenes::shape::cuboid(1200)); // from -1 to 1
    /// let patches = FlatPatch::all(&Pair::new(&cube, &cube).at(Pose::translation([2.0, 0.5, 0.0])));
    /// assert_eq!(patches.len(), 1);
    /// assert!((patches[0].area - 1.5 * 2.0).abs() < 1e-12);
    /// assert_eq!(patches[0].normal, [1.0, 0.0, 0.0]);
    /// assert_eq!(patches[0].outline.len(), 1);
    /// ```
    ///
    /// Triangles lie on each other if they are in one plane, exactly, after B's corners are posed and rounded, and
    /// share an area. Patches that have only a point in common are two.
    #[must_use]
    pub fn all(pair: &Pair<'_>) -> Vec<Self> {
        Self::all_with(pair, &mut Scratch::new())
    }

    /// [`FlatPatch::all`] with a scratch, which saves some allocation.
    pub fn all_with(pair: &Pair<'_>, scratch: &mut Scratch) -> Vec<Self> {
        let pose = pair.pose();
        let mut pieces: Vec<(Contact, Vec<Side>)> = Vec::new();
        for &contact in pair.contacts_with(scratch) {
            let a = pair.a().mesh().triangle(contact.a);
            let b = pair.b().mesh().triangle(contact.b).map(|corner| pose.apply(corner));
            let sides = sides(contact, &a, &b);
            if !sides.is_empty() {
                pieces.push((contact, sides));
            }
        }
        // The sides of each name: their pieces, and whether they are passed upwards.
        let mut names: HashMap<Name, Vec<(u32, bool)>> = HashMap::new();
        for (piece, (_, sides)) in (0..).zip(&pieces) {
            for side in sides {
                let is_upwards = side.ends[0] < side.ends[1];
                names.entry(side.name).or_default().push((piece, is_upwards));
            }
        }
        // Edges on edges may have faces in more than one plane.
        let is_level = |p: u32, q: u32| {
            let [p, q] = [p, q].map(|piece| pair.a().mesh().triangle(pieces[piece as usize].0.a));
            q.iter().all(|&corner| Plane::of(&p).side(corner) == 0)
        };
        let beside = |piece: u32, side: &Side| {
            let all = names[&side.name].iter();
            all.filter(move |&&(other, _)| other == piece || is_level(piece, other))
        };
        let pairs = (0..).zip(&pieces).flat_map(|(piece, (_, sides))| {
            let first = move |side| beside(piece, side).next().map_or(piece, |&(first, _)| first);
            sides.iter().map(move |side| [piece, first(side)])
        });
        let groups = Groups::joined(pieces.len(), pairs);
        let mut patches: Vec<Vec<usize>> = vec![Vec::new(); groups.count];
        for (piece, &group) in groups.of.iter().enumerate() {
            patches[group as usize].push(piece);
        }
        let is_outer = |piece: usize, side: &Side| {
            let turns =
                beside(piece as u32, side).map(|&(_, is_upwards)| if is_upwards { 1 } else { -1 });
            turns.sum::<i32>() != 0
        };
        patches.iter().map(|members| Self::of(pair, &pieces, members, is_outer)).collect()
    }

    fn of(
        pair: &Pair<'_>,
        pieces: &[(Contact, Vec<Side>)],
        members: &[usize],
        is_outer: impl Fn(usize, &Side) -> bool,
    ) -> Self {
        let middle = pieces[members[0]].1[0].ends[0];
        let [a, b, c] = pair.a().mesh().triangle(pieces[members[0]].0.a);
        let normal = cross(sub(b, a), sub(c, a));
        let normal = normal.map(|x| x / length(normal));
        let (mut area, mut moment, mut outer) = (0.0, [0.0; 3], Vec::new());
        for &piece in members {
            for side in &pieces[piece].1 {
                let [p, q] = side.ends.map(|end| sub(end, middle));
                let part = 0.5 * dot(normal, cross(p, q));
                area += part;
                moment = add_scaled(moment, part / 3.0, add_scaled(p, 1.0, q));
                if is_outer(piece, side) {
                    outer.push(side.ends);
                }
            }
        }
        Self {
            normal,
            area,
            centroid: add_scaled(middle, 1.0 / area, moment),
            outline: loops(&outer),
            contacts: members.iter().map(|&piece| pieces[piece].0).collect(),
        }
    }
}

/// Sides put together to closed polygons, without corners where they go straight on.
fn loops(sides: &[[[f64; 3]; 2]]) -> Vec<Vec<[f64; 3]>> {
    let key = |p: [f64; 3]| p.map(|x| (x + 0.0).to_bits());
    let mut from: HashMap<[u64; 3], Vec<usize>> = HashMap::new();
    // The last ones are taken first.
    for (index, [start, _]) in sides.iter().enumerate().rev() {
        from.entry(key(*start)).or_default().push(index);
    }
    let mut is_used = vec![false; sides.len()];
    let mut loops = Vec::new();
    for first in 0..sides.len() {
        let (mut polygon, mut at) = (Vec::new(), Some(first));
        while let Some(side) = at.filter(|&side| !is_used[side]) {
            is_used[side] = true;
            polygon.push(sides[side][0]);
            let next = from.get_mut(&key(sides[side][1]));
            at = next.and_then(|next| {
                next.retain(|&side| !is_used[side]);
                next.pop()
            });
        }
        if polygon.len() > 2 {
            loops.push(bends(&polygon));
        }
    }
    loops
}

/// The corners of a polygon at which it bends by more than rounding.
fn bends(polygon: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let n = polygon.len();
    let is_bend = |i: &usize| {
        let [p, q, r] = [(i + n - 1) % n, *i, (i + 1) % n].map(|k| polygon[k]);
        let (u, v) = (sub(q, p), sub(r, q));
        length(cross(u, v)) > 1e-12 * length(u) * length(v)
    };
    (0..n).filter(is_bend).map(|i| polygon[i]).collect()
}
