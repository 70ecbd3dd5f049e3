//! Lower and upper bounds of the distances of triangles.

use super::moved::diagonal;
use super::{
    Corners, Facing, Gathered, MovedTriangle, Reach, Span, TINY_PRODUCT, minus_lanes, shadow,
};
use crate::simd::{cross_lanes, dot_lanes, splat};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, f32x8};

impl<S: Simd> Facing<S> {
    /// Lower bounds of the distances to a triangle of the other mesh, and the lanes that are within
    /// reach.
    ///
    /// The gap along any direction, less the tolerance, is a bound. Triangles that are apart are
    /// nearest at a corner and a face, along a normal, or at two edges. The boxes and the normals
    /// are tried here, the edges by [`Gathered::between`].
    #[inline(always)]
    pub(super) fn gaps(&self, simd: S, other: &MovedTriangle, reach: &Reach) -> (u32, [f32; 8]) {
        let zero = splat(simd, 0.0);
        let squared = diagonal(simd, self.beside(simd, other));
        let across = self.along(simd, other).max(self.across(other)).max(zero);
        let squared = squared.max(across * across);
        match reach.has(squared) {
            0 => (0, [0.0; 8]),
            lanes => (lanes, reach.certain(squared.sqrt()).into()),
        }
    }
}

/// Lower and upper bounds of the distances of eight pairs.
pub(super) struct DistanceBounds {
    pub(super) least: [f32; 8],
    pub(super) most: [f32; 8],
}

/// By how much of the size of both triangles the ends of a way may be beside the triangles.
/// Rounding is below 4e-5 of that size, because narrow faces are left out.
const BLUR: f32 = 1e-4;

impl<S: Simd> Gathered<S> {
    /// Lower bounds of the distances if two edges are nearest, and upper bounds in all cases.
    #[inline(always)]
    pub(super) fn between(&self, simd: S, reach: &Reach) -> DistanceBounds {
        let Self { here, there } = self;
        let way = between_edges(simd, here, there);
        let gap = between(simd, way, shadow(way, here), shadow(way, there));
        let faces = above(simd, here, there).min(above(simd, there, here));
        let nearest = dot_lanes(way, way).min(faces).sqrt();
        let blur = self.size() * BLUR;
        DistanceBounds {
            least: reach.certain(gap).into(),
            most: reach.at_most(nearest, blur).into(),
        }
    }

    /// An upper bound of the distance of any two corners of a pair.
    #[inline(always)]
    fn size(&self) -> f32x8<S> {
        let Self { here: [p, q, r], there: [_, a, b] } = self;
        let far_here = dot_lanes(*p, *p).max(dot_lanes(*q, *q)).max(dot_lanes(*r, *r));
        far_here.max(dot_lanes(*a, *a)).max(dot_lanes(*b, *b)).sqrt() * 2.0
    }
}

/// The square of the least height of corners above faces; infinite if no corner is above a face, or
/// if a face is too narrow to tell.
#[inline(always)]
fn above<S: Simd>(simd: S, corners: &Corners<S>, face: &Corners<S>) -> f32x8<S> {
    let [a, b, c] = *face;
    let edges = [minus_lanes(b, a), minus_lanes(c, b), minus_lanes(a, c)];
    let normal = cross_lanes(edges[0], edges[1]);
    let squared = dot_lanes(normal, normal);
    // The directions inwards from the edges, in the plane.
    let inwards = [
        cross_lanes(normal, edges[0]),
        cross_lanes(normal, edges[1]),
        cross_lanes(normal, edges[2]),
    ];
    let infinite = splat(simd, f32::INFINITY);
    let mut least = infinite;
    for &p in corners {
        let (from_a, from_b, from_c) = (minus_lanes(p, a), minus_lanes(p, b), minus_lanes(p, c));
        let inside = dot_lanes(inwards[0], from_a)
            .min(dot_lanes(inwards[1], from_b))
            .min(dot_lanes(inwards[2], from_c));
        let height = dot_lanes(normal, from_a);
        least = least.min(inside.simd_ge(0.0).select(height * height, infinite));
    }
    // A face is wide if the sine at the corner of its normal is 0.03 or more, and if no number is
    // too large or too small to be squared.
    let narrow = dot_lanes(edges[0], edges[0]) * dot_lanes(edges[1], edges[1]) * 1e-3;
    let wide = squared.simd_ge(narrow)
        & squared.simd_gt(TINY_PRODUCT)
        & squared.simd_lt(1.0 / TINY_PRODUCT);
    wide.select(least / squared, infinite)
}

/// The gaps between shadows on directions of any length.
#[inline(always)]
fn between<S: Simd>(simd: S, direction: [f32x8<S>; 3], here: Span<S>, there: Span<S>) -> f32x8<S> {
    // If a direction has hardly any length, a length that is too long only makes the bound smaller.
    let length = dot_lanes(direction, direction).sqrt().max(splat(simd, 1e-15));
    (here.0 - there.1).max(there.0 - here.1) / length
}

/// The vector from edge to edge between the points where they are nearest, up to rounding (Ericson
/// 2005, section 5.1.9).
#[inline(always)]
fn between_edges<S: Simd>(simd: S, here: &Corners<S>, there: &Corners<S>) -> [f32x8<S>; 3] {
    let (zero, one, tiny) = (splat(simd, 0.0), splat(simd, 1.0), splat(simd, TINY_PRODUCT));
    let mut shortest = splat(simd, f32::INFINITY);
    let mut between = [zero, zero, zero];
    // The inverse squares of the edges there, and below of those here: a third of all divisions.
    let mut edges = [(between, zero, zero); 3];
    for j in 0..3 {
        let v = minus_lanes(there[(j + 1) % 3], there[j]);
        let vv = dot_lanes(v, v).max(tiny);
        edges[j] = (v, vv, one / vv);
    }
    for i in 0..3 {
        let start = here[i];
        let u = minus_lanes(here[(i + 1) % 3], start);
        let uu = dot_lanes(u, u).max(tiny);
        let per_uu = one / uu;
        for j in 0..3 {
            let (v, vv, per_vv) = edges[j];
            let from = minus_lanes(start, there[j]);
            let (uv, uf, vf) = (dot_lanes(u, v), dot_lanes(u, from), dot_lanes(from, v));
            let cross = (uu * vv - uv * uv).max(tiny);
            let s = ((uv * vf - uf * vv) / cross).max(zero).min(one);
            let t = ((uv * s + vf) * per_vv).max(zero).min(one);
            let s = ((uv * t - uf) * per_uu).max(zero).min(one);
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
