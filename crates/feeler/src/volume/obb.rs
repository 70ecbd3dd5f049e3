//! Oriented boxes as bounding volumes.

use super::aabb::{Aabb, with_margin};
use super::boxes::{Boxes, largest};
use super::cuboid::surface;
use super::{Against, BoundingVolume, Cloud, Cuboid, Outline, Packet, Part, Tested};
use crate::geometry::covariance::{edge_frames, surface_covariance, vertex_covariance};
use crate::geometry::eigen::Eigen;
use crate::geometry::hull::convex_hull;
use crate::geometry::vector::{by_axis, dot};
use crate::motion::Transfer;
use crate::rounding::MARGIN;
use crate::simd::{self, abs, dot_lanes, dots, enlarged, load3, offset};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8};

/// An oriented box: the tightest fit per byte, and the default.
///
/// Overlap is the separating-axis test of Gottschalk 2000 with all 15 axes: first the six face
/// normals, and then the nine products of edges, only if a lane is still open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Obb {
    /// The three axes, each of length one, as rows.
    pub(super) axes: [[f32; 3]; 3],
    pub(super) center: [f32; 3],
    pub(super) half: [f32; 3],
}

/// The source of the axes of an oriented box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum ObbFit {
    /// The covariance of the triangles' surface, or the axes of the mesh if they give a smaller
    /// box.
    #[default]
    Surface,
    /// The covariance of the vertices: cheap, but pulled towards regions that are finely divided.
    Vertices,
    /// The covariance of the convex hull's surface, as in Gottschalk 2000: independent of what is
    /// inside the hull, and slow to build.
    Hull,
}

/// Rows of 15 numbers: three axes, the centre, the half extents. 480 bytes for eight children.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct ObbPacket {
    pub(super) axes: [[[f32; 8]; 3]; 3],
    pub(super) center: [[f32; 8]; 3],
    pub(super) half: [[f32; 8]; 3],
}

impl Obb {
    /// The lanes of [`BoundingVolume::overlaps`], but with the [share](super::Cuboid::share) of
    /// each lane that may meet instead of its gap. The share is an estimate, not a bound.
    #[inline(always)]
    pub(crate) fn shares<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> Tested {
        let Against { placed, packet, .. } = against;
        let faces = Faces::of(simd, placed, packet);
        let lanes = faces.overlaps(placed).lanes;
        Tested { lanes, values: faces.boxes(placed).share(simd).into() }
    }
}

impl BoundingVolume for Obb {
    type Fit = ObbFit;
    type Packet = ObbPacket;
    type Frame = Transfer;
    type Placed<'a> = Obb;

    fn fit(cloud: &Cloud<'_>, fit: ObbFit) -> Self {
        let mut packet = ObbPacket::default();
        Self::fit_parts(&[Part::new(*cloud, &cloud.packets())], fit, &mut packet, 0);
        packet.get(0)
    }

    fn fit_parts(parts: &[Part<'_>], fit: ObbFit, packet: &mut ObbPacket, first: usize) {
        let frames = match fit {
            ObbFit::Surface => {
                Eigen::of_lanes(parts.iter().map(|part| part.surface.moments.covariance()))
            }
            ObbFit::Vertices => {
                Eigen::of_lanes(parts.iter().map(|part| vertex_covariance(part.cloud.corners())))
            }
            ObbFit::Hull => Eigen::of_lanes(parts.iter().map(hull_covariance)),
        };
        for (k, part) in parts.iter().enumerate() {
            let smaller = |best: Self, axes: [[f64; 3]; 3]| {
                let other = Self::along(part, axes.map(|axis| axis.map(|x| x as f32)));
                other.filter(|other| surface(other.half) < surface(best.half)).unwrap_or(best)
            };
            let upright = Self::upright(part);
            let faces = part.cloud.faces();
            packet.set(
                first + k,
                match fit {
                    // The covariance of one or two triangles says little, but their edges determine
                    // the axes.
                    ObbFit::Surface if faces.len() <= 2 => {
                        faces.flat_map(edge_frames).fold(upright, smaller)
                    }
                    _ => smaller(upright, frames[k].axes),
                },
            );
        }
    }

    fn excess(&self, point: [f64; 3]) -> f64 {
        let offset = by_axis(|i| point[i] - self.center[i] as f64);
        let outside = |i: usize| {
            let axis = self.axes[i].map(f64::from);
            (axis[0] * offset[0] + axis[1] * offset[1] + axis[2] * offset[2]).abs()
                - self.half[i] as f64
        };
        outside(0).max(outside(1)).max(outside(2))
    }

    #[inline(always)]
    fn size(packet: &ObbPacket, lane: usize) -> f32 {
        surface(simd::lane(&packet.half, lane))
    }

    #[inline(always)]
    fn cuboid(packet: &ObbPacket, lane: usize) -> Cuboid {
        let axis = |i: usize| simd::lane(&packet.axes[i], lane);
        Cuboid {
            center: simd::lane(&packet.center, lane),
            half: simd::lane(&packet.half, lane),
            axes: [axis(0), axis(1), axis(2)],
        }
    }

    fn outline(&self) -> Outline {
        Outline::rounded("obb", self.center, (&self.axes, &self.half), 0.0)
    }

    fn frame(transfer: &Transfer) -> Transfer {
        *transfer
    }

    #[inline(always)]
    fn place<'a>(packet: &'a ObbPacket, lane: usize, frame: &'a Transfer) -> Obb {
        let Obb { axes, center, half: [x, y, z] } = packet.moved(lane, frame);
        Obb { axes, center, half: [x + frame.slack, y + frame.slack, z + frame.slack] }
    }

