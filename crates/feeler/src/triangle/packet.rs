//! Eight triangles against one, in f32: the first stage, which spares most pairs the exact test.

use crate::bv::MARGIN;
use crate::geometry::vector;
use crate::motion::Transfer;
use crate::simd::{abs, cross, cross_lanes, dot, dot_lanes, load3, splat, splat3};
use crate::window::Window;
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x8};

/// The corners of up to eight triangles in unit coordinates: `corners[corner][axis][lane]`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(crate) struct Packet {
    corners: [[[f32; 8]; 3]; 3],
}

impl Packet {
    pub(crate) const LANES: usize = 8;

    /// Up to eight triangles. Lanes without one have all three corners where the first triangle has its first: no surface, and nothing
    /// outside of what bounds the others.
    pub(crate) fn of(triangles: impl Iterator<Item = [[f64; 3]; 3]>) -> Self {
        let mut packet = Self::default();
        let mut count = 0;
        for (lane, triangle) in triangles.enumerate() {
            for (corner, point) in triangle.iter().enumerate() {
                for axis in 0..3 {
                    packet.corners[corner][axis][lane] = point[axis] as f32;
                }
            }
            count = lane + 1;
        }
        let first = packet.first_corner();
        for lane in count..Self::LANES {
            for corner in 0..3 {
                for axis in 0..3 {
                    packet.corners[corner][axis][lane] = first[axis];
                }
            }
        }
        packet
    }

    /// The first corner of the first triangle.
    #[inline(always)]
    pub(crate) fn first_corner(&self) -> [f32; 3] {
        crate::simd::lane(&self.corners[0], 0)
    }

    /// The coordinates of the first, second and third corners.
    #[inline(always)]
    pub(crate) fn corners<S: Simd>(&self, simd: S) -> [[f32x8<S>; 3]; 3] {
        [
            load3(simd, &self.corners[0]),
            load3(simd, &self.corners[1]),
            load3(simd, &self.corners[2]),
        ]
    }

    /// A triangle, moved into the coordinates of the other mesh.
    #[inline(always)]
    pub(crate) fn moved(&self, lane: usize, transfer: &Transfer) -> [[f32; 3]; 3] {
        let corner = |k: usize| crate::simd::lane(&self.corners[k], lane);
        [transfer.point(corner(0)), transfer.point(corner(1)), transfer.point(corner(2))]
    }

    /// Which lanes may meet a triangle that was moved here; a lane that is left out does not, by proof.
    ///
    /// Each corner is within `tolerance / 2` of its true place (see [`tolerance`]). Along *any* axis a gap of more than the tolerance
    /// times the axis' length separates the true triangles too, so it does not matter how accurate the axes are. They are the three
    /// coordinate axes, the normal of the one and the normals of the eight; these leave a few pairs for every one that meets.
    #[inline(always)]
    pub(crate) fn candidates<S: Simd>(
        &self,
        simd: S,
        other: &[[f32; 3]; 3],
        tolerance: f32,
    ) -> u32 {
        let corners = self.corners(simd);
        let mut apart = splat(simd, f32::NEG_INFINITY);
        for axis in 0..3 {
            let (low, high) = span([corners[0][axis], corners[1][axis], corners[2][axis]]);
            let [p, q, r] = [other[0][axis], other[1][axis], other[2][axis]];
            apart = apart.max(low - p.max(q).max(r)).max(splat(simd, p.min(q).min(r)) - high);
        }
        let mut alive = apart.simd_le(tolerance);
        if alive.to_bitmask() == 0 {
            return 0;
        }

        // From here on relative to one corner of the other: the products are as accurate as the triangles are near.
        let origin = other[0];
        let corners =
            [minus(corners[0], origin), minus(corners[1], origin), minus(corners[2], origin)];
        let edges = [minus_point(other[1], origin), minus_point(other[2], origin)];
        let normal = cross(edges[0], edges[1]);
        let (low, high) =
            span([dot(corners[0], normal), dot(corners[1], normal), dot(corners[2], normal)]);
        let ends = [dot_points(edges[0], normal), dot_points(edges[1], normal)];
        let length = normal[0].abs() + normal[1].abs() + normal[2].abs();
        let reach = (tolerance * length).max(TINY);
        alive &= (low - ends[0].max(ends[1]).max(0.0)).simd_le(reach);
        alive &= (splat(simd, ends[0].min(ends[1]).min(0.0)) - high).simd_le(reach);

        let normals =
            cross_lanes(minus_lanes(corners[1], corners[0]), minus_lanes(corners[2], corners[0]));
        let here = span([
            dot_lanes(corners[0], normals),
            dot_lanes(corners[1], normals),
            dot_lanes(corners[2], normals),
        ]);
        let there = span([splat(simd, 0.0), dot(normals, edges[0]), dot(normals, edges[1])]);
        let reach = (abs(normals[0]) + abs(normals[1]) + abs(normals[2])) * tolerance;
        let reach = reach.max(splat(simd, TINY));
        alive &= (here.0 - there.1).simd_le(reach);
        alive &= (there.0 - here.1).simd_le(reach);
        alive.to_bitmask() as u32
    }

