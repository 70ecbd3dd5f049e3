//! k-DOPs that are updated from points.

use super::kdop::{Kdop, KdopPacket, direction, length};
use super::{BoundingVolume, Cloud, Overlaps, Packet};
use crate::motion::Transfer;
use fearless_simd::Simd;

/// A k-DOP that carries points and recomputes its slabs from them under every pose, as the lecture describes.
///
/// Tighter than a re-aligned [`Kdop`], at the price of memory and of one pass over the points for each update. It is here to be
/// compared, not to be fast.
#[derive(Clone, Debug, Default)]
pub struct PointDop<const D: usize> {
    dop: Kdop<D>,
    points: Box<[[f32; 3]]>,
}

/// Which points a [`PointDop`] carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DopPoints {
    /// The corners of the convex hull of its triangles.
    #[default]
    Hull,
    /// All vertices of its triangles.
    All,
}

/// Slabs in rows, and the points of each lane.
#[derive(Clone, Debug)]
pub struct PointDopPacket<const D: usize, const N: usize> {
    dops: KdopPacket<D, N>,
    points: [Box<[[f32; 3]]>; N],
}

impl<const D: usize> BoundingVolume for PointDop<D> {
    type Fit = DopPoints;
    type Packet<const N: usize> = PointDopPacket<D, N>;
    type Frame = Transfer;
    type Placed<'a> = Kdop<D>;

    fn fit(cloud: &Cloud<'_>, fit: DopPoints) -> Self {
        let points = match fit {
            DopPoints::Hull => cloud.hull(),
            DopPoints::All => cloud.distinct(),
        };
        Self {
            dop: Kdop::around(cloud.corners()),
            points: points.iter().map(|p| p.map(|x| x as f32)).collect(),
        }
    }

    fn excess(&self, point: [f64; 3]) -> f64 {
        self.dop.excess(point)
    }

    #[inline(always)]
    fn size<const N: usize>(packet: &PointDopPacket<D, N>, lane: usize) -> f32 {
        Kdop::size(&packet.dops, lane)
    }

    fn frame(transfer: &Transfer) -> Transfer {
        *transfer
    }

    #[inline(always)]
    fn place<'a, const N: usize>(
        packet: &'a PointDopPacket<D, N>,
        lane: usize,
        frame: &'a Transfer,
    ) -> Kdop<D> {
        let mut placed = Kdop { low: [f32::INFINITY; D], high: [f32::NEG_INFINITY; D] };
        for &point in &packet.points[lane] {
            let p = frame.point(point);
            for i in 0..D {
                let d = direction::<D>(i);
                let x = d[0] * p[0] + d[1] * p[1] + d[2] * p[2];
                placed.low[i] = placed.low[i].min(x);
                placed.high[i] = placed.high[i].max(x);
            }
        }
        for i in 0..D {
            // One and a half: the points themselves are rounded, and so is the projection.
            let slack = 1.5 * frame.slack * length::<D>(i);
            placed.low[i] -= slack;
            placed.high[i] += slack;
        }
        placed
    }

    #[inline(always)]
    fn overlaps<S: Simd, const N: usize>(
        simd: S,
        placed: &Kdop<D>,
        packet: &PointDopPacket<D, N>,
        _frame: &Transfer,
    ) -> Overlaps {
        super::kdop::overlaps(simd, placed, &packet.dops)
    }

    #[inline(always)]
    fn gaps<S: Simd, const N: usize>(
        simd: S,
        placed: &Kdop<D>,
        packet: &PointDopPacket<D, N>,
        _frame: &Transfer,
    ) -> [f32; 8] {
        super::kdop::gaps(simd, placed, &packet.dops)
    }

    fn heap_bytes<const N: usize>(packet: &PointDopPacket<D, N>) -> usize {
        packet.points.iter().map(|points| size_of_val(&**points)).sum()
    }
}

impl<const D: usize, const N: usize> Packet<PointDop<D>> for PointDopPacket<D, N> {
    fn set(&mut self, lane: usize, volume: PointDop<D>) {
        self.dops.set(lane, volume.dop);
        self.points[lane] = volume.points;
    }

    fn get(&self, lane: usize) -> PointDop<D> {
        PointDop { dop: self.dops.get(lane), points: self.points[lane].clone() }
    }
}

impl<const D: usize, const N: usize> Default for PointDopPacket<D, N> {
    fn default() -> Self {
        Self { dops: KdopPacket::default(), points: std::array::from_fn(|_| Box::default()) }
    }
}
