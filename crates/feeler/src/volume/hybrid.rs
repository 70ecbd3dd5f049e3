//! Hybrid volumes: each node of a tree has the shape that is best for it (Kim, Choi and Kim,
//! sections 1 and 3.1).
//!
//! All shapes have one representation: a box, with some half extents zero, grown by a sphere. A
//! sphere has a point instead of the box, and an oriented box has radius zero. Only the test
//! differs: a node uses the cheapest test that is right for all of its children and for the placed
//! volume.
//!
//! - [`cost`] decides which shape is best.

mod cost;

use super::obb::{Obb, ObbFit, ObbPacket};
use super::rounded::cores::Cores;
use super::rounded::{Rounded, RoundedBox, RoundedLine, RoundedRectangle, surface};
use super::sphere::{Sphere, SphereFit};
use super::{Against, BoundingVolume, Cloud, Cuboid, Outline, Packet, Tested};
use crate::geometry::covariance::frame_along;
use crate::motion::Transfer;
use crate::rounding::MARGIN;
use crate::simd::{self, dot_lanes, dots, load, load3, offset, splat, splat3};
use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x8};

/// A sphere, an oriented box, or a rounded line, rectangle or box: whichever has the least cost.
///
/// The bound of a distance is as tight as the two shapes allow: between oriented boxes it is the
/// bound of [`Obb`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Hybrid {
    shape: Shapes,
    core: Obb,
    radius: f32,
}

/// The queries that the shapes are chosen for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum HybridFit {
    /// Queries that ask whether volumes overlap.
    #[default]
    Overlap,
    /// Queries that ask how far apart volumes are.
    Distance,
}

/// A set of shapes: the shape of one volume, or the shapes of several volumes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shapes(u8);

impl Shapes {
    const SPHERE: Self = Self(1);
    const LINE: Self = Self(2);
    const RECTANGLE: Self = Self(4);
    const BOX: Self = Self(8);
    const ROUNDED_BOX: Self = Self(16);

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cheapest test that is right for one volume of this shape and for volumes of the other
    /// shapes.
    #[inline(always)]
    fn test(self, others: Self) -> ShapeTest {
        const LINES: u8 = Shapes::SPHERE.0 | Shapes::LINE.0;
        const RECTANGLES: u8 = LINES | Shapes::RECTANGLE.0;
        const BOXES: u8 = Shapes::SPHERE.0 | Shapes::BOX.0;
        match self.or(others) {
            Self(set) if self == Self::BOX && others != Self::SPHERE && set & !BOXES == 0 => {
                ShapeTest::Boxes
            }
            _ if self == Self::SPHERE || others == Self::SPHERE => ShapeTest::Point,
            Self(set) if set & !LINES == 0 => ShapeTest::Lines,
            Self(set) if set & !RECTANGLES == 0 => ShapeTest::Rectangles,
            _ => ShapeTest::RoundedBoxes,
        }
    }
}

/// The tests of a placed volume against the volumes of a packet.
enum ShapeTest {
    /// One of the two volumes is always a sphere.
    Point,
    Lines,
    Rectangles,
    /// A box against boxes, with spheres among them: two tests, together some 50 ns. The test for
    /// rounded boxes takes 80.
    Boxes,
    RoundedBoxes,
}

/// Rows of 16 numbers, and the shape of each lane.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct HybridPacket {
    cores: ObbPacket,
    radius: [f32; 8],
    shapes: [Shapes; 8],
    /// One bit for each lane, set if the lane has a sphere.
    spheres: u8,
}

impl BoundingVolume for Hybrid {
    type Fit = HybridFit;
    type Packet = HybridPacket;
    type Frame = Transfer;
    type Placed<'a> = Self;

    fn fit(cloud: &Cloud<'_>, fit: HybridFit) -> Self {
        let sphere = Sphere::fit(cloud, SphereFit::Smallest);
        let shapes = [
            Self {
                shape: Shapes::SPHERE,
                core: Obb { center: sphere.center, ..Obb::default() },
                radius: sphere.radius,
            },
            Self::rounded(Shapes::LINE, &RoundedLine::fit(cloud, ())),
            Self::rounded(Shapes::RECTANGLE, &RoundedRectangle::fit(cloud, ())),
            Self { shape: Shapes::BOX, core: Obb::fit(cloud, ObbFit::Surface), radius: 0.0 },
            Self::rounded(Shapes::ROUNDED_BOX, &RoundedBox::fit(cloud, ())),
        ];
        cost::cheapest(shapes, cloud.triangles.len(), fit)
    }

    fn excess(&self, point: [f64; 3]) -> f64 {
        match self.shape {
            Shapes::BOX => self.core.excess(point),
            _ => self.narrowed::<3>().excess(point),
        }
    }

