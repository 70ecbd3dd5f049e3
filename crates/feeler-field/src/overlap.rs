//! The volume that two solids share.
//!
//! # The formula
//!
//! The volume of a solid with surface S is the integral of x·n/3 over S. The surface of what A and B share is
//! that of A inside of B and that of B inside of A. In the plane of a triangle x·n is constant, so a triangle counts with
//! c·N/3, where c is a point of its plane and N the vector of the area that is inside of the other solid.
//! N is half the sum of (p - c) × (q - c) over the pieces pq of the border of this area:
//!
//! - pieces of its edges: all pieces of an edge together have the length that follows from the places where
//!   the edge enters and leaves, in any order;
//! - the segments that it shares with triangles of the other solid.
//!
//! So no polygon is put together, and no section is clipped. Where the surfaces touch, B is moved by
//! less than any number ([`crossing`](crate::crossing)); the volume does not change by that.

use crate::Boundary;
use crate::crossing::inner::Inner;
use crate::crossing::node::Segments;
use crate::exact::Triangle;
use feeler::Pose;
use feeler::inside::vector::{cross, dot, length, sub};
use std::fmt;

/// The volume that two solids share.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Overlap {
    /// The volume.
    pub volume: f64,
    /// A bound of its error by rounding.
    pub error: f64,
}

/// The reason why a volume is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OverlapError {
    /// A mesh has holes: solid A is 0, B is 1.
    Open(usize),
    /// A mesh meets itself, so it winds more than once around some points.
    Knotted(usize),
}

impl Overlap {
    /// The volume that two solids share, with B at a pose in A's frame.
    ///
    /// ```
    /// use feeler::{Model, Pose};
    /// use feeler_field::{Boundary, Overlap};
    /// let cube = Model::new(feeler_scenes::shape::cuboid(300)); // from -1 to 1
    /// let cube = Boundary::of(&cube);
    /// let overlap = Overlap::between(&cube, &cube, Pose::translation([1.5, 0.25, 0.0]))?;
    /// assert!((overlap.volume - 0.5 * 1.75 * 2.0).abs() <= overlap.error && overlap.error < 1e-10);
    /// # Ok::<(), feeler_field::OverlapError>(())
    /// ```
    ///
    /// It is the volume of the meshes as they are, with the posed vertices of B. Both must be closed, and must not meet
    /// themselves ([`Boundary::self_contact`]). A cavity is not inside.
    pub fn between(a: &Boundary<'_>, b: &Boundary<'_>, pose: Pose) -> Result<Self, OverlapError> {
        for (which, boundary) in [a, b].into_iter().enumerate() {
            if !boundary.is_closed() {
                return Err(OverlapError::Open(which));
            }
            if boundary.self_contact().is_some() {
                return Err(OverlapError::Knotted(which));
            }
        }
        let pair = feeler::Pair::new(a.model(), b.model()).at(pose);
        let segments = Segments::of(&pair, &pair.contacts());
        let mut sum = Sum::default();
        for which in 0..2 {
            let inner = Inner::new([a, b], which, pose, &segments);
            Faces { boundaries: [a, b], which, pose, segments: &segments }.add(&inner, &mut sum);
        }
        Ok(Self { volume: sum.total().max(0.0), error: sum.error() })
    }
}

impl fmt::Display for OverlapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |which: usize| ["A", "B"][which];
        match *self {
            Self::Open(which) => write!(f, "{} has holes, so it encloses no volume", name(which)),
            Self::Knotted(which) => {
                write!(f, "{} meets itself, so volumes would count some places twice", name(which))
            }
        }
    }
}

impl std::error::Error for OverlapError {}

/// The triangles of one solid, in the frame of A.
struct Faces<'s, 'a, 'm> {
    boundaries: [&'a Boundary<'m>; 2],
    which: usize,
    pose: Pose,
    segments: &'s Segments,
}

/// An area inside of the other solid, and a bound of its error.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    vector: [f64; 3],
    error: f64,
}

