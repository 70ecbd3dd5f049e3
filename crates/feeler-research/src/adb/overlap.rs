//! Estimates of the volume that two boxes have in common.

use super::polytope::Polytope;
use super::region::Region;
use feeler::inside::Cuboid;
use std::f32::consts::PI;

/// An estimate of the volume that two boxes share (Klein and Zachmann, VRST 2003, section 3.6).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Overlap {
    /// `max{V1, V2, V3}`: the largest volume of three ways to align boxes of one size at the same
    /// distance. The papers use this estimate.
    ///
    /// Boxes whose volumes differ by more than this factor are taken as spheres; for smaller
    /// factors, sides are averaged. The estimate is not a bound, though the paper calls it one: if
    /// the sides differ, it is often below the truth.
    Aligned {
        /// The largest ratio of the volumes.
        similar: f32,
    },
    /// The volume shared by the spheres around the boxes.
    Spheres,
    /// The smallest parallelepiped of three slabs, chosen from the six slabs of both boxes. Never
    /// below the truth.
    ThreeSlabs,
    /// The product of the three slabs of one box or of the other, whichever is less. Never below
    /// the truth.
    SlabProduct,
    /// The exact volume, by clipping. It is slow, and meant for comparison.
    Exact,
}

impl Default for Overlap {
    fn default() -> Self {
        Self::Aligned { similar: 4.0 }
    }
}

impl Overlap {
    /// The shared volume, at most the volume of the smaller box.
    #[inline(always)]
    pub(crate) fn volume(self, a: &Cuboid, b: &Cuboid) -> f32 {
        let (volume_a, volume_b) = (a.volume(), b.volume());
        let smaller = volume_a.min(volume_b);
        let volume = match self {
            Self::Aligned { similar } if volume_a.max(volume_b) <= similar * smaller => {
                aligned(a, b)
            }
            Self::Aligned { .. } | Self::Spheres => spheres(a, b),
            Self::ThreeSlabs => three_slabs(a, b),
            Self::SlabProduct => Slabs::of(a, b).product(),
            Self::Exact => exact(a, b),
        };
        volume.clamp(0.0, smaller)
    }

    /// The share of a node's region that lies in another box.
    #[inline]
    pub(super) fn share(self, node: &Cuboid, region: Region, other: &Cuboid) -> f32 {
        if let (Self::Exact, Region::Sector { .. }) = (self, region) {
            let other = Polytope::of(other, Region::whole(other));
            let common = Polytope::of(node, region).common_volume(&other);
            return (6.0 * common / node.volume() as f64).clamp(0.0, 1.0) as f32;
        }
        let part = region.cuboid(node);
        self.volume(&part, other) / part.volume()
    }
}

