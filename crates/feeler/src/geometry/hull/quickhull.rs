//! Quickhull with exact predicates.
//!
//! A face sees a point that is strictly above its plane. Each point outside of the polyhedron waits
//! in the list of one face that sees it. A step takes the highest waiting point of a face and
//! removes all faces that see it (they form a disk). It closes the hole with a cone from its rim
//! (the horizon) to the point. The waiting points of the removed faces then move to faces of the
//! cone; points that no face of the cone sees are inside.
//!
//! Why the faces of the cone are enough, with coplanar faces too: suppose that such a point saw a
//! face that stays. Then its visible faces, being connected, would contain both sides of some
//! horizon edge. The plane of the cone face through this edge is between the two sides, so the cone
//! face sees the point. And no cone face is degenerate: a point on the line of a horizon edge would
//! be in the plane of the removed face at that edge.

use super::plane::FacePlane;
use super::start::reach;
use std::collections::VecDeque;

/// An index that stands for no point and no face.
const NO_INDEX: u32 = u32::MAX;

/// A triangle of the polyhedron.
struct HullFace {
    corners: [u32; 3],
    /// The faces across the edges `corners[i]`, `corners[i + 1]`.
    neighbours: [u32; 3],
    plane: FacePlane,
    /// The highest point that waits at this face, the first of a list through `Quickhull::next`.
    waiting: u32,
    height: f64,
    removed: bool,
}

/// A horizon edge, between a removed and a kept face, in the direction of the removed one.
struct HorizonEdge {
    start: u32,
    end: u32,
    kept: u32,
}

/// A convex polyhedron that grows to the hull.
pub(super) struct Quickhull<'a> {
    points: &'a [[f64; 3]],
    reach: f64,
    faces: Vec<HullFace>,
    /// For each point, the next point in the same list.
    next: Vec<u32>,
    /// The faces that may have waiting points, in the order in which they were added. Taking the
    /// last face first, which looks better for the cache, took three times longer for a million
    /// points: it finishes one spot next to coarse surroundings, through long thin cones.
    pending: VecDeque<u32>,
    horizon: Vec<HorizonEdge>,
    /// The faces that the current step removes. Their points must be moved before the faces are
    /// reused.
    removed: Vec<u32>,
    /// The faces that earlier steps removed.
    free: Vec<u32>,
    /// The faces that the current step adds.
    cone: Vec<u32>,
    /// Whether a corner was added in the plane of a face that stayed. Only then can an edge be
    /// flat.
    flat_corners: bool,
    /// The path through the visible faces: the face, the next edge to cross, and the number of
    /// edges left.
    path: Vec<(u32, u8, u8)>,
}

impl<'a> Quickhull<'a> {
    /// Grows a tetrahedron of four of the points to the hull of all points. The first three must be
    /// counter-clockwise from outside.
    pub(super) fn grow(points: &'a [[f64; 3]], [a, b, c, d]: [u32; 4]) -> Self {
        let mut hull = Self {
            points,
            reach: reach(points),
            faces: Vec::with_capacity(2 * points.len().min(1 << 20)),
            next: vec![NO_INDEX; points.len()],
            pending: VecDeque::with_capacity(16),
            horizon: Vec::with_capacity(16),
            removed: Vec::with_capacity(16),
            free: Vec::with_capacity(16),
            cone: Vec::with_capacity(16),
            flat_corners: false,
            path: Vec::with_capacity(16),
        };
        hull.add([a, b, c], [1, 2, 3]);
        hull.add([b, a, d], [0, 3, 2]);
        hull.add([c, b, d], [0, 1, 3]);
        hull.add([a, c, d], [0, 2, 1]);
        hull.cone.extend([0, 1, 2, 3]);
        for point in 0..points.len() as u32 {
            if ![a, b, c, d].contains(&point) {
                hull.wait_at_cone(point);
            }
        }
        while let Some(face) = hull.pending.pop_front() {
            if hull.faces[face as usize].waiting != NO_INDEX {
                hull.step(face);
            }
        }
        hull
    }

    /// The triangles. Their order has no meaning, but it is repeatable.
    pub(super) fn faces(&self) -> Vec<[u32; 3]> {
        self.kept().map(|(_, face)| face.corners).collect()
    }

    /// The points that are corners of the hull, ascending.
    ///
    /// Corners of faces can be inside a facet, where every edge is flat, or inside an edge of the
    /// polyhedron, where two edges are not flat. At a true corner, three or more edges are not
    /// flat.
    pub(super) fn extreme_points(&self) -> Vec<u32> {
        let mut ridges = vec![0u8; self.points.len()];
        for (index, face) in self.kept() {
            for edge in 0..3 {
                let across = face.neighbours[edge];
                if across < index {
                    continue; // this edge was counted there
                }
                let [start, end] = [face.corners[edge], face.corners[(edge + 1) % 3]];
                let apex = self.apex(across, start, end);
                if !self.flat_corners || face.height(self.points, self.points[apex as usize]) != 0.0
                {
                    for corner in [start, end] {
                        let count = &mut ridges[corner as usize];
                        *count = count.saturating_add(1);
                    }
                }
            }
        }
        (0..self.points.len() as u32).filter(|&point| ridges[point as usize] >= 3).collect()
    }

