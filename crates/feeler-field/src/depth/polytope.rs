//! A convex polytope that grows point by point, with exact signs.

use super::vectors::{longest, unit_normal};
use crate::exact::{Place, Triangle, place_side};
use feeler::inside::vector::{cross, dot, length, sub};

/// The convex hull of points that are added one by one.
///
/// Every decision is an exact sign, so the faces are always those of a true polytope, and each of
/// its planes has all points behind it or on it.
#[derive(Debug)]
pub(super) struct Polytope {
    points: Vec<[f64; 3]>,
    faces: Vec<Face>,
}

/// A face: its corners, counter-clockwise as seen from outside, and the faces across the edges from
/// each corner to the next.
#[derive(Clone, Copy, Debug)]
struct Face {
    corners: [u32; 3],
    neighbours: [u32; 3],
    is_alive: bool,
}

/// An edge between a face that a new point sees and one that it does not see.
#[derive(Clone, Copy, Debug)]
struct HorizonEdge {
    from: u32,
    to: u32,
    beyond: u32,
}

impl Polytope {
    /// A tetrahedron with some of these points as corners; `None` if all are in one plane.
    pub(super) fn among(points: &[[f64; 3]]) -> Option<Self> {
        let a = *points.first()?;
        let b = longest(points, |p| length(sub(p, a)));
        let c = longest(points, |p| length(cross(sub(b, a), sub(p, a))));
        let normal = cross(sub(b, a), sub(c, a));
        let d = longest(points, |p| dot(normal, sub(p, a)).abs());
        let corners = match place_side(&[a, b, c], &Place::corner(d)) {
            0 => return None,
            1 => vec![a, c, b, d],
            _ => vec![a, b, c, d],
        };
        let face = |corners, neighbours| Face { corners, neighbours, is_alive: true };
        let faces = vec![
            face([0, 1, 2], [1, 2, 3]),
            face([1, 0, 3], [0, 3, 2]),
            face([2, 1, 3], [0, 1, 3]),
            face([0, 2, 3], [0, 2, 1]),
        ];
        Some(Self { points: corners, faces })
    }

    /// The number of faces so far, with those that are gone.
    pub(super) fn len(&self) -> usize {
        self.faces.len()
    }

    /// Whether a face is still one.
    pub(super) fn is_alive(&self, face: usize) -> bool {
        self.faces[face].is_alive
    }

    pub(super) fn triangle(&self, face: usize) -> Triangle {
        self.faces[face].corners.map(|corner| self.points[corner as usize])
    }

    /// The normal of a face, outwards, of length one, and a bound of its error.
    pub(super) fn normal(&self, face: usize) -> ([f64; 3], f64) {
        unit_normal(&self.triangle(face))
    }

    /// Adds a point in front of a face; `false` if it is not in front. The new faces are the last
    /// ones.
    pub(super) fn add(&mut self, point: [f64; 3], face: usize) -> bool {
        let place = Place::corner(point);
        let sees = |this: &Self, face: u32| place_side(&this.triangle(face as usize), &place) > 0;
        if !sees(self, face as u32) {
            return false;
        }
        self.faces[face].is_alive = false;
        let (mut open, mut horizon) = (vec![face as u32], Vec::new());
        while let Some(face) = open.pop() {
            let Face { corners, neighbours, .. } = self.faces[face as usize];
            for (i, &beyond) in neighbours.iter().enumerate() {
                if !self.faces[beyond as usize].is_alive {
                    continue;
                }
                if sees(self, beyond) {
                    self.faces[beyond as usize].is_alive = false;
                    open.push(beyond);
                } else {
                    horizon.push(HorizonEdge {
                        from: corners[i],
                        to: corners[(i + 1) % 3],
                        beyond,
                    });
                }
            }
        }
        self.close(point, horizon);
        true
    }

    /// Joins the edges of a horizon, which is one cycle, with a new point.
    fn close(&mut self, point: [f64; 3], mut horizon: Vec<HorizonEdge>) {
        horizon.sort_unstable_by_key(|edge| edge.from);
        let (apex, first) = (self.points.len() as u32, self.faces.len() as u32);
        self.points.push(point);
        let starting_at = |corner: u32| {
            let index = horizon.binary_search_by_key(&corner, |edge| edge.from);
            first + index.expect("a horizon is a cycle") as u32
        };
        let mut before = vec![0; horizon.len()];
        for (index, edge) in horizon.iter().enumerate() {
            before[(starting_at(edge.to) - first) as usize] = first + index as u32;
        }
        for (index, &HorizonEdge { from, to, beyond }) in horizon.iter().enumerate() {
            let neighbours = [beyond, starting_at(to), before[index]];
            self.faces.push(Face { corners: [from, to, apex], neighbours, is_alive: true });
            let other = &mut self.faces[beyond as usize];
            let slot =
                (0..3).find(|&i| other.corners[i] == to && other.corners[(i + 1) % 3] == from);
            other.neighbours[slot.expect("neighbours share an edge")] = first + index as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler_scenes::Random;

    /// All points of a grid, in any order: the hull has no point in front of a face, is closed, and
    /// its neighbours are neighbours.
    #[test]
    fn it_is_the_hull() {
        let mut random = Random::new(7);
        for steps in [1.0, 2.0, 3.0, 1e6] {
            for _ in 0..50 {
                let mut coordinate = || (random.between(-1.0, 1.0) * steps).round() / steps;
                let points: Vec<_> = (0..40).map(|_| [(); 3].map(|()| coordinate())).collect();
                let Some(mut hull) = Polytope::among(&points) else { continue };
                for &point in &points {
                    let seen = (0..hull.len()).find(|&face| {
                        hull.is_alive(face)
                            && place_side(&hull.triangle(face), &Place::corner(point)) > 0
                    });
                    assert!(seen.is_none_or(|face| hull.add(point, face)));
                }
                check(&hull, &points);
            }
        }
    }

    fn check(hull: &Polytope, points: &[[f64; 3]]) {
        for (number, face) in hull.faces.iter().enumerate().filter(|(_, face)| face.is_alive) {
            let triangle = hull.triangle(number);
            let in_front = |&&p: &&[f64; 3]| place_side(&triangle, &Place::corner(p)) > 0;
            assert_eq!(points.iter().find(in_front), None);
            for i in 0..3 {
                let other = &hull.faces[face.neighbours[i] as usize];
                assert!(other.is_alive);
                let ends = [face.corners[(i + 1) % 3], face.corners[i]];
                let back = (0..3)
                    .find(|&j| [other.corners[j], other.corners[(j + 1) % 3]] == ends)
                    .expect("a common edge");
                assert_eq!(other.neighbours[back] as usize, number);
            }
        }
    }
}
