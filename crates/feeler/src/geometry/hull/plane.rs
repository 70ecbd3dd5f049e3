//! The oriented plane of a hull face, with a filtered exact side test.

use crate::geometry::vector::{cross, dot, sub};

/// The plane of a face.
pub(super) struct FacePlane {
    origin: [f64; 3],
    normal: [f64; 3],
    /// The largest rounding error of a height.
    error: f64,
}

impl FacePlane {
    /// The plane through three points that are counter-clockwise as seen from outside. `reach` is the largest difference of
    /// coordinates between any two points that will be tested.
    pub(super) fn through(corners: [[f64; 3]; 3], reach: f64) -> Self {
        let (u, v) = (sub(corners[1], corners[0]), sub(corners[2], corners[0]));
        let permanent = (u[1] * v[2]).abs()
            + (u[2] * v[1]).abs()
            + (u[2] * v[0]).abs()
            + (u[0] * v[2]).abs()
            + (u[0] * v[1]).abs()
            + (u[1] * v[0]).abs();
        // Each of the six terms of the determinant passes through eight roundings: three
        // differences, two products, three sums. Ten cover the roundings of the bound itself.
        let error = 10.0 * (f64::EPSILON / 2.0) * permanent * reach;
        Self { origin: corners[0], normal: cross(u, v), error }
    }

    /// The height of a point above the plane, times the length of the normal: rounded, but of exact
    /// sign.
    ///
    /// `corners` must return the corners that the plane was made of. It is called only if the
    /// rounded height is in doubt. The plane does not store the corners, because a small plane
    /// makes the test fast.
    #[inline]
    pub(super) fn height(&self, point: [f64; 3], corners: impl Fn() -> [[f64; 3]; 3]) -> f64 {
        let height = dot(self.normal, sub(point, self.origin));
        if height.abs() > self.error { height } else { exact_height(point, corners()) }
    }
}

#[cold]
fn exact_height(point: [f64; 3], corners: [[f64; 3]; 3]) -> f64 {
    if corners.contains(&point) {
        return 0.0; // a frequent case, and the slowest one of the predicate
    }
    let coord = |[x, y, z]: [f64; 3]| robust::Coord3D { x, y, z };
    let [a, b, c] = corners.map(coord);
    -robust::orient3d(a, b, c, coord(point))
}