    #[inline(always)]
    fn overlaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> Tested {
        let Against { placed, packet, .. } = against;
        Faces::of(simd, placed, packet).overlaps(placed)
    }

    #[inline(always)]
    fn gaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> [f32; 8] {
        let Against { placed, packet, .. } = against;
        Faces::of(simd, placed, packet).boxes(placed).gap(simd).into()
    }

    #[inline(always)]
    fn travels<S: Simd>(simd: S, against: Against<'_, '_, Self>, direction: [f32; 3]) -> [f32; 8] {
        let Against { placed, packet, .. } = against;
        let here = [
            simd::dot(load3(simd, &packet.axes[0]), direction),
            simd::dot(load3(simd, &packet.axes[1]), direction),
            simd::dot(load3(simd, &packet.axes[2]), direction),
        ];
        let there = simd::products(&placed.axes, direction);
        Faces::of(simd, placed, packet).boxes(placed).travels(simd, here, there)
    }
}

/// The results for the six face normals, and the products they are computed from.
struct Faces<S: Simd> {
    /// Half the sides of the boxes here.
    half: [f32x8<S>; 3],
    /// The offset of the centres along the axes here.
    t: [f32x8<S>; 3],
    /// `r[i][j]` is the scalar product of axis i here and axis j of the other box.
    r: [[f32x8<S>; 3]; 3],
    /// `|r|`, enlarged by the margin.
    reach: [[f32x8<S>; 3]; 3],
    /// The offset along the axes of the other box.
    across: [f32x8<S>; 3],
    /// The signed gaps along the axes here, and (`there`) along the axes of the other box.
    here: [f32x8<S>; 3],
    there: [f32x8<S>; 3],
}

impl<S: Simd> Faces<S> {
    #[inline(always)]
    fn of(simd: S, placed: &Obb, packet: &ObbPacket) -> Self {
        let b = placed.half;
        let axes = [
            load3(simd, &packet.axes[0]),
            load3(simd, &packet.axes[1]),
            load3(simd, &packet.axes[2]),
        ];
        let half = load3(simd, &packet.half);
        let offset = offset(simd, placed.center, &packet.center);
        let t =
            [dot_lanes(axes[0], offset), dot_lanes(axes[1], offset), dot_lanes(axes[2], offset)];
        let r =
            [dots(axes[0], &placed.axes), dots(axes[1], &placed.axes), dots(axes[2], &placed.axes)];
        let reach = [enlarged(r[0], MARGIN), enlarged(r[1], MARGIN), enlarged(r[2], MARGIN)];
        let here = [
            abs(t[0]) - (half[0] + simd::dot(reach[0], b)),
            abs(t[1]) - (half[1] + simd::dot(reach[1], b)),
            abs(t[2]) - (half[2] + simd::dot(reach[2], b)),
        ];
        let across = dots(offset, &placed.axes);
        let there = [
            abs(across[0]) - (dot_lanes(half, [reach[0][0], reach[1][0], reach[2][0]]) + b[0]),
            abs(across[1]) - (dot_lanes(half, [reach[0][1], reach[1][1], reach[2][1]]) + b[1]),
            abs(across[2]) - (dot_lanes(half, [reach[0][2], reach[1][2], reach[2][2]]) + b[2]),
        ];
        Self { half, t, r, reach, across, here, there }
    }

    /// Tells whether the boxes may meet: first by the face normals, then, if a lane is still open,
    /// by the products of edges.
    #[inline(always)]
    fn overlaps(&self, placed: &Obb) -> Tested {
        let Self { half, t, r, reach, here, there, .. } = self;
        let b = placed.half;
        let gap = largest(*here).max(largest(*there));
        let mut alive = gap.simd_le(0.0);
        if alive.to_bitmask() == 0 {
            return Tested { lanes: 0, values: gap.into() };
        }
        for i in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
                let distance = abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]);
                let radius = half[i1] * reach[i2][j]
                    + half[i2] * reach[i1][j]
                    + reach[i][j2] * b[j1]
                    + reach[i][j1] * b[j2];
                alive &= distance.simd_le(radius);
            }
        }
        Tested { lanes: alive.to_bitmask() as u32, values: gap.into() }
    }

    #[inline(always)]
    fn boxes(self, placed: &Obb) -> Boxes<S> {
        let Self { half, t, r, across, here, there, .. } = self;
        Boxes { half, other: placed.half, t, across, r, here, there }
    }
}