    /// Lower bounds of the distances to a triangle that was moved here; lanes beyond a limit are not looked at more closely.
    ///
    /// The gap along *any* direction is a bound, less the tolerance; so it does not matter how accurate the directions are. Triangles
    /// that are apart are nearest at a corner and a face, along a normal, or at two edges. The boxes and the normals come first.
    #[inline(always)]
    pub(crate) fn gaps<S: Simd>(
        &self,
        simd: S,
        other: &[[f32; 3]; 3],
        tolerance: f32,
        limit: f32,
    ) -> [f32; 8] {
        let zero = splat(simd, 0.0);
        let corners = self.corners(simd);
        let mut squared = zero;
        for axis in 0..3 {
            let (low, high) = span([corners[0][axis], corners[1][axis], corners[2][axis]]);
            let [p, q, r] = [other[0][axis], other[1][axis], other[2][axis]];
            let above = low - p.max(q).max(r);
            let side = above.max(splat(simd, p.min(q).min(r)) - high).max(zero);
            squared += side * side;
        }
        let certain = |gap: f32x8<S>| gap * (1.0 - 2.0 * MARGIN) - tolerance;
        let gap = squared.sqrt();
        if certain(gap).simd_le(limit).to_bitmask() == 0 {
            return certain(gap).into();
        }

        let origin = other[0];
        let corners =
            [minus(corners[0], origin), minus(corners[1], origin), minus(corners[2], origin)];
        let others = [[0.0; 3], minus_point(other[1], origin), minus_point(other[2], origin)];
        let normal = unit_normal([others[1], others[2]]);
        let (low, high) =
            span([dot(corners[0], normal), dot(corners[1], normal), dot(corners[2], normal)]);
        let ends = [dot_points(others[1], normal), dot_points(others[2], normal)];
        let along = (low - ends[0].max(ends[1]).max(0.0))
            .max(splat(simd, ends[0].min(ends[1]).min(0.0)) - high);
        let normals =
            cross_lanes(minus_lanes(corners[1], corners[0]), minus_lanes(corners[2], corners[0]));
        let gap = gap.max(along).max(gap_along(simd, normals, &corners, &others));
        if certain(gap).simd_le(limit).to_bitmask() == 0 {
            return certain(gap).into();
        }
        let between = between_edges(simd, &corners, &others);
        certain(gap.max(gap_along(simd, between, &corners, &others))).into()
    }

