//! Eight triangles at once, in f32: the first stage, which spares most pairs the exact test.
//!
//! - [`facing`]: a packet with the data that every test against it needs;
//! - [`moved`]: a packet of the other mesh, moved here, and the box test that leaves out its far
//!   triangles;
//! - [`candidates`]: which of eight triangles may meet one triangle;
//! - [`gaps`]: lower and upper bounds of distances, within a [`reach`];
//! - [`gathered`]: the remaining pairs, for tests that need more work;
//! - [`signs`]: which of these pairs certainly meet, and which certainly do not;
//! - [`travels`]: lower bounds of how far a triangle moves in a direction before it meets others;
//! - [`pairs`]: the pairs of two packets that remain after these tests.
//!
//! Along *any* axis of length one or less, a gap of more than the tolerance separates the true
//! triangles too. So it does not matter how accurate the axes are.

mod candidates;
mod facing;
mod gaps;
mod gathered;
mod moved;
mod pairs;
#[cfg(test)]
mod proofs;
mod reach;
mod signs;
#[cfg(test)]
mod tests;
mod travels;

pub(crate) use pairs::{Couple, Lanes, Pairs};

use crate::geometry::vector::by_axis;
use facing::Facing;
use gathered::Gathered;
use moved::{MovedPacket, MovedTriangle, MovedTriangles};
use reach::Reach;

use crate::motion::Transfer;
use crate::simd::{abs, cross_lanes, dot, dot_lanes, load3, splat};
use fearless_simd::{Simd, SimdBase, SimdFloat, f32x8};

/// The corners of up to eight triangles in unit coordinates, and the box around all of them.
///
/// The box makes the packet 320 bytes instead of 288, which are whole cache lines. It spares most
/// triangles of near leaves every other test.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Packet {
    /// `corners[corner][axis][lane]`
    corners: [[[f32; 8]; 3]; 3],
    low: [f32; 3],
    high: [f32; 3],
}

impl Default for Packet {
    fn default() -> Self {
        Self { corners: [[[0.0; 8]; 3]; 3], low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] }
    }
}

impl Packet {
    /// The number of triangles in a packet.
    pub(crate) const LANES: usize = 8;

    /// A packet of up to eight triangles. In lanes without a triangle, all three corners are the
    /// first corner of the first triangle: such a lane has no surface, and does not extend beyond
    /// the bounds of the other lanes.
    pub(crate) fn of(triangles: impl Iterator<Item = [[f64; 3]; 3]>) -> Self {
        let mut corners = [[[0.0; 8]; 3]; 3];
        let mut count = 0;
        for (lane, triangle) in triangles.enumerate() {
            for (rows, point) in corners.iter_mut().zip(&triangle) {
                for (row, &x) in rows.iter_mut().zip(point) {
                    row[lane] = x as f32;
                }
            }
            count = lane + 1;
        }
        if count == 0 {
            return Self::default();
        }
        let first: [f32; 3] = crate::simd::lane(&corners[0], 0);
        for rows in &mut corners {
            for (row, x) in rows.iter_mut().zip(first) {
                row[count..].fill(x);
            }
        }
        let least = |i: usize| fold(&corners, i, |x, y| if y < x { y } else { x });
        let most = |i: usize| fold(&corners, i, |x, y| if y > x { y } else { x });
        let low = [least(0), least(1), least(2)];
        let high = [most(0), most(1), most(2)];
        Self { corners, low, high }
    }

    /// The box around the corners.
    pub(crate) fn bounds(&self) -> [[f32; 3]; 2] {
        [self.low, self.high]
    }

    /// The surface of the triangles. Lanes without a triangle have none.
    pub(crate) fn surface(&self) -> f64 {
        let surface = |lane: usize| {
            let [p, q, r] = self.corners.each_ref().map(|rows| crate::simd::lane(rows, lane));
            let [u, v] = [q, r].map(|s| by_axis(|i| f64::from(s[i] - p[i])));
            let cross = |i: usize, j: usize| u[i] * v[j] - u[j] * v[i];
            let [x, y, z] = [cross(1, 2), cross(2, 0), cross(0, 1)];
            0.5 * (x * x + y * y + z * z).sqrt()
        };
        (0..Self::LANES).map(surface).sum()
    }

    /// The first corner of the first triangle.
    #[inline(always)]
    pub(crate) fn first_corner(&self) -> [f32; 3] {
        crate::simd::lane(&self.corners[0], 0)
    }

    /// The coordinates of the first, second and third corners.
    #[inline(always)]
    pub(crate) fn corners<S: Simd>(&self, simd: S) -> Corners<S> {
        [
            load3(simd, &self.corners[0]),
            load3(simd, &self.corners[1]),
            load3(simd, &self.corners[2]),
        ]
    }
}

