//! The deepest point inside a mesh.

use crate::cube::{Cube, Waiting};
use crate::{FieldError, Probe, Progress, Solid, unwatched};
use feeler::inside::vector::{add_scaled, dot, length, sub};
use rayon::prelude::*;
use std::collections::BinaryHeap;

/// The deepest point inside a mesh: the largest possible penetration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deepest {
    /// The position of the point.
    pub point: [f64; 3],
    /// The distance from the mesh, exact for this point.
    pub depth: f64,
    /// A proven upper bound of the depth of all points. It differs from `depth` by at most a
    /// thousandth, unless many points are equally deep.
    pub bound: f64,
}

/// The most points that are measured to find the neighbourhood of the deepest point.
const MOST_POINTS: usize = 30_000;

/// The number of cubes that are split at once: enough to occupy all threads, and independent of the
/// number of threads, so that the result is too.
const CUBES_PER_BATCH: usize = 32;

impl Solid {
    /// The deepest point inside; an error if no point is inside.
    ///
    /// Between two points the signed distance changes by no more than their distance, so no point
    /// of a cube is deeper than the depth of its center plus half its diagonal. Cubes are split,
    /// the most promising first, until no other cube can be deeper by a thousandth; then the best
    /// point climbs to the local maximum of the depth.
    ///
    /// ```
    /// use feeler_field::Solid;
    /// let cube = Solid::new(feeler_scenes::shape::cuboid(300))?;
    /// let deepest = cube.deepest()?;
    /// assert!((deepest.depth - 1.0).abs() < 1e-9);
    /// # Ok::<(), feeler_field::FieldError>(())
    /// ```
    pub fn deepest(&self) -> Result<Deepest, FieldError> {
        self.deepest_with_progress(&unwatched)
    }

    /// Like [`deepest`](Self::deepest), with progress reports. The total work is not known in
    /// advance, so the reported share is that of the budget of points.
    pub fn deepest_with_progress(&self, progress: Progress<'_>) -> Result<Deepest, FieldError> {
        let [low, high] = self.bounds();
        let half = (0..3).fold(0.0, |m: f64, i| m.max(0.5 * (high[i] - low[i])));
        let center = [0, 1, 2].map(|i| 0.5 * low[i] + 0.5 * high[i]);
        let mut best = self.measured_cube(Cube { center, half }, &mut Probe::default());
        let mut open = BinaryHeap::from([best.waiting()]);
        let mut measured = 1;
        while measured < MOST_POINTS {
            let mut batch = Vec::with_capacity(CUBES_PER_BATCH);
            while batch.len() < CUBES_PER_BATCH
                && open.peek().is_some_and(|next| next.rank > 1.001 * best.depth)
            {
                batch.extend(open.pop().map(|next| next.cube));
            }
            if batch.is_empty() {
                break;
            }
            let children = batch.par_iter().map(|cube| {
                let mut probe = Probe::default();
                cube.children().map(|child| self.measured_cube(child, &mut probe))
            });
            for child in children.collect::<Vec<_>>().into_iter().flatten() {
                measured += 1;
                if child.depth > best.depth {
                    best = child;
                }
                open.push(child.waiting());
            }
            if progress(measured as f64 / MOST_POINTS as f64).is_break() {
                return Err(FieldError::Stopped);
            }
        }
        if best.depth <= 0.0 {
            return Err(FieldError::NoInside);
        }
        let (point, depth) = self.climbed(best.cube.center, half);
        let bound = open.peek().map_or(depth, |next| next.rank.max(depth));
        Ok(Deepest { point, depth, bound })
    }

    fn measured_cube(&self, cube: Cube, probe: &mut Probe) -> MeasuredCube {
        let signed = self.nearest(cube.center, probe).signed_distance;
        let reach = cube.radius();
        // If the center is outside, the path to a point inside crosses the surface first, or a hole
        // in it.
        let bound = match self.keeps_side(reach, probe) {
            true => reach - signed,
            false => reach + signed.abs(),
        };
        MeasuredCube { cube, depth: -signed, bound }
    }

    /// Climbs from a point inside to the local maximum of the depth, and returns its position and
    /// depth.
    ///
    /// The depth is the smallest of the distances from many features. Its direction of steepest
    /// ascent is the shortest vector in the convex hull of the directions away from the features
    /// that are about equally near. The nearest points found during the climb stand for these
    /// features.
    fn climbed(&self, start: [f64; 3], size: f64) -> ([f64; 3], f64) {
        let mut probe = Probe::default();
        let mut met: Vec<[f64; 3]> = Vec::new();
        let first = self.nearest(start, &mut probe);
        met.push(first.point);
        let (mut point, mut depth) = (start, -first.signed_distance);
        let mut step = 0.1 * size;
        while step > 1e-14 * size {
            let near: Vec<[f64; 3]> = met
                .iter()
                .map(|&q| sub(point, q))
                .filter(|&away| length(away) <= depth + step)
                .map(|away| away.map(|x| x / length(away)))
                .collect();
            let direction = shortest_in_hull(&near);
            let mut rose = false;
            for share in [1.0, 0.25, 0.0625] {
                let trial =
                    add_scaled(point, share * step / length(direction).max(1e-9), direction);
                let nearest = self.nearest(trial, &mut probe);
                if !met.contains(&nearest.point) {
                    met.push(nearest.point);
                }
                if -nearest.signed_distance > depth {
                    (point, depth, rose) = (trial, -nearest.signed_distance, true);
                    break;
                }
            }
            if !rose {
                step *= 0.5;
            }
            // Nearest points that were found long ago are far away by now.
            met.drain(..met.len().saturating_sub(24));
        }
        (point, depth)
    }
}

/// The point of the convex hull that is nearest to the origin, found by the algorithm of Gilbert 1966.
fn shortest_in_hull(points: &[[f64; 3]]) -> [f64; 3] {
    let mut shortest = points.first().copied().unwrap_or([0.0; 3]);
    for _ in 0..64 {
        let low = |p: &&[f64; 3]| dot(**p, shortest);
        let Some(&next) = points.iter().min_by(|p, q| low(p).total_cmp(&low(q))) else { break };
        let towards = sub(next, shortest);
        let squared = dot(towards, towards);
        if squared == 0.0 || -dot(shortest, towards) <= 1e-12 {
            break;
        }
        let t = (-dot(shortest, towards) / squared).clamp(0.0, 1.0);
        shortest = add_scaled(shortest, t, towards);
    }
    shortest
}

/// A cube, the depth of its center, and an upper bound of the depth of its points.
#[derive(Clone, Copy, Debug)]
struct MeasuredCube {
    cube: Cube,
    depth: f64,
    bound: f64,
}

impl MeasuredCube {
    /// The cube, which is as promising as its points may be deep.
    fn waiting(&self) -> Waiting {
        Waiting { rank: self.bound, cube: self.cube }
    }
}
