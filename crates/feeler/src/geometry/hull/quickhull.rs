//! Quickhull with exact predicates.
//!
//! A face sees a point that is strictly above its plane. Each point outside of the polyhedron waits in the list of one face that
//! sees it. A step takes the highest waiting point of a face, removes all faces that see it (they form a disk), closes the hole
//! with a cone from its rim (the horizon) to the point, and hands the waiting points of the removed faces to the faces of the
//! cone; points that none of them sees are inside.
//!
//! Why that is enough, with coplanar faces too: if such a point saw a face that stays, its visible faces, being connected, would
//! contain both sides of some horizon edge, and the plane of the cone through this edge is between the two: it sees the point.
//! And no cone face is degenerate: a point on the line of a horizon edge would be in the plane of the removed face there.

use super::plane::Plane;
use super::start::reach;
use std::collections::VecDeque;

const NONE: u32 = u32::MAX;

struct Face {
    corners: [u32; 3],
    /// The faces across the edges `corners[i]`, `corners[i + 1]`.
    neighbours: [u32; 3],
    plane: Plane,
    /// The highest point that waits here, first of a list through `Quickhull::next`.
    waiting: u32,
    height: f64,
    removed: bool,
}

/// An edge between a removed and a kept face, in the direction of the removed one.
struct Rim {
    start: u32,
    end: u32,
    kept: u32,
}

pub(super) struct Quickhull<'a> {
    points: &'a [[f64; 3]],
    reach: f64,
    faces: Vec<Face>,
    /// The point that waits after each point.
    next: Vec<u32>,
    /// Faces that may have points waiting, first come first served. PERF: the last first, which looks kinder to the cache, took
    /// three times longer for a million points: it finishes one spot next to coarse surroundings, through long thin cones.
    pending: VecDeque<u32>,
    horizon: Vec<Rim>,
    /// The faces that the current step removes. Their points need a new place before the faces do.
    removed: Vec<u32>,
    /// The faces that earlier steps removed.
    free: Vec<u32>,
    /// The faces that the current step adds.
    cone: Vec<u32>,
    /// Whether a corner was added in the plane of a face that stayed. Only then can an edge be flat.
    flat_corners: bool,
    /// The way through the visible faces: face, next edge to cross, edges left.
    path: Vec<(u32, u8, u8)>,
}

impl<'a> Quickhull<'a> {
    /// Grows a tetrahedron of four of the points, the first three counter-clockwise from outside, to the hull of all.
    pub(super) fn grow(points: &'a [[f64; 3]], [a, b, c, d]: [u32; 4]) -> Self {
        let mut hull = Self {
            points,
            reach: reach(points),
            faces: Vec::with_capacity(2 * points.len().min(1 << 20)),
            next: vec![NONE; points.len()],
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
            if hull.faces[face as usize].waiting != NONE {
                hull.step(face);
            }
        }
        hull
    }

    /// The triangles, in no particular but repeatable order.
    pub(super) fn faces(&self) -> Vec<[u32; 3]> {
        self.kept().map(|(_, face)| face.corners).collect()
    }

    /// The points that are corners of the hull, ascending.
    ///
    /// Corners of faces can be in the midst of a facet, where every edge is flat, or of an edge of the polyhedron, where two edges
    /// are not. At a true corner three or more are not flat.
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

    fn kept(&self) -> impl Iterator<Item = (u32, &Face)> {
        (0u32..).zip(&self.faces).filter(|(_, face)| !face.removed)
    }

    /// The corner of a face that is not on an edge of it.
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

    fn step(&mut self, face: u32) {
        let eye = self.faces[face as usize].waiting;
        self.faces[face as usize].waiting = self.next[eye as usize];
        self.remove_visible(face, eye);
        self.close_with_cone(eye);
        while let Some(removed) = self.removed.pop() {
            let mut point = std::mem::replace(&mut self.faces[removed as usize].waiting, NONE);
            while point != NONE {
                let after = self.next[point as usize];
                self.wait_at_cone(point);
                point = after;
            }
            self.free.push(removed);
        }
    }

    /// Removes the faces that see the eye and collects their rim, edge after edge counter-clockwise.
    ///
    /// The order comes for free from walking depth first, and through the edges of each face in turn from where it was entered.
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
                self.horizon.push(Rim { start, end, kept: across });
            }
        }
    }

    fn remove(&mut self, face: u32) {
        self.faces[face as usize].removed = true;
        self.removed.push(face);
    }

    fn close_with_cone(&mut self, eye: u32) {
        self.cone.clear();
        for i in 0..self.horizon.len() {
            let Rim { start, end, kept } = self.horizon[i];
            let face = self.add([start, end, eye], [kept, NONE, NONE]);
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
        let plane = Plane::through(corners.map(|c| self.points[c as usize]), self.reach);
        let face = Face { corners, neighbours, plane, waiting: NONE, height: 0.0, removed: false };
        if let Some(index) = self.free.pop() {
            self.faces[index as usize] = face;
            index
        } else {
            self.faces.push(face);
            (self.faces.len() - 1) as u32
        }
    }

    /// Lets a point wait at the first face of the cone that sees it, ahead of the others if it is the highest.
    fn wait_at_cone(&mut self, point: u32) {
        let position = self.points[point as usize];
        for &index in &self.cone {
            let face = &mut self.faces[index as usize];
            let height = face.height(self.points, position);
            if height <= 0.0 {
                continue;
            }
            if face.waiting == NONE {
                self.pending.push_back(index);
                self.next[point as usize] = NONE;
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

impl Face {
    #[inline]
    fn height(&self, points: &[[f64; 3]], point: [f64; 3]) -> f64 {
        self.plane.height(point, || self.corners.map(|c| points[c as usize]))
    }

    /// The edge that starts at a corner.
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
