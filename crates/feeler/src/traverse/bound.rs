//! What a traversal orders volumes by.

use super::Step;
use crate::bv::BoundingVolume;
use fearless_simd::Simd;

/// How near two volumes are, as a length: what a traversal orders them by, and leaves out beyond a limit.
pub(crate) trait Bound: Copy {
    /// Lower bounds of that length for a placed volume and those in some lanes of a packet, in units of the packet's mesh.
    fn lengths<S: Simd, V: BoundingVolume>(
        self,
        simd: S,
        placed: &V::Placed<'_>,
        packet: &V::Packet,
        lanes: u32,
        frame: &V::Frame,
        step: Step,
    ) -> [f32; 8];
}

/// The distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap;

impl Bound for Gap {
    #[inline(always)]
    fn lengths<S: Simd, V: BoundingVolume>(
        self,
        simd: S,
        placed: &V::Placed<'_>,
        packet: &V::Packet,
        lanes: u32,
        frame: &V::Frame,
        _step: Step,
    ) -> [f32; 8] {
        V::gaps(simd, placed, packet, lanes, frame)
    }
}

/// Nothing where volumes overlap, and infinitely much where they do not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap;

impl Bound for Overlap {
    #[inline(always)]
    fn lengths<S: Simd, V: BoundingVolume>(
        self,
        simd: S,
        placed: &V::Placed<'_>,
        packet: &V::Packet,
        lanes: u32,
        frame: &V::Frame,
        _step: Step,
    ) -> [f32; 8] {
        let overlaps = V::overlaps(simd, placed, packet, lanes, frame).lanes;
        let mut lengths = [f32::INFINITY; 8];
        for (lane, length) in lengths.iter_mut().enumerate() {
            if overlaps >> lane & 1 == 1 {
                *length = 0.0;
            }
        }
        lengths
    }
}

/// The way that B goes in a direction before it meets A.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Travel {
    /// The direction of B, in A's coordinates.
    pub(crate) of_b: [f32; 3],
    /// The direction of A, seen by B, in B's coordinates.
    pub(crate) of_a: [f32; 3],
}

impl Bound for Travel {
    #[inline(always)]
    fn lengths<S: Simd, V: BoundingVolume>(
        self,
        simd: S,
        placed: &V::Placed<'_>,
        packet: &V::Packet,
        lanes: u32,
        frame: &V::Frame,
        step: Step,
    ) -> [f32; 8] {
        let direction = [self.of_b, self.of_a][step.here()];
        V::travels(simd, placed, packet, lanes, frame, direction)
    }
}
