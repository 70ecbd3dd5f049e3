//! Triangles of the other mesh, moved here.

use super::{Corners, Packet, Reach, boxes, normals, shadow};
use crate::motion::Transfer;
use crate::simd::{lane, splat};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8};

/// A packet of the other mesh, moved into the coordinates of this mesh: corners and boxes.
pub(super) struct MovedPacket<S: Simd> {
    corners: Corners<S>,
    low: [f32x8<S>; 3],
    high: [f32x8<S>; 3],
}

/// The same triangles, stored so that they can be read one by one. This is only computed if some of
/// the packet is near.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct MovedTriangles {
    pub(super) corners: [[[f32; 8]; 3]; 3],
    low: [[f32; 8]; 3],
    high: [[f32; 8]; 3],
    normals: [[f32; 8]; 3],
    own: [[f32; 8]; 2],
}

/// MovedTriangle of these triangles: its corners, box and normal, and the shadow of the corners on the
/// normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovedTriangle {
    pub(super) corners: [[f32; 3]; 3],
    pub(super) low: [f32; 3],
    pub(super) high: [f32; 3],
    pub(super) normal: [f32; 3],
    pub(super) own: [f32; 2],
}

impl<S: Simd> MovedPacket<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, packet: &Packet, transfer: &Transfer) -> Self {
        let [p, q, r] = packet.corners(simd);
        let corners =
            [moved(simd, p, transfer), moved(simd, q, transfer), moved(simd, r, transfer)];
        let [low, high] = boxes(&corners);
        Self { corners, low, high }
    }

    /// The triangles with all that is needed to compare them one by one.
    #[inline(always)]
    pub(super) fn triangles(&self, simd: S) -> MovedTriangles {
        let Self { corners, low, high } = self;
        let normals = normals(simd, corners);
        let own = shadow(normals, corners);
        MovedTriangles {
            corners: [store3(corners[0]), store3(corners[1]), store3(corners[2])],
            low: store3(*low),
            high: store3(*high),
            normals: store3(normals),
            own: [own.0.into(), own.1.into()],
        }
    }

    /// The lanes whose boxes meet the box of a packet here.
    #[inline(always)]
    pub(super) fn touching(&self, simd: S, packet: &Packet, tolerance: f32) -> u32 {
        let [x, y, z] = self.beside(simd, packet);
        x.max(y).max(z).simd_le(tolerance).to_bitmask() as u32
    }

    /// The lanes whose boxes are within reach of the box of a packet here.
    #[inline(always)]
    pub(super) fn within(&self, simd: S, packet: &Packet, reach: &Reach) -> u32 {
        reach.has(diagonal(simd, self.beside(simd, packet)))
    }

    /// The signed gaps between the boxes of the triangles and the box of a packet, along the
    /// coordinate axes.
    #[inline(always)]
    fn beside(&self, simd: S, packet: &Packet) -> [f32x8<S>; 3] {
        let Self { low, high, .. } = self;
        [
            (splat(simd, packet.low[0]) - high[0]).max(low[0] - packet.high[0]),
            (splat(simd, packet.low[1]) - high[1]).max(low[1] - packet.high[1]),
            (splat(simd, packet.low[2]) - high[2]).max(low[2] - packet.high[2]),
        ]
    }
}

impl MovedTriangles {
    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> MovedTriangle {
        let [p, q, r] = &self.corners;
        MovedTriangle {
            corners: [lane(p, at), lane(q, at), lane(r, at)],
            low: lane(&self.low, at),
            high: lane(&self.high, at),
            normal: lane(&self.normals, at),
            own: [self.own[0][at], self.own[1][at]],
        }
    }
}

/// Moves points in the same way as [`Transfer::point`].
#[inline(always)]
fn moved<S: Simd>(simd: S, p: [f32x8<S>; 3], transfer: &Transfer) -> [f32x8<S>; 3] {
    let (r, t, scale) = (&transfer.rotation, transfer.translation, transfer.scale);
    [
        (p[0] * r[0][0] + p[1] * r[0][1] + p[2] * r[0][2]) * scale + splat(simd, t[0]),
        (p[0] * r[1][0] + p[1] * r[1][1] + p[2] * r[1][2]) * scale + splat(simd, t[1]),
        (p[0] * r[2][0] + p[1] * r[2][1] + p[2] * r[2][2]) * scale + splat(simd, t[2]),
    ]
}

#[inline(always)]
fn store3<S: Simd>(rows: [f32x8<S>; 3]) -> [[f32; 8]; 3] {
    [rows[0].into(), rows[1].into(), rows[2].into()]
}

/// The squared distance of boxes from their signed gaps along three axes.
#[inline(always)]
pub(super) fn diagonal<S: Simd>(simd: S, [x, y, z]: [f32x8<S>; 3]) -> f32x8<S> {
    let zero = splat(simd, 0.0);
    let (x, y, z) = (x.max(zero), y.max(zero), z.max(zero));
    x * x + y * y + z * z
}
