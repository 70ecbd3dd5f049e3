//! A part of a mesh for which a tree needs a volume, with data joined from the smaller parts below
//! it.

use super::Cloud;
use crate::geometry::covariance::Moments;
use crate::geometry::vector::by_axis;
use crate::rounding::CORNER_ERROR;
use crate::simd::dispatch;
use crate::simd::{self, Instructions, splat, wide3};
use crate::triangle::packet::Packet;
use fearless_simd::{Simd, SimdBase, SimdFloat, f32x8, f64x8};
use rayon::prelude::*;

/// The triangles below one slot of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) cloud: Cloud<'a>,
    /// The same triangles again, in packets of eight.
    pub(crate) packets: &'a [Packet],
    pub(crate) surface: Surface,
}

/// The bounds and moments of a part's surface. They can be joined from smaller parts, so a tree
/// needs one pass over its triangles for all nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub(crate) moments: Moments,
    /// The box around the corners as they are stored in the packets, in f32.
    pub(crate) low: [f32; 3],
    pub(crate) high: [f32; 3],
}

impl<'a> Part<'a> {
    /// A part that does not belong to a tree.
    pub(super) fn new(cloud: Cloud<'a>, packets: &'a [Packet]) -> Self {
        Self { cloud, packets, surface: Surface::of(packets) }
    }

    /// The middle of the box around the part.
    pub(super) fn middle(&self) -> [f32; 3] {
        let Surface { low, high, .. } = self.surface;
        by_axis(|i| 0.5 * (low[i] + high[i]))
    }

    /// The lowest and the highest coordinate along three axes of length one, measured from the
    /// [`middle`](Self::middle). No corner is farther out by more than
    /// [`span_error`](Self::span_error).
    pub(super) fn span(&self, axes: &[[f32; 3]; 3]) -> [[f32; 3]; 2] {
        let level = Instructions::best().0;
        let middle = self.middle();
        let of = |packets: &[Packet]| dispatch!(level, simd => span(simd, packets, middle, axes));
        if self.packets.len() <= PARALLEL_PACKETS {
            return of(self.packets);
        }
        let join = |[low, high]: [[f32; 3]; 2], other: [[f32; 3]; 2]| {
            [by_axis(|i| low[i].min(other[0][i])), by_axis(|i| high[i].max(other[1][i]))]
        };
        let nothing = || [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
        self.packets.par_chunks(PARALLEL_PACKETS / 4).map(of).reduce(nothing, join)
    }

    /// The error of [`span`](Self::span). Let u = 2^-24, and let R be half the diagonal of the box:
    /// no corner is farther than R from the middle of the box. The difference of a corner and the
    /// middle is off by u R, the products with an axis and their sums by 3 u R, and the corner
    /// itself by [`CORNER_ERROR`] in each coordinate.
    pub(super) fn span_error(&self) -> f64 {
        let Surface { low, high, .. } = self.surface;
        let side = |i: usize| high[i] as f64 - low[i] as f64;
        let diagonal = side(0) + side(1) + side(2);
        1.75 * CORNER_ERROR + 3.0 * diagonal / (1 << 24) as f64
    }
}

impl Cloud<'_> {
    /// The triangles in packets of eight.
    pub(super) fn packets(&self) -> Vec<Packet> {
        let parts = self.triangles.chunks(Packet::LANES);
        parts.map(|triangles| Packet::of(Self { triangles, ..*self }.faces())).collect()
    }
}

/// The number of packets above which a part is processed in parallel.
const PARALLEL_PACKETS: usize = 4096;

impl Surface {
    /// The surface of no triangles.
    pub(crate) const EMPTY: Self =
        Self { moments: Moments::ZERO, low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };

    pub(crate) fn of(packets: &[Packet]) -> Self {
        dispatch!(Instructions::best().0, simd => surface(simd, packets))
    }

    /// The bounds alone, for volumes whose axes are known.
    pub(crate) fn bounds(packets: &[Packet]) -> Self {
        packets.iter().fold(Self::EMPTY, |surface, packet| {
            let [low, high] = packet.bounds();
            surface.joined(&Self { low, high, ..Self::EMPTY })
        })
    }

    pub(crate) fn joined(&self, other: &Self) -> Self {
        Self {
            moments: self.moments.joined(&other.moments),
            low: by_axis(|i| self.low[i].min(other.low[i])),
            high: by_axis(|i| self.high[i].max(other.high[i])),
        }
    }
}

#[inline(always)]
fn span<S: Simd>(
    simd: S,
    packets: &[Packet],
    origin: [f32; 3],
    axes: &[[f32; 3]; 3],
) -> [[f32; 3]; 2] {
    let mut low = [splat(simd, f32::INFINITY); 3];
    let mut high = [splat(simd, f32::NEG_INFINITY); 3];
    for packet in packets {
        for corner in packet.corners(simd) {
            let offset = [corner[0] - origin[0], corner[1] - origin[1], corner[2] - origin[2]];
            let along = simd::dots(offset, axes);
            for i in 0..3 {
                low[i] = low[i].min(along[i]);
                high[i] = high[i].max(along[i]);
            }
        }
    }
    [
        [lowest(low[0]), lowest(low[1]), lowest(low[2])],
        [highest(high[0]), highest(high[1]), highest(high[2])],
    ]
}

