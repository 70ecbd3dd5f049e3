//! The separation of two convex sets (Gilbert, Johnson and Keerthi 1988).

use super::vector::{by_axis, cross, dot, sub};

/// A convex set, defined by its farthest point in each direction.
pub(crate) trait Convex {
    /// The point of the set that is farthest in a direction.
    fn support(&self, direction: [f64; 3]) -> [f64; 3];
}

/// The condition at which the search stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// Stops as soon as the sets are known to be further apart than this distance.
    Beyond(f64),
    /// Stops when the bound is within a thousandth of the distance.
    Distance,
}

/// A proof that two sets are apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    /// A lower bound of the distance; not positive if no separating direction was found.
    pub(crate) gap: f64,
    /// The direction of the gap, from the second set to the first, of length one.
    pub(crate) direction: [f64; 3],
}

/// The widest gap between two sets that the search finds.
///
/// Every step gives a direction and the supports of both sets along it. These are a proof of their
/// own: the bound is the gap of the projections, less the rounding of the two products. The
/// iteration only decides which directions are tried.
pub(crate) fn separation(a: &impl Convex, b: &impl Convex, goal: Goal) -> Separation {
    /// The largest number of steps. Every step has a proof, so fewer steps only make the bound lower.
    const MAX_STEPS: usize = 32;
    let difference = |d: [f64; 3]| sub(a.support(d.map(|x| -x)), b.support(d));
    let mut simplex = Simplex { points: [[0.0; 3]; 4], len: 0 };
    let mut nearest = difference([1.0, 0.0, 0.0]);
    let mut best = Separation { gap: f64::NEG_INFINITY, direction: [0.0; 3] };
    for _ in 0..MAX_STEPS {
        let length = dot(nearest, nearest).sqrt();
        if length < 1e-12 {
            break;
        }
        let point = difference(nearest);
        let bound = dot(point, nearest) / length;
        // Supports are points with coordinates of a few units times the scale; their size bounds
        // the rounding.
        let rounding = 1e-14 * (dot(point, point).sqrt() + 4.0);
        if bound - rounding > best.gap {
            best = Separation { gap: bound - rounding, direction: nearest.map(|x| x / length) };
        }
        let done = match goal {
            Goal::Beyond(distance) => best.gap > distance,
            Goal::Distance => bound >= 0.999 * length,
        };
        if done || simplex.contains(point) {
            break;
        }
        simplex.push(point);
        nearest = simplex.reduce();
        if simplex.len == 4 {
            break;
        }
    }
    best
}

/// A simplex of up to four points of the difference of the sets.
struct Simplex {
    points: [[f64; 3]; 4],
    len: usize,
}

impl Simplex {
    fn contains(&self, point: [f64; 3]) -> bool {
        self.points[..self.len].contains(&point)
    }

    fn push(&mut self, point: [f64; 3]) {
        self.points[self.len] = point;
        self.len += 1;
    }

    /// Finds the point nearest to the origin, and drops the corners that do not contribute to it.
    /// Four corners are left if the origin is inside.
    fn reduce(&mut self) -> [f64; 3] {
        let p = self.points;
        match self.len {
            1 => p[0],
            2 => self.keep(nearest_on_segment(p[0], p[1])),
            3 => self.keep(nearest_on_triangle(p[0], p[1], p[2])),
            _ => {
                let faces = [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]];
                let mut best: Option<NearestFeature> = None;
                for [i, j, k, opposite] in faces {
                    let normal = cross(sub(p[j], p[i]), sub(p[k], p[i]));
                    let inside = dot(normal, sub(p[opposite], p[i]));
                    let origin = -dot(normal, p[i]);
                    // A flat tetrahedron has no inside, so all of its faces count.
                    if inside * origin > 0.0 {
                        continue;
                    }
                    let nearest = nearest_on_triangle(p[i], p[j], p[k]);
                    if best
                        .is_none_or(|b| dot(nearest.point, nearest.point) < dot(b.point, b.point))
                    {
                        best = Some(nearest);
                    }
                }
                match best {
                    Some(nearest) => self.keep(nearest),
                    None => [0.0; 3],
                }
            }
        }
    }

    fn keep(&mut self, nearest: NearestFeature) -> [f64; 3] {
        self.points[..3].copy_from_slice(&nearest.corners);
        self.len = nearest.len;
        nearest.point
    }
}

