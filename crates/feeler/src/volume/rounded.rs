//! Rounded volumes: a core grown by a sphere.
//!
//! The core is a line, a rectangle or a box. It has a centre and `D` = 1, 2 or 3 orthogonal axes
//! with half extents. A point of the volume is no farther from the core than the radius. The
//! members of the family differ only in `D`, so they share these files:
//!
//! - [`fit`] finds a core and proves the radius;
//! - [`cores`] bounds the distance of two cores;
//! - [`descent`] proposes directions for these bounds.

pub(super) mod cores;
mod descent;
mod fit;

use super::{Against, BoundingVolume, Cloud, Cuboid, Outline, Packet, Tested};
use crate::geometry::vector::{add_scaled, dot, sub};
use crate::motion::Transfer;
use crate::simd::{self, load};
use cores::Cores;
use fearless_simd::Simd;

/// A core with `D` axes, grown by a sphere.
///
/// Overlap and distance are computed from the distance of the cores and the sum of the radii.
/// [`RoundedRectangle`] is the one to use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rounded<const D: usize> {
    /// Axes of length one, as rows.
    pub(super) axes: [[f32; 3]; D],
    pub(super) center: [f32; 3],
    pub(super) half: [f32; D],
    pub(super) radius: f32,
}

/// A line grown by a sphere: smaller and cheaper to test than a rectangle, and good for meshes that
/// are tubes.
pub(crate) type RoundedLine = Rounded<1>;

/// A rectangle grown by a sphere: the oriented rounded box of Kim, Choi and Kim.
pub(crate) type RoundedRectangle = Rounded<2>;

/// A box grown by a sphere: at least as tight as an oriented box, and the most expensive to test.
pub(crate) type RoundedBox = Rounded<3>;

/// Rows of 4 + 4 D numbers: the axes, the centre, the half extents, the radius.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct RoundedPacket<const D: usize> {
    axes: [[[f32; 8]; 3]; D],
    center: [[f32; 8]; 3],
    half: [[f32; 8]; D],
    radius: [f32; 8],
}

impl<const D: usize> BoundingVolume for Rounded<D> {
    type Fit = ();
    type Packet = RoundedPacket<D>;
    type Frame = Transfer;
    type Placed<'a> = Self;

    fn fit(cloud: &Cloud<'_>, (): ()) -> Self {
        Self::around(cloud)
    }

    fn excess(&self, point: [f64; 3]) -> f64 {
        self.core_distance(point) - self.radius as f64
    }

    #[inline(always)]
    fn size(packet: &RoundedPacket<D>, lane: usize) -> f32 {
        let mut half = [0.0; 3];
        for k in 0..D {
            half[k] = packet.half[k][lane];
        }
        surface(half, packet.radius[lane])
    }

    #[inline(always)]
    fn cuboid(packet: &RoundedPacket<D>, lane: usize) -> Cuboid {
        let (radius, mut half) = (packet.radius[lane], [packet.radius[lane]; 3]);
        let mut axes = [[0.0; 3]; 3];
        for k in 0..D {
            half[k] = packet.half[k][lane] + radius;
            axes[k] = simd::lane(&packet.axes[k], lane);
        }
        if D == 1 {
            axes[1] = across(axes[0]);
        }
        if D < 3 {
            axes[2] = simd::cross(axes[0], axes[1]);
        }
        Cuboid { center: simd::lane(&packet.center, lane), half, axes }
    }

    fn outline(&self) -> Outline {
        let kind = ["lss", "rss", "rbox"][D - 1];
        Outline::rounded(kind, self.center, (&self.axes, &self.half), self.radius)
    }

    fn frame(transfer: &Transfer) -> Transfer {
        *transfer
    }

