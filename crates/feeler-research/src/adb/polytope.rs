//! The exact volume of what two convex bodies have in common.

use super::region::Region;
use feeler::inside::Cuboid;
use feeler::inside::vector::{add_scaled, cross, dot, sub};

/// A convex body with few flat faces: a box, or a sector of a box. All numbers are f64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polytope {
    faces: [Face; 6],
    count: usize,
}

/// A face: its corners in order, and its plane. Points inside have `normal * x < offset`.
#[derive(Clone, Copy, Debug)]
struct Face {
    corners: Polygon,
    normal: [f64; 3],
    offset: f64,
}

/// A convex polygon. Four corners and six cuts give ten corners; the rest is room for rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polygon {
    points: [[f64; 3]; Self::ROOM],
    count: usize,
}

impl Polygon {
    const ROOM: usize = 16;
    const EMPTY: Self = Self { points: [[0.0; 3]; Self::ROOM], count: 0 };

    pub(super) fn of(points: &[[f64; 3]]) -> Self {
        let mut polygon = Self::EMPTY;
        polygon.points[..points.len()].copy_from_slice(points);
        polygon.count = points.len();
        polygon
    }

    pub(super) fn points(&self) -> &[[f64; 3]] {
        &self.points[..self.count]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn push(&mut self, point: [f64; 3]) {
        if self.count < Self::ROOM {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    /// The part of the polygon in which a height is not positive (Sutherland and Hodgman's
    /// clipping).
    pub(super) fn below(&self, height: impl Fn([f64; 3]) -> f64) -> Self {
        let mut part = Self::EMPTY;
        let Some(mut from) = self.points().last().copied() else { return part };
        let mut at = height(from);
        for &to in self.points() {
            let next = height(to);
            if (at <= 0.0) != (next <= 0.0) {
                part.push(add_scaled(from, at / (at - next), sub(to, from)));
            }
            if next <= 0.0 {
                part.push(to);
            }
            (from, at) = (to, next);
        }
        part
    }

    pub(super) fn area(&self) -> f64 {
        let Some((&first, rest)) = self.points().split_first() else { return 0.0 };
        let normal = rest.windows(2).fold([0.0; 3], |sum, pair| {
            add_scaled(sum, 0.5, cross(sub(pair[0], first), sub(pair[1], first)))
        });
        dot(normal, normal).sqrt()
    }
}

impl Polytope {
    /// The region of a box.
    pub(super) fn of(cuboid: &Cuboid, region: Region) -> Self {
        let axes = cuboid.axes.map(|axis| axis.map(f64::from));
        let point = |x: [f64; 3]| {
            (0..3).fold(cuboid.center.map(f64::from), |p, i| add_scaled(p, x[i], axes[i]))
        };
        match region {
            Region::Cuboid { at, half } => {
                let (at, half) = (at.map(f64::from), half.map(f64::from));
                let faces = [0, 1, 2, 3, 4, 5].map(|face| {
                    let (i, sign) = (face % 3, if face < 3 { -1.0 } else { 1.0 });
                    let corners = rectangle(i, sign, half)
                        .map(|x| point([at[0] + x[0], at[1] + x[1], at[2] + x[2]]));
                    Face::through(&corners, axes[i].map(|x| sign * x))
                });
                Self { faces, count: 6 }
            }
            Region::Sector { axis, sign } => {
                let base = rectangle(axis, sign as f64, cuboid.half.map(f64::from)).map(point);
                let normal = axes[axis].map(|x| sign as f64 * x);
                let center = point([0.0; 3]);
                let inner = add_scaled(center, 0.75 * cuboid.half[axis] as f64, normal);
                let mut faces = [Face::through(&base, normal); 6];
                for k in 0..4 {
                    let corners = [center, base[k], base[(k + 1) % 4]];
                    let middle = add_scaled(corners[1], 0.5, sub(corners[2], corners[1]));
                    faces[k + 1] = Face::through(&corners, sub(middle, inner));
                }
                Self { faces, count: 5 }
            }
        }
    }

    fn faces(&self) -> &[Face] {
        &self.faces[..self.count]
    }

    #[cfg(test)]
    pub(super) fn contains(&self, point: [f64; 3]) -> bool {
        self.faces().iter().all(|face| dot(face.normal, point) <= face.offset)
    }

    /// The volume of the intersection, by the divergence theorem: a third of the sum of each face's
    /// area times its distance from a point.
    ///
    /// The faces of the intersection are the faces of each body clipped to the other body. If two
    /// faces coincide, only one of them may count. So the faces of this body are clipped a little
    /// wide and those of the other body a little narrow.
    pub(super) fn common_volume(&self, other: &Self) -> f64 {
        let origin = self.faces[0].corners.points[0];
        let size = self.faces().iter().chain(other.faces()).fold(0.0, |size: f64, face| {
            face.corners.points().iter().fold(size, |size, &p| {
                let offset = sub(p, origin);
                size.max(dot(offset, offset).sqrt())
            })
        });
        let width = 1e-12 * size;
        let part = |body: &Self, clip: &Self, wider: f64| -> f64 {
            let face = |face: &Face| {
                let clipped = clip.faces().iter().fold(face.corners, |polygon, by| {
                    polygon.below(|p| dot(by.normal, p) - by.offset - wider)
                });
                clipped.area() * (face.offset - dot(face.normal, origin))
            };
            body.faces().iter().map(face).sum()
        };
        ((part(self, other, width) + part(other, self, -width)) / 3.0).max(0.0)
    }
}

impl Face {
    /// The face with these corners, at least three, and a direction that points out of the body.
    ///
    /// The normal comes from the corners, not from the axes: axes in f32 are not quite orthogonal,
    /// and the test whether faces coincide needs far more precision than that.
    fn through(corners: &[[f64; 3]], outwards: [f64; 3]) -> Self {
        let normal = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
        let length = dot(normal, normal).sqrt();
        // A face without area adds nothing, whatever its normal.
        let normal = if length > 0.0 { normal.map(|x| x / length) } else { outwards };
        let sign = if dot(normal, outwards) < 0.0 { -1.0 } else { 1.0 };
        let normal = normal.map(|x| sign * x);
        Self { corners: Polygon::of(corners), normal, offset: dot(normal, corners[0]) }
    }
}

/// The corners of a box's face, in order, along the axes of the box.
fn rectangle(axis: usize, sign: f64, half: [f64; 3]) -> [[f64; 3]; 4] {
    let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[y, z]| {
        let mut corner = [0.0; 3];
        corner[axis] = sign * half[axis];
        corner[j] = y * half[j];
        corner[k] = z * half[k];
        corner
    })
}