    #[inline(always)]
    fn size(packet: &HybridPacket, lane: usize) -> f32 {
        surface(simd::lane(&packet.cores.half, lane), packet.radius[lane])
    }

    #[inline(always)]
    fn cuboid(packet: &HybridPacket, lane: usize) -> Cuboid {
        let Cuboid { center, half: [x, y, z], axes } = Obb::cuboid(&packet.cores, lane);
        let radius = packet.radius[lane];
        Cuboid { center, half: [x + radius, y + radius, z + radius], axes }
    }

    fn outline(&self) -> Outline {
        match self.shape {
            Shapes::SPHERE => Outline::rounded("sphere", self.core.center, (&[], &[]), self.radius),
            Shapes::LINE => self.narrowed::<1>().outline(),
            Shapes::RECTANGLE => self.narrowed::<2>().outline(),
            Shapes::BOX => self.core.outline(),
            _ => self.narrowed::<3>().outline(),
        }
    }

    fn frame(transfer: &Transfer) -> Transfer {
        *transfer
    }

    #[inline(always)]
    fn place<'a>(packet: &'a HybridPacket, lane: usize, frame: &'a Transfer) -> Self {
        let core = packet.cores.moved(lane, frame);
        let radius = packet.radius[lane] * frame.scale + frame.slack;
        Self { shape: packet.shapes[lane], core, radius }
    }

    #[inline(always)]
    fn overlaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> Tested {
        let Against { placed, packet, lanes, frame } = against;
        let radii = load(simd, &packet.radius) + placed.radius;
        let shapes = packet.shapes(lanes);
        match placed.shape.test(shapes) {
            ShapeTest::Point => placed.overlaps_points(simd, packet, shapes),
            ShapeTest::Lines => {
                packet.against::<S, 1>(simd, &placed.narrowed()).overlaps(simd, radii, lanes)
            }
            ShapeTest::Rectangles => {
                packet.against::<S, 2>(simd, &placed.narrowed()).overlaps(simd, radii, lanes)
            }
            ShapeTest::Boxes => {
                let mut boxes = Obb::overlaps(
                    simd,
                    Against { placed: &placed.boxed(), packet: &packet.cores, lanes, frame },
                );
                let mask = packet.spheres as u32 & lanes;
                if mask != 0 {
                    let spheres = placed.overlaps_points(simd, packet, shapes);
                    boxes.lanes = boxes.lanes & !mask | spheres.lanes & mask;
                    packet.exchange(&mut boxes.values, &spheres.values);
                }
                boxes
            }
            ShapeTest::RoundedBoxes => {
                packet.against::<S, 3>(simd, &placed.narrowed()).overlaps(simd, radii, lanes)
            }
        }
    }

    #[inline(always)]
    fn gaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> [f32; 8] {
        let Against { placed, packet, lanes, frame } = against;
        let radii = load(simd, &packet.radius) + placed.radius;
        let shapes = packet.shapes(lanes);
        let points = || -> [f32; 8] {
            let gap = placed.gap_to_points(simd, packet, shapes).max(splat(simd, 0.0));
            (gap * (1.0 - 2.0 * MARGIN)).into()
        };
        match placed.shape.test(shapes) {
            ShapeTest::Point => points(),
            ShapeTest::Lines => {
                packet.against::<S, 1>(simd, &placed.narrowed()).gaps(simd, radii, lanes)
            }
            ShapeTest::Rectangles => {
                packet.against::<S, 2>(simd, &placed.narrowed()).gaps(simd, radii, lanes)
            }
            ShapeTest::Boxes => {
                let mut boxes = Obb::gaps(
                    simd,
                    Against { placed: &placed.boxed(), packet: &packet.cores, lanes, frame },
                );
                if packet.spheres as u32 & lanes != 0 {
                    packet.exchange(&mut boxes, &points());
                }
                boxes
            }
            ShapeTest::RoundedBoxes => {
                packet.against::<S, 3>(simd, &placed.narrowed()).gaps(simd, radii, lanes)
            }
        }
    }

    /// All shapes are handled as rounded boxes: in this test the cheaper variants do not save
    /// enough to choose among them.
    #[inline(always)]
    fn travels<S: Simd>(simd: S, against: Against<'_, '_, Self>, direction: [f32; 3]) -> [f32; 8] {
        let Against { placed, packet, .. } = against;
        let radii = load(simd, &packet.radius) + placed.radius;
        packet.against::<S, 3>(simd, &placed.narrowed()).travels(simd, radii, direction)
    }
}

