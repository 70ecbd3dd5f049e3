//! k-DOPs that are recomputed from points.

use super::kdop::{Kdop, KdopPacket, direction, length};
use super::{Against, BoundingVolume, Cloud, Cuboid, Outline, Packet, Tested};
use crate::motion::Transfer;
use crate::simd::{dots, load3, splat};
use fearless_simd::{Simd, SimdBase, SimdSplit, f32x8};

/// A k-DOP that carries points and recomputes its slabs from them at every pose (Kavan and Havran).
///
/// It is tighter than a re-aligned [`Kdop`], but it needs more memory, and one pass over the points
/// for each update. It exists to be compared with [`Kdop`].
#[derive(Clone, Debug, Default)]
pub(crate) struct PointDop<const D: usize> {
    dop: Kdop<D>,
    points: Box<[Block]>,
}

/// Eight points, coordinate by coordinate. If there are fewer than eight, the last point is
/// repeated.
type Block = [[f32; 8]; 3];

/// The points that a [`PointDop`] carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum DopPoints {
    /// The corners of the convex hull of the triangles.
    #[default]
    Hull,
    /// All vertices of the triangles.
    All,
}

/// The motion of the points, and the numbers that are added to the ends of each slab.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointDopFrame<const D: usize> {
    /// The rotation, multiplied by the scale.
    turn: [[f32; 3]; 3],
    /// The translation along each direction, less the slack (`low`) and plus the slack (`high`).
    low: [f32; D],
    high: [f32; D],
}

/// The points of a placed volume, not moved yet, because moving them takes vector instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedPoints<'a, const D: usize> {
    points: &'a [Block],
    frame: &'a PointDopFrame<D>,
}

/// The slabs in rows, and the points of each lane.
#[derive(Clone, Debug, Default)]
pub(crate) struct PointDopPacket<const D: usize> {
    dops: KdopPacket<D>,
    points: [Box<[Block]>; 8],
}

impl<const D: usize> BoundingVolume for PointDop<D> {
    type Fit = DopPoints;
    type Packet = PointDopPacket<D>;
    type Frame = PointDopFrame<D>;
    type Placed<'a> = PlacedPoints<'a, D>;

    fn fit(cloud: &Cloud<'_>, fit: DopPoints) -> Self {
        let points = match fit {
            DopPoints::Hull => cloud.hull(),
            DopPoints::All => cloud.distinct(),
        };
        Self { dop: Kdop::around(cloud.corners()), points: points.chunks(8).map(block).collect() }
    }

    fn excess(&self, point: [f64; 3]) -> f64 {
        self.dop.excess(point)
    }

    #[inline(always)]
    fn size(packet: &PointDopPacket<D>, lane: usize) -> f32 {
        Kdop::size(&packet.dops, lane)
    }

    #[inline(always)]
    fn cuboid(packet: &PointDopPacket<D>, lane: usize) -> Cuboid {
        Kdop::cuboid(&packet.dops, lane)
    }

    fn outline(&self) -> Outline {
        self.dop.outline()
    }

    fn frame(transfer: &Transfer) -> PointDopFrame<D> {
        let shift =
            |i: usize| (0..3).map(|k| direction::<D>(i)[k] * transfer.translation[k]).sum::<f32>();
        // With u = 2^-24 and coordinates up to 1, the coordinates of a turned point are off by 5√3
        // u scale, a sum of three by 35 u scale, and all errors of the translation add 30 u (1 +
        // scale). The slack of the transfer is 32 u (1 + scale); it is multiplied by 1.5 √3 here if
        // the direction has the length √3.
        let slack = |i: usize| 1.5 * transfer.slack * length::<D>(i);
        PointDopFrame {
            turn: transfer.rotation.map(|row| row.map(|x| x * transfer.scale)),
            low: std::array::from_fn(|i| shift(i) - slack(i)),
            high: std::array::from_fn(|i| shift(i) + slack(i)),
        }
    }

