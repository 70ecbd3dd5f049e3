//! Axis-aligned boxes as bounding volumes.

use super::boxes::{Boxes, largest};
use super::cuboid::surface;
use super::{Against, BoundingVolume, Cloud, Cuboid, Outline, Packet, Part, Tested};
use crate::geometry::vector::by_axis;
use crate::motion::Transfer;
use crate::rounding::{CORNER_ERROR, MARGIN, round_up};
use crate::simd::{self, abs, dot, load3, offset, splat3};
use fearless_simd::{Simd, SimdBase, SimdMask};

/// A box along the axes of its mesh.
///
/// The boxes of the other mesh are not re-aligned. Under a pose they are oriented boxes that all
/// share one rotation, so the six face axes are tested with matrices that are the same for the
/// whole query. The nine edge axes do not pay for themselves on such boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Aabb {
    pub(super) center: [f32; 3],
    pub(super) half: [f32; 3],
}

/// Rows of six numbers: the centre, then the half extents.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct AabbPacket {
    center: [[f32; 8]; 3],
    half: [[f32; 8]; 3],
}

/// The rotation of a query and its absolute values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AabbFrame {
    transfer: Transfer,
    /// `axes[j]` is axis j of the other mesh.
    axes: [[f32; 3]; 3],
    /// `|axes[j][i]|`, enlarged by the margin.
    reach: [[f32; 3]; 3],
}

/// A box of the other mesh. Its axes are those of the [`AabbFrame`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedAabb {
    center: [f32; 3],
    half: [f32; 3],
    /// Half the extent of the box along the axes here.
    radius: [f32; 3],
}

impl BoundingVolume for Aabb {
    type Fit = ();
    type Packet = AabbPacket;
    type Frame = AabbFrame;
    type Placed<'a> = PlacedAabb;

    fn fit(cloud: &Cloud<'_>, (): ()) -> Self {
        Self::around(&Part::new(*cloud, &cloud.packets()))
    }

    fn fit_parts(parts: &[Part<'_>], (): (), packet: &mut AabbPacket, first: usize) {
        for (part, lane) in parts.iter().zip(first..) {
            packet.set(lane, Self::around(part));
        }
    }

    fn excess(&self, point: [f64; 3]) -> f64 {
        let outside = |i: usize| (point[i] - self.center[i] as f64).abs() - self.half[i] as f64;
        outside(0).max(outside(1)).max(outside(2))
    }

    #[inline(always)]
    fn size(packet: &AabbPacket, lane: usize) -> f32 {
        surface(simd::lane(&packet.half, lane))
    }

    #[inline(always)]
    fn cuboid(packet: &AabbPacket, lane: usize) -> Cuboid {
        Cuboid::upright(simd::lane(&packet.center, lane), simd::lane(&packet.half, lane))
    }

    fn outline(&self) -> Outline {
        const AXES: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Outline::rounded("aabb", self.center, (&AXES, &self.half), 0.0)
    }

    fn frame(transfer: &Transfer) -> AabbFrame {
        let axes = by_axis(|j| by_axis(|i| transfer.rotation[i][j]));
        let reach = axes.map(|axis| axis.map(|x| x.abs() + MARGIN));
        AabbFrame { transfer: *transfer, axes, reach }
    }

    #[inline(always)]
    fn place<'a>(packet: &'a AabbPacket, lane: usize, frame: &'a AabbFrame) -> PlacedAabb {
        let (transfer, reach) = (&frame.transfer, &frame.reach);
        let center = transfer.point(simd::lane(&packet.center, lane));
        let half = transfer.grown(simd::lane(&packet.half, lane));
        let radius = [
            half[0] * reach[0][0] + half[1] * reach[1][0] + half[2] * reach[2][0],
            half[0] * reach[0][1] + half[1] * reach[1][1] + half[2] * reach[2][1],
            half[0] * reach[0][2] + half[1] * reach[1][2] + half[2] * reach[2][2],
        ];
        PlacedAabb { center, half, radius }
    }

    #[inline(always)]
    fn overlaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> Tested {
        let Against { placed, packet, frame, .. } = against;
        let boxes = boxes(simd, placed, packet, frame);
        let gap = largest(boxes.here).max(largest(boxes.there));
        Tested { lanes: gap.simd_le(0.0).to_bitmask() as u32, values: gap.into() }
    }

    #[inline(always)]
    fn gaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> [f32; 8] {
        let Against { placed, packet, frame, .. } = against;
        boxes(simd, placed, packet, frame).gap(simd).into()
    }

    #[inline(always)]
    fn travels<S: Simd>(simd: S, against: Against<'_, '_, Self>, direction: [f32; 3]) -> [f32; 8] {
        let Against { placed, packet, frame, .. } = against;
        let there = simd::products(&frame.axes, direction);
        boxes(simd, placed, packet, frame).travels(simd, splat3(simd, direction), there)
    }
}

impl Aabb {
    /// The box around a part, computed from the bounds that the part already has.
    pub(super) fn around(part: &Part<'_>) -> Self {
        let center = part.middle();
        let side = |end: f32, i: usize| (end as f64 - center[i] as f64).abs() + CORNER_ERROR;
        let half = by_axis(|i| side(part.surface.low[i], i).max(side(part.surface.high[i], i)));
        Self { center, half: with_margin(half) }
    }
}

#[inline(always)]
fn boxes<S: Simd>(
    simd: S,
    placed: &PlacedAabb,
    packet: &AabbPacket,
    frame: &AabbFrame,
) -> Boxes<S> {
    let half = load3(simd, &packet.half);
    let t = offset(simd, placed.center, &packet.center);
    let here = [
        abs(t[0]) - (half[0] + placed.radius[0]),
        abs(t[1]) - (half[1] + placed.radius[1]),
        abs(t[2]) - (half[2] + placed.radius[2]),
    ];
    let across = [dot(t, frame.axes[0]), dot(t, frame.axes[1]), dot(t, frame.axes[2])];
    let there = [
        abs(across[0]) - (dot(half, frame.reach[0]) + placed.half[0]),
        abs(across[1]) - (dot(half, frame.reach[1]) + placed.half[1]),
        abs(across[2]) - (dot(half, frame.reach[2]) + placed.half[2]),
    ];
    let row = |i: usize| {
        let axes = &frame.axes;
        splat3(simd, [axes[0][i], axes[1][i], axes[2][i]])
    };
    Boxes { half, other: placed.half, t, across, r: [row(0), row(1), row(2)], here, there }
}

impl Packet<Aabb> for AabbPacket {
    fn set(&mut self, lane: usize, volume: Aabb) {
        for i in 0..3 {
            self.center[i][lane] = volume.center[i];
            self.half[i][lane] = volume.half[i];
        }
    }

    fn get(&self, lane: usize) -> Aabb {
        Aabb { center: self.center.map(|row| row[lane]), half: self.half.map(|row| row[lane]) }
    }
}

/// Half extents rounded up and grown by the margin.
pub(crate) fn with_margin(half: [f64; 3]) -> [f32; 3] {
    // The unit coordinates are themselves rounded, to 2^-52.
    let grow = (half[0] + half[1] + half[2]) * MARGIN as f64 + 1e-15;
    half.map(|h| round_up(h + grow))
}
