//! Fitting a core and a radius (Kim, Choi and Kim, section 3.2).

use super::super::Cloud;
use super::{Rounded, surface};
use crate::geometry::ball::Ball;
use crate::geometry::covariance::{edge_frames, surface_covariance};
use crate::geometry::eigen::Eigen;
use crate::geometry::vector::{by_axis, dot};
use crate::rounding::{MARGIN, round_up};

impl<const D: usize> Rounded<D> {
    /// The smallest of the volumes in the frames that the triangles suggest.
    pub(super) fn around(cloud: &Cloud<'_>) -> Self {
        let points = cloud.distinct();
        let upright = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let best = Self::along(&points, upright);
        let smaller = |best: Self, frame| {
            let other = Self::along(&points, frame);
            if other.surface() < best.surface() { other } else { best }
        };
        if cloud.triangles.len() <= 2 {
            // The covariance of one or two triangles says little, but their edges determine the
            // frame.
            cloud.faces().flat_map(edge_frames).fold(best, smaller)
        } else {
            smaller(best, Eigen::of(surface_covariance(cloud.faces())).axes)
        }
    }

    pub(super) fn surface(&self) -> f32 {
        let mut half = [0.0; 3];
        half[..D].copy_from_slice(&self.half);
        surface(half, self.radius)
    }

    /// A volume in a frame: the core spans the longer directions, the sphere covers the remaining
    /// ones.
    fn along(points: &[[f64; 3]], frame: [[f64; 3]; 3]) -> Self {
        let local = LocalPoints::new(points, frame);
        let (low, high) = match D {
            1 => local.line(),
            2 => local.rectangle(),
            _ => return local.rounded_box(points),
        };
        local.volume(points, low, high)
    }
}

/// Points in a frame whose first direction is the longest.
struct LocalPoints {
    axes: [[f64; 3]; 3],
    points: Vec<[f64; 3]>,
    low: [f64; 3],
    high: [f64; 3],
}

impl LocalPoints {
    fn new(points: &[[f64; 3]], frame: [[f64; 3]; 3]) -> Self {
        let inside = |axes: [[f64; 3]; 3], p: &[f64; 3]| axes.map(|axis| dot(axis, *p));
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        for p in points {
            let x = inside(frame, p);
            for i in 0..3 {
                low[i] = low[i].min(x[i]);
                high[i] = high[i].max(x[i]);
            }
        }
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| (high[j] - low[j]).total_cmp(&(high[i] - low[i])));
        let axes = order.map(|i| frame[i]);
        Self {
            axes,
            points: points.iter().map(|p| inside(axes, p)).collect(),
            low: order.map(|i| low[i]),
            high: order.map(|i| high[i]),
        }
    }

    /// The axis of the smallest cylinder along the first direction, between the ends at which its
    /// spherical caps still cover every vertex.
    fn line(&self) -> ([f64; 3], [f64; 3]) {
        let across: Vec<[f64; 3]> = self.points.iter().map(|&[_, y, z]| [0.0, y, z]).collect();
        let Ball { center: [_, y, z], radius } = Ball::smallest(&across);
        let [low, high] = self.shortened(0, |p| {
            (radius * radius - (p[1] - y).powi(2) - (p[2] - z).powi(2)).max(0.0).sqrt()
        });
        ([low, y, z], [high, y, z])
    }

    /// The rectangle across the shortest direction (Kim, Choi and Kim, equations 4 to 6). Its
    /// corners are moved outwards if a vertex is beyond the rounded corner (figure 5).
    fn rectangle(&self) -> ([f64; 3], [f64; 3]) {
        let radius = 0.5 * (self.high[2] - self.low[2]);
        let middle = 0.5 * (self.high[2] + self.low[2]);
        let cap = |p: [f64; 3]| (radius * radius - (p[2] - middle).powi(2)).max(0.0).sqrt();
        let sides = [self.shortened(0, cap), self.shortened(1, cap)];
        let (mut low, mut high) =
            ([sides[0][0], sides[1][0], middle], [sides[0][1], sides[1][1], middle]);
        for p in &self.points {
            // How far the vertex is beyond the nearest corner, along each side of the rectangle and
            // across it.
            let beyond = |i: usize| (p[i] - high[i]).max(low[i] - p[i]);
            let (dx, dy, dz) = (beyond(0), beyond(1), p[2] - middle);
            if dx <= 0.0 || dy <= 0.0 {
                continue;
            }
            let diagonal = std::f64::consts::FRAC_1_SQRT_2;
            let along = diagonal * (dx + dy);
            let beside =
                (diagonal * along - dx).powi(2) + (diagonal * along - dy).powi(2) + dz * dz;
            let outwards = along - (radius * radius - beside).max(0.0).sqrt();
            if outwards > 0.0 {
                for i in 0..2 {
                    let by = diagonal * outwards;
                    if p[i] > high[i] { high[i] += by } else { low[i] -= by }
                }
            }
        }
        (low, high)
    }

    /// Both ends of the core along a direction. `cap` tells how far before its end the sphere still
    /// covers a vertex.
    fn shortened(&self, i: usize, cap: impl Fn([f64; 3]) -> f64) -> [f64; 2] {
        let mut low = f64::INFINITY;
        let mut high = f64::NEG_INFINITY;
        for &p in &self.points {
            let cap = cap(p);
            low = low.min(p[i] + cap);
            high = high.max(p[i] - cap);
        }
        // If the ends pass each other, one point covers all vertices.
        if low > high { [0.5 * (low + high); 2] } else { [low, high] }
    }

    /// The smallest of several boxes with increasingly round edges; the first is an oriented box.
    /// The radius covers all that sticks out of the corners.
    fn rounded_box<const D: usize>(&self, points: &[[f64; 3]]) -> Rounded<D> {
        let thinnest = 0.5 * (self.high[2] - self.low[2]);
        let shrunk = |part: f64| {
            let by = part * thinnest;
            self.volume(points, self.low.map(|x| x + by), self.high.map(|x| x - by))
        };
        let mut best: Rounded<D> = shrunk(0.0);
        for part in [0.125, 0.25, 0.5, 0.75, 1.0] {
            let other = shrunk(part);
            if other.surface() < best.surface() {
                best = other;
            }
        }
        best
    }

    /// The core between two corners, with the radius that the stored core needs. Whatever was done
    /// before, every vertex is inside.
    fn volume<const D: usize>(
        &self,
        points: &[[f64; 3]],
        low: [f64; 3],
        high: [f64; 3],
    ) -> Rounded<D> {
        let middle = by_axis(|i| 0.5 * (low[i] + high[i]));
        let center = by_axis(|k| (0..3).map(|i| middle[i] * self.axes[i][k]).sum::<f64>() as f32);
        let mut volume = Rounded { center, ..Default::default() };
        for k in 0..D {
            volume.axes[k] = self.axes[k].map(|x| x as f32);
            volume.half[k] = (0.5 * (high[k] - low[k])).max(0.0) as f32;
        }
        let needed = points.iter().fold(0.0, |r: f64, &p| r.max(volume.core_distance(p)));
        let extent: f64 = volume.half.iter().map(|&h| h as f64).sum::<f64>() + needed;
        // The unit coordinates are themselves rounded, to 2^-52.
        volume.radius = round_up(needed + extent * MARGIN as f64 + 1e-15);
        volume
    }
}
