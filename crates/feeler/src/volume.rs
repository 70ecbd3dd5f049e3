//! Bounding volumes of all kinds, one file for each kind.
//!
//! All volumes are stored in the unit coordinates of their mesh, in f32, rounded outwards. A test
//! compares one volume of one mesh with the *packet* of volumes in one node of the other mesh.
//! Before the test, the single volume is *placed*: it is moved into the unit coordinates of the
//! packet's mesh, and grown there by the slack of the motion. In names and comments, *here* means
//! the side of the packet, in its coordinates; *there* or *other* means the placed volume. Tests
//! err in one direction only: a test may call disjoint volumes overlapping, never the reverse.
//!
//! Two kinds of rounding are covered in two places. Errors that grow with the mesh (in the position
//! of a volume's centre) are covered by the slack of the [`Transfer`]. Errors that grow with the
//! volume (in products of its extents) are covered by [`MARGIN`](crate::rounding::MARGIN) when the
//! volume is fitted.
//!
//! - [`aabb`], [`obb`], [`sphere`], [`kdop`], [`point_dop`], [`hull`], [`rounded`] and [`hybrid`]
//!   are the kinds;
//! - [`kind`] is the public value [`Volume`](crate::Volume), and the one `match` over all kinds;
//! - [`part`] describes the triangles that a tree encloses in one volume;
//! - [`cuboid`] is a box around a volume of any kind, for estimates;
//! - [`outline`] is the true shape of a volume of any kind, for drawing;
//! - [`boxes`] compares a packet of boxes with one box, for axis-aligned and oriented boxes.

pub(crate) mod aabb;
mod boxes;
mod cuboid;
pub(crate) mod hull;
pub(crate) mod hybrid;
pub(crate) mod kdop;
pub(crate) mod kind;
pub(crate) mod obb;
mod outline;
pub(crate) mod part;
pub(crate) mod point_dop;
pub(crate) mod rounded;
pub(crate) mod sphere;
#[cfg(test)]
mod tests;

pub use cuboid::Cuboid;
pub use outline::Outline;

use crate::geometry::hull::convex_hull;
use crate::motion::Transfer;
use fearless_simd::Simd;
pub(crate) use part::Part;
use std::fmt::Debug;