/// The point of a segment or triangle that is nearest to the origin, and the corners that span the
/// feature on which it lies.
#[derive(Clone, Copy)]
struct NearestFeature {
    point: [f64; 3],
    corners: [[f64; 3]; 3],
    len: usize,
}

fn nearest_on_segment(a: [f64; 3], b: [f64; 3]) -> NearestFeature {
    let along = sub(b, a);
    let t = -dot(a, along);
    let squared = dot(along, along);
    if t <= 0.0 || squared == 0.0 {
        NearestFeature { point: a, corners: [a; 3], len: 1 }
    } else if t >= squared {
        NearestFeature { point: b, corners: [b; 3], len: 1 }
    } else {
        let t = t / squared;
        NearestFeature { point: by_axis(|i| a[i] + t * along[i]), corners: [a, b, b], len: 2 }
    }
}

fn nearest_on_triangle(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> NearestFeature {
    let normal = cross(sub(b, a), sub(c, a));
    let squared = dot(normal, normal);
    // The barycentric signs of the origin's projection.
    let inside = |p: [f64; 3], q: [f64; 3]| dot(cross(p, q), normal);
    let (u, v, w) = (inside(b, c), inside(c, a), inside(a, b));
    if squared > 0.0 && u > 0.0 && v > 0.0 && w > 0.0 {
        let t = dot(a, normal) / squared;
        return NearestFeature { point: normal.map(|x| t * x), corners: [a, b, c], len: 3 };
    }
    let edges = [nearest_on_segment(a, b), nearest_on_segment(b, c), nearest_on_segment(c, a)];
    let closer = |best: NearestFeature, other: NearestFeature| {
        if dot(other.point, other.point) < dot(best.point, best.point) { other } else { best }
    };
    closer(closer(edges[0], edges[1]), edges[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    struct PointSet(Vec<[f64; 3]>);

    impl Convex for PointSet {
        fn support(&self, d: [f64; 3]) -> [f64; 3] {
            *self.0.iter().max_by(|p, q| dot(**p, d).total_cmp(&dot(**q, d))).unwrap()
        }
    }

    fn cube(center: [f64; 3]) -> PointSet {
        let corner = |k: usize, i: usize| center[i] + if k >> i & 1 == 0 { -1.0 } else { 1.0 };
        PointSet((0..8).map(|k| by_axis(|i| corner(k, i))).collect())
    }

    #[test]
    fn cubes() {
        let check = |offset: [f64; 3], distance: f64| {
            let found = separation(&cube([0.0; 3]), &cube(offset), Goal::Distance).gap;
            assert!(
                found <= distance && found >= 0.998 * distance - 1e-9,
                "{offset:?}: {found}, not {distance}"
            );
        };
        check([3.0, 0.0, 0.0], 1.0);
        check([3.0, 3.0, 0.5], 2f64.sqrt());
        check([3.0, -4.0, 5.0], 14f64.sqrt());
        assert!(separation(&cube([0.0; 3]), &cube([1.0, 1.0, 1.5]), Goal::Beyond(0.0)).gap <= 0.0);
        assert!(separation(&cube([0.0; 3]), &cube([2.0, 0.0, 0.0]), Goal::Beyond(0.0)).gap <= 0.0);
        assert!(separation(&cube([0.0; 3]), &cube([2.001, 0.3, 0.0]), Goal::Beyond(0.0)).gap > 0.0);
    }
}
