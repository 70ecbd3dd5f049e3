//! Nearest points of two edges, and of a corner and a face, for any type of number.
//!
//! Let ε be the rounding of the numbers, for coordinates up to 1. Both functions are written so
//! that the distance that they find is off by a small multiple of ε for *every* input, though the
//! points may be off by much more if many points are almost equally near.
//!
//! Two edges at an angle θ: the position s on the first edge is a quotient of cross products. It is
//! off by about `ε/θ + Dε/θ²`, where D is the distance. The resulting error grows with the square
//! of this: `D²` becomes larger by `θ²(ε/θ)² + θ²(Dε/θ²)²`, so D becomes larger by at most ε, and
//! by `Dε²/θ²`. But no choice of s costs more than θ²/D, because the edges hardly diverge. The
//! product of these two costs is ε², so the smaller one is again at most ε. (The usual quotient, of
//! differences of dot products, has an error of ε/θ², and costs √ε.)
//!
//! A face of height h over its longest edge: the foot of a corner is found first along this edge,
//! then across. Along the edge it is off by ε. Across, it is off by `ε + Dε/h`, which costs
//! `ε + Dε²/h²`, and never more than h²/D: by the same argument at most ε again.

use super::super::double::Scalar;

/// A point or a direction.
pub(super) type Vector<T> = [T; 3];

/// A point of each triangle, and the square of their distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestPoints<T> {
    pub(super) on_a: Vector<T>,
    pub(super) on_b: Vector<T>,
    pub(super) squared: T,
}

impl<T: Scalar> NearestPoints<T> {
    pub(super) fn new(on_a: Vector<T>, on_b: Vector<T>) -> Self {
        let between = sub(on_a, on_b);
        Self { on_a, on_b, squared: dot(between, between) }
    }

    /// The nearest points of two segments; each segment may be a point.
    ///
    /// The method is that of Ericson 2005, section 5.1.9. First the best position on the first
    /// segment for the line of the second is cut to the segment. Then the best position on the
    /// second segment for this point is found. If that had to be cut, the best position on the
    /// first segment is found again. Cutting gives a pair of valid points for any input, also for
    /// parallel segments.
    #[inline]
    pub(super) fn of_edges(a: [Vector<T>; 2], b: [Vector<T>; 2]) -> Self {
        let (u, v) = (sub(a[1], a[0]), sub(b[1], b[0]));
        let normal = cross(u, v);
        let across = cross(v, sub(a[0], b[0]));
        let on_a = SegmentPosition::cut(dot(across, normal), dot(normal, normal)).on(a, u);
        let place = SegmentPosition::cut(dot(sub(on_a, b[0]), v), dot(v, v));
        let on_b = place.on(b, v);
        if let SegmentPosition::Between(_) = place {
            return Self::new(on_a, on_b);
        }
        let on_a = SegmentPosition::cut(dot(sub(on_b, a[0]), u), dot(u, u)).on(a, u);
        Self::new(on_a, on_b)
    }
}

/// A position on a segment.
enum SegmentPosition<T> {
    Start,
    Between(T),
    End,
}

impl<T: Scalar> SegmentPosition<T> {
    /// The position at a quotient, cut to the segment. For a segment without length, where the
    /// quotient is 0/0, it is the start.
    #[inline]
    fn cut(numerator: T, denominator: T) -> Self {
        if numerator > T::ZERO && numerator < denominator {
            Self::Between(numerator / denominator)
        } else if numerator >= denominator && denominator > T::ZERO {
            Self::End
        } else {
            Self::Start
        }
    }

    /// The point at this position. The ends are returned as they are, not rounded.
    #[inline]
    fn on(&self, ends: [Vector<T>; 2], along: Vector<T>) -> Vector<T> {
        match *self {
            Self::Start => ends[0],
            Self::Between(s) => add_scaled(ends[0], s, along),
            Self::End => ends[1],
        }
    }
}

/// A triangle, prepared to find the feet of many points.
pub(super) struct TriangleFace<T> {
    start: Vector<T>,
    along: Vector<T>,
    pub(super) along_squared: T,
    /// The position of the third corner along the longest edge, from 0 to 1.
    third: T,
    across: Vector<T>,
    /// The square of the height over the longest edge.
    pub(super) across_squared: T,
}

/// The nearest point in the plane of a triangle, its foot.
pub(super) struct Foot<T> {
    pub(super) point: Vector<T>,
    /// The smallest barycentric weight of the foot. It is negative outside of the triangle, and NaN
    /// for a triangle without area.
    pub(super) inside: T,
}

impl<T: Scalar> TriangleFace<T> {
    /// The first two corners must be the ends of the longest edge.
    #[inline]
    pub(super) fn new([start, end, third]: [Vector<T>; 3]) -> Self {
        let along = sub(end, start);
        let along_squared = dot(along, along);
        let slanted = sub(third, start);
        let third = dot(slanted, along) / along_squared;
        let across = sub(slanted, scaled(third, along));
        Self { start, along, along_squared, third, across, across_squared: dot(across, across) }
    }

    /// The foot of a corner of another triangle.
    #[inline]
    pub(super) fn foot(&self, corner: Vector<T>) -> Foot<T> {
        let from = sub(corner, self.start);
        let s = dot(from, self.along) / self.along_squared;
        let upright = sub(from, scaled(s, self.along));
        let t = dot(upright, self.across) / self.across_squared;
        let point = add_scaled(add_scaled(self.start, s, self.along), t, self.across);
        let weights = [T::ONE - s - t * (T::ONE - self.third), s - t * self.third, t];
        Foot { point, inside: smaller(smaller(weights[0], weights[1]), weights[2]) }
    }
}

impl<T: Scalar> TriangleFace<T> {
    /// The point at which an edge crosses the plane of the triangle from one side to the other.
    pub(super) fn crossing(&self, [start, end]: [Vector<T>; 2]) -> Option<Vector<T>> {
        let normal = cross(self.along, self.across);
        let height = |p| dot(sub(p, self.start), normal);
        let (from, to) = (height(start), height(end));
        let crosses = (from > T::ZERO && to < T::ZERO) || (from < T::ZERO && to > T::ZERO);
        crosses.then(|| add_scaled(start, from / (from - to), sub(end, start)))
    }
}

/// The smaller of two numbers; NaN if one of them is NaN.
#[inline]
fn smaller<T: Scalar>(x: T, y: T) -> T {
    if x <= y {
        x
    } else if y < x {
        y
    } else {
        x - y
    }
}

#[inline]
fn sub<T: Scalar>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline]
fn dot<T: Scalar>(a: Vector<T>, b: Vector<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline]
fn cross<T: Scalar>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline]
fn scaled<T: Scalar>(s: T, a: Vector<T>) -> Vector<T> {
    [s * a[0], s * a[1], s * a[2]]
}

/// `a + s * b`
#[inline]
fn add_scaled<T: Scalar>(a: Vector<T>, s: T, b: Vector<T>) -> Vector<T> {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}