/// A kind of bounding volume. Its tests keep the contract that a false "disjoint" never happens.
pub(crate) trait BoundingVolume: Clone + Default + Debug + Send + Sync + 'static {
    /// The ways to fit a volume of this kind; the default is the one to use.
    type Fit: Copy + Default + Debug + Send + Sync;
    /// Eight volumes, row by row. One packet may hold the children of one node, or of several.
    type Packet: Packet<Self>;
    /// The data that depend on the pose only, computed once per query and direction.
    type Frame: Copy + Send + Sync;
    /// A volume, moved into the coordinates of the other mesh.
    type Placed<'a>: Copy;

    /// A volume around triangles, as tight as the kind allows.
    fn fit(cloud: &Cloud<'_>, fit: Self::Fit) -> Self;

    /// Fits the volumes of a node, one around each part, and puts them into the lanes from `first`
    /// on.
    ///
    /// Each volume is the same as if it was fitted alone.
    fn fit_parts(parts: &[Part<'_>], fit: Self::Fit, packet: &mut Self::Packet, first: usize) {
        for (part, lane) in parts.iter().zip(first..) {
            packet.set(lane, Self::fit(&part.cloud, fit));
        }
    }

    /// The distance of a point outside the volume; not positive if the point is inside.
    fn excess(&self, point: [f64; 3]) -> f64;

    /// The square of a length, by which volumes of one kind are compared: the larger volume is
    /// opened first.
    fn size(packet: &Self::Packet, lane: usize) -> f32;

    /// A box around a volume, to estimate how much of two volumes overlaps. It is no bound, because
    /// it is rounded to nearest.
    fn cuboid(packet: &Self::Packet, lane: usize) -> Cuboid;

    /// The true shape of the volume.
    fn outline(&self) -> Outline;

    /// The data of a query that all volumes share.
    fn frame(transfer: &Transfer) -> Self::Frame;

    /// Moves a volume of the other mesh here, and grows it by the slack.
    fn place<'a>(packet: &'a Self::Packet, lane: usize, frame: &'a Self::Frame)
    -> Self::Placed<'a>;

    /// Tells which volumes of a packet may meet a placed volume.
    ///
    /// Results are for the lanes of the test only; those of other lanes mean nothing, also in the
    /// functions below.
    fn overlaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> Tested;

    /// Lower bounds of the distances between the triangles in a packet's volumes and the triangles
    /// in a placed volume, in units of the packet's mesh. If volumes overlap, the bound may be
    /// negative: the lower, the deeper they overlap, as an order only.
    fn gaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> [f32; 8];

    /// Lower bounds of how far a placed volume moves in a direction before it meets the volumes of
    /// a packet, in units of the packet's mesh. The direction has length one. A bound is not
    /// positive if the volumes may meet now, and infinite if they never meet.
    fn travels<S: Simd>(simd: S, against: Against<'_, '_, Self>, direction: [f32; 3]) -> [f32; 8];

    /// Heap bytes of a packet beyond its own size.
    fn heap_bytes(_packet: &Self::Packet) -> usize {
        0
    }
}

/// The arguments of one test: a placed volume, and the packet that has the children of a node.
pub(crate) struct Against<'t, 'p, V: BoundingVolume> {
    pub(crate) placed: &'t V::Placed<'p>,
    pub(crate) packet: &'t V::Packet,
    /// The lanes of the children, one bit each. The results of other lanes mean nothing.
    pub(crate) lanes: u32,
    pub(crate) frame: &'t V::Frame,
}

impl<V: BoundingVolume> Clone for Against<'_, '_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: BoundingVolume> Copy for Against<'_, '_, V> {}

/// The number of volumes in a packet, which is the number of lanes of a vector.
pub(crate) const LANES: usize = 8;

/// A packet that begins at a cache line.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Aligned<P>(pub(crate) P);

/// A packet of eight volumes of one kind.
pub(crate) trait Packet<V>: Clone + Default + Debug + Send + Sync {
    /// Puts a volume into a lane.
    fn set(&mut self, lane: usize, volume: V);
    /// The volume in a lane.
    fn get(&self, lane: usize) -> V;
}

/// The result of a test of a packet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tested {
    /// One bit per lane, set if the pair of volumes matters for the query.
    pub(crate) lanes: u32,
    /// One number per lane. After a test of overlap it is the signed gap of the volumes: the lower,
    /// the deeper they overlap.
    ///
    /// A negative gap is an order only. A positive gap, less two margins of itself (`MARGIN`), is a
    /// lower bound of the distance of the triangles in both volumes: every kind computes the gap
    /// from shadows on axes of its own, or from centres and radii, and the argument about rounding
    /// at the `gaps` of that kind holds here too.
    pub(crate) values: [f32; 8],
}

/// The triangles to be enclosed: the unit coordinates of all vertices, and the vertex indices of
/// some triangles.
#[derive(Clone, Copy)]
pub(crate) struct Cloud<'a> {
    pub(crate) points: &'a [[f64; 3]],
    pub(crate) triangles: &'a [[u32; 3]],
}

impl<'a> Cloud<'a> {
    /// The corners of each triangle. A vertex is repeated as often as it is used.
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

    /// The vertices that the triangles use, each once.
    pub(crate) fn distinct(&self) -> Vec<[f64; 3]> {
        let mut used: Vec<u32> = self.triangles.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        used.iter().map(|&vertex| self.points[vertex as usize]).collect()
    }

    /// The corners of the convex hull of the triangles.
    pub(crate) fn hull(&self) -> Vec<[f64; 3]> {
        let points = self.distinct();
        convex_hull(&points).vertices.iter().map(|&i| points[i as usize]).collect()
    }
}
