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

/// The directions turned back into the coordinates of the points, so that the points need not be moved.
#[derive(Clone, Copy, Debug)]
pub struct PointDopFrame<const D: usize> {
    x: [f32; D],
    y: [f32; D],
    z: [f32; D],
    /// The translation along each direction.
    shift: [f32; D],
    slack: [f32; D],
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
    type Frame = PointDopFrame<D>;
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

    fn frame(transfer: &Transfer) -> PointDopFrame<D> {
        let turned = |i: usize, k: usize| {
            let along: f32 = (0..3).map(|j| transfer.rotation[j][k] * direction::<D>(i)[j]).sum();
            along * transfer.scale
        };
        PointDopFrame {
            x: std::array::from_fn(|i| turned(i, 0)),
            y: std::array::from_fn(|i| turned(i, 1)),
            z: std::array::from_fn(|i| turned(i, 2)),
            shift: std::array::from_fn(|i| {
                (0..3).map(|k| direction::<D>(i)[k] * transfer.translation[k]).sum()
            }),
            // One and a half: the points themselves are rounded, and so is the projection; see the sums of the Kdop.
            slack: std::array::from_fn(|i| 1.5 * transfer.slack * length::<D>(i)),
        }
    }

    #[inline(always)]
    fn place<'a, const N: usize>(
        packet: &'a PointDopPacket<D, N>,
        lane: usize,
        frame: &'a PointDopFrame<D>,
    ) -> Kdop<D> {
        let mut placed = Kdop { low: [f32::INFINITY; D], high: [f32::NEG_INFINITY; D] };
        for &[x, y, z] in &packet.points[lane] {
            for i in 0..D {
                let along = frame.x[i] * x + frame.y[i] * y + frame.z[i] * z;
                placed.low[i] = if along < placed.low[i] { along } else { placed.low[i] };
                placed.high[i] = if along > placed.high[i] { along } else { placed.high[i] };
            }
        }
        for i in 0..D {
            placed.low[i] += frame.shift[i] - frame.slack[i];
            placed.high[i] += frame.shift[i] + frame.slack[i];
        }
        placed
    }

    #[inline(always)]
    fn overlaps<S: Simd, const N: usize>(
        simd: S,
        placed: &Kdop<D>,
        packet: &PointDopPacket<D, N>,
        _frame: &PointDopFrame<D>,
    ) -> Overlaps {
        super::kdop::overlaps(simd, placed, &packet.dops)
    }

    #[inline(always)]
    fn gaps<S: Simd, const N: usize>(
        simd: S,
        placed: &Kdop<D>,
        packet: &PointDopPacket<D, N>,
        _frame: &PointDopFrame<D>,
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
