//! The point that is deepest inside.

use crate::vector::{add_scaled, dot, length, sub};
use crate::{FieldError, Probe, Progress, Solid, unwatched};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The largest possible penetration: no point can be further inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deepest {
    /// Where it is.
    pub point: [f64; 3],
    /// How far from the mesh, exactly for this point.
    pub depth: f64,
    /// No other point is deeper than this, by proof. It is `depth` within a thousandth, unless many points are as deep.
    pub bound: f64,
}

/// Points that are measured to find the neighbourhood, at most.
const BUDGET: usize = 30_000;

/// Cubes that are opened at once, so that threads have something to do and their number changes nothing.
const BATCH: usize = 32;

impl Solid {
    /// The deepest point inside; an error where nothing is inside.
    ///
    /// The distance changes by no more than the way, so a cube can be no deeper than its middle and half its diagonal. Cubes are halved, the
    /// most promising first, until nothing else can be deeper by a thousandth; then the best point climbs as far as it can.
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

    /// The same, with somebody who watches. How much is left is not known before the end, so this tells how much of the budget is used.
    pub fn deepest_with_progress(&self, progress: Progress<'_>) -> Result<Deepest, FieldError> {
        let [low, high] = self.bounds();
        let half = (0..3).fold(0.0, |m: f64, i| m.max(0.5 * (high[i] - low[i])));
        let center = [0, 1, 2].map(|i| 0.5 * low[i] + 0.5 * high[i]);
        let mut best = self.weighed(Cube { center, half }, &mut Probe::default());
        let mut open = BinaryHeap::from([best]);
        let mut measured = 1;
        while measured < BUDGET {
            let mut batch = Vec::with_capacity(BATCH);
            while batch.len() < BATCH
                && open.peek().is_some_and(|next| next.bound > 1.001 * best.depth)
            {
                batch.extend(open.pop().map(|next| next.cube));
            }
            if batch.is_empty() {
                break;
            }
            let children = batch.par_iter().map(|cube| {
                let mut probe = Probe::default();
                cube.children().map(|child| self.weighed(child, &mut probe))
            });
            for child in children.collect::<Vec<_>>().into_iter().flatten() {
                measured += 1;
                if child.depth > best.depth {
                    best = child;
                }
                open.push(child);
            }
            if progress(measured as f64 / BUDGET as f64).is_break() {
                return Err(FieldError::Stopped);
            }
        }
        if best.depth <= 0.0 {
            return Err(FieldError::NoInside);
        }
        let (point, depth) = self.climbed(best.cube.center, half);
        let bound = open.peek().map_or(depth, |next| next.bound.max(depth));
        Ok(Deepest { point, depth, bound })
    }

    fn weighed(&self, cube: Cube, probe: &mut Probe) -> Weighed {
        let signed = self.nearest(cube.center, probe).signed_distance;
        let reach = 3_f64.sqrt() * cube.half;
        // From outside one has to pass the surface first, or a hole of it.
        let bound = match self.keeps_side(reach, probe) {
            true => reach - signed,
            false => reach + signed.abs(),
        };
        Weighed { cube, depth: -signed, bound }
    }

    /// The top of the hill that a point inside is on.
    ///
    /// Depth is the smallest of the distances from many features. Its steepest way up is the shortest vector in the convex hull of the
    /// directions away from those that are about equally near; the nearest points that were met on the way are taken for these.
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
            // What was met long ago is far by now.
            met.drain(..met.len().saturating_sub(24));
        }
        (point, depth)
    }
}

/// The point of the convex hull that is nearest to the origin, by Gilbert's algorithm.
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

#[derive(Clone, Copy, Debug)]
struct Cube {
    center: [f64; 3],
    half: f64,
}

impl Cube {
    fn children(&self) -> [Self; 8] {
        let half = 0.5 * self.half;
        std::array::from_fn(|i| {
            let side = |bit: usize| if i >> bit & 1 == 1 { half } else { -half };
            Self { center: [0, 1, 2].map(|k| self.center[k] + side(k)), half }
        })
    }
}

/// A cube, how deep its middle is, and how deep any of its points can be.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    cube: Cube,
    depth: f64,
    bound: f64,
}

impl Ord for Weighed {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_place = || {
            let [a, b] = [self, other].map(|w| w.cube.center.map(f64::to_bits));
            a.cmp(&b)
        };
        self.bound.total_cmp(&other.bound).then_with(by_place)
    }
}

impl PartialOrd for Weighed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Weighed {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Weighed {}