/// The three cases of Klein and Zachmann, VRST 2003, Fig. 10. Negative terms are replaced by zero.
#[inline]
fn aligned(a: &Cuboid, b: &Cuboid) -> f32 {
    let (p, q) = (descending(a.half), descending(b.half));
    let [x, y, z] = [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
    let squared = squared_distance(a, b);
    let (edge, corner) = (x * x + y * y, x * x + y * y + z * z);
    if squared >= corner {
        return 0.0;
    }
    let left = |diagonal: f32| (1.0 - (squared / diagonal).sqrt()).max(0.0);
    let (along, edge, corner) = (left(x * x), left(edge), left(corner));
    x * y * z * along.max(edge * edge).max(corner * corner * corner)
}

#[inline(never)]
fn exact(a: &Cuboid, b: &Cuboid) -> f32 {
    let polytope = |cuboid: &Cuboid| Polytope::of(cuboid, Region::whole(cuboid));
    polytope(a).common_volume(&polytope(b)) as f32
}

#[inline(never)]
fn three_slabs(a: &Cuboid, b: &Cuboid) -> f32 {
    Slabs::of(a, b).three()
}

#[inline]
fn spheres(a: &Cuboid, b: &Cuboid) -> f32 {
    let radius = |h: [f32; 3]| (h[0] * h[0] + h[1] * h[1] + h[2] * h[2]).sqrt();
    let (p, q) = (radius(a.half), radius(b.half));
    let squared = squared_distance(a, b);
    if squared >= (p + q) * (p + q) {
        return 0.0;
    }
    if squared <= (p - q) * (p - q) {
        let r = p.min(q);
        return 4.0 / 3.0 * PI * r * r * r;
    }
    let d = squared.sqrt();
    let depth = p + q - d;
    PI * depth * depth * (squared + 2.0 * d * (p + q) - 3.0 * (p - q) * (p - q)) / (12.0 * d)
}

/// The widths of the overlap of two boxes along the axes of each.
struct Slabs {
    /// The directions: three axes of A, three axes of B.
    normals: [[f32; 3]; 6],
    widths: [f32; 6],
}

impl Slabs {
    #[inline]
    fn of(a: &Cuboid, b: &Cuboid) -> Self {
        let offset =
            [b.center[0] - a.center[0], b.center[1] - a.center[1], b.center[2] - a.center[2]];
        let mut slabs = Self { normals: [[0.0; 3]; 6], widths: [0.0; 6] };
        let (along_a, along_b) = (products(&a.axes, offset), products(&b.axes, offset));
        for i in 0..3 {
            let cosines = products(&b.axes, a.axes[i]);
            let reach = b.half[0] * cosines[0].abs()
                + b.half[1] * cosines[1].abs()
                + b.half[2] * cosines[2].abs();
            slabs.widths[i] = width(along_a[i], a.half[i], reach);
            slabs.normals[i] = a.axes[i];
            let cosines = products(&a.axes, b.axes[i]);
            let reach = a.half[0] * cosines[0].abs()
                + a.half[1] * cosines[1].abs()
                + a.half[2] * cosines[2].abs();
            slabs.widths[3 + i] = width(along_b[i], b.half[i], reach);
            slabs.normals[3 + i] = b.axes[i];
        }
        slabs
    }

    #[inline]
    fn product(&self) -> f32 {
        let w = &self.widths;
        (w[0] * w[1] * w[2]).min(w[3] * w[4] * w[5])
    }

    /// The best three slabs (Barth and Huber): all twenty choices are tried.
    fn three(&self) -> f32 {
        let mut best = self.product();
        for i in 0..6 {
            for j in i + 1..6 {
                let normal = cross(self.normals[i], self.normals[j]);
                for k in j + 1..6 {
                    let sine = products(&[normal; 3], self.normals[k])[0].abs();
                    // Slabs that are nearly parallel bound nothing.
                    if sine > 1e-3 {
                        best = best.min(self.widths[i] * self.widths[j] * self.widths[k] / sine);
                    }
                }
            }
        }
        best
    }
}

/// The length that two intervals share, given the distance of their middles and half the length of
/// each.
#[inline]
fn width(distance: f32, half: f32, other: f32) -> f32 {
    (half + other - distance.abs()).min(2.0 * half.min(other)).max(0.0)
}

#[inline]
fn squared_distance(a: &Cuboid, b: &Cuboid) -> f32 {
    let d = [a.center[0] - b.center[0], a.center[1] - b.center[1], a.center[2] - b.center[2]];
    d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
}

#[inline]
fn descending([x, y, z]: [f32; 3]) -> [f32; 3] {
    let (most, least) = (x.max(y).max(z), x.min(y).min(z));
    // Subtracting both ends from the sum would round away a thin middle.
    [most, x.min(y).max(x.max(y).min(z)), least]
}

/// The scalar products of three vectors with one vector.
#[inline(always)]
fn products(rows: &[[f32; 3]; 3], w: [f32; 3]) -> [f32; 3] {
    rows.map(|row| row[0] * w[0] + row[1] * w[1] + row[2] * w[2])
}

/// The vector product.
#[inline(always)]
fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