    #[inline(always)]
    fn place<'a>(packet: &'a RoundedPacket<D>, lane: usize, frame: &'a Transfer) -> Self {
        let mut placed = Self {
            axes: [[0.0; 3]; D],
            center: frame.point(simd::lane(&packet.center, lane)),
            half: [0.0; D],
            radius: packet.radius[lane] * frame.scale + frame.slack,
        };
        for k in 0..D {
            placed.axes[k] = frame.turn(simd::lane(&packet.axes[k], lane));
            placed.half[k] = packet.half[k][lane] * frame.scale;
        }
        placed
    }

    #[inline(always)]
    fn overlaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> Tested {
        let Against { placed, packet, lanes, .. } = against;
        let radii = load(simd, &packet.radius) + placed.radius;
        packet.against(simd, placed).overlaps(simd, radii, lanes)
    }

    #[inline(always)]
    fn gaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> [f32; 8] {
        let Against { placed, packet, lanes, .. } = against;
        let radii = load(simd, &packet.radius) + placed.radius;
        packet.against(simd, placed).gaps(simd, radii, lanes)
    }

    #[inline(always)]
    fn travels<S: Simd>(simd: S, against: Against<'_, '_, Self>, direction: [f32; 3]) -> [f32; 8] {
        let Against { placed, packet, .. } = against;
        let radii = load(simd, &packet.radius) + placed.radius;
        packet.against(simd, placed).travels(simd, radii, direction)
    }
}

impl<const D: usize> Rounded<D> {
    /// An upper bound of the distance of a point to the core: the distance to a point of the core
    /// that is the closest up to rounding.
    fn core_distance(&self, point: [f64; 3]) -> f64 {
        let mut offset = sub(point, self.center.map(f64::from));
        let from_center = offset;
        for k in 0..D {
            let (axis, half) = (self.axes[k].map(f64::from), self.half[k] as f64);
            offset = add_scaled(offset, -dot(from_center, axis).clamp(-half, half), axis);
        }
        dot(offset, offset).sqrt()
    }
}

impl<const D: usize> RoundedPacket<D> {
    #[inline(always)]
    fn against<'a, S: Simd>(&self, simd: S, placed: &'a Rounded<D>) -> Cores<'a, S, D> {
        Cores::new(simd, &self.axes, &self.half, &self.center, placed)
    }
}

/// An eighth of the surface, which can be compared with that of boxes (Steiner's formula).
#[inline(always)]
pub(super) fn surface([x, y, z]: [f32; 3], radius: f32) -> f32 {
    x * y + y * z + z * x + std::f32::consts::FRAC_PI_2 * radius * (x + y + z + radius)
}

impl<const D: usize> Default for Rounded<D> {
    fn default() -> Self {
        Self { axes: [[0.0; 3]; D], center: [0.0; 3], half: [0.0; D], radius: 0.0 }
    }
}

impl<const D: usize> Packet<Rounded<D>> for RoundedPacket<D> {
    fn set(&mut self, lane: usize, volume: Rounded<D>) {
        for i in 0..3 {
            for k in 0..D {
                self.axes[k][i][lane] = volume.axes[k][i];
            }
            self.center[i][lane] = volume.center[i];
        }
        for k in 0..D {
            self.half[k][lane] = volume.half[k];
        }
        self.radius[lane] = volume.radius;
    }

    fn get(&self, lane: usize) -> Rounded<D> {
        Rounded {
            axes: self.axes.map(|axis| axis.map(|row| row[lane])),
            center: self.center.map(|row| row[lane]),
            half: self.half.map(|row| row[lane]),
            radius: self.radius[lane],
        }
    }
}

impl<const D: usize> Default for RoundedPacket<D> {
    fn default() -> Self {
        Self {
            axes: [[[0.0; 8]; 3]; D],
            center: [[0.0; 8]; 3],
            half: [[0.0; 8]; D],
            radius: [0.0; 8],
        }
    }
}

/// A direction of length one across another direction of length one.
fn across(axis: [f32; 3]) -> [f32; 3] {
    let least = (0..3).fold(0, |best, i| if axis[i].abs() < axis[best].abs() { i } else { best });
    let mut other = [0.0; 3];
    other[least] = 1.0;
    let [x, y, z] = simd::cross(axis, other);
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}

#[cfg(test)]
mod tests;