    fn kept(&self) -> impl Iterator<Item = (u32, &HullFace)> {
        (0u32..).zip(&self.faces).filter(|(_, face)| !face.removed)
    }

    /// The corner of a face that is not an end of one of its edges.
    fn apex(&self, face: u32, start: u32, end: u32) -> u32 {
        let [a, b, c] = self.faces[face as usize].corners;
        if a != start && a != end {
            a
        } else if b != start && b != end {
            b
        } else {
            c
        }
    }

    /// Adds the highest waiting point of a face to the polyhedron.
    fn step(&mut self, face: u32) {
        let eye = self.faces[face as usize].waiting;
        self.faces[face as usize].waiting = self.next[eye as usize];
        self.remove_visible(face, eye);
        self.close_with_cone(eye);
        while let Some(removed) = self.removed.pop() {
            let mut point = std::mem::replace(&mut self.faces[removed as usize].waiting, NO_INDEX);
            while point != NO_INDEX {
                let after = self.next[point as usize];
                self.wait_at_cone(point);
                point = after;
            }
            self.free.push(removed);
        }
    }

    /// Removes the faces that see the eye, and collects their horizon edges in counter-clockwise
    /// order.
    ///
    /// The walk is depth first, and visits the edges of each face in turn from the edge where it
    /// was entered, so the edges come in this order.
    fn remove_visible(&mut self, first: u32, eye: u32) {
        let position = self.points[eye as usize];
        self.horizon.clear();
        self.remove(first);
        self.path.push((first, 0, 3));
        while let Some((face, edge, left)) = self.path.last_mut() {
            if *left == 0 {
                self.path.pop();
                continue;
            }
            let (inside, crossed) = (&self.faces[*face as usize], *edge as usize);
            (*edge, *left) = ((*edge + 1) % 3, *left - 1);
            let [start, end] = [inside.corners[crossed], inside.corners[(crossed + 1) % 3]];
            let across = inside.neighbours[crossed];
            let outside = &self.faces[across as usize];
            if outside.removed {
                continue;
            }
            let height = outside.height(self.points, position);
            if height > 0.0 {
                let entered = outside.edge_from(end);
                self.path.push((across, (entered + 1) % 3, 2));
                self.remove(across);
            } else {
                self.flat_corners |= height == 0.0;
                self.horizon.push(HorizonEdge { start, end, kept: across });
            }
        }
    }

    fn remove(&mut self, face: u32) {
        self.faces[face as usize].removed = true;
        self.removed.push(face);
    }

    /// Adds the faces between the horizon and the eye.
    fn close_with_cone(&mut self, eye: u32) {
        self.cone.clear();
        for i in 0..self.horizon.len() {
            let HorizonEdge { start, end, kept } = self.horizon[i];
            let face = self.add([start, end, eye], [kept, NO_INDEX, NO_INDEX]);
            let kept = &mut self.faces[kept as usize];
            kept.neighbours[kept.edge_from(end) as usize] = face;
            self.cone.push(face);
        }
        let around = self.cone.len();
        for i in 0..around {
            let neighbours = &mut self.faces[self.cone[i] as usize].neighbours;
            neighbours[1] = self.cone[(i + 1) % around];
            neighbours[2] = self.cone[(i + around - 1) % around];
        }
    }

    fn add(&mut self, corners: [u32; 3], neighbours: [u32; 3]) -> u32 {
        let plane = FacePlane::through(corners.map(|c| self.points[c as usize]), self.reach);
        let face =
            HullFace { corners, neighbours, plane, waiting: NO_INDEX, height: 0.0, removed: false };
        if let Some(index) = self.free.pop() {
            self.faces[index as usize] = face;
            index
        } else {
            self.faces.push(face);
            (self.faces.len() - 1) as u32
        }
    }

    /// Puts a point into the list of the first face of the cone that sees it, at the front if it is
    /// the highest.
    fn wait_at_cone(&mut self, point: u32) {
        let position = self.points[point as usize];
        for &index in &self.cone {
            let face = &mut self.faces[index as usize];
            let height = face.height(self.points, position);
            if height <= 0.0 {
                continue;
            }
            if face.waiting == NO_INDEX {
                self.pending.push_back(index);
                self.next[point as usize] = NO_INDEX;
                (face.waiting, face.height) = (point, height);
            } else if height > face.height {
                self.next[point as usize] = face.waiting;
                (face.waiting, face.height) = (point, height);
            } else {
                let second = std::mem::replace(&mut self.next[face.waiting as usize], point);
                self.next[point as usize] = second;
            }
            return;
        }
    }
}

impl HullFace {
    #[inline]
    fn height(&self, points: &[[f64; 3]], point: [f64; 3]) -> f64 {
        self.plane.height(point, || self.corners.map(|c| points[c as usize]))
    }

    /// The number of the edge that starts at a corner.
    fn edge_from(&self, corner: u32) -> u8 {
        if self.corners[0] == corner {
            0
        } else if self.corners[1] == corner {
            1
        } else {
            2
        }
    }
}