    /// Lower bounds of how far a triangle that was moved here goes on in a direction before it meets those here; infinite where it never does.
    ///
    /// The axes are those of the coordinates, the normals, and the edges of the other turned out of its way, which tell what it passes by.
    #[inline(always)]
    pub(crate) fn travels<S: Simd>(
        &self,
        simd: S,
        other: &[[f32; 3]; 3],
        tolerance: f32,
        direction: [f32; 3],
    ) -> [f32; 8] {
        let origin = other[0];
        let corners = [
            minus(load3(simd, &self.corners[0]), origin),
            minus(load3(simd, &self.corners[1]), origin),
            minus(load3(simd, &self.corners[2]), origin),
        ];
        let others = [[0.0; 3], minus_point(other[1], origin), minus_point(other[2], origin)];
        let mut window = Window::new(simd);
        let one = splat(simd, 1.0);
        // No closure: what is called often is not inlined, and then there are no vector instructions in it.
        for axis in 0..3 {
            let (low, high) = span([corners[0][axis], corners[1][axis], corners[2][axis]]);
            let [p, q] = [others[1][axis], others[2][axis]];
            let there = (splat(simd, p.min(q).min(0.0)), splat(simd, p.max(q).max(0.0)));
            let speed = splat(simd, direction[axis]);
            slab(simd, &mut window, [(low, high), there], speed, one, tolerance);
        }
        let normals =
            cross_lanes(minus_lanes(corners[1], corners[0]), minus_lanes(corners[2], corners[0]));
        let length = dot_lanes(normals, normals).sqrt();
        let along = shadows(simd, normals, &corners, &others);
        slab(simd, &mut window, along, dot(normals, direction), length, tolerance);
        let axes = [
            unit_normal([others[1], others[2]]),
            unit_normal([others[1], direction]),
            unit_normal([others[2], direction]),
            unit_normal([minus_point(others[2], others[1]), direction]),
        ];
        for axis in axes {
            let lanes = splat3(simd, axis);
            let speed = splat(simd, dot_points(axis, direction));
            let along = shadows(simd, lanes, &corners, &others);
            slab(simd, &mut window, along, speed, one, tolerance);
        }
        if window.meets().to_bitmask() == 0 {
            return [f32::INFINITY; 8];
        }
        let way = splat3(simd, direction);
        for i in 0..3 {
            let aside = cross_lanes(minus_lanes(corners[(i + 1) % 3], corners[i]), way);
            let length = dot_lanes(aside, aside).sqrt();
            let along = shadows(simd, aside, &corners, &others);
            slab(simd, &mut window, along, splat(simd, 0.0), length, tolerance);
        }
        window.travels(simd)
    }
}

/// The shadows of triangles on directions, those here and the other, whose first corner is the origin.
type Shadows<S> = [(f32x8<S>, f32x8<S>); 2];

#[inline(always)]
fn shadows<S: Simd>(
    simd: S,
    direction: [f32x8<S>; 3],
    corners: &[[f32x8<S>; 3]; 3],
    others: &[[f32; 3]; 3],
) -> Shadows<S> {
    let here = span([
        dot_lanes(corners[0], direction),
        dot_lanes(corners[1], direction),
        dot_lanes(corners[2], direction),
    ]);
    [here, span([splat(simd, 0.0), dot(direction, others[1]), dot(direction, others[2])])]
}

/// Narrows a window by the shadows on an axis of some length.
#[inline(always)]
fn slab<S: Simd>(
    simd: S,
    window: &mut Window<S>,
    [here, there]: Shadows<S>,
    speed: f32x8<S>,
    length: f32x8<S>,
    tolerance: f32,
) {
    let offset = (there.0 - here.0 + there.1 - here.1) * 0.5;
    let radius = (there.1 - there.0 + here.1 - here.0) * 0.5;
    // An axis of length one, or less where there is hardly any: then the tolerance alone lets everything meet.
    let scale = splat(simd, 1.0) / length.max(splat(simd, TINY));
    window.slab(simd, offset * scale, speed * scale, radius * scale + tolerance);
}

