//! Bounding volumes: one file, one kind.
//!
//! All of them live in the unit coordinates of their mesh, in f32, rounded outwards. A test takes one volume of one mesh, already
//! *placed* in the unit coordinates of the other (and grown there by the slack of the motion), against the *packet* of volumes in
//! one node of the other. Tests err in one direction only: they may call disjoint volumes overlapping, never the reverse.
//!
//! Two kinds of rounding are covered in two places. Errors that grow with a mesh (the place of a volume's centre) are the slack of
//! the [`Transfer`]. Errors that grow with a volume (products of its extents) are covered by [`MARGIN`] when it is fitted.

pub(crate) mod aabb;
mod boxes;
mod cuboid;
pub(crate) mod hull;
pub(crate) mod hybrid;
pub(crate) mod kdop;
pub(crate) mod kind;
pub(crate) mod obb;
pub(crate) mod part;
pub(crate) mod point_dop;
pub(crate) mod rounded;
pub(crate) mod sphere;
#[cfg(test)]
mod tests;

pub use cuboid::Cuboid;

use crate::geometry::hull::convex_hull;
use crate::motion::Transfer;
use fearless_simd::Simd;
pub(crate) use part::Part;
use std::fmt::Debug;

/// A kind of bounding volume. Its tests keep the contract that a false "disjoint" never happens.
pub(crate) trait BoundingVolume: Clone + Default + Debug + Send + Sync + 'static {
    /// How to fit; the default is the one to use.
    type Fit: Copy + Default + Debug + Send + Sync;
    /// Eight volumes, row by row: those of the children of one node, or of some.
    type Packet: Packet<Self>;
    /// What depends on the pose only, computed once per query and direction.
    type Frame: Copy + Send + Sync;
    /// A volume moved into the coordinates of the other mesh.
    type Placed<'a>: Copy;

    /// A volume around triangles, as tight as the kind allows.
    fn fit(cloud: &Cloud<'_>, fit: Self::Fit) -> Self;

    /// The volumes of a node, from a lane on: each around one part, in no other way than alone.
    fn fit_parts(parts: &[Part<'_>], fit: Self::Fit, packet: &mut Self::Packet, first: usize) {
        for (part, lane) in parts.iter().zip(first..) {
            packet.set(lane, Self::fit(&part.cloud, fit));
        }
    }

    /// How far a point is outside; not positive inside.
    fn excess(&self, point: [f64; 3]) -> f64;

    /// The square of a length by which volumes of one kind are compared: the larger one is opened first.
    fn size(packet: &Self::Packet, lane: usize) -> f32;

    /// A box around a volume, to estimate how much of two volumes overlaps. No bound: it is rounded to nearest.
    fn cuboid(packet: &Self::Packet, lane: usize) -> Cuboid;

    /// Prepares a query.
    fn frame(transfer: &Transfer) -> Self::Frame;

    /// Moves a volume of the other mesh here, grown by the slack.
    fn place<'a>(packet: &'a Self::Packet, lane: usize, frame: &'a Self::Frame)
    -> Self::Placed<'a>;

    /// Which volumes of a packet may meet a placed volume.
    ///
    /// Only some lanes are asked for, those of one node. What is said of the others means nothing, here and below.
    fn overlaps<S: Simd>(
        simd: S,
        placed: &Self::Placed<'_>,
        packet: &Self::Packet,
        lanes: u32,
        frame: &Self::Frame,
    ) -> Overlaps;

    /// Lower bounds of the distances between the triangles in a packet's volumes and those in a placed one, in units of the
    /// packet's mesh. Where volumes overlap they may be negative: the lower, the deeper, as an order only.
    fn gaps<S: Simd>(
        simd: S,
        placed: &Self::Placed<'_>,
        packet: &Self::Packet,
        lanes: u32,
        frame: &Self::Frame,
    ) -> [f32; 8];

    /// Lower bounds of how far a placed volume moves in a direction, of length one, before it meets those of a packet, in units of the
    /// packet's mesh. Not positive where they may meet now, infinite where they never will.
    fn travels<S: Simd>(
        simd: S,
        placed: &Self::Placed<'_>,
        packet: &Self::Packet,
        lanes: u32,
        frame: &Self::Frame,
        direction: [f32; 3],
    ) -> [f32; 8];

    /// Heap bytes of a packet beyond its own size.
    fn heap_bytes(_packet: &Self::Packet) -> usize {
        0
    }
}

/// Volumes in a packet: as many as there are lanes in a vector.
pub(crate) const LANES: usize = 8;

/// A packet that begins with a cache line.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Aligned<P>(pub(crate) P);

/// Eight volumes of a kind.
pub(crate) trait Packet<V>: Clone + Default + Debug + Send + Sync {
    /// Puts a volume into a lane.
    fn set(&mut self, lane: usize, volume: V);
    /// The volume in a lane.
    fn get(&self, lane: usize) -> V;
}

/// The answer of a packet test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlaps {
    /// One bit a lane, set where the volumes may meet.
    pub(crate) lanes: u32,
    /// The signed gap of each lane: the lower, the deeper the volumes overlap. That is an order only; but where it is positive, less
    /// two margins of itself (`MARGIN`), the triangles in both volumes are no nearer: every kind takes it from shadows on axes of its own, or
    /// from centres and radii, and what is said of rounding at its `gaps` holds here too.
    pub(crate) gap: [f32; 8],
}

/// The triangles to be enclosed: unit coordinates of all vertices, and the vertex indices of some triangles.
#[derive(Clone, Copy)]
pub(crate) struct Cloud<'a> {
    pub(crate) points: &'a [[f64; 3]],
    pub(crate) triangles: &'a [[u32; 3]],
}

impl<'a> Cloud<'a> {
    /// The corners of each triangle; a vertex comes as often as it is used.
    #[inline]
    pub(crate) fn corners(&self) -> impl Iterator<Item = [f64; 3]> + Clone + use<'a> {
        let points = self.points;
        self.triangles.iter().flatten().map(move |&vertex| points[vertex as usize])
    }

    /// The three corners of each triangle.
    #[inline]
    pub(crate) fn faces(&self) -> impl ExactSizeIterator<Item = [[f64; 3]; 3]> + Clone + use<'a> {
        let points = self.points;
        self.triangles
            .iter()
            .map(move |&[p, q, r]| [points[p as usize], points[q as usize], points[r as usize]])
    }

    /// Every vertex once.
    pub(crate) fn distinct(&self) -> Vec<[f64; 3]> {
        let mut used: Vec<u32> = self.triangles.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        used.iter().map(|&vertex| self.points[vertex as usize]).collect()
    }

    /// The corners of the convex hull.
    pub(crate) fn hull(&self) -> Vec<[f64; 3]> {
        let points = self.distinct();
        convex_hull(&points).vertices.iter().map(|&i| points[i as usize]).collect()
    }
}