impl Hybrid {
    fn rounded<const D: usize>(shape: Shapes, volume: &Rounded<D>) -> Self {
        let mut core = Obb { center: volume.center, half: [0.0; 3], ..Obb::default() };
        core.half[..D].copy_from_slice(&volume.half);
        core.axes[..D].copy_from_slice(&volume.axes);
        if D < 3 {
            let frame = frame_along(core.axes[0].map(f64::from), core.axes[1].map(f64::from));
            for k in D..3 {
                core.axes[k] = frame[k].map(|x| x as f32);
            }
        }
        Self { shape, core, radius: volume.radius }
    }

    /// The core, reduced to its first axes.
    #[inline(always)]
    fn narrowed<const D: usize>(&self) -> Rounded<D> {
        let Obb { axes, center, half } = &self.core;
        let mut volume =
            Rounded { axes: [[0.0; 3]; D], center: *center, half: [0.0; D], radius: self.radius };
        volume.axes.copy_from_slice(&axes[..D]);
        volume.half.copy_from_slice(&half[..D]);
        volume
    }

    /// A box that is grown by the radius. The radius of a placed box is only the slack.
    #[inline(always)]
    fn boxed(&self) -> Obb {
        let Obb { axes, center, half: [x, y, z] } = self.core;
        Obb { axes, center, half: [x + self.radius, y + self.radius, z + self.radius] }
    }

    /// Tells which spheres of a packet may meet this volume, or, if this volume is a sphere, which
    /// volumes of the given shapes.
    #[inline(always)]
    fn overlaps_points<S: Simd>(&self, simd: S, packet: &HybridPacket, shapes: Shapes) -> Tested {
        let gap = self.gap_to_points(simd, packet, shapes);
        Tested { lanes: gap.simd_le(0.0).to_bitmask() as u32, values: gap.into() }
    }

    /// The signed gap if one of the two volumes is a sphere. It is exact, because the closest point
    /// of a box to a point is exact.
    #[inline(always)]
    fn gap_to_points<S: Simd>(&self, simd: S, packet: &HybridPacket, shapes: Shapes) -> f32x8<S> {
        let cores = &packet.cores;
        let offset = offset(simd, self.core.center, &cores.center);
        let (along, half) = if self.shape != Shapes::SPHERE {
            (dots(offset, &self.core.axes), splat3(simd, self.core.half))
        } else if shapes != Shapes::SPHERE {
            let axes = &cores.axes;
            let along = [
                dot_lanes(load3(simd, &axes[0]), offset),
                dot_lanes(load3(simd, &axes[1]), offset),
                dot_lanes(load3(simd, &axes[2]), offset),
            ];
            (along, load3(simd, &cores.half))
        } else {
            (offset, [splat(simd, 0.0); 3])
        };
        let rest = [
            along[0] - along[0].max(-half[0]).min(half[0]),
            along[1] - along[1].max(-half[1]).min(half[1]),
            along[2] - along[2].max(-half[2]).min(half[2]),
        ];
        dot_lanes(rest, rest).sqrt() - (load(simd, &packet.radius) + self.radius)
    }
}

impl HybridPacket {
    /// The set of shapes in some lanes.
    #[inline(always)]
    fn shapes(&self, lanes: u32) -> Shapes {
        let mut shapes = Shapes::default();
        for lane in 0..8 {
            if lanes >> lane & 1 == 1 {
                shapes = shapes.or(self.shapes[lane]);
            }
        }
        shapes
    }

    /// Replaces the gaps of the spheres.
    #[inline(always)]
    fn exchange(&self, gaps: &mut [f32; 8], of_spheres: &[f32; 8]) {
        for lane in 0..8 {
            if self.spheres >> lane & 1 == 1 {
                gaps[lane] = of_spheres[lane];
            }
        }
    }

    #[inline(always)]
    fn against<'a, S: Simd, const D: usize>(
        &self,
        simd: S,
        placed: &'a Rounded<D>,
    ) -> Cores<'a, S, D> {
        let ObbPacket { axes, center, half } = &self.cores;
        Cores::new(simd, axes, half, center, placed)
    }
}

impl Packet<Hybrid> for HybridPacket {
    fn set(&mut self, lane: usize, volume: Hybrid) {
        let bit = 1 << lane;
        self.spheres = match volume.shape {
            Shapes::SPHERE => self.spheres | bit,
            _ => self.spheres & !bit,
        };
        self.cores.set(lane, volume.core);
        self.radius[lane] = volume.radius;
        self.shapes[lane] = volume.shape;
    }

    fn get(&self, lane: usize) -> Hybrid {
        Hybrid { shape: self.shapes[lane], core: self.cores.get(lane), radius: self.radius[lane] }
    }
}