/// The gap between triangles along directions of any length, the second of them at the origin.
#[inline(always)]
fn gap_along<S: Simd>(
    simd: S,
    direction: [f32x8<S>; 3],
    corners: &[[f32x8<S>; 3]; 3],
    others: &[[f32; 3]; 3],
) -> f32x8<S> {
    let [here, there] = shadows(simd, direction, corners, others);
    // Where there is hardly any direction, a length that is too long makes the bound smaller.
    let length = dot_lanes(direction, direction).sqrt().max(splat(simd, 1e-15));
    (here.0 - there.1).max(there.0 - here.1) / length
}

/// From edge to edge where they are nearest, up to rounding (Ericson, *Real-Time Collision Detection*, 5.1.9).
#[inline(always)]
fn between_edges<S: Simd>(
    simd: S,
    corners: &[[f32x8<S>; 3]; 3],
    others: &[[f32; 3]; 3],
) -> [f32x8<S>; 3] {
    let (zero, one) = (splat(simd, 0.0), splat(simd, 1.0));
    let mut shortest = splat(simd, f32::INFINITY);
    let mut between = [zero, zero, zero];
    for i in 0..3 {
        let start = corners[i];
        let u = minus_lanes(corners[(i + 1) % 3], start);
        let uu = dot_lanes(u, u).max(splat(simd, TINY));
        for j in 0..3 {
            let v = minus_point(others[(j + 1) % 3], others[j]);
            let vv = dot_points(v, v).max(TINY);
            let from = minus(start, others[j]);
            let (uv, uf, vf) = (dot(u, v), dot_lanes(u, from), dot(from, v));
            let cross = (uu * vv - uv * uv).max(splat(simd, TINY));
            let s = ((uv * vf - uf * vv) / cross).max(zero).min(one);
            let t = ((uv * s + vf) * (1.0 / vv)).max(zero).min(one);
            let s = ((uv * t - uf) / uu).max(zero).min(one);
            let way = [
                from[0] + u[0] * s - t * v[0],
                from[1] + u[1] * s - t * v[1],
                from[2] + u[2] * s - t * v[2],
            ];
            let length = dot_lanes(way, way);
            let nearer = length.simd_lt(shortest);
            shortest = nearer.select(length, shortest);
            between = [
                nearer.select(way[0], between[0]),
                nearer.select(way[1], between[1]),
                nearer.select(way[2], between[2]),
            ];
        }
    }
    between
}

/// The normal of a triangle from two edges, of length one or less. In f64: the squares of long edges do not fit into an f32.
#[inline(always)]
fn unit_normal([u, v]: [[f32; 3]; 2]) -> [f32; 3] {
    let (u, v) = (wide(u), wide(v));
    let n = vector::cross(u, v);
    let length = vector::dot(n, n).sqrt() + 1e-60;
    [(n[0] / length) as f32, (n[1] / length) as f32, (n[2] / length) as f32]
}

#[inline(always)]
fn wide(v: [f32; 3]) -> [f64; 3] {
    [v[0] as f64, v[1] as f64, v[2] as f64]
}

/// By how much projections must be apart to be trusted.
///
/// With u = 2^-24: a corner here is rounded by 2u in length, a moved one is off by at most the slack of the transfer, and a projection
/// of numbers up to `3.5 (1 + scale)` is off by at most `24 u (1 + scale)` on an axis of length one. The slack is at least
/// `32 u (1 + scale)`, so twice the slack is enough.
pub(crate) fn tolerance(transfer: &Transfer) -> f32 {
    2.0 * transfer.slack
}

/// Products below this are not worth a decision: far above the rounding of subnormal numbers, far below that of any other.
const TINY: f32 = 1e-30;

#[inline(always)]
fn span<S: Simd>([p, q, r]: [f32x8<S>; 3]) -> (f32x8<S>, f32x8<S>) {
    (p.min(q).min(r), p.max(q).max(r))
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