impl Obb {
    /// Half the sides of the box.
    pub(crate) fn half(&self) -> [f32; 3] {
        self.half
    }

    /// The axes of the box.
    pub(crate) fn axes(&self) -> [[f32; 3]; 3] {
        self.axes
    }

    /// The box along the axes of the mesh, from the bounds that the part has already.
    fn upright(part: &Part<'_>) -> Self {
        let Aabb { center, half } = Aabb::around(part);
        Self { center, half, ..Self::default() }
    }

    /// The smallest box with these axes; `None` if they are not orthonormal, up to the rounding to
    /// f32. A box depends on nothing but its part and its axes, so a saved model keeps only these.
    pub(crate) fn along(part: &Part<'_>, stored: [[f32; 3]; 3]) -> Option<Self> {
        if stored == Self::default().axes {
            return Some(Self::upright(part));
        }
        // Each coordinate is rounded by 2^-24 of itself, which changes no product by more than
        // twice that. NaN is not within a limit.
        let product = |i: usize, j: usize| dot(stored[i].map(f64::from), stored[j].map(f64::from));
        let within = |i: usize, j: usize| {
            let expected = if i == j { 1.0 } else { 0.0 };
            (product(i, j) - expected).abs() <= 2.01 / (1 << 24) as f64
        };
        let orthonormal = (0..3).all(|i| (i..3).all(|j| within(i, j)));
        orthonormal.then(|| Self::around(part, stored))
    }

    fn around(part: &Part<'_>, stored: [[f32; 3]; 3]) -> Self {
        let axes = stored.map(|axis| axis.map(f64::from));
        let [low, high] = part.span(&stored).map(|end| end.map(f64::from));
        let origin = part.middle();
        let middle = by_axis(|i| 0.5 * (low[i] + high[i]));
        let center = by_axis(|k| {
            let offset = middle[0] * axes[0][k] + middle[1] * axes[1][k] + middle[2] * axes[2][k];
            (origin[k] as f64 + offset) as f32
        });
        // The offset of the stored, rounded centre from the middle of the part.
        let moved = by_axis(|k| center[k] as f64 - origin[k] as f64);
        let error = part.span_error();
        let half = by_axis(|i| {
            let middle = dot(axes[i], moved);
            (high[i] - middle).max(middle - low[i]) + error
        });
        Self { axes: stored, center, half: with_margin(half) }
    }
}

/// The covariance of the convex hull's surface, or of the triangles if their hull has no volume.
fn hull_covariance(part: &Part<'_>) -> [[f64; 3]; 3] {
    let points: Vec<[f64; 3]> = part.cloud.corners().collect();
    let hull = convex_hull(&points);
    if hull.faces.is_empty() {
        part.surface.moments.covariance()
    } else {
        surface_covariance(hull.faces.iter().map(|face| face.map(|i| points[i as usize])))
    }
}

impl Default for Obb {
    fn default() -> Self {
        Self {
            axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            center: [0.0; 3],
            half: [0.0; 3],
        }
    }
}

impl Packet<Obb> for ObbPacket {
    fn set(&mut self, lane: usize, volume: Obb) {
        for k in 0..3 {
            for i in 0..3 {
                self.axes[i][k][lane] = volume.axes[i][k];
            }
            self.center[k][lane] = volume.center[k];
            self.half[k][lane] = volume.half[k];
        }
    }

    fn get(&self, lane: usize) -> Obb {
        Obb {
            axes: self.axes.map(|axis| axis.map(|row| row[lane])),
            center: self.center.map(|row| row[lane]),
            half: self.half.map(|row| row[lane]),
        }
    }
}

impl ObbPacket {
    /// A box, moved but not grown.
    #[inline(always)]
    pub(super) fn moved(&self, lane: usize, transfer: &Transfer) -> Obb {
        let [x, y, z] = simd::lane(&self.half, lane);
        Obb {
            axes: [
                transfer.turn(simd::lane(&self.axes[0], lane)),
                transfer.turn(simd::lane(&self.axes[1], lane)),
                transfer.turn(simd::lane(&self.axes[2], lane)),
            ],
            center: transfer.point(simd::lane(&self.center, lane)),
            half: [x * transfer.scale, y * transfer.scale, z * transfer.scale],
        }
    }
}