impl Faces<'_, '_, '_> {
    fn add(&self, inner: &Inner<'_, '_>, sum: &mut Sum) {
        let own = self.boundaries[self.which];
        let center = self.center();
        let cut = self.cut();
        let mut next = 0;
        for index in 0..own.len() {
            let first = next;
            while next < cut.len() && cut[next].0 == index {
                next += 1;
            }
            let corners = inner.corners[index as usize];
            let weight = own.bounds_by(index);
            if weight == 0.0 || first == next && corners == [false; 3] {
                continue;
            }
            let triangle = self.triangle(index);
            let area = self.area(&triangle, corners, &cut[first..next]);
            let from = sub(triangle[0], center);
            let (volume, reach) = (dot(from, area.vector) / 3.0, length(from));
            // Of each factor, the products and their sums: less than 16 roundings.
            let rounding = 16.0 * f64::EPSILON * reach * length(area.vector);
            sum.add(weight * volume, reach * area.error + rounding);
        }
    }

    /// The area of a triangle inside of the other solid. `cut` are the segments in the triangle.
    fn area(&self, triangle: &Triangle, corners: [bool; 3], cut: &[(u32, u32)]) -> Area {
        let other = self.boundaries[1 - self.which];
        let middle = triangle[0];
        let mut area = Area::default();
        // Only the edge that is opposite to the middle has an area with it.
        let [p, q] = [triangle[1], triangle[2]];
        let mut share = f64::from(u8::from(corners[2]));
        let mut share_off = 0.0;
        for &(_, segment) in cut {
            let segment = segment as usize;
            let contact = self.segments.contacts[segment];
            let weight = other.bounds_by([contact.b, contact.a][self.which]);
            if weight == 0.0 {
                continue;
            }
            let nodes = self.segments.nodes[segment];
            let [from, to] = nodes.map(|node| sub(self.segments.points[node as usize], middle));
            let [from_off, to_off] = nodes.map(|node| self.segments.offs[node as usize]);
            // It goes along a × b: in a triangle of A, what is behind B is to the left.
            let turn = if self.which == 0 { weight } else { -weight };
            area.add(turn, from, from_off, to, to_off);
            for (end, node) in self.segments.ends[segment].iter().zip(nodes) {
                if end.which == self.which && end.edge == 1 {
                    let enters = if end.forwards { -weight } else { weight };
                    let point = self.segments.points[node as usize];
                    let (along, slack) = share_of(point, p, q);
                    share -= enters * along;
                    share_off += slack + self.segments.offs[node as usize] / length(sub(q, p));
                }
            }
        }
        if share != 0.0 {
            let [p, q] = [p, q].map(|corner| sub(corner, middle));
            area.add(share, p, 0.0, q, 0.0);
            area.error += 0.5 * length(cross(p, q)) * share_off;
        }
        area
    }

    /// The triangles that are cut, in their order, each with its segments.
    fn cut(&self) -> Vec<(u32, u32)> {
        let triangles = self.segments.contacts.iter().map(|c| [c.a, c.b][self.which]);
        let mut cut: Vec<(u32, u32)> = triangles.zip(0..).collect();
        cut.sort_unstable();
        cut
    }

    fn triangle(&self, index: u32) -> Triangle {
        let triangle = self.boundaries[self.which].corners(index);
        if self.which == 0 { triangle } else { triangle.map(|corner| self.pose.apply(corner)) }
    }

    /// A point from where products lose few digits: the middle of A.
    fn center(&self) -> [f64; 3] {
        let [low, high] = self.boundaries[0].model().mesh().bounds().unwrap_or_default();
        [0, 1, 2].map(|i| 0.5 * low[i] + 0.5 * high[i])
    }
}

/// How far along an edge a point is, as a share of the edge, and a bound of the rounding of that.
fn share_of(point: [f64; 3], p: [f64; 3], q: [f64; 3]) -> (f64, f64) {
    let along = sub(q, p);
    let longest = (0..3).max_by(|&i, &j| along[i].abs().total_cmp(&along[j].abs()));
    let axis = longest.expect("three axes");
    let share = ((point[axis] - p[axis]) / along[axis]).clamp(0.0, 1.0);
    (share, 4.0 * f64::EPSILON)
}

impl Area {
    /// Adds the triangle between the origin and a piece of the border.
    fn add(&mut self, times: f64, p: [f64; 3], p_off: f64, q: [f64; 3], q_off: f64) {
        let piece = cross(p, q);
        let [of_p, of_q] = [p, q].map(length);
        for i in 0..3 {
            self.vector[i] += 0.5 * times * piece[i];
        }
        let off = 0.5 * (p_off * of_q + q_off * of_p + p_off * q_off);
        self.error += off + 8.0 * f64::EPSILON * of_p * of_q;
    }
}

/// A sum with a compensation of its rounding (Neumaier 1974), and bounds of the errors of its terms.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    value: f64,
    carry: f64,
    error: f64,
    magnitude: f64,
}

impl Sum {
    fn add(&mut self, x: f64, error: f64) {
        let sum = self.value + x;
        let lost = match self.value.abs() >= x.abs() {
            true => (self.value - sum) + x,
            false => (x - sum) + self.value,
        };
        self.value = sum;
        self.carry += lost;
        self.error += error;
        self.magnitude += x.abs();
    }

    fn total(&self) -> f64 {
        self.value + self.carry
    }

    /// A bound of the error of the total: that of the terms, and that of the sum.
    fn error(&self) -> f64 {
        1.001 * self.error + 2.0 * f64::EPSILON * (self.magnitude + self.total().abs())
    }
}
