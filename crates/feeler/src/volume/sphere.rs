//! Spheres as bounding volumes.

use super::{Against, BoundingVolume, Cloud, Cuboid, Outline, Packet, Tested};
use crate::geometry::ball::Ball;
use crate::geometry::vector::by_axis;
use crate::motion::Transfer;
use crate::rounding::{MARGIN, round_up};
use crate::simd::{self, dot, dot_lanes, load, offset, splat};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x8};

/// A sphere: the cheapest test, independent of rotation, and the loosest fit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sphere {
    pub(super) center: [f32; 3],
    pub(super) radius: f32,
}

/// The ways to find a sphere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum SphereFit {
    /// The smallest enclosing sphere (Welzl 1991, Gärtner 1999).
    #[default]
    Smallest,
    /// A quick guess from extreme points, usually a few percent larger.
    Quick,
}

/// Rows of four numbers: the centre and the radius.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct SpherePacket {
    center: [[f32; 8]; 3],
    radius: [f32; 8],
}

impl BoundingVolume for Sphere {
    type Fit = SphereFit;
    type Packet = SpherePacket;
    type Frame = Transfer;
    type Placed<'a> = Sphere;

    fn fit(cloud: &Cloud<'_>, fit: SphereFit) -> Self {
        let points: Vec<[f64; 3]> = cloud.corners().collect();
        let ball = match fit {
            SphereFit::Smallest => Ball::smallest(&points),
            SphereFit::Quick => Ball::quick(&points),
        };
        // The radius is computed for the centre as it is stored.
        let center = ball.center.map(|x| x as f32);
        let radius = Ball::around(center.map(f64::from), &points).radius;
        Self { center, radius: round_up(radius * (1.0 + MARGIN as f64) + 1e-15) }
    }

    fn excess(&self, point: [f64; 3]) -> f64 {
        let offset = by_axis(|i| point[i] - self.center[i] as f64);
        offset.iter().map(|x| x * x).sum::<f64>().sqrt() - self.radius as f64
    }

    #[inline(always)]
    fn size(packet: &SpherePacket, lane: usize) -> f32 {
        packet.radius[lane] * packet.radius[lane]
    }

    #[inline(always)]
    fn cuboid(packet: &SpherePacket, lane: usize) -> Cuboid {
        Cuboid::upright(simd::lane(&packet.center, lane), [packet.radius[lane]; 3])
    }

    fn outline(&self) -> Outline {
        Outline::rounded("sphere", self.center, (&[], &[]), self.radius)
    }

    fn frame(transfer: &Transfer) -> Transfer {
        *transfer
    }

    #[inline(always)]
    fn place<'a>(packet: &'a SpherePacket, lane: usize, frame: &'a Transfer) -> Sphere {
        packet.get(lane).placed(frame)
    }

    #[inline(always)]
    fn overlaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> Tested {
        let Against { placed, packet, .. } = against;
        let gap = signed_gap(simd, placed, packet);
        Tested { lanes: gap.simd_le(0.0).to_bitmask() as u32, values: gap.into() }
    }

    #[inline(always)]
    fn gaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> [f32; 8] {
        let Against { placed, packet, .. } = against;
        (signed_gap(simd, placed, packet) * (1.0 - 2.0 * MARGIN)).into()
    }

    /// A ray against a sphere that has the sum of both radii (Diktas and Sahiner, figure 4).
    #[inline(always)]
    fn travels<S: Simd>(simd: S, against: Against<'_, '_, Self>, direction: [f32; 3]) -> [f32; 8] {
        let Against { placed, packet, .. } = against;
        let offset = offset(simd, placed.center, &packet.center);
        let radii = load(simd, &packet.radius) + placed.radius;
        // The part of the offset across the direction, which does not change. A difference of
        // squares would lose this part if it is small compared with the way.
        let along = dot(offset, direction);
        let aside = [
            offset[0] - along * direction[0],
            offset[1] - along * direction[1],
            offset[2] - along * direction[2],
        ];
        let rest = dot_lanes(aside, aside).sqrt();
        let half = ((radii - rest) * (radii + rest)).max(splat(simd, 0.0)).sqrt();
        let meets = rest.simd_le(radii) & (half - along).simd_ge(0.0);
        meets.select(-along - half, splat(simd, f32::INFINITY)).into()
    }
}

impl Sphere {
    pub(super) fn radius(&self) -> f32 {
        self.radius
    }

    /// The sphere, moved into the coordinates of the other mesh and grown by the slack.
    #[inline(always)]
    pub(super) fn placed(&self, transfer: &Transfer) -> Self {
        let radius = self.radius * transfer.scale + transfer.slack;
        Self { center: transfer.point(self.center), radius }
    }

    /// The signed gap between two spheres.
    pub(super) fn gap_to(&self, other: &Self) -> f32 {
        let squared: f32 = (0..3).map(|i| (self.center[i] - other.center[i]).powi(2)).sum();
        squared.sqrt() - (self.radius + other.radius)
    }
}

#[inline(always)]
fn signed_gap<S: Simd>(simd: S, placed: &Sphere, packet: &SpherePacket) -> f32x8<S> {
    let offset = offset(simd, placed.center, &packet.center);
    dot_lanes(offset, offset).sqrt() - (load(simd, &packet.radius) + placed.radius)
}

impl Packet<Sphere> for SpherePacket {
    fn set(&mut self, lane: usize, volume: Sphere) {
        for i in 0..3 {
            self.center[i][lane] = volume.center[i];
        }
        self.radius[lane] = volume.radius;
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> Sphere {
        Sphere { center: simd::lane(&self.center, lane), radius: self.radius[lane] }
    }
}
