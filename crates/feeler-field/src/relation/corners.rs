//! The corners of what triangles share.

use crate::exact::{Place, Triangle, lies_on, place_side};
use feeler::triangle::intersects;
use std::collections::HashMap;

/// Places without repetition.
#[derive(Default)]
pub(super) struct Places {
    /// The places by their rounded coordinates: equal places may differ in these by a rounding, and
    /// are then there twice.
    known: HashMap<[u64; 3], Vec<Place>>,
}

impl Places {
    /// Whether a place is new.
    pub(super) fn insert(&mut self, place: &Place) -> bool {
        let known = self.known.entry(place.near.map(|x| (x + 0.0).to_bits())).or_default();
        let is_new = !known.iter().any(|other| other.is_same(place));
        if is_new {
            known.push(place.clone());
        }
        is_new
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.known.values().map(Vec::len).sum()
    }
}

/// The corners of the section of two triangles with area, and maybe more of its points.
///
/// If the triangles are in two planes, the section is a point or a segment whose ends are corners of
/// one triangle, or crossings of an edge of one with the plane of the other. In one plane, two edges
/// can cross too.
pub(super) fn section(a: &Triangle, b: &Triangle) -> Vec<Place> {
    let mut places = Vec::new();
    let mut is_flat = true;
    for (these, others) in [(a, b), (b, a)] {
        let sides = these.map(|corner| place_side(others, &Place::corner(corner)));
        is_flat &= sides == [0; 3];
        for i in 0..3 {
            let edge = [these[i], these[(i + 1) % 3]];
            let corner = Place::corner(these[i]);
            if sides[i] == 0 && lies_on(others, &corner) {
                places.push(corner);
            }
            if sides[i] * sides[(i + 1) % 3] < 0 && intersects(&[edge[0], edge[1], edge[1]], others)
            {
                places.push(Place::on_plane(edge, others));
            }
        }
    }
    if is_flat {
        for i in 0..3 {
            for j in 0..3 {
                places.extend(crossing([a[i], a[(i + 1) % 3]], [b[j], b[(j + 1) % 3]]));
            }
        }
    }
    places
}

/// The point within two edges in one plane where they cross. Where an end of one is on the other, it is a corner that
/// is known already; so it is if they are parallel.
pub(super) fn crossing([p, q]: [[f64; 3]; 2], [r, s]: [[f64; 3]; 2]) -> Option<Place> {
    let meet = intersects(&[p, q, q], &[r, s, s]);
    let touches = |end: [f64; 3], [from, to]: [[f64; 3]; 2]| intersects(&[end; 3], &[from, to, to]);
    let crosses = meet
        && !touches(p, [r, s])
        && !touches(q, [r, s])
        && !touches(r, [p, q])
        && !touches(s, [p, q]);
    crosses.then(|| Place::on_lines([p, q], [r, s]))
}

/// The point that three triangles share, if their planes share no other.
pub(super) fn common(triangles: [&Triangle; 3]) -> Option<Place> {
    let place = Place::on_planes(triangles)?;
    triangles.iter().all(|triangle| lies_on(triangle, &place)).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nears(a: Triangle, b: Triangle) -> Vec<[f64; 3]> {
        let mut distinct = Places::default();
        let mut nears: Vec<[f64; 3]> = section(&a, &b)
            .iter()
            .filter(|place| distinct.insert(place))
            .map(|place| place.near)
            .collect();
        nears.sort_by(|p, q| p.partial_cmp(q).unwrap());
        nears
    }

    #[test]
    fn sections_have_their_corners() {
        let floor = [[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [3.0, 6.0, 0.0]];
        let star = [[0.0, 4.0, 0.0], [6.0, 4.0, 0.0], [3.0, -2.0, 0.0]];
        assert_eq!(nears(floor, star).len(), 6);
        let wall = [[3.0, 3.0, -1.0], [3.0, 3.0, 2.0], [3.0, 99.0, 0.5]];
        assert_eq!(nears(floor, wall), [[3.0, 3.0, 0.0], [3.0, 6.0, 0.0]]);
        let needle = [[3.0, 3.0, 0.0], [3.0, 4.0, 5.0], [3.0, 3.0, 5.0]];
        assert_eq!(nears(floor, needle), [[3.0, 3.0, 0.0]]);
        assert!(nears(floor, needle.map(|[x, y, z]| [x, y, z + 1e-300])).is_empty());
    }
}
