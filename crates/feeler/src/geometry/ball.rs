//! Enclosing spheres: the smallest sphere, and a good one in two passes.

use super::cube::DIRECTIONS;
use super::vector::{add_scaled, cross, dot, largest, squared_distance, sub};

/// A sphere including its inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    pub(crate) center: [f64; 3],
    /// The radius, rounded upwards: every point that the ball was made for is inside by exact
    /// arithmetic. It exceeds the largest distance by at most 1.2e-15 of itself (if squares are in
    /// the range of f64).
    pub(crate) radius: f64,
}

impl Ball {
    /// The smallest enclosing sphere, up to rounding; at the origin with radius zero if there are
    /// no points.
    ///
    /// Each step pivots on the point farthest from the current centre (Gärtner 1999). The next ball
    /// is the smallest ball of at most five points, the old support and the new point, so all of
    /// its possible supports are tried. The best support is the one whose *largest distance to the
    /// five* is smallest: no tolerance is needed, and a badly computed centre of degenerate points
    /// is never the best. A step that does not enlarge the ball is the last step, so the loop ends,
    /// typically after five to ten passes over the points.
    pub(crate) fn smallest(points: &[[f64; 3]]) -> Self {
        let Some(&first) = points.first() else { return Self { center: [0.0; 3], radius: 0.0 } };
        let mut best =
            CandidateBall { center: first, squared_radius: 0.0, support: Support::one(first) };
        for _ in 0..MAX_STEPS {
            let (pivot, squared_distance) = farthest(points, best.center);
            if squared_distance <= best.squared_radius {
                break;
            }
            let next = best.support.smallest_with(pivot);
            if next.squared_radius <= best.squared_radius {
                break;
            }
            best = next;
        }
        Self::around(best.center, points)
    }

    /// An enclosing sphere in two passes, rarely more than a few per cent larger than the smallest.
    ///
    /// It is the smallest ball of the extreme points in 13 directions (Larsson 2008), grown for
    /// each point that is outside (Ritter 1990).
    pub(crate) fn quick(points: &[[f64; 3]]) -> Self {
        let Some(&first) = points.first() else { return Self { center: [0.0; 3], radius: 0.0 } };
        let directions = DIRECTIONS.map(|direction| direction.map(f64::from));
        let mut low = [(f64::INFINITY, first); 13];
        let mut high = [(f64::NEG_INFINITY, first); 13];
        for &p in points {
            for (i, direction) in directions.iter().enumerate() {
                let along = dot(*direction, p);
                if along < low[i].0 {
                    low[i] = (along, p);
                }
                if along > high[i].0 {
                    high[i] = (along, p);
                }
            }
        }
        let mut extreme = [first; 26];
        for (slot, (_, point)) in extreme.iter_mut().zip(low.into_iter().chain(high)) {
            *slot = point;
        }
        let Self { mut center, mut radius } = Self::smallest(&extreme);
        for &p in points {
            let away = squared_distance(p, center);
            if away > radius * radius {
                let distance = away.sqrt();
                let grown = (radius + distance) / 2.0;
                center = add_scaled(center, (grown - radius) / distance, sub(p, center));
                radius = grown;
            }
        }
        Self::around(center, points)
    }

    /// The smallest sphere about a centre that contains all points.
    pub(crate) fn around(center: [f64; 3], points: &[[f64; 3]]) -> Self {
        let (_, squared) = farthest(points, center);
        // The squared distance has passed five roundings, the root halves these and adds one, and
        // the last product adds one more: 4.5 units of 2⁻⁵³, less than the six that are added. If
        // squares leave the range of f64, half the diagonal of a cube is used.
        let radius = if (1e-290..1e300).contains(&squared) {
            squared.sqrt()
        } else {
            let side = points.iter().fold(0.0, |m: f64, &p| m.max(largest(sub(p, center))));
            if side > 0.0 { (side * 1.732_050_807_568_878).next_up() } else { 0.0 }
        };
        Self { center, radius: radius * (1.0 + 3.0 * f64::EPSILON) }
    }
}

// The largest number of steps. It is never reached, because the number of supports is finite and
// each step enlarges the ball. It excludes an endless loop without a proof about rounding; the
// result would still be an enclosing ball.
const MAX_STEPS: usize = 1000;

/// The point farthest from a centre, and its squared distance.
fn farthest(points: &[[f64; 3]], center: [f64; 3]) -> ([f64; 3], f64) {
    let mut best = (center, 0.0);
    for &p in points {
        let squared = squared_distance(p, center);
        if squared > best.1 {
            best = (p, squared);
        }
    }
    best
}

/// Up to four points on the surface of a ball that determine it.
#[derive(Clone, Copy)]
struct Support {
    points: [[f64; 3]; 4],
    count: usize,
}

/// A ball, and the points that determine it.
struct CandidateBall {
    center: [f64; 3],
    squared_radius: f64,
    support: Support,
}

impl Support {
    fn one(point: [f64; 3]) -> Self {
        Self { points: [point; 4], count: 1 }
    }

    fn push(&mut self, point: [f64; 3]) {
        self.points[self.count] = point;
        self.count += 1;
    }

    fn as_slice(&self) -> &[[f64; 3]] {
        &self.points[..self.count]
    }

    /// The smallest ball of the support and of a point outside of its ball, which is therefore on
    /// the new surface.
    fn smallest_with(&self, pivot: [f64; 3]) -> CandidateBall {
        let mut best = CandidateBall {
            center: pivot,
            squared_radius: f64::INFINITY,
            support: Support::one(pivot),
        };
        for subset in 1..1u32 << self.count {
            if subset.count_ones() == 4 {
                continue; // five points on one sphere are never needed
            }
            let mut support = Support::one(pivot);
            for (i, &point) in self.as_slice().iter().enumerate() {
                if subset & 1 << i != 0 {
                    support.push(point);
                }
            }
            let Some(center) = circumcenter(support.as_slice()) else { continue };
            let squared_radius =
                farthest(self.as_slice(), center).1.max(squared_distance(pivot, center));
            if squared_radius < best.squared_radius {
                best = CandidateBall { center, squared_radius, support };
            }
        }
        best
    }
}

/// The point of the span of two to four points that has the same distance from all; `None` if the
/// points are not independent.
fn circumcenter(points: &[[f64; 3]]) -> Option<[f64; 3]> {
    let edge = |i: usize| sub(points[i], points[0]);
    // The offset x from the first point solves 2 e·x = e·e for each edge e from that point, within
    // the span of the edges.
    let offset = match points.len() {
        2 => edge(1).map(|x| x / 2.0),
        3 => {
            let (u, v) = (edge(1), edge(2));
            let normal = cross(u, v);
            let (along_u, along_v) = (cross(v, normal), cross(normal, u));
            let scale = 0.5 / dot(normal, normal);
            let sum = add_scaled(along_u.map(|x| x * dot(u, u)), dot(v, v), along_v);
            sum.map(|x| x * scale)
        }
        _ => {
            let (u, v, w) = (edge(1), edge(2), edge(3));
            let (vw, wu, uv) = (cross(v, w), cross(w, u), cross(u, v));
            let scale = 0.5 / dot(u, vw);
            let sum = add_scaled(vw.map(|x| x * dot(u, u)), dot(v, v), wu);
            add_scaled(sum, dot(w, w), uv).map(|x| x * scale)
        }
    };
    let center = add_scaled(points[0], 1.0, offset);
    center.iter().all(|x| x.is_finite()).then_some(center)
}

#[cfg(test)]
mod tests;
