//! What two triangles of one plane share.

use crate::exact::{Place, Plane, Sign, Triangle, component};
use feeler::Contact;
use feeler::inside::vector::{add_scaled, cross, dot, sub};

/// What a side is called. An edge has its ends as numbers, the lower first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    /// An edge of A within a triangle of B.
    OfA(Edge, u32),
    /// An edge of B within a triangle of A.
    OfB(Edge, u32),
    /// An edge of A on an edge of B.
    OfBoth(Edge, Edge),
}

/// The bits of both ends of an edge.
type Edge = [[u64; 3]; 2];

/// A side of a polygon that two triangles share. The polygon is to the left of it, as seen from the front of A.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) name: Name,
    pub(super) ends: [[f64; 3]; 2],
}

/// The sides of what two triangles share; none if they are in different planes, or share no area.
pub(super) fn sides(contact: Contact, a: &Triangle, b: &Triangle) -> Vec<Side> {
    let plane = Plane::of(a);
    if b.iter().any(|&corner| plane.side(corner) != 0) {
        return Vec::new();
    }
    let upright = (0..3).map(|axis| (axis, component(a, axis))).find(|&(_, sign)| sign != 0);
    let Some((axis, facing)) = upright else { return Vec::new() };
    let turn = |p: [f64; 3], q: [f64; 3], r: [f64; 3]| facing * component(&[p, q, r], axis);
    let b = match turn(b[0], b[1], b[2]) {
        0 => return Vec::new(),
        1 => *b,
        _ => [b[0], b[2], b[1]],
    };
    // Whether no area is to the left of an edge of one and in the other.
    let is_beside = |these: &Triangle, others: &Triangle| {
        (0..3).any(|i| others.iter().all(|&p| turn(these[i], these[(i + 1) % 3], p) <= 0))
    };
    if is_beside(a, &b) || is_beside(&b, a) {
        return Vec::new();
    }
    let [of_a, of_b] = [a, &b].map(edges);
    let mut sides = Vec::new();
    for e in of_a {
        // The edge of B on which this one lies: both have the area to the left.
        let under = of_b.iter().find(|f| f.iter().all(|&end| turn(e[0], e[1], end) == 0));
        let name = match under {
            Some(f) => Name::OfBoth(named(e), named(*f)),
            None => Name::OfA(named(e), contact.b),
        };
        sides.extend(clipped(e, &of_b, turn).map(|ends| Side { name, ends }));
    }
    for f in of_b {
        let is_on_edge = of_a.iter().any(|e| f.iter().all(|&end| turn(e[0], e[1], end) == 0));
        if !is_on_edge {
            let name = Name::OfB(named(f), contact.a);
            sides.extend(clipped(f, &of_a, turn).map(|ends| Side { name, ends }));
        }
    }
    sides
}

fn edges(t: &Triangle) -> [[[f64; 3]; 2]; 3] {
    [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]
}

fn named([p, q]: [[f64; 3]; 2]) -> Edge {
    let [p, q] = [p, q].map(|end| end.map(|x| (x + 0.0).to_bits()));
    if p < q { [p, q] } else { [q, p] }
}

/// The part of an edge that is in a triangle with these edges, if it is more than a point. Which end comes first follows
/// from signs, not from rounded coordinates.
fn clipped(
    [p, q]: [[f64; 3]; 2],
    around: &[[[f64; 3]; 2]; 3],
    turn: impl Fn([f64; 3], [f64; 3], [f64; 3]) -> Sign,
) -> Option<[[f64; 3]; 2]> {
    let is_in = |point: [f64; 3]| around.iter().all(|&[r, s]| turn(r, s, point) >= 0);
    let (mut first, mut last) = (is_in(p).then_some(p), is_in(q).then_some(q));
    for &[r, s] in around {
        let from = turn(r, s, p);
        if turn(p, q, r) * turn(p, q, s) < 0 && from * turn(r, s, q) < 0 {
            let end = if from < 0 { &mut first } else { &mut last };
            *end = Some(crossing([p, q], [r, s]));
        }
    }
    // Corners of the triangle within the edge.
    let is_between = |point: [f64; 3], i: usize| {
        let (low, high) = (p[i].min(q[i]), p[i].max(q[i]));
        (low..=high).contains(&point[i])
    };
    let mut within: Vec<[f64; 3]> = around
        .iter()
        .map(|other| other[0])
        .filter(|&r| r != p && r != q && turn(p, q, r) == 0)
        .filter(|&r| (0..3).all(|i| is_between(r, i)))
        .collect();
    let along = [0, 1, 2].map(|i| q[i] - p[i]);
    let axis = (0..3).max_by(|&i, &j| along[i].abs().total_cmp(&along[j].abs()))?;
    within.sort_by(|r, s| {
        (r[axis] * along[axis].signum()).total_cmp(&(s[axis] * along[axis].signum()))
    });
    let first = first.or_else(|| within.first().copied())?;
    let last = last.or_else(|| within.last().copied())?;
    (first != last).then_some([first, last])
}

/// The point where two edges cross, the same bits in whatever order they are given.
fn crossing(e: [[f64; 3]; 2], f: [[f64; 3]; 2]) -> [f64; 3] {
    let sorted = |[p, q]: [[f64; 3]; 2]| if p < q { [p, q] } else { [q, p] };
    let (e, f) = (sorted(e), sorted(f));
    let ([p, q], [r, s]) = if e < f { (e, f) } else { (f, e) };
    let (u, v) = (sub(q, p), sub(s, r));
    let normal = cross(u, v);
    let square = dot(normal, normal);
    // Edges that cross at a small angle lose digits.
    if square > 1e-6 * dot(u, u) * dot(v, v) {
        let share = dot(cross(sub(r, p), v), normal) / square;
        return add_scaled(p, share.clamp(0.0, 1.0), u);
    }
    Place::on_lines([p, q], [r, s]).near
}
