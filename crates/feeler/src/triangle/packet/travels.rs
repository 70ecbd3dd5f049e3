//! Bounds of how far a triangle moves before it meets others.

use super::{
    Facing, MovedTriangle, Span, TINY_PRODUCT, dot_points, minus, minus_lanes, minus_point,
};
use super::{shadow, shadow_of_one, span};
use crate::geometry::vector;
use crate::simd::{cross_lanes, dot, dot_lanes, splat, splat3};
use crate::window::Window;
use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x8};

impl<S: Simd> Facing<S> {
    /// Lower bounds of how far a triangle of the other mesh moves on in a direction before it meets
    /// the triangles here; infinite if it never meets them.
    ///
    /// The axes are the coordinate axes, the normals, and the edges of both turned across the
    /// direction; the latter tell which triangles the motion passes by.
    #[inline(always)]
    pub(super) fn travels(
        &self,
        simd: S,
        other: &MovedTriangle,
        tolerance: f32,
        direction: [f32; 3],
    ) -> [f32; 8] {
        // Coordinates are relative to a corner, so that products are as accurate as the triangles
        // are near.
        let [origin, q, r] = other.corners;
        let [a, b, c] = self.corners;
        let corners = [minus(a, origin), minus(b, origin), minus(c, origin)];
        let others = [[0.0; 3], minus_point(q, origin), minus_point(r, origin)];
        let mut window = Window::new(simd);
        let unit = splat(simd, 1.0);
        // This is no closure: a closure that is called often is not inlined, and then it has no
        // vector instructions.
        for axis in 0..3 {
            let here = span([corners[0][axis], corners[1][axis], corners[2][axis]]);
            let [p, q] = [others[1][axis], others[2][axis]];
            let there = (splat(simd, p.min(q).min(0.0)), splat(simd, p.max(q).max(0.0)));
            let speed = splat(simd, direction[axis]);
            slab(simd, &mut window, [here, there], speed, unit, tolerance);
        }
        let normals =
            cross_lanes(minus_lanes(corners[1], corners[0]), minus_lanes(corners[2], corners[0]));
        let length = dot_lanes(normals, normals).sqrt();
        let along = [shadow(normals, &corners), shadow_of_one(normals, &others)];
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
            let along = [shadow(lanes, &corners), shadow_of_one(lanes, &others)];
            slab(simd, &mut window, along, speed, unit, tolerance);
        }
        if window.meets().to_bitmask() == 0 {
            return [f32::INFINITY; 8];
        }
        let way = splat3(simd, direction);
        for i in 0..3 {
            let aside = cross_lanes(minus_lanes(corners[(i + 1) % 3], corners[i]), way);
            let length = dot_lanes(aside, aside).sqrt();
            let along = [shadow(aside, &corners), shadow_of_one(aside, &others)];
            slab(simd, &mut window, along, splat(simd, 0.0), length, tolerance);
        }
        window.travels(simd)
    }
}

/// Narrows a window by the shadows on an axis of some length.
#[inline(always)]
fn slab<S: Simd>(
    simd: S,
    window: &mut Window<S>,
    [here, there]: [Span<S>; 2],
    speed: f32x8<S>,
    length: f32x8<S>,
    tolerance: f32,
) {
    let offset = (there.0 - here.0 + there.1 - here.1) * 0.5;
    let radius = (there.1 - there.0 + here.1 - here.0) * 0.5;
    // The axis is scaled to length one, or less if it has hardly any length: then the tolerance
    // alone lets all triangles meet.
    let scale = splat(simd, 1.0) / length.max(splat(simd, TINY_PRODUCT));
    window.slab(simd, offset * scale, speed * scale, radius * scale + tolerance);
}

/// A direction across two others, of length one or less. It is computed in f64, because the squares
/// of long edges do not fit into an f32.
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