#[inline(always)]
fn surface<S: Simd>(simd: S, packets: &[Packet]) -> Surface {
    let zero = f64x8::splat(simd, 0.0);
    // The moments are measured from a corner, so small parts far from the mesh's centre have
    // accurate moments too.
    let origin = packets[0].first_corner();
    let from = [origin[0] as f64, origin[1] as f64, origin[2] as f64];
    let (mut weight, mut first, mut second) = (zero, [zero; 3], [zero; 6]);
    for packet in packets {
        let corners = packet.corners(simd);
        let p = minus(wide3(simd, corners[0]), from);
        let q = minus(wide3(simd, corners[1]), from);
        let r = minus(wide3(simd, corners[2]), from);
        let (u, v) =
            ([q[0] - p[0], q[1] - p[1], q[2] - p[2]], [r[0] - p[0], r[1] - p[1], r[2] - p[2]]);
        let (x, y, z) =
            (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
        // Twice the area of each triangle; zero for padding, whose corners are one point.
        let w = (x * x + y * y + z * z).sqrt();
        let s = [p[0] + q[0] + r[0], p[1] + q[1] + r[1], p[2] + q[2] + r[2]];
        weight += w;
        for i in 0..3 {
            first[i] += w * s[i];
        }
        for (k, (i, j)) in Moments::PAIRS.into_iter().enumerate() {
            second[k] += w * (s[i] * s[j] + p[i] * p[j] + q[i] * q[j] + r[i] * r[j]);
        }
    }
    let second = [second[0], second[1], second[2], second[3], second[4], second[5]].map(|x| sum(x));
    let moments = Moments::of_triangles(
        from,
        sum(weight),
        [sum(first[0]), sum(first[1]), sum(first[2])],
        second,
    );
    Surface { moments, ..Surface::bounds(packets) }
}

#[inline(always)]
fn minus<S: Simd>(a: [f64x8<S>; 3], b: [f64; 3]) -> [f64x8<S>; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn sum<S: Simd>(x: f64x8<S>) -> f64 {
    let [a, b, c, d, e, f, g, h]: [f64; 8] = x.into();
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

#[inline(always)]
fn lowest<S: Simd>(x: f32x8<S>) -> f32 {
    let [a, b, c, d, e, f, g, h]: [f32; 8] = x.into();
    a.min(e).min(c.min(g)).min(b.min(f).min(d.min(h)))
}

#[inline(always)]
fn highest<S: Simd>(x: f32x8<S>) -> f32 {
    let [a, b, c, d, e, f, g, h]: [f32; 8] = x.into();
    a.max(e).max(c.max(g)).max(b.max(f).max(d.max(h)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::covariance::surface_covariance;
    use crate::situations::Random;

    /// Checks parts of any size and position within a mesh: joining pieces gives the same result as
    /// the whole, and the span is proven.
    #[test]
    fn pieces_make_the_whole() {
        let mut random = Random(5);
        for round in 0..3000 {
            let size = 10f64.powi(-(round % 6));
            let place = random.point().map(|x| x * (1.0 - size));
            let points: Vec<[f64; 3]> = (0..99)
                .map(|_| {
                    let p = random.point();
                    by_axis(|i| place[i] + size * p[i])
                })
                .collect();
            let triangles: Vec<[u32; 3]> = (0..33).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            let cloud = Cloud { points: &points, triangles: &triangles };
            let packets = cloud.packets();
            let part = Part::new(cloud, &packets);
            let joined = packets.iter().fold(Surface::EMPTY, |all, packet| {
                all.joined(&Surface::of(std::slice::from_ref(packet)))
            });
            assert_eq!((joined.low, joined.high), (part.surface.low, part.surface.high));
            let (pieces, whole) = (joined.moments.covariance(), part.surface.moments.covariance());
            let exact = surface_covariance(cloud.faces());
            let trace = exact[0][0] + exact[1][1] + exact[2][2];
            for i in 0..3 {
                for j in 0..3 {
                    let apart = (pieces[i][j] - whole[i][j]).abs();
                    assert!(apart <= 1e-13 / size * trace, "{size}: {apart:e} of {trace:e}");
                    // Corners are rounded to f32.
                    let error = (whole[i][j] - exact[i][j]).abs();
                    assert!(error <= 5e-7 / size * trace, "{size}: {error:e} of {trace:e}");
                }
            }
            let turn = random.rotation().matrix().map(|row| row.map(|x| x as f32));
            let ([low, high], error, middle) = (part.span(&turn), part.span_error(), part.middle());
            assert!(error < 1e-7 + 1.2e-6 * size);
            for p in &points {
                let offset = by_axis(|k| p[k] - middle[k] as f64);
                for i in 0..3 {
                    let along: f64 = (0..3).map(|k| turn[i][k] as f64 * offset[k]).sum();
                    let outside = (along - high[i] as f64).max(low[i] as f64 - along);
                    assert!(outside <= error, "{size}: {outside:e} beyond {error:e}");
                }
            }
        }
    }
}