/// One number of all coordinates along an axis. Whole rows are folded first, which is one vector
/// instruction for eight corners.
#[inline(always)]
fn fold(corners: &[[[f32; 8]; 3]; 3], axis: usize, join: impl Fn(f32, f32) -> f32) -> f32 {
    let [p, q, r] = by_axis(|corner| &corners[corner][axis]);
    let [a, b, c, d, e, f, g, h] = std::array::from_fn(|k| join(join(p[k], q[k]), r[k]));
    join(join(join(a, e), join(c, g)), join(join(b, f), join(d, h)))
}

/// The distance that two projections must be apart to be trusted.
///
/// With u = 2^-24: a corner here is rounded by 2u in length, a moved corner is off by at most the
/// slack of the transfer, and a projection of numbers up to `3.5 (1 + scale)` is off by at most
/// `24 u (1 + scale)` on an axis of length one. The slack is at least `32 u (1 + scale)`, so twice
/// the slack is enough.
pub(crate) fn tolerance(transfer: &Transfer) -> f32 {
    2.0 * transfer.slack
}

/// Products below this decide nothing: it is far above the rounding of subnormal numbers, and far
/// below that of any other product.
const TINY_PRODUCT: f32 = 1e-30;

/// The corners of eight triangles.
pub(crate) type Corners<S> = [[f32x8<S>; 3]; 3];

/// The shadow of a triangle on an axis: its lowest and highest coordinate.
type Span<S> = (f32x8<S>, f32x8<S>);

#[inline(always)]
fn span<S: Simd>([p, q, r]: [f32x8<S>; 3]) -> Span<S> {
    (p.min(q).min(r), p.max(q).max(r))
}

/// The shadows of eight triangles on directions of their own.
#[inline(always)]
fn shadow<S: Simd>(direction: [f32x8<S>; 3], corners: &Corners<S>) -> Span<S> {
    span([
        dot_lanes(corners[0], direction),
        dot_lanes(corners[1], direction),
        dot_lanes(corners[2], direction),
    ])
}

/// The shadows of eight triangles on one direction.
#[inline(always)]
fn shadow_on_one<S: Simd>(direction: [f32; 3], corners: &Corners<S>) -> Span<S> {
    span([dot(corners[0], direction), dot(corners[1], direction), dot(corners[2], direction)])
}

/// The shadows of one triangle on eight directions.
#[inline(always)]
fn shadow_of_one<S: Simd>(direction: [f32x8<S>; 3], corners: &[[f32; 3]; 3]) -> Span<S> {
    span([dot(direction, corners[0]), dot(direction, corners[1]), dot(direction, corners[2])])
}

/// The boxes around eight triangles: their lowest and highest coordinates.
#[inline(always)]
fn boxes<S: Simd>(corners: &Corners<S>) -> [[f32x8<S>; 3]; 2] {
    let [p, q, r] = corners;
    let (x, y, z) = (span([p[0], q[0], r[0]]), span([p[1], q[1], r[1]]), span([p[2], q[2], r[2]]));
    [[x.0, y.0, z.0], [x.1, y.1, z.1]]
}

/// The normals of eight triangles, of length one up to rounding, or shorter if there is hardly any
/// area.
#[inline(always)]
fn normals<S: Simd>(simd: S, corners: &Corners<S>) -> [f32x8<S>; 3] {
    let (u, v) = (minus_lanes(corners[1], corners[0]), minus_lanes(corners[2], corners[0]));
    // The squares of long edges do not fit into an f32, nor do the squares of short ones.
    let (u, v) = (shortened(simd, u), shortened(simd, v));
    let n = cross_lanes(u, v);
    let scale = splat(simd, 1.0) / dot_lanes(n, n).sqrt().max(splat(simd, 1e-15));
    [n[0] * scale, n[1] * scale, n[2] * scale]
}

/// Vectors of the same direction whose largest coordinate is about one, or less if they have hardly
/// any length.
#[inline(always)]
fn shortened<S: Simd>(simd: S, v: [f32x8<S>; 3]) -> [f32x8<S>; 3] {
    let largest = abs(v[0]).max(abs(v[1])).max(abs(v[2]));
    let scale = splat(simd, 1.0) / largest.max(splat(simd, TINY_PRODUCT));
    [v[0] * scale, v[1] * scale, v[2] * scale]
}

#[inline(always)]
fn minus<S: Simd>(a: [f32x8<S>; 3], b: [f32; 3]) -> [f32x8<S>; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn minus_lanes<S: Simd>(a: [f32x8<S>; 3], b: [f32x8<S>; 3]) -> [f32x8<S>; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn minus_point(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn dot_points(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