    #[inline(always)]
    fn place<'a>(
        packet: &'a PointDopPacket<D>,
        lane: usize,
        frame: &'a PointDopFrame<D>,
    ) -> PlacedPoints<'a, D> {
        PlacedPoints { points: &packet.points[lane], frame }
    }

    #[inline(always)]
    fn overlaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> Tested {
        let Against { placed, packet, .. } = against;
        super::kdop::overlaps(simd, &placed.slabs(simd), &packet.dops)
    }

    #[inline(always)]
    fn gaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> [f32; 8] {
        let Against { placed, packet, .. } = against;
        super::kdop::gaps(simd, &placed.slabs(simd), &packet.dops)
    }

    #[inline(always)]
    fn travels<S: Simd>(simd: S, against: Against<'_, '_, Self>, direction: [f32; 3]) -> [f32; 8] {
        let Against { placed, packet, .. } = against;
        super::kdop::travels(simd, &placed.slabs(simd), &packet.dops, direction)
    }

    fn heap_bytes(packet: &PointDopPacket<D>) -> usize {
        packet.points.iter().map(|points| size_of_val(&**points)).sum()
    }
}

fn block(points: &[[f64; 3]]) -> Block {
    let point = |k: usize| points[k.min(points.len() - 1)];
    std::array::from_fn(|i| std::array::from_fn(|k| point(k)[i] as f32))
}

impl<const D: usize> PlacedPoints<'_, D> {
    /// The slabs around the moved points, grown by the slack.
    #[inline(always)]
    fn slabs<S: Simd>(&self, simd: S) -> Kdop<D> {
        let mut low = [splat(simd, f32::INFINITY); D];
        let mut high = [splat(simd, f32::NEG_INFINITY); D];
        for block in self.points {
            let along = along::<S, D>(dots(load3(simd, block), &self.frame.turn));
            for i in 0..D {
                low[i] = low[i].min(along[i]);
                high[i] = high[i].max(along[i]);
            }
        }
        let mut slabs = Kdop { low: self.frame.low, high: self.frame.high };
        for i in 0..D {
            slabs.low[i] += smallest(low[i]);
            slabs.high[i] -= smallest(-high[i]);
        }
        slabs
    }
}

/// The scalar products of points with all directions. The components of the directions are 0, 1 or
/// -1, so sums are enough.
#[inline(always)]
fn along<S: Simd, const D: usize>([x, y, z]: [f32x8<S>; 3]) -> [f32x8<S>; D] {
    let (sum, difference) = (x + y, x - y);
    let edges = [sum, difference, x + z, x - z, y + z, y - z];
    let corners = [sum - z, difference + z, z - difference, sum + z];
    let mut all = [x; D];
    (all[1], all[2]) = (y, z);
    for i in 3..D {
        all[i] = match i {
            _ if D == 7 => corners[i - 3],
            3..9 => edges[i - 3],
            _ => corners[i - 9],
        };
    }
    all
}

#[inline(always)]
fn smallest<S: Simd>(lanes: f32x8<S>) -> f32 {
    let (left, right) = lanes.split();
    let [a, b, c, d] = left.min(right).into();
    min(min(a, b), min(c, d))
}

#[inline(always)]
fn min(x: f32, y: f32) -> f32 {
    if x < y { x } else { y }
}

impl<const D: usize> Packet<PointDop<D>> for PointDopPacket<D> {
    fn set(&mut self, lane: usize, volume: PointDop<D>) {
        self.dops.set(lane, volume.dop);
        self.points[lane] = volume.points;
    }

    fn get(&self, lane: usize) -> PointDop<D> {
        PointDop { dop: self.dops.get(lane), points: self.points[lane].clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Instructions;
    use crate::simd::dispatch;

    fn check<const D: usize>() {
        let point = [1.0, 10.0, 100.0];
        let level = Instructions::best().0;
        let sums: [[f32; 8]; D] = dispatch!(level, simd => {
            along::<_, D>([splat(simd, point[0]), splat(simd, point[1]), splat(simd, point[2])]).map(Into::into)
        });
        for i in 0..D {
            let product: f32 = (0..3).map(|k| direction::<D>(i)[k] * point[k]).sum();
            assert_eq!(sums[i], [product; 8], "direction {i} of {D}");
        }
    }

    #[test]
    fn sums_are_products_with_directions() {
        check::<7>();
        check::<9>();
        check::<12>();
        check::<13>();
    }
}
